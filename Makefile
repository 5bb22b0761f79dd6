# Everything sets itself up: `make run` and `make test` are all a newcomer needs.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

# Tests start the program many times: it is compiled once, even where a container's image asks Python to keep nothing.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test pytest test-python bench gallery lint sabotage

$(VENV)/ready: requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $@

run: $(VENV)/ready
	@$(PY) -m bot

# Side by side: tests wait now and then, and mypy uses one core. Where a half fails, lint says once more at the end what it
# finds: else a long way above the last lines of pytest.
test: $(VENV)/ready
	@$(MAKE) --no-print-directory -j2 lint pytest || { \
		$(MAKE) --no-print-directory lint && echo "make test: tests have failed, lint has not." || \
		echo "make test: lint has failed. What pytest said stands above that."; exit 2; }

# Compiled once, and not by each of the processes that run tests side by side.
pytest: $(VENV)/ready
	$(PY) -m compileall -q bot engine render tests
	$(PY) -m pytest -n auto --dist worksteal

# What another Python may do otherwise: compute, draw, store, think in processes, start and stop, and a way through of
# each kind. No browser, no trials, no PostgreSQL. `make test-python PYTHON=python3.13 VENV=.venv/3.13` has it all;
# WORKERS=0 keeps it to one process.
BOT := tests/bot
WORKERS ?= auto
ELSEWHERE := tests/test_examples.py tests/engine tests/render $(BOT)/model $(BOT)/store \
	$(BOT)/services/test_robot_pool.py $(BOT)/app/test_main.py $(BOT)/web/test_watch.py \
	$(addprefix $(BOT)/flows/test_,whole_games.py deadlines.py turns_of_several_moves.py languages.py)

test-python: $(VENV)/ready
	TESSERA_CHROMIUM= $(PY) -m pytest -n $(WORKERS) --dist worksteal -m "not postgres" $(ELSEWHERE)

bench: $(VENV)/ready
	$(PY) -m tests.bench

gallery: $(VENV)/ready
	$(PY) -m render.gallery var/gallery

lint: $(VENV)/ready
	$(PY) -m ruff check .
	$(PY) -m ruff format --check --quiet .
	$(PY) -m mypy

# Long campaigns of some minutes each; `make test` has them all in small.
TRIALS := axe boards events faults power disk postgres flood fleet forged fuzz outage races repeats restart secrets games positions \
	pages page_games soak migrations ratings
.PHONY: trials $(TRIALS)

trials: $(TRIALS)

# Not among them: these keep what they measure in files, and `make ladder` plays for hours. docs/robots.md has more.
.PHONY: ladder anchors thinking curves blunders truth

ladder: $(VENV)/ready
	$(PY) -m tests.research.ladder $(LADDER)

# The curves that reviews use, fitted and then checked; and whether reviews find planted blunders.
curves: $(VENV)/ready
	$(PY) -m tests.research.curves $(CURVES)
	$(PY) -m tests.research.curves $(CURVES) --check

blunders: $(VENV)/ready
	$(PY) -m tests.research.blunders $(BLUNDERS)

anchors thinking truth: $(VENV)/ready
	$(PY) -m tests.research $@
	$(PY) -m tests.research.robots_page

# Nor this one: it wants a PostgreSQL server's programs, and 10 GB of disk.
.PHONY: million

$(TRIALS) million: $(VENV)/ready
	$(PY) -m tests.trials $@

# The positions that robots compute with, held to the rules in many random games.
.PHONY: minds
GAMES := tests/engine/games

minds: $(VENV)/ready
	TESSERA_GAMES=$${TESSERA_GAMES:-1000} $(PY) -m pytest -n auto $(GAMES)/azul/test_compact.py \
		$(GAMES)/pavilion/test_mind.py $(GAMES)/match_five/test_imagined_game.py $(GAMES)/pillars/test_position.py

# The files of the font for browsers, made anew after the font or the choice of letters has changed.
.PHONY: fonts

fonts: $(VENV)/ready
	$(PY) -m tests.fonts

# Plants the faults that are held by hand, one after the other, and says which no test noticed. With ROOM=bot/services those
# that a mutation tool makes there: MOST of them, chosen by SEED; the tool has an environment of its own.
MUTANTS := .venv/sabotage
MOST ?= 25
SEED ?= 1

$(MUTANTS)/ready: requirements-sabotage.txt
	$(PYTHON) -m venv $(MUTANTS)
	$(MUTANTS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-sabotage.txt
	touch $@

sabotage: $(VENV)/ready $(if $(ROOM),$(MUTANTS)/ready)
	$(PY) -m tests.sabotage$(if $(ROOM),.mutants $(ROOM) $(MUTANTS)/bin $(MOST) $(SEED), $(FAULTS))
