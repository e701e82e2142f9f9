# Everything from a bare checkout: `make play`, `make test`. `make help` lists the rest.
# Each step leaves a stamp file and runs again only when its inputs have changed.

VENV := .venv
BENCH := .venv-bench
DOCS := .venv-docs
FUZZ := .venv-fuzz
PY := $(VENV)/bin/python
# Modules are compiled once and not at every start, whatever the environment says: programs start in half the time.
unexport PYTHONDONTWRITEBYTECODE
# Only hashed packages, and none fetched for building: the build runs on what the lock has installed.
PIP := -m pip --disable-pip-version-check --no-input -qq
# The pips with which locks are installed in a test.
PIPS := $(wildcard requirements/pip-*.txt)
# The kernel, and the numbers compiled into it from elsewhere.
ENGINE := $(wildcard src/canasta/engine/*.py src/canasta/rules/words/*.py) src/canasta/base/clauses.py
# The page of the table, and the one that shows an exported match.
PAGE := $(shell find frontend/src frontend/public -type f) $(wildcard frontend/*.json frontend/*.ts frontend/*.js frontend/*.html)
BUNDLES := src/canasta/server/bundle/index.html src/canasta/export/bundle/replay.html
CHECKED := $(wildcard src tests bench docs examples scripts hatch_build.py)

# What to test and how, for example: make test TESTS=tests/test_cards.py FLAGS=-x
TESTS ?=
# One process more than there are cores: many tests wait for a server or a browser.
WORKERS := $(shell n=$$(getconf _NPROCESSORS_ONLN) && echo $$((n < 7 ? n + 1 : 8)))
FLAGS ?= -n $(WORKERS) --dist worksteal

.PHONY: help play page site test quick check format cover flip grid families values protocol fixtures sentences walks bench decisions bench-server bench-page bench-site faults soak soak-keep soak-site fuzz rules docs lock clean kernel
.DEFAULT_GOAL := help

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' Makefile

play:  ## set everything up, serve the page on this machine and open it in your browser; PORT=9000 chooses the port
	@exec env MAKE="$(MAKE_COMMAND)" PY="$(PY)" scripts/play.sh

page: $(VENV)/page.stamp  ## build the page of the table, and the one that shows an exported match

site: $(VENV)/site.stamp  ## build the table for any web host in build/site: it plays in the browser, without a server

test: kernel $(VENV)/dev.stamp $(VENV)/page.stamp  ## run every test, those of the page in a browser included
	@$(PY) -m pytest $(FLAGS) $(TESTS)

# What knows no browser, no server, no terminal and no bot: the rules, and the words for them.
quick: kernel $(VENV)/dev.stamp  ## run in two minutes the tests that notice most: those of the rules, each once
	@$(PY) -m pytest -q --one-sample $(addprefix tests/,kernel deal rules scoring session notation wording test_cases.py test_walks.py)

check: $(VENV)/play.stamp $(VENV)/dev.stamp $(VENV)/page.stamp $(DOCS)/stamp  ## check format, lint, types, layers, house rules and documents
	@$(MAKE) --no-print-directory --jobs 2 check-types check-others

# Types take as long as all others together, on a core of their own.
.PHONY: check-types check-others
check-types:
	@echo "check: types" && $(PY) -m scripts.python_blocks build/examples && $(PY) -m mypy --no-error-summary $(CHECKED) build/examples

check-others:
	@echo "check: format" && $(PY) -m ruff format --check --output-format concise --quiet $(CHECKED)
	@echo "check: lint" && $(PY) -m ruff check --output-format concise --quiet $(CHECKED)
	@echo "check: layers" && mkdir -p build && $(VENV)/bin/lint-imports --no-logo >build/layers.log || { cat build/layers.log; exit 1; }
	@echo "check: English" && $(PY) -m scripts.english
	@echo "check: house rules" && $(PY) -m pytest -q --no-header tests/test_house.py
	@echo "check: page" && $(PY) scripts/build_page.py --check
	@echo "check: documents" && $(SITE)

format: $(VENV)/dev.stamp  ## format the code and fix what the linter can
	@$(PY) -m ruff check --fix-only --quiet $(CHECKED)
	@$(PY) -m ruff format $(CHECKED)
	@$(PY) scripts/build_page.py --format

cover: $(VENV)/play.stamp $(VENV)/dev.stamp  ## show which lines the tests do not reach (interpreted kernel)
	@CANASTA_KERNEL=interpreted $(PY) -m pytest $(FLAGS) --cov --cov-report=term $(TESTS)

flip: kernel  ## change every value of the rules and see whether a case fails; make flip GAME=classic for one game
	@$(PY) -m scripts.flip $(GAME)

grid: $(VENV)/play.stamp  ## write docs/games.md, the games side by side, from the rule files
	@$(PY) -m scripts.games_page

families: $(VENV)/play.stamp  ## count what house rules can say of the rules of real families, in examples/families
	@$(PY) -m scripts.families

values: $(VENV)/play.stamp  ## write docs/rules-values.md, every value of the rules, from the source
	@$(PY) -m scripts.values_page

protocol: $(VENV)/play.stamp $(VENV)/dev.stamp  ## write docs/protocol.schema.json and the types of the page from the messages in src/canasta/protocol
	@$(PY) -m scripts.protocol_types

fixtures: kernel $(VENV)/dev.stamp  ## play the tables that the page's tests look at, and write them to frontend/fixtures
	@$(PY) -m scripts.fixtures

sentences: $(VENV)/play.stamp  ## write build/sentences.md, every sentence that people read, for proofreading
	@$(PY) -m scripts.sentences

walks: kernel  ## replay tests/walks and show what changed; make walks WRITE=1 writes it
	@$(PY) -m scripts.walks $(GAME) $(if $(WRITE),--write)

bench: $(BENCH)/stamp kernel  ## measure speed beside other engines; make bench JSON=FILE saves the numbers
	@$(BENCH)/bin/python -m bench $(if $(JSON),--json $(JSON))

decisions: kernel $(VENV)/dev.stamp  ## how many points bots lose a decision; make decisions BOTS="greedy search:64" for some
	@$(PY) -m bench.decisions $(BOTS)

bench-server: kernel $(VENV)/dev.stamp  ## measure live tables against their budgets; CLUSTER=1 with PostgreSQL and HAProxy, JSON=FILE saves the numbers
	@$(PY) -m bench.server $(if $(JSON),--json $(JSON)) $(if $(CLUSTER),cluster)

bench-page: kernel $(VENV)/dev.stamp $(VENV)/page.stamp  ## measure the page in Chromium against its budgets
	@$(PY) -m bench.page

bench-site: site $(VENV)/dev.stamp  ## measure the site that plays without a server, beside Pyodide alone
	@$(PY) -m bench.site

faults: kernel $(VENV)/dev.stamp  ## kill, stop and starve servers under load; is anything lost? ONE="kill-all storm" for some of the faults
	@$(PY) -m scripts.faults $(ONE)

# The tests that look at few tables or at chance in `make test`: here they look at every table, and longer.
soak: kernel $(VENV)/dev.stamp $(VENV)/page.stamp  ## look for leaks and faults in many random deals of every game; DEALS (20) a table
	@CANASTA_SOAK=$(or $(DEALS),20) HYPOTHESIS_PROFILE=soak $(PY) -m pytest $(FLAGS) -o faulthandler_timeout=0 \
		$(or $(TESTS),$(shell grep -rlE 'SOAK|VARIED_TABLES|^from hypothesis' tests --include='test_*.py'))

soak-keep: kernel $(VENV)/dev.stamp  ## play 2,000 deals of every game, option and family, and count each by hand: are the sheets the same?
	@CANASTA_SOAK=1 $(PY) -m pytest $(FLAGS) -o faulthandler_timeout=0 tests/tally

soak-site: site $(VENV)/dev.stamp  ## play every game in the worker and here, and kill the browser of the site 20 times
	@CANASTA_SOAK=1 $(PY) -m pytest -o faulthandler_timeout=0 tests/site

fuzz: $(FUZZ)/stamp  ## fuzz the parsers for SECONDS (60): does any input crash one? WHAT=record, position, move, moves, message, walk or case
	@CANASTA_KERNEL=interpreted $(FUZZ)/bin/python -m scripts.fuzz $(or $(WHAT),record) build/fuzz/$(or $(WHAT),record) \
		-max_total_time=$(or $(SECONDS),60) -max_len=65536 -timeout=20 -rss_limit_mb=2048

rules: $(VENV)/play.stamp  ## write the handbooks in docs/rules
	@$(PY) -m scripts.handbooks

# From nothing each time, so that no dead link is missed; every warning is an error.
SITE := $(DOCS)/bin/sphinx-build --quiet --fail-on-warning --fresh-env --nitpicky --builder html \
	--conf-dir docs --doctree-dir build/doctrees . build/docs

docs: $(DOCS)/stamp  ## build the documents as a website in build/docs, offline
	@rm -rf build/docs && $(SITE)
	@echo "docs: open build/docs/index.html"

# The interpreted kernel leaves no stamp: it is tried again each time, for there may be a compiler now.
kernel: $(VENV)/play.stamp $(VENV)/kernel.stamp  ## compile the kernel if there is a compiler

# The stamp is as old as the start of the build, so that a source changed meanwhile is compiled next time.
$(VENV)/kernel.stamp: $(ENGINE) scripts/build_kernel.py $(VENV)/packages.stamp
	@touch $@.new && $(PY) scripts/build_kernel.py && mv $@.new $@ || [ $$? -eq 3 ]

# Built again if somebody removed it, whatever the stamp says.
$(VENV)/page.stamp: $(PAGE) scripts/build_page.py requirements/node.txt $(VENV)/packages.stamp $(if $(word 2,$(wildcard $(BUNDLES))),,remake)
	@touch $@.new && $(PY) scripts/build_page.py --get-node && mv $@.new $@

# The same for the site, in which canasta itself is packed.
$(VENV)/site.stamp: $(PAGE) $(wildcard frontend/site/*.*) scripts/build_site.py scripts/site_archive.py scripts/build_page.py \
		$(shell find src/canasta -name '*.py' -o -name '*.toml' -o -path '*/tables/*.json') $(VENV)/play.stamp \
		$(if $(wildcard build/site/sw.js),,remake)
	@touch $@.new && $(PY) -m scripts.build_site --get-node && mv $@.new $@

.PHONY: remake
remake:

# What `canasta serve` needs; a terminal needs none of it.
$(VENV)/server.stamp: $(VENV)/packages.stamp requirements/server.txt
	@echo "packages: installing what the server of the page needs"
	@$(PY) $(PIP) install --no-deps --require-hashes -r requirements/server.txt
	@touch $@

# Without bytecode: most of it would be for modules that nobody imports, and Python writes the rest.
$(VENV)/packages.stamp: requirements/play.txt scripts/make_venv.sh
	@PYTHON="$(PYTHON)" scripts/make_venv.sh $(VENV)
	@echo "packages: installing what canasta needs to run and build"
	@$(PY) $(PIP) install --no-deps --no-compile --require-hashes -r requirements/play.txt
	@touch $@

$(VENV)/play.stamp: $(VENV)/packages.stamp pyproject.toml hatch_build.py
	@echo "canasta: installing in $(VENV), as a link to src"
	@CANASTA_KERNEL=interpreted $(PY) $(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/packages.stamp requirements/dev.txt $(PIPS)
	@echo "packages: installing what tests and checks need"
	@$(PY) $(PIP) install --no-deps --require-hashes -r requirements/dev.txt
	@for pip in $(PIPS); do $(PY) $(PIP) download --no-deps --require-hashes --dest $(VENV)/pips -r $$pip || exit 1; done
	@touch $@

$(BENCH)/stamp: requirements/bench.txt scripts/make_venv.sh pyproject.toml hatch_build.py
	@PYTHON="$(PYTHON)" scripts/make_venv.sh $(BENCH)
	@echo "packages: installing the engines canasta is compared with"
	@$(BENCH)/bin/python $(PIP) install --no-deps --require-hashes -r requirements/play.txt
	@$(BENCH)/bin/python $(PIP) install --no-deps --require-hashes --no-build-isolation -r requirements/bench.txt
	@CANASTA_KERNEL=interpreted $(BENCH)/bin/python $(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(FUZZ)/stamp: requirements/fuzz.txt scripts/make_venv.sh pyproject.toml hatch_build.py
	@PYTHON="$(PYTHON)" scripts/make_venv.sh $(FUZZ)
	@echo "packages: installing the fuzzer"
	@$(FUZZ)/bin/python $(PIP) install --no-deps --require-hashes -r requirements/play.txt
	@$(FUZZ)/bin/python $(PIP) install --no-deps --require-hashes -r requirements/fuzz.txt
	@CANASTA_KERNEL=interpreted $(FUZZ)/bin/python $(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(DOCS)/stamp: requirements/docs.txt scripts/make_venv.sh
	@PYTHON="$(PYTHON)" scripts/make_venv.sh $(DOCS)
	@echo "packages: installing what builds the documents"
	@$(DOCS)/bin/python $(PIP) install --no-deps --require-hashes -r requirements/docs.txt
	@touch $@

# After a change of the dependencies in pyproject.toml. `make lock UPGRADE=--upgrade` takes newer versions.
LOCK := .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-config --custom-compile-command 'make lock' $(UPGRADE)

lock: .venv-lock/bin/uv  ## update the pinned packages
	@$(LOCK) pyproject.toml --group build --output-file requirements/play.txt
	@$(LOCK) pyproject.toml --extra server --constraint requirements/play.txt --output-file requirements/server.txt
	@$(LOCK) pyproject.toml --all-extras --group dev --constraint requirements/server.txt --constraint requirements/play.txt --output-file requirements/dev.txt
	@$(LOCK) pyproject.toml --extra learn --group bench --constraint requirements/dev.txt --output-file requirements/bench.txt
	@$(LOCK) --group node --output-file requirements/node.txt
	@$(LOCK) --group fuzz --output-file requirements/fuzz.txt
	@$(LOCK) --group docs --constraint requirements/dev.txt --output-file requirements/docs.txt

.venv-lock/bin/uv:
	@PYTHON="$(PYTHON)" scripts/make_venv.sh .venv-lock
	@.venv-lock/bin/python $(PIP) install uv==0.13.8

clean:  ## remove everything that was built, including virtual environments
	@rm -rf $(VENV) $(BENCH) $(DOCS) $(FUZZ) .venv-lock build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find src tests -name __pycache__ -prune -exec rm -rf {} +
	@find src -name '*.so' -delete
	@echo "clean: removed virtual environments, compiled modules, caches"
