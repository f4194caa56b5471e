// The disk: files of the machine's drive, kept in this browser's storage, and files for other machines.

const PLACE = "64squares.disk";

const encode = (bytes) => btoa(String.fromCharCode(...bytes));
const decode = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** The files that were kept; none when there are none, or when they cannot be read. */
export function keptFiles() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return Object.entries(kept).map(([name, text]) => ({ name, bytes: decode(text) }));
  } catch {
    return [];
  }
}

export function keepFiles(files) {
  const kept = Object.fromEntries(files.map(({ name, bytes }) => [name, encode(bytes)]));
  localStorage.setItem(PLACE, JSON.stringify(kept));
}

/** Has the browser download bytes or text as a file. */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function showFiles(place, files, { load, remove }) {
  place.replaceChildren();
  if (files.length === 0) {
    place.append(Object.assign(document.createElement("li"), { textContent: "No games saved yet.", className: "none" }));
  }
  for (const { name } of files) {
    const row = document.createElement("li");
    const button = (text, act) => {
      const made = Object.assign(document.createElement("button"), { textContent: text });
      made.addEventListener("click", () => act(name));
      return made;
    };
    const label = Object.assign(document.createElement("span"), { textContent: name.toLowerCase() });
    row.append(label, button("Load", load), button("Delete", remove));
    place.append(row);
  }
}
