// The numbers that the machine tells about itself, in the order of `facts` in src/exports.rs, and the screens by number.

const NAMES = [
  "cycles", "hertz", "frameCycles", "thinking", "searchCycles", "budget", "depth", "score", "nodes", "screen", "level",
  "players", "flipped", "played", "storyChanges", "diskChanges", "whiteToMove", "computerToMove", "ended",
];
const FLAGS = new Set(["thinking", "flipped", "whiteToMove", "computerToMove", "ended"]);

export const SCREENS = ["title", "board", "promotion", "menu", "help", "setUp", "filing", "leaving"];

/** Buttons by their number in `hand::Command`. */
export const COMMANDS = ["newGame", "takeBack", "hint", "flip", "moveNow", "menu", "stop", "swapSides", "stepBack", "stepOn"];

export const FACT_COUNT = NAMES.length;

export function readFacts(numbers) {
  const facts = {};
  NAMES.forEach((name, index) => {
    facts[name] = FLAGS.has(name) ? numbers[index] !== 0 : numbers[index];
  });
  facts.screen = SCREENS[facts.screen];
  return facts;
}
