// The page: wires the machine to screen, speaker, keyboard, buttons and panels. It decides nothing about chess.

import { download, keepFiles, keptFiles, showFiles } from "./disk.js";
import { Keyboard } from "./keyboard.js";
import { Machine } from "./machine.js";
import { showMemory, showMoves, showPlot, showProfile, showSearch, showStatus } from "./panels.js";
import { Screen } from "./screen.js";
import { Speaker } from "./sound.js";

const byId = (id) => document.getElementById(id);
const machine = new Machine();
const screen = new Screen(byId("screen"), machine);
const speaker = new Speaker(machine);
const keyboard = new Keyboard(machine, byId("screen"));

/** For tests and for the curious: the machine with its state, and the times of the start in milliseconds. */
window.squares = { machine, screen, times: {} };

let toastTimer;
function say(text, isError = false) {
  const toast = byId("toast");
  toast.textContent = text;
  toast.classList.toggle("error", isError);
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, 6000);
}

/** Asks the machine; a reason why not is shown, and the game goes on. */
async function attempt(call, input, done) {
  try {
    const result = await machine.ask(call, input);
    if (done !== undefined) say(done);
    return result;
  } catch (error) {
    say(error.message, true);
    return undefined;
  }
}

// The picture, and everything that comes with it.

let fitted = "";
function fit() {
  const narrow = matchMedia("(max-width: 860px)").matches;
  const stage = byId("stage");
  const edge = narrow ? 6 : 20;
  const below = narrow ? 0 : 128;
  const height = narrow ? innerHeight * 0.62 : Math.max(innerHeight - stage.getBoundingClientRect().top - scrollY - below, 240);
  const wanted = [stage.clientWidth - edge, height, narrow, devicePixelRatio].join();
  if (wanted !== fitted) screen.fit(stage.clientWidth - edge, height, narrow);
  fitted = wanted;
}
addEventListener("resize", () => { fitted = ""; fit(); });

machine.addEventListener("picture", ({ detail }) => {
  requestAnimationFrame(() => {
    screen.draw(detail.picture, detail.height);
    machine.ask("drawn");
    window.squares.times.firstFrame ??= performance.now();
  });
  const { state } = machine;
  showStatus(state);
  showSearch(state);
  const { facts } = state;
  if (detail.story !== undefined) {
    byId("fen").value = detail.story.fen;
    showMoves(detail.story.moves, facts.played);
  }
  if (detail.scores !== undefined && state.story !== undefined) showPlot(detail.scores, facts.played);
  if (detail.files !== undefined) showDisk(detail.files);
  if (detail.memory !== undefined) showMemory(detail.memory);
  if (detail.profile !== undefined) showProfile(detail.profile);
  byId("promotion").hidden = facts.screen !== "promotion";
  if (document.activeElement !== byId("level") && facts.level <= 7) byId("level").value = facts.level;
  if (facts.ended) startAgain();
});

let starting = false;
let ntsc = false;
async function startAgain() {
  if (starting) return;
  starting = true;
  await attempt("switchOn", { ntsc }, "The program gave the machine back to BASIC; it was switched on again.");
  starting = false;
}

/** A machine for the other kind of television takes over; level and game go with it. */
async function changeModel(toNtsc) {
  if (toNtsc === ntsc) return;
  ntsc = toNtsc;
  const { story, facts } = machine.state;
  await attempt("switchOn", { ntsc });
  if (facts === undefined || facts.screen === "title") return;
  // A game that has not begun is the one that the program starts with.
  if (story.moves[1] || story.pgn.includes("[FEN ")) await attempt("loadPgn", { text: story.pgn });
  await attempt("level", { level: facts.level });
}

machine.addEventListener("broken", ({ detail }) => {
  byId("loading").hidden = false;
  byId("loading").textContent = `The machine stopped: ${detail.broken}`;
});

// Buttons.

for (const button of document.querySelectorAll("[data-command]")) {
  button.addEventListener("click", () => {
    attempt("command", { name: button.dataset.command });
    byId("screen").focus({ preventScroll: true });
  });
}
byId("level").addEventListener("change", async (event) => {
  await attempt("level", { level: Number(event.target.value) });
  byId("screen").focus({ preventScroll: true });
});
for (const button of document.querySelectorAll("[data-piece]")) {
  button.addEventListener("click", () => attempt("promote", { piece: button.dataset.piece }));
}

function makeSwitch(id, change) {
  const button = byId(id);
  const place = `64squares.${id}`;
  const set = (on) => {
    button.setAttribute("aria-pressed", on);
    change(on);
  };
  const kept = localStorage.getItem(place);
  set(kept === null ? button.getAttribute("aria-pressed") === "true" : kept === "true");
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    localStorage.setItem(place, on);
    set(on);
  });
}
makeSwitch("sound", (on) => { speaker.on = on; });
makeSwitch("crt", (on) => {
  byId("tube").hidden = !on;
  byId("bezel").classList.toggle("tube", on);
});

// Panels.

function showPanel(name) {
  for (const tab of document.querySelectorAll("[data-tab]")) tab.setAttribute("aria-selected", tab.dataset.tab === name);
  for (const panel of document.querySelectorAll("[data-panel]")) panel.hidden = panel.dataset.panel !== name;
  machine.ask("look", { on: name === "inside" });
}
for (const tab of document.querySelectorAll("[data-tab]")) tab.addEventListener("click", () => showPanel(tab.dataset.tab));
keyboard.draw(byId("keyboard"));

byId("memory").addEventListener("pointermove", (event) => {
  const box = event.target.getBoundingClientRect();
  const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height].map((part) => Math.min(Math.floor(part * 256), 255));
  byId("cell").textContent = `$${((y << 8) | x).toString(16).padStart(4, "0").toUpperCase()} ${regionOf(y)}`;
});

/** What lies in a page of memory. */
function regionOf(page) {
  const regions = [
    [0x00, "zero page"], [0x01, "stack"], [0x02, "KERNAL's variables"], [0x04, "low memory"], [0x08, "program"],
    [0xa0, "program, tables"], [0xd0, "chips, and RAM under them"], [0xe0, "RAM under the KERNAL"],
  ];
  return regions.findLast(([first]) => page >= first)[1];
}

// The game in and out.

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
  } catch {
    say(`The browser does not allow copying; here is the ${what}: ${text}`, true);
  }
}
byId("copy-pgn").addEventListener("click", () => copy(machine.state.story.pgn, "PGN"));
byId("copy-fen").addEventListener("click", () => copy(machine.state.story.fen, "FEN"));
byId("download-pgn").addEventListener("click", () => download("64squares.pgn", machine.state.story.pgn, "application/x-chess-pgn"));
byId("share").addEventListener("click", () => {
  const address = new URL(location.href);
  address.hash = `fen=${machine.state.story.fen.replaceAll(" ", "_")}`;
  history.replaceState(null, "", address);
  copy(address.href, "Link");
});

/** A FEN has seven strokes before its first blank; everything else is taken for a PGN. */
function isFen(text) {
  return /^[^\s[]*(\/[^\s[]*){7}(\s|$)/.test(text);
}
byId("continue").addEventListener("click", async () => {
  const text = byId("given").value.trim();
  if (text === "") return say("Paste a FEN or a PGN first.", true);
  await attempt(isFen(text) ? "loadFen" : "loadPgn", { text }, "Here it goes on.");
});

/** The position in the address, if there is one. */
async function takeAddress() {
  const hash = location.hash.slice(1);
  if (hash === "") return;
  let fen;
  try {
    fen = /^fen=(.+)$/.exec(decodeURIComponent(hash))?.[1];
  } catch {
    fen = undefined;
  }
  if (fen === undefined) return say(`The address says \`#${hash.slice(0, 60)}\`, which is not #fen= and a position.`, true);
  await attempt("loadFen", { text: fen.replaceAll(/[_+]/g, " ") });
}
addEventListener("hashchange", takeAddress);

// The disk.

function showDisk(files) {
  keepFiles(files);
  showFiles(byId("files"), files, {
    load: (name) => attempt("load", { name }, `${name.toLowerCase()} is on the board.`),
    remove: (name) => attempt("removeFile", { name }),
  });
}
byId("save").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = byId("name").value.trim();
  await attempt("save", { name }, `Saved as ${name.toLowerCase()}.`);
});
byId("download-d64").addEventListener("click", async () => {
  const image = await attempt("diskImage");
  if (image !== undefined) download("64squares.d64", image, "application/octet-stream");
});
byId("download-prg").addEventListener("click", async () => {
  download("64squares.prg", await machine.ask("program"), "application/octet-stream");
});

// The start.

fit();
try {
  await machine.ready;
  window.squares.times.ready = performance.now();
  byId("loading").hidden = true;
  await machine.ask("putFiles", { files: keptFiles() });
  makeSwitch("fast", (on) => machine.ask("fast", { on }));
  makeSwitch("ntsc", changeModel);
  await takeAddress();
} catch (error) {
  byId("loading").textContent = `The machine cannot be switched on: ${error.message}`;
}
if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
