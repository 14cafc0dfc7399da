# Each target has a virtual environment of its own, made when it is first needed.
# An environment is renewed when anything that goes into the installed package has changed.

PYTHON ?= python3
PYTEST_ARGS ?=
# Three more than there are cores: many tests wait for something.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 3)
PICTURES ?=
FUZZ ?=

# Contents, not dates: a checkout or a deleted file must renew the environments too.
STATE := $(shell find src _build pyproject.toml MANIFEST.in -type f \
	! -path '*/__pycache__/*' ! -path '*.egg-info/*' -exec cksum {} + \
	| LC_ALL=C sort | cksum | cut -d ' ' -f 1)

PIP = bin/python -m pip install --quiet --disable-pip-version-check
TEST = .venv-test/bin

.PHONY: help demo test quick lint pictures fuzz system-packages bench clean
.DELETE_ON_ERROR:

help:
	@echo 'make demo    install into .venv and watch bots play'
	@echo 'make test    everything CI checks: lint, types, layers, all tests'
	@echo 'make quick   the tests without the slow ones'
	@echo 'make lint    ruff, mypy and import-linter'
	@echo 'make pictures  draw every view of the page, into build/pictures'
	@echo 'make fuzz    a million messages that are almost right, over every wire'
	@echo 'make bench   measure the engines'
	@echo 'make clean   remove what the above made'
	@echo 'PYTHON=python3.12 chooses the interpreter, PYTEST_ARGS="-k uno" the tests.'

demo: .venv/installed-$(STATE)
	@.venv/bin/pitboss demo

# Packages are installed while the engines are compiled.
test:
	@$(MAKE) --no-print-directory -j 2 lint system-packages
	@PITBOSS_COMPILED_REQUIRED=1 $(TEST)/pytest -n $(WORKERS) --dist worksteal $(SECOND_TRY) $(PYTEST_ARGS)

# Real sockets, processes and browsers, on a machine that may be busy: what fails is tried once more,
# and told with its traceback. Should more than five tests need that, the others fail.
SECOND_TRY = --reruns 1 --max-suite-reruns 5 --rerun-show-tracebacks

# Each as program:package:use. Installed where that is allowed; where it is not, the tests that miss
# one are skipped and say so.
PACKAGES = ruby:ruby:bots_in_Ruby go:golang-go:bots_in_Go bwrap:bubblewrap:the_sandbox \
	initdb:postgresql:the_journal_in_PostgreSQL chromium:chromium:the_page_in_a_browser

system-packages:
	@for entry in $(PACKAGES); do \
		program=$${entry%%:*} package=$${entry#*:}; use=$${package#*:} package=$${package%:*}; \
		use=$$(echo $$use | tr _ ' '); \
		{ command -v $$program || ls /usr/lib/postgresql/*/bin/$$program; } >/dev/null 2>&1 && continue; \
		[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
			&& { [ "$$updated" ] || apt-get -qq update; } && updated=yes \
			&& echo "Installing $$package, to test $$use ..." \
			&& DEBIAN_FRONTEND=noninteractive apt-get -qq -y install $$package >/dev/null 2>&1 \
			|| echo "No $$package here: $$use can't be tested."; \
	done

quick: .venv-test/installed-$(STATE)
	@PITBOSS_COMPILED_REQUIRED=1 $(TEST)/pytest -n $(WORKERS) --dist worksteal -m 'not slow' $(PYTEST_ARGS)

lint: .venv-test/installed-$(STATE)
	@$(TEST)/ruff check --quiet
	@$(TEST)/ruff format --check --quiet
	@$(TEST)/mypy --no-error-summary
	@PYTHONPATH=src $(TEST)/lint-imports --no-logo

# PICTURES="--views home --themes dark" chooses some, PICTURES=--docs those of the documents.
pictures: .venv-test/installed-$(STATE) system-packages
	@PYTHONPATH=tests/rigs $(TEST)/python tests/page/pictures.py $(PICTURES)

# What has been sent is noted in build/fuzz.json; FUZZ="--seed 2 --count 100000" sends something else.
fuzz: .venv-test/installed-$(STATE)
	@PYTHONPATH=tests/rigs $(TEST)/python tests/fuzz/fuzz.py $(FUZZ)

bench: .venv-bench/installed-$(STATE)
	@.venv-bench/bin/python benchmarks/run.py

clean:
	rm -rf .venv .venv-test .venv-bench .venv-peers build dist src/*.egg-info
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -name __pycache__ -prune -exec rm -rf {} +

# Python 3.12 and later put no setuptools into a new environment; asking for the compiler needs it.
.venv-test/installed-$(STATE): | .venv-test/ready
	@echo 'Installing pitboss and the tools that test it ...'
	@.venv-test/$(PIP) 'setuptools>=77'
	@if .venv-test/bin/python _build/pitboss_build.py; then mode=require; else mode=never; fi; \
		PITBOSS_COMPILE=$$mode .venv-test/$(PIP) '.[dev]'
	@$(call mark,$@)

.venv-bench/installed-$(STATE): | .venv-bench/ready
	@echo 'Installing pitboss, compiled ...'
	@PITBOSS_COMPILE=require .venv-bench/$(PIP) .
	@$(call mark,$@)

.venv/installed-$(STATE): | .venv/ready
	@echo 'Installing pitboss; compiling the engines takes a minute or two ...'
	@PITBOSS_COMPILE=$${PITBOSS_COMPILE:-auto} .venv/$(PIP) .
	@$(call mark,$@)
	@# pip hides what a successful build says, so the outcome is told here.
	@.venv/bin/python -c 'import pitboss; pitboss.COMPILED or print("The engines are pure Python \
	and slow: no C compiler worked (on Debian: apt-get install gcc python3-dev).")'

# A half-made environment would be taken for a whole one the next time, so none is left.
%/ready:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'pitboss needs Python 3.11 or later: make PYTHON=python3.11 ...' >&2; exit 1; }
	@$(PYTHON) -m venv --clear $* && touch $@ || { rm -rf $*; \
		echo 'No virtual environment could be made.' \
			'On Debian or Ubuntu, as root: apt-get install python3-venv' >&2; \
		exit 1; }

# One mark per environment: an older one would vouch for a package that has been replaced.
mark = rm -f $(dir $1)installed-*; touch $1
