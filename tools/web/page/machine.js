// The machine as the page sees it: questions to the worker, answered by promises, and news of what it does.

export class Machine extends EventTarget {
  /** What was last told: facts, message, best line, story, scores, files. */
  state = { ready: false };
  #waiting = new Map();
  #count = 0;
  #worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });

  constructor() {
    super();
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onerror = (event) => reject(new Error(event.message || "the machine cannot be loaded"));
      this.addEventListener("ready", () => resolve());
      this.addEventListener("broken", (event) => reject(new Error(event.detail.broken)));
    });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
  }

  ask(call, input) {
    const id = ++this.#count;
    this.#worker.postMessage({ id, call, input });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #hear(data) {
    if (data.id !== undefined) {
      const { resolve, reject } = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.error === undefined) resolve(data.result);
      else reject(new Error(data.error));
      return;
    }
    if (data.ready) this.state.ready = true;
    if (data.facts !== undefined) {
      const { facts, speed, message, line } = data;
      Object.assign(this.state, { facts, speed, message, line });
      for (const part of ["story", "scores", "files"]) if (data[part] !== undefined) this.state[part] = data[part];
    }
    const kind = ["ready", "broken", "samples", "picture"].find((name) => data[name] !== undefined);
    this.dispatchEvent(new CustomEvent(kind, { detail: data }));
  }
}
