// The SID's samples through Web Audio, after the first click: short pieces, one exactly after the other.

/** Seconds by which sound is late, so that a piece is there when the one before it ends. */
const DELAY = 0.06;

export class Speaker {
  #context = null;
  #next = 0;
  #on = true;

  constructor(machine) {
    machine.addEventListener("samples", ({ detail }) => this.#play(detail.samples));
    const begin = () => {
      if (this.#context !== null || typeof AudioContext === "undefined") return;
      this.#context = new AudioContext({ latencyHint: "interactive" });
      machine.ask("sound", { rate: this.#context.sampleRate });
    };
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, begin, { once: true });
  }

  set on(on) {
    this.#on = on;
  }

  #play(samples) {
    if (!this.#on || this.#context === null) return;
    if (this.#context.state === "suspended") this.#context.resume();
    const buffer = this.#context.createBuffer(1, samples.length, this.#context.sampleRate);
    buffer.copyToChannel(samples, 0);
    const piece = this.#context.createBufferSource();
    piece.buffer = buffer;
    piece.connect(this.#context.destination);
    const now = this.#context.currentTime;
    if (this.#next < now) this.#next = now + DELAY;
    piece.start(this.#next);
    this.#next += buffer.duration;
  }
}
