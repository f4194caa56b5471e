// The machine at work, apart from the page, so that the page never freezes. It runs at the speed of a real one; while the
// program thinks, as fast as the device can, if that is wanted. Pictures go out at most once the last one was drawn.

import { COMMANDS } from "./facts.js";
import { loadMachine } from "./wasm.js";

/** Milliseconds of a slice at full speed, and cycles between two looks at the clock. */
const FAST_SLICE = 16;
const FAST_CYCLES = 100_000;
/** The longest time that is made up for after a pause, in milliseconds. */
const LONGEST_DEBT = 100;
const FRAME_TIME = 1000 / 60 - 2;
/** Frames that the program takes from its start to its title. */
const START_FRAMES = 200;

let machine;
let facts;
let running = true;
let fast = true;
/** How many times faster than a real machine time runs; a person's pace is 1. */
let pace = 1;
/** Samples a second; 0 while no sound is made. */
let soundRate = 0;
let looking = false;
let drawn = true;
let pictureTime = 0;
let lastTime = performance.now();
let owed = 0;
let speed = 0;
let storyChanges = -1;
let diskChanges = -1;
let profileTime = 0;

const soon = new MessageChannel();
soon.port1.onmessage = () => slice();

function slice() {
  try {
    runSlice();
  } catch (error) {
    postMessage({ broken: error.message });
  }
}

function runSlice() {
  const now = performance.now();
  const atFullSpeed = running && fast && machine.exports.is_thinking() !== 0;
  if (atFullSpeed) runFast(now);
  else if (running) runInTime(now);
  lastTime = now;
  if (drawn && now - pictureTime >= FRAME_TIME) show(now);
  if (atFullSpeed) soon.port2.postMessage(0);
  else setTimeout(slice, 4);
}

function runFast(now) {
  const before = facts.cycles;
  do machine.run(FAST_CYCLES);
  while (performance.now() - now < FAST_SLICE && machine.exports.is_thinking() !== 0);
  facts = machine.facts();
  const megahertz = (facts.cycles - before) / (performance.now() - now) / 1000;
  speed = speed === 0 ? megahertz : speed * 0.9 + megahertz * 0.1;
  owed = 0;
  if (soundRate > 0) machine.samples(false);
}

function runInTime(now) {
  owed += (Math.min(now - lastTime, LONGEST_DEBT) * facts.hertz * pace) / 1000;
  if (owed < facts.frameCycles) return;
  const cycles = Math.floor(owed / facts.frameCycles) * facts.frameCycles;
  machine.run(cycles);
  owed -= cycles;
  facts = machine.facts();
  if (soundRate === 0) return;
  const samples = machine.samples(pace === 1);
  if (samples.some((sample) => sample !== 0)) postMessage({ samples }, [samples.buffer]);
}

/** Sends the picture and all that goes with it. */
function show(now) {
  facts = machine.facts();
  const { height, pixels } = machine.picture();
  const news = { picture: pixels, height, facts, speed, message: machine.text("message"), line: machine.text("line") };
  if (facts.storyChanges !== storyChanges) {
    storyChanges = facts.storyChanges;
    news.story = { fen: machine.text("fen"), moves: machine.text("moves").split("\n"), pgn: machine.text("pgn") };
  }
  if (news.story !== undefined || !facts.thinking) news.scores = machine.text("scores");
  if (facts.diskChanges !== diskChanges) {
    diskChanges = facts.diskChanges;
    news.files = machine.files();
  }
  const moved = [pixels.buffer];
  if (looking && machine.exports.memory_map() !== 0) {
    news.memory = new Uint8ClampedArray(machine.received().buffer);
    moved.push(news.memory.buffer);
    if (now - profileTime > 1000) {
      profileTime = now;
      machine.attempt("profile");
      news.profile = machine.receivedText();
    }
  }
  drawn = false;
  pictureTime = now;
  postMessage(news, moved);
}

/** Another machine takes the place of the one there was; what was switched on for that stays switched on. */
function switchOn({ ntsc, seed }) {
  machine.switchOn({ ntsc, seed });
  storyChanges = -1;
  diskChanges = -1;
  owed = 0;
  facts = machine.facts();
  if (soundRate > 0) machine.exports.make_sound(soundRate);
  machine.exports.look_inside(Number(looking));
}

/** What the page can ask for. */
const CALLS = {
  drawn: () => { drawn = true; },
  press: ({ id, number }) => machine.exports.press(id, number),
  release: ({ id }) => machine.exports.release(id),
  restore: () => machine.exports.press_restore(),
  touch: ({ x, y }) => machine.exports.touch(x, y),
  lift: ({ x, y }) => machine.attempt("lift", x, y),
  promote: ({ piece }) => machine.attempt("promote", piece.charCodeAt(0)),
  command: ({ name }) => machine.attempt("command", COMMANDS.indexOf(name)),
  level: ({ level }) => machine.attempt("set_level", level),
  loadFen: ({ text }) => machine.attemptWith(text, "load_fen"),
  loadPgn: ({ text }) => machine.attemptWith(text, "load_pgn"),
  save: ({ name }) => machine.attemptWith(name, "save"),
  load: ({ name }) => machine.attemptWith(name, "load"),
  putFiles: ({ files }) => { files.forEach(({ name, bytes }) => machine.putFile(name, bytes)); diskChanges = -1; },
  removeFile: ({ name }) => { machine.sendText(name); machine.exports.remove_file(); diskChanges = -1; },
  diskImage: () => { machine.attempt("disk_image"); return machine.received(); },
  program: () => machine.program,
  fast: ({ on }) => { fast = on; },
  pace: ({ times }) => { pace = times; },
  sound: ({ rate }) => { soundRate = rate; machine.exports.make_sound(rate); },
  look: ({ on }) => { looking = on; machine.exports.look_inside(Number(on)); },
  pause: () => { running = false; },
  resume: () => { running = true; lastTime = performance.now(); },
  screenText: () => machine.text("screen"),
  switchOn,
  /** Runs a script of keys and cycles, as web-native does; tells how long it took. */
  script: ({ text }) => {
    const began = performance.now();
    machine.attemptWith(text, "run_script");
    const answer = machine.receivedText();
    return { answer, milliseconds: performance.now() - began };
  },
  /** Has the picture of this moment shown. */
  picture: () => { show(performance.now()); },
};

onmessage = ({ data: { id, call, input } }) => {
  try {
    postMessage({ id, result: CALLS[call](input ?? {}) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
};

try {
  machine = await loadMachine();
  switchOn({});
  machine.run(START_FRAMES * facts.frameCycles);
  postMessage({ ready: true });
  slice();
} catch (error) {
  postMessage({ broken: error.message });
}
