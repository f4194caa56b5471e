# 64 Squares. `make` alone lists the targets.

MOSAIC := cargo run --quiet --release -p mosaic --bin mosaic --
PRG    := build/64squares.prg
# The same program with entry points for suites and tools beside it (src/exports.rs).
TESTED := build/64squares-test.prg

# Where the program's search spends its time: fast although all the rest is made small. What is not here but in WHOLE is as fast small, or
# not worth its bytes, see docs/MEMORY.md.
FAST := squares64::search::quiesce,squares64::search::exchange
FAST := $(FAST),squares64::search::alphabeta::zero_window,squares64::search::alphabeta::search_child
FAST := $(FAST),squares64::search::alphabeta::full_window
FAST := $(FAST),squares64::search::table
FAST := $(FAST),squares64::board::generate::captures,squares64::board::generate::diagonal_captures,squares64::board::generate::straight_captures
FAST := $(FAST),squares64::board::generate::push_step,squares64::board::generate::push_capture,squares64::board::make,squares64::board::attack,squares64::board::pawns
FAST := $(FAST),squares64::board::legal::is_safe,squares64::eval::evaluate,squares64::eval::pawns
# A book that reads slowly would use up the time of the fast levels.
FAST := $(FAST),squares64::game::book::bit,squares64::game::book::bits,squares64::game::book::number
FAST := $(FAST),squares64::game::book::head,squares64::game::book::skip,squares64::game::book::read_move

# Small as well, but without calls to routines made of repeated sequences.
WHOLE := squares64::search::alphabeta::search,squares64::board::generate,squares64::search::order,squares64::board::hash,squares64::board::moves
WHOLE := $(WHOLE),squares64::eval::network,squares64::eval::king
WHOLE := $(WHOLE),squares64::search::history,squares64::search::time,squares64::board::evade,squares64::board::draw

# What the program shows of itself; everything else that nobody calls is left out. All of it is made small to fit.
KEEP := main,MoveNow,Charset,Logo,Sprite,Vectors,KernalStub,BoardWithBorder,BestMoveFrom,BestMoveTo
# What the UCI bridge calls, writes and reads (src/bridge.rs).
KEEP := $(KEEP),BridgeNewGame,BridgePlay,BridgeThink,BridgeBook,BridgeSeed,BridgeLevel,BridgeDepth,BridgeCycles,BridgeTable
KEEP := $(KEEP),SearchSide,castlerights,enpassantsq,halfmoveclock,BestScore,SearchDepth,CompletedDepth,NodeCount,PrincipalVariation
KEEP := $(KEEP),ExcludedFrom,MoveListFrom,MoveListTo,MoveCount,SearchFrom,SearchTo,SearchTried,SearchPly
# What no part of the program reads, but the Standard player's tests do.
KEEP := $(KEEP),StandardNodes
# What the page in a browser reads (tools/web).
KEEP := $(KEEP),GameStart,GameFrom,GameTo,GamePlayed,GameKnown,GameOutcome,GameLoser,Settings,BoardMarks,ScreenState,MoveBudget

.DEFAULT_GOAL := help
.PHONY: campaign campaign-share help ci checked checked-engine checked-mosaic doc deny package mutants release setup setup-vice play run d64 crt crt-check chaos screenshot display-share test prg suites parity games kernel \
        kernels fuzz corpus bench bench-machine vice-check eval standard standard-check book book-check book-target bless clean uci web serve web-check elo sprt spsa positions label train tune suite report opponents

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{ printf "  make %-14s %s\n", $$1, $$2 }'

setup: ## bring in what is missing (Debian packages; as root it installs them, otherwise it prints the command)
	@tools/setup/packages.sh

setup-vice: ## install VICE, the referee of the emulated machine, from Debian's contrib component
	@tools/c64/vice/setup.sh

play: $(PRG) ## play the program in this terminal, inside the emulated C64
	cargo run --quiet --release -p c64-machine --bin play -- $(PRG) --disk build/disk

run: d64 ## play the program from its disk in VICE, which needs the C64's ROMs
	@tools/c64/run.sh build/64squares.d64

d64: $(PRG) ## build/64squares.d64: a disk with the program, its manual, sample games and problems
	@cargo run --quiet --release -p c64-machine --bin disk-files -- $(PRG) build/disk-files >build/disk-files.txt
	@cargo run --quiet --release -p c64-machine --bin d64 -- build/64squares.d64 "64 squares" 64squares=$(PRG) $$(cat build/disk-files.txt)

crt: $(PRG) ## build/64squares.crt: an EasyFlash cartridge that starts the program at once
	@ca65 -o build/boot.o tools/c64/cartridge/boot.s
	@ld65 -C tools/c64/cartridge/boot.cfg -o build/boot.bin build/boot.o
	@cargo run --quiet --release -p c64-machine --bin crt -- build/64squares.crt "64 SQUARES" build/boot.bin $(PRG)

crt-check: crt ## start build/64squares.crt in VICE (SKIPPED without VICE)
	@tools/c64/vice/setup.sh || true
	@cargo run --quiet --release -p c64-machine --bin vice-check -- cartridge build/64squares.crt

screenshot: $(PRG) ## take the pictures of docs/img while the program is played
	@cargo run --quiet --release -p c64-machine --bin screenshot -- $(PRG) docs/img

test: setup ## build and run every test; ends with `N passed, N failed`
	@tools/setup/test.sh

ci: ## what a change has to pass: the emulated machine against VICE, then every test
	@.ci/run

checked: checked-engine checked-mosaic ## host tests and mosaic's file and kernel tests with assertions, overflow checks and the allocation checker

checked-engine: setup
	cargo test --profile checked --no-fail-fast -p squares64

checked-mosaic: setup
	cargo test --profile checked --no-fail-fast -p mosaic --test files --test kernels

doc: ## the documentation of the crates, without warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps

deny: ## licences and sources of all dependencies (cargo-deny is installed when missing)
	@command -v cargo-deny >/dev/null || cargo install --quiet --locked cargo-deny
	cargo deny --config .cargo/deny.toml check licenses bans sources

# Together, because mosaic needs the emulated machine for its random programs.
package: ## mosaic and the emulated machine as they would be published, built from the packages alone
	cargo package -p c64-machine -p mosaic

# FILES narrows it down: make mutants FILES='src/board/draw.rs src/game'
mutants: setup ## which small changes of rules, search, evaluation and game do the tests notice? (hours; docs/mutants.md)
	@tests/mutants/run.sh $(FILES)

release: d64 ## build/release: the files that a release consists of
	@rm -rf build/release && mkdir -p build/release
	@cp $(PRG) $(PRG:.prg=.sym) build/64squares.d64 build/release
	@ls -l build/release

prg: $(PRG) ## build build/64squares.prg with its symbols, listing and size report, and build/64squares-test.prg

$(PRG): setup FORCE
	@mkdir -p build
	@$(MOSAIC) build --crate . --level Oz --inline-threshold 13 --unroll-threshold 0 --fast $(FAST) --no-outline $(WHOLE) --keep $(KEEP) \
	  --layout src/c64/layout.toml --out $(PRG) --beside $(TESTED)
	@grep -E '^(region|file)' $(PRG:.prg=.txt)

FORCE:

suites: $(PRG) ## run the .6502 suites on the compiled engine
	cargo run --quiet --release -p sim6502 -- $(foreach suite,$(wildcard tests/suites/*.6502),-s $(suite))

kernel: setup ## build CRATE with FEATURE, run its kernel_main on the simulator, print cycles, result and bytes
	@$(MOSAIC) kernel $(CRATE) $(FEATURE)

kernels: setup ## print the table of the yardstick kernels: our cycles and bytes beside the reference compiler's
	@tools/mosaic/kernels/table.sh

fuzz: setup ## compare N random programs (SEED optional) on the compiler and on the interpreter
	cargo run --release -p mosaic --bin mosaic-fuzz -- --count $(or $(N),1000) $(if $(SEED),--seed $(SEED))

corpus: setup ## compile crates of others at four levels, compare with the host, write tools/mosaic/corpus/table.md (ONLY=NAME,... prints those)
	@cargo run --quiet --release -p cargo-mosaic --bin mosaic-corpus -- tools/mosaic/corpus \
	  $(or $(CARGO_TARGET_DIR),target)/mosaic $(if $(ONLY),--only $(ONLY))

bench: $(PRG) display-share ## cycles of the engine on the 6502: moves, evaluation, search on fixed positions
	cargo run --quiet --release -p bench --bin bench -- $(TESTED)

games: $(PRG) ## N games (PLIES moves at most) of the engine on the 6502 against itself at level 3, every move checked
	cargo run --quiet --release -p bench --bin games -- $(TESTED) --games $(or $(N),200) --plies $(or $(PLIES),240)

parity: $(PRG) ## host and 6502 search the same tree: same move, score and node count
	cargo run --quiet --release -p bench --bin parity -- $(TESTED)

bench-machine: setup ## speed of the emulated C64 in million cycles per second
	cargo run --quiet --release -p c64-machine --example bench-machine

display-share: $(PRG) ## what the display and the interface cost the thinking engine, in percent of its cycles
	@cargo run --quiet --release -p c64-machine --bin display-share -- $(PRG)

vice-check: $(PRG) ## compare the emulated C64 with VICE, then play the program in both (SKIPPED without VICE)
	@tools/c64/vice/setup.sh || true
	cargo run --quiet --release -p c64-machine --bin vice-check -- $(PRG) build/vice.png

eval: setup ## print the terms of the evaluation of FEN="..."
	@cargo run --quiet --release -p lab -- eval "$(FEN)"

book-target: $(PRG) ## compare the book on the 6502 with the host, in every position
	cargo run --quiet --release -p book -- target

standard: setup $(if $(findstring 6502,$(ARGS)),$(PRG)) ## the console of the Standard AI (ARGS="--target 6502" runs it on the emulated C64)
	@cargo run --quiet --release -p standard -- $(ARGS)

standard-check: $(PRG) ## the Standard player on the 6502 against its 600 reference searches
	cargo run --quiet --release -p standard -- --target 6502 --check tests/data/standard-reference.json

# Twice: names are found by key, and keys are made of the packed book.
book: setup ## pack the opening lines of book/ into the program's tables
	cargo run --quiet --release -p book -- pack
	cargo run --quiet --release -p book -- pack

book-check: setup ## have Stockfish judge every line of the book
	cargo run --quiet --release -p book -- check

uci: $(PRG) ## build build/uci64: the program in the emulated C64 as a UCI engine, for any chess program
	@cargo build --quiet --release -p uci
	@cp --remove-destination $(or $(CARGO_TARGET_DIR),target)/release/uci64 build/uci64

web: $(PRG) ## build build/web: the program in a browser, a folder that any web server can serve
	@tools/web/assemble.sh

serve: web ## serve build/web on this machine and print the address (PORT=8064)
	@echo "http://localhost:$(or $(PORT),8064)/"
	@python3 -m http.server $(or $(PORT),8064) --bind 127.0.0.1 --directory build/web 2>/dev/null

web-check: web uci ## test build/web in a real browser (SKIPPED without Chromium), with its figures
	@tests/web/run.sh

# As OpenBench calls it: `make EXE=name` builds one file that needs nothing beside it.
ifdef EXE
.DEFAULT_GOAL := $(EXE)
$(EXE): uci
	@build/uci64 pack $(EXE)
endif

CAMPAIGN := $(or $(CARGO_TARGET_DIR),target)/release

campaign: uci ## try everything at random for HOURS (PART=games,keys those alone; SHARE=0.1 a tenth of the goals) and write docs/reliability.md; goes on where it was
	@cargo build --quiet --release -p lab -p bench -p mosaic -p c64-machine -p campaign
	@$(CAMPAIGN)/campaign run --hours $(or $(HOURS),1) $(if $(PART),--part $(PART)) $(if $(SHARE),--share $(SHARE))

chaos: $(PRG) ## N random keys, sticks, mouse and drive troubles (a million by default), 1,000 from each power-on; the position stays legal
	@cargo run --quiet --release -p campaign -- keys --count $(or $(N),1000000)

# The same cases each time, about a minute of one core.
campaign-share: uci ## a small share of every part of the campaign
	@cargo build --quiet --release -p lab -p bench -p mosaic -p c64-machine -p campaign
	@$(CAMPAIGN)/lab soak --count 6
	@$(CAMPAIGN)/campaign keys --count 5000
	@$(CAMPAIGN)/mosaic-fuzz --seed 1 --count 200
	@$(CAMPAIGN)/campaign input --count 2000
	@$(CAMPAIGN)/parity $(TESTED) --depth 4 --count 20
	@$(CAMPAIGN)/vice-check random --count 32

# Settings of a match: GAMES, LEVEL, CONCURRENCY, VERSION; OPPONENT as in `make elo OPPONENT=stockfish:1500,gnuchess:2`.
MATCH = $(if $(GAMES),--games $(GAMES)) $(if $(LEVEL),--level $(LEVEL)) $(if $(CONCURRENCY),--concurrency $(CONCURRENCY)) \
        $(if $(VERSION),--version $(VERSION))
LAB := cargo run --quiet --release -p lab --

elo: uci opponents ## rate LEVEL by GAMES games against each OPPONENT (goes on where it was)
	$(LAB) elo $(MATCH) $(if $(OPPONENT),--opponent $(OPPONENT))

sprt: $(if $(NODES),setup,uci) ## this build against revision BASE at equal C64 time (or NODES a move on the host, BASE_NODES of the base, SET=NUMBER=VALUE for another number; SEED for other games) until the sequential test is decided
	$(LAB) sprt --base $(BASE) $(if $(NODES),--nodes $(NODES)) $(if $(BASE_NODES),--base-nodes $(BASE_NODES)) $(if $(SET),--set $(SET)) $(if $(SEED),--seed $(SEED)) $(MATCH)

# NUMBERS apart by commas, without it they are listed; STEPS, NODES, SEED, GAMES, CONCURRENCY.
spsa: setup ## tune NUMBERS of the search and the evaluation together by games of the host build, then play the tuned ones against the present ones
	$(LAB) spsa $(if $(NUMBERS),--numbers $(NUMBERS)) $(if $(STEPS),--steps $(STEPS)) $(if $(NODES),--nodes $(NODES)) $(if $(SEED),--seed $(SEED)) \
	  $(if $(GAMES),--games $(GAMES)) $(if $(CONCURRENCY),--concurrency $(CONCURRENCY))

tune: opponents ## fit the evaluation's weights to POSITIONS positions of our games, labelled by Stockfish
	$(LAB) tune $(if $(POSITIONS),--positions $(POSITIONS)) $(if $(GIVEN),--given $(GIVEN))

positions: setup ## play games for COUNT positions to train with: build/positions.txt
	@mkdir -p build
	$(LAB) positions $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))

label: opponents ## have Stockfish judge them, DEPTH plies deep: build/labelled.txt (goes on where it was)
	$(LAB) label build/positions.txt $(if $(DEPTH),--depth $(DEPTH))

train: setup ## train the evaluation's network on GIVEN, files of `FEN;centipawns` lines
	$(LAB) train $(foreach file,$(GIVEN),--given $(file))

suite: uci ## solve EPD files at LEVEL on the 6502: solved, total, C64 times
	$(LAB) suite $(if $(LEVEL),--level $(LEVEL)) $(if $(CONCURRENCY),--concurrency $(CONCURRENCY)) $(EPD)

# ENTER="what is new" measures this build first and enters it into the ledger of versions.
report: $(if $(ENTER),uci $(PRG)) ## write docs/strength.md and its plots from the stored results
ifdef ENTER
	cargo run --quiet --release -p bench --bin profile -- $(TESTED) >tools/lab/results/profile.txt
endif
	$(LAB) report $(if $(ENTER),--enter "$(ENTER)") $(if $(VERSION),--version $(VERSION))

opponents:
	@tools/setup/opponents.sh

bless: setup ## accept the compiler's present output as the expected one in its file tests and in the kernel table
	BLESS=1 cargo test --release -p mosaic

clean: ## remove everything that was built
	rm -rf build target
