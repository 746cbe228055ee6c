"""Where measured figures go: between the marks of BENCHMARKS.md."""

from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "BENCHMARKS.md"


def write(section: str, text: str) -> None:
    """Puts the text between `<!-- SECTION -->` and `<!-- end of SECTION -->`."""
    begin, end = f"<!-- {section} -->", f"<!-- end of {section} -->"
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    _, _, tail = rest.partition(end)
    PAGE.write_text(f"{head}{begin}\n{text.strip()}\n{end}{tail}", encoding="utf-8")


def sections(section: str) -> dict[str, str]:
    """What stands there now: title -> text of each `### TITLE`."""
    begin, end = f"<!-- {section} -->", f"<!-- end of {section} -->"
    text = PAGE.read_text(encoding="utf-8").partition(begin)[2].partition(end)[0]
    parts = (part.partition("\n") for part in text.split("### ")[1:])
    return {title.strip(): rest.strip("\n") for title, _, rest in parts}
