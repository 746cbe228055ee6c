"""Experiments: a design is played, its rows are stored, counted, compared and drawn.

The rooms, in the order of a run: `experiment` (a question as a file) and `plan` (what to play),
`chunks` (playing it on all cores), `store` (what a run leaves), `metrics`, `tally` and `summary`
(rows to figures), `statistics` (intervals and verdicts), `show`, `plots` (figures to people).
`cli` and `commands` are the command line. Heavy libraries are imported inside functions, so that
`dragonlab --help` answers at once.
"""

__version__ = "0.1.0"
