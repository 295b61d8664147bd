# The commands for building, testing and installing charlatan. CMakePresets.json has the builds, tools/ the
# longer scripts.
.PHONY: help gpu build check test play site terminal pages soak review-props crash fuzz bench bits conversations strength translations coverage format lint python python-test install install-lib uninstall deb package-test fresh-test clean

SECONDS ?= 3600
SEED ?= $(shell date +%s)
FUZZ_SECONDS ?= 600
KILLS ?= 200
FAULTS ?= 200
NODES ?= 3
PREFIX ?= /usr/local

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

build: ## the program: build/release/charlatan
	@tools/deps.sh build
	@tools/web.sh
	@tools/build.sh release charlatan

check: ## before every commit, in two minutes: one build, unit tests, positions, house rules, formats
	@tools/check.sh

test: ## every test; closes with "N passed, M failed"
	@tools/test.sh

play: build ## in the browser: the address is printed, Ctrl-C stops it
	@build/release/charlatan serve --open

site: build ## the browser client as a folder for any static host, no server needed: build/site
	@tools/site.sh

terminal: export WEB = off
terminal: build ## a game in the terminal; needs no Node
	@build/release/charlatan play

pages: build ## long tests of the browser client in a browser: every game through its page, from the first turn to the last
	@tools/deps.sh test web
	@tools/site.sh >build/site.log
	@LONG=1 tests/web.sh pages build/release/charlatan

soak: ## long property tests of all games: SECONDS=3600 or GAMES=1000000; SEED; GPU=1 on a GPU
ifdef GPU
soak: gpu
	@build/release/charlatan gpu --soak --seed $(SEED) $(if $(GAMES),--games $(GAMES),--seconds $(SECONDS))
else
soak:
	@tools/deps.sh build
	@tools/build.sh release game_props
	@build/release/game_props --threads $$(nproc) --seed $(SEED) \
	    $(if $(GAMES),--games $(GAMES),--seconds $(SECONDS))
endif

review-props: ## reviews of many games: sums add up, the levels rank in order: GAMES=6 of each; SEED=1
	@tools/deps.sh build test
	@tools/build.sh release review_props
	@build/release/review_props --threads $$(nproc) --games $(or $(GAMES),6) --seed $(if $(filter command line,$(origin SEED)),$(SEED),1)

crash: build ## servers killed while people play, and networks that fail: KILLS=200; NODES=3 FAULTS=200; SEED
	@tools/deps.sh test
	@/usr/bin/python3 tests/server/crash.py --kills $(KILLS) --nodes $(NODES) --faults $(FAULTS) --seed $(SEED) --seconds 7200

fuzz: ## every fuzz harness, FUZZ_SECONDS=600 each; FUZZ_SECONDS=1800 CONNECTIONS=1000000 ends sockets at a million
	@tools/deps.sh build test
	@tools/build.sh fuzz
	@set -e; for f in fuzz/fuzz_*.c; do tools/fuzz.sh build/fuzz/$$(basename $$f .c) \
	    -max_total_time=$(FUZZ_SECONDS); done

python: ## the Python package: build/release/python, and installed in build/venv where PyPI can be reached
	@tools/python.sh build

python-test: ## its tests, with those of PettingZoo, Gymnasium and OpenSpiel where PyPI can be reached: STATES=1000000
	@tools/python.sh test $(or $(STATES),1000000)

bench: build ## the speed of the rules, and their signature
	@build/release/charlatan bench

gpu: build ## the program with kernels for NVIDIA cards (clang-19): build/release/charlatan
	@tools/deps.sh gpu
	@cmake --preset release -DCHARLATAN_GPU=ON >build/release.log
	@tools/build.sh release charlatan
	@build/release/charlatan gpu

bits: ## the net in every form, with WebAssembly and aarch64 (under qemu): the same bits
	@tools/deps.sh build test wasm bits
	@tests/bits/run.sh --all

conversations: build ## GAMES=1000 conversations with a server and with the tables of a page: the same answers
	@tools/deps.sh test wasm web
	@tools/web.sh packages
	@tools/build.sh release charlatan converse
	@tools/wasm.sh
	@cd web && GAMES=$(or $(GAMES),1000) npx --no-install vitest run test/conversations.test.ts

strength: build ## how strong the levels and bots are: takes hours, continues where it stopped; writes docs/strength.md
	@tools/strength --page docs/strength.md

translations: ## what translations of the rows lack: LANGUAGE=fr for one that is begun
	@tools/web.sh
	@npm --prefix web run --silent translations -- $(LANGUAGE)

coverage: ## which lines the tests reach: build/coverage/report/index.html
	@tools/deps.sh build coverage
	@tools/build.sh coverage
	@ctest --preset coverage
	@mkdir -p build/coverage/report
	@gcovr --exclude tests/ --print-summary build/coverage \
	    --html-details build/coverage/report/index.html

format: ## lay out all C files and the browser client
	@tools/deps.sh test web
	@tools/web.sh packages
	@tools/format.sh -i
	@npm --prefix web run --silent format

lint: ## clang-tidy, cppcheck, Prettier, ESLint, svelte-check
	@tools/deps.sh build test wasm web lint
	@tools/web.sh packages
	@tools/build.sh clang
	@tools/lint.sh

install: build ## program, library, man pages, completions, unit, documents: PREFIX=/usr/local DESTDIR=
	@tools/deps.sh docs
	@tools/build.sh release libraries man
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)" >build/install.log || { cat build/install.log; exit 1; }
	@cp build/release/install_manifest.txt build/installed
	@echo "Installed below $(DESTDIR)$(PREFIX); 'make uninstall' removes it."

install-lib: ## only libcharlatan, which needs nothing but jansson and libsodium: PREFIX=/usr/local DESTDIR=
	@mkdir -p build
	@cmake -S . -B build/library -DCMAKE_BUILD_TYPE=Release -DCHARLATAN_LTO=ON -DCHARLATAN_LIBRARY=ON >build/library.log
	@cmake --build build/library --target libraries --parallel $$(nproc) >>build/library.log || { cat build/library.log; exit 1; }
	@for part in library development; do \
	    DESTDIR="$(DESTDIR)" cmake --install build/library --prefix "$(PREFIX)" --component $$part || exit 1; done >>build/library.log
	@echo "Installed below $(DESTDIR)$(PREFIX); run 'ldconfig' if that is a system folder."

uninstall: ## remove what the last `make install` installed: DESTDIR=
	@test -e build/installed || { echo "Nothing was installed from here." >&2; exit 1; }
	@while read -r file || [ -n "$$file" ]; do rm -f "$(DESTDIR)$$file"; done <build/installed
	@rm -rf build/installed

deb: ## Debian packages: build/charlatan_VERSION_amd64.deb and libcharlatan-dev
	@tools/deps.sh build docs deb
	@tools/web.sh
	@tools/build.sh package charlatan libraries man
	@tools/deb.sh build/package build

package-test: deb ## the Debian packages in a clean Debian 12 (as root, with network)
	@tools/deps.sh root
	@tests/package.sh root build/charlatan_*.deb build/libcharlatan-dev_*.deb

fresh-test: ## the README's commands on a bare Debian 12, with its Node and with a newer one: before a release (as root, with network)
	@tools/deps.sh root
	@tests/fresh.sh

clean: ## remove build/
	@rm -rf build
