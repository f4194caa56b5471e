"""The page in a real browser: served, opened, looked at, clicked, touched and typed into."""

import functools
import http.server
import os
import pathlib
import threading
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput

# Time in the tests runs so many times faster than a person's, except where a test says otherwise.
PACE = 8

# A condition on a machine that does ten other things may take this long; a wait ends as soon as it holds.
PATIENCE = 90

OPTIONS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
PHONE = {"width": 390, "height": 844, "pixelRatio": 3.0, "touch": True}

# The picture: its width, and where the board begins in it.
WIDTH, LEFT, TOP, SQUARE = 384, 40, 35, 24


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    """A server of the folder on a free port; its address, and how to stop it."""
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def stop():
        server.shutdown()
        server.server_close()

    return f"http://127.0.0.1:{server.server_address[1]}/", stop


class Page:
    def __init__(self, address, downloads, phone=False):
        options = webdriver.ChromeOptions()
        for option in OPTIONS + ["--window-size=1440,980"]:
            options.add_argument(option)
        if phone:
            options.add_experimental_option("mobileEmulation", {"deviceMetrics": PHONE})
        options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(PATIENCE)
        self.address = address
        self.phone = phone

    def open(self, hash="", pace=PACE):
        """Opens the page anew and waits for its first picture; returns milliseconds until then."""
        self.driver.get("about:blank")
        self.driver.get(self.address + hash)
        self.wait("window.squares?.times.firstFrame && squares.machine.state.story", "the first picture")
        self.ask("pace", times=pace)
        return self.run("return squares.times.firstFrame")

    def busy_seconds(self):
        """Processor time that the browser has used so far, in all its processes."""
        ticks, family = 0, {self.driver.service.process.pid}
        # A parent has a lower number than its children, but for a wrap of the numbers, which only makes the sum too low.
        for process in sorted(int(name) for name in os.listdir("/proc") if name.isdigit()):
            try:
                fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) in family or process in family:
                family.add(process)
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition, what):
        """Waits until a JavaScript condition holds; `facts`, `message` and `story` are at hand in it."""
        script = f"""const {{ facts, message, story, line, files }} = window.squares?.machine.state ?? {{}};
                     return ({condition}) || null"""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.run(script)
            if found is not None:
                return found
            time.sleep(0.02)
        says = self.run("return window.squares?.machine.state.message")
        raise AssertionError(f"{what} never came; the program says {says!r}")

    def ask(self, call, **input):
        """Asks the machine as the page does; a refusal is an AssertionError with the reason."""
        script = """const [call, input, done] = arguments;
                    squares.machine.ask(call, input).then((result) => done({ result }), (error) => done({ error: error.message }))"""
        answer = self.driver.execute_async_script(script, call, input)
        assert "error" not in answer, answer["error"]
        return answer.get("result")

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).click()", selector)

    def begin(self):
        """From the title to the board, by a click on the screen."""
        self.tap("e5")
        self.wait("facts.screen === 'board' && message === 'Your move'", "the board")

    def set_level(self, level):
        self.run(
            """const list = document.getElementById('level');
               list.value = arguments[0];
               list.dispatchEvent(new Event('change'))""",
            str(level),
        )
        self.wait(f"facts.level === {level} && facts.screen === 'board'", f"level {level}")

    def place(self, square):
        """The middle of a square in the window."""
        view = self.run(
            """const box = document.getElementById('screen').getBoundingClientRect(), view = squares.screen.view;
               return [box.left, box.top, box.width / view.width, box.height / view.height, view.left, view.top]"""
        )
        x = LEFT + (ord(square[0]) - ord("a")) * SQUARE + SQUARE / 2
        y = TOP + (8 - int(square[1])) * SQUARE + SQUARE / 2
        return int(view[0] + (x - view[4]) * view[2]), int(view[1] + (y - view[5]) * view[3])

    def drag(self, start, end):
        """Mouse or finger down on one square, up on another."""
        kind = interaction.POINTER_TOUCH if self.phone else interaction.POINTER_MOUSE
        actions = ActionBuilder(self.driver, mouse=PointerInput(kind, "hand"))
        hand = actions.pointer_action
        (x, y), (to_x, to_y) = self.place(start), self.place(end)
        hand.move_to_location(x, y)
        hand.pointer_down()
        if start != end:
            hand.move_to_location((x + to_x) // 2, (y + to_y) // 2)
            hand.move_to_location(to_x, to_y)
        hand.pointer_up()
        actions.perform()

    def tap(self, square):
        self.drag(square, square)

    def type(self, text):
        self.driver.find_element("tag name", "body").send_keys(text)

    def moves(self):
        return [move for move in self.run("return squares.machine.state.story.moves.slice(1)") if move]

    def picture(self):
        """Scale and part of the picture that the canvas shows, and its pixels as bytes."""
        return self.driver.execute_async_script(
            """const done = arguments[0];
               requestAnimationFrame(() => requestAnimationFrame(() => {
                 const canvas = document.getElementById('screen');
                 const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                 const text = Array.from({ length: Math.ceil(data.length / 32768) }, (_, part) =>
                   String.fromCharCode(...data.subarray(part * 32768, (part + 1) * 32768))).join('');
                 done({ ...squares.screen.view, pixels: btoa(text) });
               }))"""
        )

    def toast(self):
        return self.wait("!document.getElementById('toast').hidden && document.getElementById('toast').textContent", "a message")

    def close(self):
        self.driver.quit()
