"""`dragonlab cache clear`: forgets compiled code."""

import typer

app = typer.Typer(help="Compiled code that is kept between runs.", no_args_is_help=True)


@app.callback()
def cache() -> None:
    """Compiled code that is kept between runs."""


@app.command()
def clear() -> None:
    """Removes all compiled code; the next run compiles again."""
    from engine.core import jit

    files, size = jit.clear_cache()
    print(f"removed {files} files, {size / 1e6:.1f} MB")
