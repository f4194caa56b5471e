// The WebAssembly module with its two buffers: calls on text and bytes instead of addresses.

import { FACT_COUNT, readFacts } from "./facts.js";

const TEXTS = { message: 0, fen: 1, moves: 2, pgn: 3, line: 4, scores: 5, screen: 6 };

export async function loadMachine() {
  const fetched = fetch(new URL("64squares.wasm", import.meta.url));
  const bytes = (name) => fetch(new URL(name, import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`${name} cannot be loaded: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const [module, program, symbols] = await Promise.all([
    fetched.then((answer) => answer.arrayBuffer()).then((code) => WebAssembly.instantiate(code, {})),
    bytes("64squares.prg"),
    bytes("64squares.sym"),
  ]);
  return new Machine(module.instance.exports, new Uint8Array(program), new Uint8Array(symbols));
}

export class Machine {
  constructor(exports, program, symbols) {
    this.exports = exports;
    this.program = program;
    this.send(symbols);
    exports.set_symbols();
  }

  send(bytes) {
    const place = this.exports.incoming(bytes.length);
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
  }

  sendText(text) {
    this.send(new TextEncoder().encode(text));
  }

  /** A copy of what the last call left. */
  received() {
    const { memory, outgoing, outgoing_length } = this.exports;
    return new Uint8Array(memory.buffer, outgoing(), outgoing_length()).slice();
  }

  receivedText() {
    return new TextDecoder().decode(this.received());
  }

  /** Makes a call that may fail with a reason. */
  attempt(call, ...numbers) {
    if (this.exports[call](...numbers) === 0) throw new Error(this.receivedText());
  }

  attemptWith(text, call, ...numbers) {
    this.sendText(text);
    this.attempt(call, ...numbers);
  }

  switchOn({ ntsc = false, seed = 64 } = {}) {
    this.send(this.program);
    this.attempt("switch_on", Number(ntsc), seed);
  }

  run(cycles) {
    this.attempt("run", cycles);
  }

  facts() {
    const place = this.exports.facts();
    return readFacts(new Float64Array(this.exports.memory.buffer, place, FACT_COUNT));
  }

  text(name) {
    this.attempt("text", TEXTS[name]);
    return this.receivedText();
  }

  /** The picture as bytes of an ImageData. */
  picture() {
    const height = this.exports.picture();
    return { height, pixels: new Uint8ClampedArray(this.received().buffer) };
  }

  samples(heard) {
    this.exports.samples(Number(heard));
    return new Float32Array(this.received().buffer);
  }

  files() {
    this.exports.files();
    const names = this.receivedText().split("\n").filter((name) => name !== "");
    return names.map((name) => {
      this.attemptWith(name, "file");
      return { name, bytes: this.received() };
    });
  }

  putFile(name, bytes) {
    const head = new TextEncoder().encode(`${name}\n`);
    const whole = new Uint8Array(head.length + bytes.length);
    whole.set(head);
    whole.set(bytes, head.length);
    this.send(whole);
    this.exports.put_file();
  }
}
