# The verbs of charlatan. CMakePresets.json has the builds, tools/ what takes more than a line.
.PHONY: help build test play terminal soak crash fuzz bench coverage format lint install clean

SECONDS ?= 3600
SEED ?= $(shell date +%s)
FUZZ_SECONDS ?= 600
KILLS ?= 200
PREFIX ?= /usr/local
SOURCES = engine games bots wire match store server sim cli bench load

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 12

build: ## the program: build/release/charlatan
	@tools/deps.sh build
	@tools/web.sh
	@tools/build.sh release charlatan

test: ## every test; closes with "N passed, M failed"
	@tools/test.sh

play: build ## in the browser: the address is printed, Ctrl-C stops it
	@build/release/charlatan serve --open

terminal: build ## a game in the terminal
	@build/release/charlatan play

soak: ## promises of all games, for long: SECONDS=3600 or GAMES=1000000; SEED
	@tools/deps.sh build
	@tools/build.sh release game_props
	@build/release/game_props --threads $$(nproc) --seed $(SEED) \
	    $(if $(GAMES),--games $(GAMES),--seconds $(SECONDS))

crash: build ## servers killed while people play: KILLS=200; SEED
	@tools/deps.sh test
	@/usr/bin/python3 tests/server/crash.py --kills $(KILLS) --seed $(SEED)

fuzz: ## every fuzz harness, FUZZ_SECONDS=600 each
	@tools/deps.sh build test
	@tools/build.sh fuzz
	@set -e; for f in fuzz/fuzz_*.c; do tools/fuzz.sh build/fuzz/$$(basename $$f .c) \
	    -max_total_time=$(FUZZ_SECONDS); done

bench: build ## fixed work: speed, and a signature of the rules
	@build/release/charlatan bench

coverage: ## which lines the tests reach: build/coverage/report/index.html
	@tools/deps.sh build coverage
	@tools/build.sh coverage
	@ctest --preset coverage
	@mkdir -p build/coverage/report
	@gcovr --exclude tests/ --print-summary build/coverage \
	    --html-details build/coverage/report/index.html

format: ## lay out all C files
	@tools/deps.sh test
	@tools/format.sh -i

lint: ## clang-tidy and cppcheck
	@tools/deps.sh build test lint
	@tools/build.sh clang
	@cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr -I. $(SOURCES)
	@find $(SOURCES) -name '*.c' | xargs clang-tidy --quiet -p build/clang

install: build ## the program into PREFIX=/usr/local
	@cmake --install build/release --prefix $(PREFIX)

clean: ## remove build/
	@rm -rf build
