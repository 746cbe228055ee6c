# What this lab is built, tested and measured with. Needs Python 3.11 or newer and make, nothing else.
#
#   make demo          play the first experiment and name its pictures
#   make test          the whole test suite
#   make lint          format, lint and types
#   make bench         games and decisions a second on this machine
#   make bench-peers   the same beside another engine, in an environment of its own
#   make clean         remove environments and caches; results stay
#
# Options go into ARGS: `make demo ARGS=--force`, `make test ARGS="-k scenarios"`.

PYTHON ?= python3
VENV   ?= .venv
ARGS   ?=

BIN   := $(VENV)/bin
PEERS := .venv-peers
# Only the packages' list of files and needs asks for another installation; sources are used in place.
NEEDS := pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench bench-peers clean

help:
	@sed -n 's/^#   make/make/p' Makefile

demo: $(VENV)/.lab
	$(BIN)/dragonlab sweep red-vs-shadow $(ARGS)

# A file's tests stay together, as they share what they have played, and long files come first (conftest.py).
test: $(VENV)/.test
	$(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder $(ARGS)

lint: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.lab
	$(BIN)/dragonlab bench $(ARGS)

bench-peers: $(PEERS)/.lab
	$(PEERS)/bin/python benchmarks/peers/run.py $(ARGS)

$(VENV)/.lab: $(NEEDS)
	$(call environment,$(VENV))
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/.test: $(NEEDS)
	$(call environment,$(VENV))
	$(BIN)/pip install --quiet --editable ".[test]"
	@touch $@ $(VENV)/.lab

$(PEERS)/.lab: $(NEEDS) benchmarks/peers/requirements.txt
	$(call environment,$(PEERS))
	$(PEERS)/bin/pip install --quiet --editable . --requirement benchmarks/peers/requirements.txt
	@touch $@

# An environment of the given folder, if there is none yet.
define environment
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "dragonlab needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@test -x $(1)/bin/pip || { echo "making the environment $(1)"; $(PYTHON) -m venv $(1); }
endef

clean:
	rm -rf .venv .venv-peers .venv-ci build dist *.egg-info
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
