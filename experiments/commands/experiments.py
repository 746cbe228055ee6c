"""`dragonlab experiments`: the built-in experiments."""

from experiments.options import Format, Formats


def experiments(output: Formats = Format.table) -> None:
    """Lists the built-in experiments, each with its question."""
    from experiments import experiment
    from experiments.show import listing

    lines = []
    for name, path in experiment.built_in().items():
        loaded = experiment.load(path)
        lines.append(
            {
                "name": name,
                "question": loaded.question,
                "designs": [design.name for design in loaded.designs],
                "games": loaded.games,
                "rulebook": loaded.rulebook,
                "source": loaded.source,
            }
        )
    listing("experiments", lines, output, columns=("name", "question", "designs", "games"))
