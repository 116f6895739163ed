# Everything runs in .venv, which is made on demand and again when pyproject.toml changes. Needs python3.11+, git, make.

# The first that is new enough; `make PYTHON=...` names another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
DEMO   := out/demo
GAMES  ?= 200000

.PHONY: help demo test slow lint format bench wheel clean distclean
.DEFAULT_GOAL := help

help:
	@echo "make demo    play $(GAMES) games, write $(DEMO)/report.html, say what was found"
	@echo "make test    lint, types, layers and all tests but the slow ones"
	@echo "make slow    the slow tests"
	@echo "make lint    ruff, mypy and import-linter alone"
	@echo "make format  let ruff format the sources"
	@echo "make bench   measure throughput, start-up and memory"
	@echo "make wheel   build dist/*.whl"
	@echo "make clean   remove caches and builds, never results in out/; distclean: the virtual environment too"

# A half-made environment is never stamped, so an interrupted install is made again.
$(STAMP): pyproject.toml
	@test -n "$(PYTHON)" || { echo "simkit needs Python 3.11 or newer; none is on the path. Try: make PYTHON=/path/to/python3"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing simkit into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

demo: $(STAMP)
	@$(BIN)/simkit run anaphylaxis --players 4 --strategies safe_collector,low_dodger,bee_grabber,assassin \
		--games $(GAMES) --seed 1 --out $(DEMO) --force
	@$(BIN)/simkit report $(DEMO) -o $(DEMO)/report.html

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint
	@echo "compiling the games ..."
	@$(BIN)/python -m tests.warm
	$(BIN)/pytest -q $(PARALLEL) -m "not slow"

# One process a core; the tests of one class or module stay together, since they share what was compiled or played.
PARALLEL ?= -n logical --dist loadscope
slow: $(STAMP)
	$(BIN)/pytest -q $(PARALLEL) -m slow

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)
	$(BIN)/simkit bench

wheel: $(STAMP)
	$(BIN)/python -m build --wheel --no-isolation

clean:
	rm -rf dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -not -path './$(VENV)/*' -type d -prune -exec rm -rf {} +

distclean: clean
	rm -rf $(VENV)
