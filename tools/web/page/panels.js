// What stands beside the screen: figures of the search, the plot, the moves, the inside of the machine.

const byId = (id) => document.getElementById(id);
const number = new Intl.NumberFormat("en");
/** A score from here on is a mate. */
const MATE = 29_000;
const PLOT = { width: 320, height: 84, most: 500 };
const PROFILE_ROWS = 14;

export function scoreText(score) {
  if (Math.abs(score) >= MATE) return score > 0 ? "White mates" : "Black mates";
  return `${score < 0 ? "−" : "+"}${(Math.abs(score) / 100).toFixed(2)}`;
}

/** Bar, message and the C64's own seconds below the screen. */
export function showStatus({ facts, message, speed }) {
  const seconds = facts.searchCycles / facts.hertz;
  const share = facts.thinking && facts.budget > 0 ? Math.min(facts.searchCycles / facts.budget, 1) : 0;
  byId("bar").firstElementChild.style.width = `${100 * share}%`;
  byId("says").textContent = facts.screen === "title" ? "Click the screen to begin" : message;
  const of = facts.budget > 0 ? ` of ${(facts.budget / facts.hertz).toFixed(0)} s` : " s";
  const times = speed > 0 ? `, ×${Math.round(speed / (facts.hertz / 1e6))}` : "";
  byId("clock").textContent = facts.thinking ? `${seconds.toFixed(1)}${of} on the C64${times}` : "";
}

export function showSearch({ facts, line }) {
  if (facts.depth === 0 && !facts.thinking) return;
  byId("score").textContent = facts.depth > 0 ? scoreText(facts.score) : "–";
  byId("depth").textContent = facts.depth > 0 ? facts.depth : "–";
  byId("nodes").textContent = number.format(facts.nodes);
  byId("seconds").textContent = `${(facts.searchCycles / facts.hertz).toFixed(1)} s`;
  byId("line").textContent = line;
}

export function showMoves(moves, played) {
  const [begins, ...spelled] = moves.filter((move) => move !== "");
  const list = byId("moves");
  list.replaceChildren();
  const item = (text, name) => list.append(Object.assign(document.createElement("li"), { textContent: text, className: name }));
  const offset = begins === "b" ? 1 : 0;
  if (spelled.length > 0 && offset === 1) {
    item("1.", "number");
    item("…", "");
  }
  spelled.forEach((move, ply) => {
    if ((ply + offset) % 2 === 0) item(`${(ply + offset) / 2 + 1}.`, "number");
    item(move, ply + 1 === played ? "now" : ply >= played ? "undone" : "");
  });
  // Only the list scrolls, not the page around it.
  const now = list.querySelector(".now");
  if (now !== null) list.scrollTop = now.offsetTop - list.clientHeight + now.offsetHeight + 8;
}

/** White's advantage over the game, from the computer's own scores: `half move score` a line. */
export function showPlot(scores, length) {
  const plot = byId("plot");
  const { width, height, most } = PLOT;
  const plies = Math.max(length, 16);
  const points = scores.split("\n").filter((line) => line !== "").map((line) => {
    const [ply, score] = line.split(" ").map(Number);
    const shown = most * Math.tanh(score / most);
    return [(ply / plies) * width, height / 2 - (shown / most) * (height / 2 - 6)];
  });
  const zero = `<path d="M0 ${height / 2}H${width}" stroke="#4a4460" stroke-width="1" vector-effect="non-scaling-stroke"/>`;
  if (points.length === 0) {
    plot.innerHTML = zero;
    return;
  }
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const [first, last] = [points[0][0].toFixed(1), points.at(-1)[0].toFixed(1)];
  plot.innerHTML = `<path d="M${first} ${height / 2}L${line}L${last} ${height / 2}Z" fill="#9ad28440"/>${zero}`
    + `<path d="M${line}" fill="none" stroke="#9ad284" stroke-width="2" vector-effect="non-scaling-stroke"/>`
    + points.map(([x, y]) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="2" fill="#d9e48a"/>`).join("");
}

/** The colours of the legend, brighter the more recently a cell was touched; mixed where they meet. */
const GLOW = { written: [255, 106, 85], read: [95, 224, 127], executed: [91, 140, 255] };

/** The pixels come as written, read, executed. */
export function showMemory(pixels) {
  const { written, read, executed } = GLOW;
  for (let at = 0; at < pixels.length; at += 4) {
    const [w, r, e] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    if ((w | r | e) === 0) continue;
    for (let part = 0; part < 3; part += 1) pixels[at + part] = (w * written[part] + r * read[part] + e * executed[part]) / 255;
  }
  byId("memory").getContext("2d").putImageData(new ImageData(pixels, 256, 256), 0, 0);
}

/** `symbol cycles calls` a line. */
export function showProfile(text) {
  const rows = text.split("\n").filter((line) => line !== "").map((line) => line.split(" "));
  const all = rows.reduce((sum, [, cycles]) => sum + Number(cycles), 0);
  if (all === 0) return;
  const list = byId("profile");
  list.replaceChildren();
  for (const [name, cycles] of rows.slice(0, PROFILE_ROWS)) {
    const share = `${((100 * cycles) / all).toFixed(1)} %`;
    const row = document.createElement("li");
    row.style.setProperty("--share", `${(100 * cycles) / all}%`);
    row.append(cell(name.replace(/^squares64__/, "").replaceAll("__", "::")), cell(share));
    list.append(row);
  }
}

function cell(text) {
  return Object.assign(document.createElement("span"), { textContent: text });
}
