# 64 Squares. `make` alone lists the targets.

MOSAIC := cargo run --quiet --release -p mosaic --bin mosaic --
PRG    := build/64squares.prg
ENGINE := build/engine.prg

# Code that runs once a move or less is made small; what the search runs stays fast.
SMALL := squares64::game,squares64::standard,squares64::exports,squares64::board::notation,squares64::board::legal
SMALL := $(SMALL),squares64::board::position::rebuild,squares64::board::hash::init,squares64::eval::endgame
SMALL := $(SMALL),squares64::search::mate,squares64::search::level,squares64::search::iterate

# What the program shows of itself; everything else that nobody calls is left out. All of it is made small to fit.
KEEP := main,MoveNow,CycleClock,Charset,Vectors,KernalStub,Board88,BestMoveFrom,BestMoveTo

.DEFAULT_GOAL := help
.PHONY: help setup setup-vice play test prg engine suites parity kernel kernels fuzz bench bench-machine vice-check \
        eval standard book book-check book-target bless clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{ printf "  make %-14s %s\n", $$1, $$2 }'

setup: ## bring in what is missing (Debian packages; as root it installs them, otherwise it prints the command)
	@tools/setup/packages.sh

setup-vice: ## install VICE, the referee of the emulated machine, from Debian's contrib component
	@tools/c64/vice/setup.sh

play: $(PRG) ## play the program in this terminal, inside the emulated C64
	cargo run --quiet --release -p c64 --bin play -- $(PRG)

test: setup ## build and run every test; ends with `N passed, N failed`
	@tools/setup/test.sh

prg: $(PRG) ## build build/64squares.prg with its symbols, listing and size report

$(PRG): setup FORCE
	@mkdir -p build
	@$(MOSAIC) build --crate . --features program --level Oz --inline-threshold 0 --keep $(KEEP) \
	  --layout src/c64/layout.toml --out $(PRG)

engine: $(ENGINE) ## build build/engine.prg: the engine alone, whose routines suites and tools call by name

$(ENGINE): setup FORCE
	@mkdir -p build
	@$(MOSAIC) build --crate . --inline-threshold 25 --small $(SMALL) --layout tests/engine.toml --out $(ENGINE)

FORCE:

suites: $(ENGINE) ## run the .6502 suites on the compiled engine
	cargo run --quiet --release -p sim6502 -- $(foreach suite,$(wildcard tests/suites/*.6502),-s $(suite))

kernel: setup ## build CRATE with FEATURE, run its kernel_main on the simulator, print cycles, result and bytes
	@$(MOSAIC) kernel $(CRATE) $(FEATURE)

kernels: setup ## print the table of the yardstick kernels: our cycles and bytes beside the reference compiler's
	@tools/mosaic/kernels/table.sh

fuzz: setup ## compare N random programs (SEED optional) on the compiler and on the interpreter
	cargo run --release -p mosaic --bin mosaic-fuzz -- --count $(or $(N),1000) $(if $(SEED),--seed $(SEED))

bench: $(ENGINE) ## cycles of the engine on the 6502: moves, evaluation, search on fixed positions
	cargo run --quiet --release -p bench --bin bench -- $(ENGINE)

parity: $(ENGINE) ## host and 6502 search the same tree: same move, score and node count
	cargo run --quiet --release -p bench --bin parity -- $(ENGINE)

bench-machine: setup ## speed of the emulated C64 in million cycles per second
	cargo run --quiet --release -p c64 --example bench-machine

vice-check: setup ## compare the emulated C64 with VICE (SKIPPED when VICE cannot be had)
	@tools/c64/vice/setup.sh || true
	cargo run --quiet --release -p c64 --bin vice-check

eval: setup ## print the terms of the evaluation of FEN="..."
	@cargo run --quiet --release -p bench --bin eval -- "$(FEN)"

book-target: $(ENGINE) ## compare the book on the 6502 with the host, in every position
	cargo run --quiet --release -p book -- target

standard: setup ## the console of the Standard AI (ARGS="--target 6502" runs it on the emulated C64)
	@cargo run --quiet --release -p standard -- $(ARGS)

book: setup ## pack the opening lines of book/ into the program's tables
	cargo run --quiet --release -p book -- pack

book-check: setup ## have Stockfish judge every line of the book
	cargo run --quiet --release -p book -- check

bless: setup ## accept the compiler's present output as the expected one in its file tests and in the kernel table
	BLESS=1 cargo test --release -p mosaic

clean: ## remove everything that was built
	rm -rf build target
