# One door: `make check` takes every rule to a verdict, `make test` tests the suite itself.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

.DEFAULT_GOAL := help
.PHONY: help check test slow long lint witnesses benchmark clean

help: ## say what there is
	@echo "Ruleproof: written game rules, taken to verdicts."
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'
	@echo "The first of them makes a virtual environment in $(VENV) and installs what constraints.txt pins."

$(VENV)/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Ruleproof needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11"; exit 2; }
	@echo "making a virtual environment in $(VENV) and installing the pinned packages (about a minute)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]"
	@touch $@

check: $(VENV)/ready ## every rule to a verdict, then the slow tests
	$(BIN)/ruleproof check
	$(BIN)/pytest -m slow -n $(JOBS)

test: lint ## style, types and the fast tests
	$(BIN)/pytest -m "not slow and not long" -n $(JOBS)

slow: $(VENV)/ready ## the slow tests alone
	$(BIN)/pytest -m slow -n $(JOBS)

long: $(VENV)/ready ## what takes many minutes: every size proved, costly searches, more random comparison
	$(BIN)/ruleproof check --every-size
	$(BIN)/pytest -m long -n $(JOBS)

lint: $(VENV)/ready ## style and types alone
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

witnesses: $(VENV)/ready ## find the witnesses of all findings anew
	$(BIN)/python -m properties.findings
	for each in properties/guild/*_hunts.py; do \
		$(BIN)/python -m properties.guild.$$(basename $$each .py) || exit 1; done

benchmark: $(VENV)/ready ## the figures that the README shows
	$(BIN)/python benchmarks/figures.py

clean: ## remove the environment, the ledger and caches
	rm -rf $(VENV) .ruleproof .hypothesis .mypy_cache .pytest_cache .ruff_cache build *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
