// Keys of this device -> keys of the machine, and the machine's keyboard drawn to be clicked.

/** The matrix in the order of `c64::Key`. */
const MATRIX = [
  "Delete", "Return", "CursorRight", "F7", "F1", "F3", "F5", "CursorDown",
  "3", "w", "a", "4", "z", "s", "e", "LeftShift", "5", "r", "d", "6", "c", "f", "t", "x",
  "7", "y", "g", "8", "b", "h", "u", "v", "9", "i", "j", "0", "m", "k", "o", "n",
  "+", "p", "l", "-", ".", ":", "@", ",", "Pound", "*", ";", "Home", "RightShift", "=", "UpArrow", "/",
  "1", "LeftArrow", "Control", "2", " ", "Commodore", "q", "RunStop",
];
const SHIFTED = 0x100;
const RESTORE = "Restore";

const numberOf = (name) => MATRIX.indexOf(name);

/** Keys of this device that have another name there. */
const NAMED = {
  Enter: numberOf("Return"), Backspace: numberOf("Delete"), Delete: numberOf("Delete"), Escape: numberOf("RunStop"),
  Home: numberOf("Home"), Tab: numberOf("F1"), ArrowRight: numberOf("CursorRight"), ArrowDown: numberOf("CursorDown"),
  ArrowLeft: numberOf("CursorRight") | SHIFTED, ArrowUp: numberOf("CursorDown") | SHIFTED,
  F1: numberOf("F1"), F3: numberOf("F3"), F5: numberOf("F5"), F7: numberOf("F7"),
  "?": numberOf("/") | SHIFTED, "<": numberOf(",") | SHIFTED, ">": numberOf(".") | SHIFTED,
};

/** The key of the machine for a key event; undefined when there is none. */
function translate(event) {
  const named = NAMED[event.key];
  if (named !== undefined) return named;
  if (event.key.length !== 1) return undefined;
  const letter = event.key.toLowerCase();
  const number = numberOf(letter);
  if (number < 0) return undefined;
  return letter === event.key ? number : number | SHIFTED;
}

/** Rows of the drawn keyboard: name, what is printed, what it is on this device, width. */
const ROWS = [
  [["LeftArrow", "←", "<"], ["1"], ["2"], ["3"], ["4"], ["5"], ["6"], ["7"], ["8"], ["9"], ["0"], ["+"], ["-"], ["Pound", "£"], ["Home", "HOME", "", 1.3], ["Delete", "DEL", "⌫"]],
  [["Control", "CTRL", "", 1.4], ["q"], ["w"], ["e"], ["r"], ["t"], ["y"], ["u"], ["i"], ["o"], ["p"], ["@"], ["*"], ["UpArrow", "↑"], [RESTORE, "RES", "", 1.4]],
  [["RunStop", "STOP", "Esc", 1.3], ["a"], ["s"], ["d"], ["f"], ["g"], ["h"], ["j"], ["k"], ["l"], [":"], [";"], ["="], ["Return", "RETURN", "Enter", 2]],
  [["Commodore", "C="], ["LeftShift", "SHIFT", "", 1.5], ["z"], ["x"], ["c"], ["v"], ["b"], ["n"], ["m"], [","], ["."], ["/"], ["CursorDown", "⇕", "↑↓"], ["CursorRight", "⇔", "←→"]],
  [["F1", "F1", "Tab"], ["F3", "F3"], ["F5", "F5"], ["F7", "F7"], [" ", "SPACE", "", 5]],
];

export class Keyboard {
  #machine;
  #shift = false;
  #drawn = new Map();

  constructor(machine, screen) {
    this.#machine = machine;
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest?.("input, textarea, select, button")) return;
      // The reload key stays the browser's until the screen was clicked.
      if (["F5", "Tab"].includes(event.key) && document.activeElement !== screen) return;
      const number = translate(event);
      if (number === undefined) return;
      event.preventDefault();
      if (!event.repeat) this.#press(event.code, number);
    });
    addEventListener("keyup", (event) => this.#release(event.code));
    addEventListener("blur", () => [...this.#held.keys()].forEach((code) => this.#release(code)));
  }

  #held = new Map();
  #count = 0;

  #press(code, number) {
    const id = ++this.#count;
    this.#held.set(code, { id, number });
    this.#light(number, true);
    this.#machine.ask("press", { id, number });
  }

  #release(code) {
    const held = this.#held.get(code);
    if (held === undefined) return;
    this.#held.delete(code);
    this.#light(held.number, false);
    this.#machine.ask("release", { id: held.id });
  }

  #light(number, down) {
    this.#drawn.get(number & ~SHIFTED)?.classList.toggle("down", down);
    if (number & SHIFTED) this.#drawn.get(numberOf("LeftShift"))?.classList.toggle("down", down);
  }

  draw(place) {
    for (const row of ROWS) {
      const line = document.createElement("div");
      for (const [name, printed = name.toUpperCase(), here = "", wide = 1] of row) line.append(this.#key(name, printed, here, wide));
      place.append(line);
    }
  }

  #key(name, printed, here, wide) {
    const key = document.createElement("button");
    key.type = "button";
    key.append(printed);
    if (here !== "") key.append(Object.assign(document.createElement("small"), { textContent: here }));
    key.style.setProperty("--wide", wide);
    key.classList.toggle("function", /^F\d$/.test(name));
    key.classList.toggle("word", printed.length > 2);
    key.dataset.key = name;
    const number = numberOf(name);
    this.#drawn.set(number, key);
    key.addEventListener("pointerdown", () => this.#click(name, number));
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) key.addEventListener(end, () => this.#release(`drawn ${name}`));
    return key;
  }

  /** SHIFT stays down for the next key. */
  #click(name, number) {
    if (name === RESTORE) {
      this.#machine.ask("restore");
    } else if (name === "LeftShift") {
      this.#shift = !this.#shift;
      this.#drawn.get(number).classList.toggle("down", this.#shift);
    } else {
      this.#press(`drawn ${name}`, this.#shift ? number | SHIFTED : number);
      this.#shift = false;
    }
  }
}
