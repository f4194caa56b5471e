"""Plays the page of build/web in headless Chromium, by mouse, finger and keys, and compares it with the native machine.

`browser.py WEB-NATIVE [--only WORD | --pictures FOLDER]`; ends with `N passed, N failed`. The figures are printed and not
asserted. With --only it runs the tests with that word in their name, with --pictures it takes the pictures of the
documentation instead.
"""

import base64
import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

from page import PACE, Page, WIDTH, serve

PRG = "build/64squares.prg"
FIVE = [("a2", "a3"), ("h2", "h3"), ("b2", "b3"), ("g2", "g3"), ("e2", "e3")]
SPELLED = ["a3", "h3", "b3", "g3", "e3"]
# A frame after these keys: the board with a chosen pawn, its squares lit.
SCRIPT = "run 1500000\npress Space\nrun 80000\nrelease Space\nrun 900000\npress Return\nrun 80000\nrelease Return\nrun 400000\n"
SEARCH = "search 5 e2e4\n"
TITLE_SECONDS = 3
SPEED = "".join(f"search 5 {first}\n" for first in ["d2d4", "c2c4", "g1f3", "b2b3"])

native = sys.argv[1]
downloads = pathlib.Path(tempfile.mkdtemp())


def run_native(script, *arguments):
    done = subprocess.run([native, PRG, *arguments], input=script, capture_output=True, text=True, check=True)
    return done.stdout


def load_factor():
    """How many times slower than alone a process may be on this machine now."""
    return max(1.0, os.getloadavg()[0] / os.cpu_count())


def downloaded(name):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        file = downloads / name
        if file.exists() and file.stat().st_size > 0:
            return file
        time.sleep(0.05)
    raise AssertionError(f"{name} was not downloaded")


def five_moves(page, make, pace=PACE):
    """Five moves against level 1; each is answered, and all are in the record."""
    page.open(pace=pace)
    page.begin()
    page.set_level(1)
    for count, (start, end) in enumerate(FIVE):
        make(start, end)
        page.wait(f"facts.played >= {2 * count + 2} && message !== ''", f"the answer to {start}{end}")
    assert page.moves()[0:10:2] == SPELLED, page.moves()


def the_title_is_there_within_three_seconds(page):
    milliseconds = min(page.open(pace=1) for _ in range(2))
    limit = 1000 * TITLE_SECONDS * load_factor()
    assert milliseconds < limit, f"{milliseconds:.0f} ms, {limit:.0f} ms allowed at this load"
    assert "Press a key" in page.ask("screenText")
    print(f"     first picture after {milliseconds:.0f} ms")


def five_moves_by_mouse(page):
    five_moves(page, page.drag, pace=1)


def five_moves_by_keys(page):
    five_moves(page, lambda start, end: page.type(start + end))


def five_moves_by_touch(page):
    five_moves(page, page.drag)
    wide = page.run("return document.documentElement.scrollWidth <= innerWidth")
    assert wide, "the page is wider than the phone"


def an_illegal_drop_is_refused_in_the_programs_own_words(page):
    page.open()
    page.begin()
    page.drag("e2", "e5")
    page.wait("message === \"Can't go there\"", "the refusal")
    assert "Can't go there" in page.ask("screenText")
    assert page.moves() == []


def a_saved_game_is_there_after_a_reload(page):
    page.open()
    page.begin()
    page.ask("loadPgn", text="1. e4 e5 2. Nf3 Nc6 *")
    page.run("document.getElementById('name').value = 'mygame'; document.getElementById('save').requestSubmit()")
    page.wait("files?.length === 1 && localStorage.getItem('64squares.disk').includes('MYGAME')", "the saved file")
    page.click("#download-d64")
    page.open()
    assert page.moves() == []
    page.click("#files button")
    page.wait("story.moves.includes('Nc6')", "the saved game")
    assert page.moves() == ["e4", "e5", "Nf3", "Nc6"]
    disk = downloaded("64squares.d64")
    image = disk.read_bytes()
    assert len(image) == 683 * 256 and b"64SQUARES" in image and b"MYGAME" in image
    if shutil.which("c1541") is None:
        print("     SKIPPED: no c1541 of VICE to read the disk with")
        return
    c1541("-attach", disk, "-validate", "-read", "64squares", downloads / "from-disk.prg", "-read", "mygame,s", downloads / "from-disk.seq")
    assert (downloads / "from-disk.prg").read_bytes() == pathlib.Path(PRG).read_bytes(), "the program on the disk is another"
    kept = page.run("return Array.from(squares.machine.state.files[0].bytes)")
    assert list((downloads / "from-disk.seq").read_bytes()) == kept, "the game on the disk is another"


def c1541(*arguments):
    """VICE's own tool for disks; it reports what is wrong in words only."""
    done = subprocess.run(["c1541", *map(str, arguments)], capture_output=True, text=True, check=True, timeout=30)
    said = done.stdout + done.stderr
    assert "ERR = 0" not in said or "ERR = 00" in said, said
    return said


def an_ntsc_machine_shows_60_pictures_a_second(page):
    page.open()
    page.begin()
    page.ask("loadPgn", text="1. e4 e5 *")
    page.set_level(1)
    page.click("#ntsc")
    page.wait("facts.frameCycles === 263 * 65 && facts.screen === 'board' && facts.level === 1", "the other machine")
    assert page.run("return squares.machine.state.facts.hertz") == 1_022_727
    assert round(1_022_727 / (263 * 65)) == 60
    page.wait("story.moves.includes('e5') && message === 'Your move'", "the game on it")
    page.drag("g1", "f3")
    page.wait("facts.played >= 4", "the game going on")
    page.click("#ntsc")
    page.wait("facts.frameCycles === 312 * 63 && story.moves.includes('Nf3')", "the first machine again")


def a_position_in_the_address_is_on_the_board(page):
    fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
    page.open("#fen=" + fen.replace(" ", "_"))
    page.wait(f"story.fen === '{fen}'", "the position")
    page.drag("e2", "e4")
    page.wait("facts.played >= 1", "a move in it")


def a_downloaded_pgn_is_the_game(page):
    game = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O"]
    page.open()
    page.begin()
    numbered = " ".join(f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(game))
    page.run("document.getElementById('given').value = arguments[0]", f'[Event "{{ [x]"]\n\n{numbered} {{a comment}} (9. d4) *')
    page.click("#continue")
    page.wait(f"facts.played === {len(game)}", "the pasted game")
    page.click("#download-pgn")
    text = downloaded("64squares.pgn").read_text()
    tags = dict(re.findall(r'^\[(\w+) "([^"]*)"\]$', text, re.M))
    assert list(tags) == ["Event", "Site", "Date", "Round", "White", "Black", "Result"], tags
    words = re.sub(r"\d+\.(\.\.)?", " ", text.split("\n\n")[1]).split()
    assert words == game + [tags["Result"]], words
    page.ask("command", name="newGame")
    page.ask("loadPgn", text=text)
    page.wait(f"facts.played === {len(game)}", "the same game again")
    assert page.moves() == game


def the_canvas_shows_the_native_machines_picture(page):
    page.open()
    page.ask("pause")
    page.ask("switchOn", seed=64)
    answer = page.ask("script", text=SCRIPT)["answer"]
    raw = downloads / "native.rgba"
    assert answer == run_native(SCRIPT, str(raw))
    page.ask("picture")
    shown = page.picture()
    expected = raw.read_bytes()
    pixels = base64.b64decode(shown["pixels"])
    scale, width, height = shown["scale"], shown["width"], shown["height"]
    for row in range(height):
        start = ((shown["top"] + row) * WIDTH + shown["left"]) * 4
        line = expected[start : start + width * 4]
        scaled = b"".join(line[at : at + 4] * scale for at in range(0, len(line), 4))
        for copy in range(scale):
            at = (row * scale + copy) * width * scale * 4
            assert pixels[at : at + len(scaled)] == scaled, f"row {row} differs"


def a_level_5_search_is_the_same_as_in_uci64(page):
    page.open()
    page.ask("pause")
    found = page.ask("script", text=SEARCH)["answer"]
    assert found == run_native(SEARCH), "the native machine searched otherwise"
    best, cycles, nodes = re.match(r"(\w+) cycles (\d+) nodes (\d+)", found).groups()
    commands = "setoption name Level value 5\nsetoption name Book value false\nsetoption name Seed value 1\n"
    commands += "position startpos moves e2e4\ngo\n"
    engine = subprocess.Popen(["build/uci64"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    engine.stdin.write(commands)
    engine.stdin.flush()
    last = None
    for line in engine.stdout:
        if line.startswith("info ") and " nodes " in line:
            last = line
        if line.startswith("bestmove"):
            break
    engine.communicate("quit\n", timeout=30)
    milliseconds = int(cycles) * 1000 // 985_248
    told = dict(re.findall(r"(nodes|time) (\d+)", last))
    assert line.split()[1] == best, f"uci64 plays {line}, the page {best}"
    assert (told["nodes"], told["time"]) == (nodes, str(milliseconds)), f"{last} against {found}"
    print(f"     {found.strip()}")


def a_search_is_seen_and_can_be_hurried(page):
    page.open()
    page.begin()
    page.ask("loadPgn", text="1. e4 a5 2. Nf3 h5 *")
    page.set_level(6)
    page.drag("d2", "d4")
    page.wait("facts.thinking && facts.depth >= 2 && line !== ''", "a search")
    page.wait("parseFloat(document.querySelector('#bar i').style.width) > 0", "the bar")
    page.click("[data-command=moveNow]")
    page.wait("facts.played >= 6 && !facts.thinking", "the move")


def what_is_malformed_gets_a_message_and_the_game_goes_on(page):
    page.open()
    page.begin()
    for text, reason in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "rank 1 is not 8 files wide"),
        ("1. e4 e5 2. Ke3 *", "`Ke3`: not legal here"),
        ("1. e4 {no end", "has no end"),
        ("hello", "not a move"),
    ]:
        page.run("document.getElementById('toast').hidden = true; document.getElementById('given').value = arguments[0]", text)
        page.click("#continue")
        said = page.toast()
        assert reason in said, f"{text}: {said}"
    for hash, reason in [("#fen=nonsense", "6 fields expected"), ("#other", "which is not #fen="), ("#fen=%E0%A4%A", "which is not #fen=")]:
        page.run("document.getElementById('toast').hidden = true; location.hash = arguments[0]", hash)
        said = page.toast()
        assert reason in said, f"{hash}: {said}"
    page.drag("e2", "e4")
    page.wait("facts.played >= 2", "the game going on")


def the_memory_and_the_profile_are_shown(page):
    page.open()
    page.begin()
    page.click("[data-tab=inside]")
    page.wait("document.querySelectorAll('#profile li').length > 3", "the profile")
    lit = page.run(
        """const { data } = document.getElementById('memory').getContext('2d').getImageData(0, 0, 256, 256);
           return data.filter((value, index) => index % 4 < 3 && value > 0).length"""
    )
    assert lit > 100, f"{lit} cells are lit"
    page.click("[data-tab=game]")


def no_request_leaves_the_folder_and_none_is_needed_later(page):
    page.address, stop = serve("build/web")
    page.open()
    names = page.run("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert names and all(name.startswith(page.address) for name in names), names
    page.driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
    stop()
    page.open()
    assert "Press a key" in page.ask("screenText")


def figures(page):
    """Megahertz of the thinking machine in the browser and natively, and a move at level 5: by processor time, so that other
    work on this machine does not count. The browser compiles while it runs, so it gets a first run for that."""
    page.open()
    page.ask("pause")
    page.ask("script", text=SEARCH)
    began = page.busy_seconds()
    found = page.ask("script", text=SPEED)["answer"]
    here = page.busy_seconds() - began
    began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    assert run_native(SPEED) == found
    there = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began
    cycles = sum(int(line.split()[2]) for line in found.splitlines())
    print(f"figures: {cycles / here / 1e6:.0f} MHz in the browser, {cycles / there / 1e6:.0f} MHz native: {there / here:.0%}")
    began, wall = page.busy_seconds(), time.monotonic()
    found = page.ask("script", text=SEARCH)["answer"]
    seconds = int(found.split()[2]) / 985_248
    busy, wall = page.busy_seconds() - began, time.monotonic() - wall
    print(f"figures: a level-5 move of {seconds:.1f} C64 seconds takes {busy:.2f} s of the processor, {wall:.2f} s on the clock")


def take_pictures(address, folder):
    """The pictures of the documentation, for a wide screen and for a phone: a search in a game that has left the book. All
    moves before it are given, so that it does not matter what the program would have answered, and time runs as on the machine."""
    game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 h6 10. d4 Re8 11. Nbd2 Bf8 12. a3 Bd7 *"
    for name, phone in [("web-desktop", False), ("web-phone", True)]:
        page = Page(address, downloads, phone)
        page.open()
        page.begin()
        page.set_level(5)
        page.ask("loadPgn", text=game)
        page.wait("story.moves.includes('Bd7')", "the game")
        page.ask("pace", times=1)
        page.drag("d2", "f1")
        page.wait("facts.thinking && facts.depth >= 3", "the search")
        page.driver.save_screenshot(f"{folder}/{name}.png")
        page.close()


def run_tests(address, phone, tests):
    """A browser of its own for these tests; how many passed and how many failed."""
    passed, failed = 0, 0
    if not tests:
        return passed, failed
    page = Page(address, downloads, phone)
    for test in tests:
        began = time.monotonic()
        try:
            test(page)
            passed += 1
            print(f"ok   {test.__name__} ({time.monotonic() - began:.1f} s)", flush=True)
        except Exception:
            failed += 1
            print(f"FAIL {test.__name__}\n{traceback.format_exc()}", flush=True)
    page.close()
    return passed, failed


PHONE_TESTS = [five_moves_by_touch]
# Two groups of about the same length, to be run side by side.
DESKTOP_TESTS = [
    [
        five_moves_by_mouse,
        a_saved_game_is_there_after_a_reload,
        a_level_5_search_is_the_same_as_in_uci64,
        an_ntsc_machine_shows_60_pictures_a_second,
        the_memory_and_the_profile_are_shown,
        no_request_leaves_the_folder_and_none_is_needed_later,
    ],
    [
        the_title_is_there_within_three_seconds,
        five_moves_by_keys,
        an_illegal_drop_is_refused_in_the_programs_own_words,
        a_position_in_the_address_is_on_the_board,
        a_downloaded_pgn_is_the_game,
        the_canvas_shows_the_native_machines_picture,
        a_search_is_seen_and_can_be_hurried,
        what_is_malformed_gets_a_message_and_the_game_goes_on,
    ],
]


def main():
    address, _ = serve("build/web")
    if "--pictures" in sys.argv:
        take_pictures(address, sys.argv[-1])
        return 0
    wanted = sys.argv[3] if "--only" in sys.argv else ""
    groups = [(address, phone, [test for test in tests if wanted in test.__name__])
              for phone, tests in [(False, DESKTOP_TESTS[0]), (False, DESKTOP_TESTS[1]), (True, PHONE_TESTS)]]
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        sums = list(pool.map(lambda group: run_tests(*group), groups))
    if not wanted:
        page = Page(address, downloads)
        figures(page)
        page.close()
    passed, failed = (sum(column) for column in zip(*sums))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
