// The C64's screen on a canvas, and fingers on it. Every pixel is drawn a whole number of device pixels high, with the shape
// it has on a television; only where device pixels are too fine to be seen does the picture fill the width instead.

/** A picture is 384 wide; the display of 320 by 200 begins at column 32, its row depends on the model. */
const WIDTH = 384;
const DISPLAY = { left: 32, width: 320, height: 200 };
const DISPLAY_TOP = { 272: 35, 247: 23 };
/** Width of a pixel by its height, on the television of a model: PAL, NTSC. */
const ASPECT = { 272: 0.9365, 247: 0.75 };
/** Border that is shown around the display, in its pixels: on a wide page and on a narrow one. */
const BORDER = { wide: 8, narrow: 5 };
/** Device pixels of a CSS pixel from which on nobody sees a single one. */
const FINE = 2;
/** A square of the board, in pixels. */
const SQUARE = 24;
const NO_SQUARE = 255;

export class Screen {
  #canvas;
  #machine;
  #source = document.createElement("canvas");
  #height = 272;
  #crop = { left: 24, top: 27, width: 336, height: 216 };
  #scale = 1;
  #ghost = null;

  constructor(canvas, machine) {
    this.#canvas = canvas;
    this.#machine = machine;
    this.#source.width = WIDTH;
    this.#source.height = this.#height;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", (event) => this.#up(event));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** The largest scale that fits into so many CSS pixels. */
  fit(width, height, narrow) {
    const border = narrow ? BORDER.narrow : BORDER.wide;
    const crop = {
      left: DISPLAY.left - border,
      top: DISPLAY_TOP[this.#height] - border,
      width: DISPLAY.width + 2 * border,
      height: DISPLAY.height + 2 * border,
    };
    const ratio = window.devicePixelRatio || 1;
    const aspect = ASPECT[this.#height];
    const fits = Math.min((width * ratio) / (crop.width * aspect), (height * ratio) / crop.height);
    const shown = Math.max(1, ratio >= FINE ? fits : Math.floor(fits));
    this.#scale = Math.ceil(shown);
    this.#crop = crop;
    this.#canvas.width = crop.width * this.#scale;
    this.#canvas.height = crop.height * this.#scale;
    this.#canvas.style.width = `${(crop.width * aspect * shown) / ratio}px`;
    this.#canvas.style.height = `${(crop.height * shown) / ratio}px`;
    document.documentElement.style.setProperty("--pixel", `${shown / ratio}px`);
    this.#paint();
  }

  /** Scale and part of the picture that is shown. */
  get view() {
    return { scale: this.#scale, ...this.#crop };
  }

  draw(pixels, height) {
    if (height !== this.#height) {
      this.#height = height;
      this.#source.height = height;
      window.dispatchEvent(new Event("resize"));
    }
    this.#source.getContext("2d", { willReadFrequently: true }).putImageData(new ImageData(pixels, WIDTH, height), 0, 0);
    this.#paint();
  }

  #paint() {
    const { left, top, width, height } = this.#crop;
    const context = this.#canvas.getContext("2d");
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#source, left, top, width, height, 0, 0, this.#canvas.width, this.#canvas.height);
  }

  /** The pixel of the picture under the pointer. */
  #pixel(event) {
    const box = this.#canvas.getBoundingClientRect();
    const part = (at, start, size) => Math.min(Math.max((at - start) / size, 0), 0.999);
    return {
      x: Math.floor(this.#crop.left + part(event.clientX, box.left, box.width) * this.#crop.width),
      y: Math.floor(this.#crop.top + part(event.clientY, box.top, box.height) * this.#crop.height),
    };
  }

  async #down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    this.#canvas.focus({ preventScroll: true });
    this.#canvas.setPointerCapture(event.pointerId);
    const at = this.#pixel(event);
    this.#drop();
    const image = this.#imageOf(at);
    const touch = this.#machine.ask("touch", at);
    this.touched = touch;
    if ((await touch) !== NO_SQUARE && this.touched === touch && image !== null) this.#lift(event, image);
  }

  #move(event) {
    if (this.#ghost === null) return;
    this.#ghost.style.left = `${event.clientX}px`;
    this.#ghost.style.top = `${event.clientY}px`;
    this.#ghost.hidden = false;
  }

  async #up(event) {
    if (this.touched === undefined) return;
    const touch = this.touched;
    this.touched = undefined;
    this.#drop();
    await touch;
    await this.#machine.ask("lift", this.#pixel(event));
  }

  /** The piece on a square of the picture, without the square. */
  #imageOf({ x, y }) {
    const left = DISPLAY.left + 8;
    const top = DISPLAY_TOP[this.#height];
    const [column, row] = [Math.floor((x - left) / SQUARE), Math.floor((y - top) / SQUARE)];
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    const image = this.#source.getContext("2d").getImageData(left + column * SQUARE, top + row * SQUARE, SQUARE, SQUARE);
    const words = new Uint32Array(image.data.buffer);
    const ground = words[2 * SQUARE + 2];
    words.forEach((word, index) => {
      const [across, down] = [index % SQUARE, Math.floor(index / SQUARE)];
      const edge = Math.min(across, down, SQUARE - 1 - across, SQUARE - 1 - down) < 2;
      if (word === ground || edge) words[index] = 0;
    });
    return image;
  }

  /** Shows the piece under the pointer while it is dragged. */
  #lift(event, image) {
    const ghost = document.createElement("canvas");
    ghost.className = "ghost";
    ghost.width = ghost.height = SQUARE;
    ghost.getContext("2d").putImageData(image, 0, 0);
    const box = this.#canvas.getBoundingClientRect();
    ghost.style.width = `${(SQUARE * box.width) / this.#crop.width}px`;
    ghost.style.height = `${(SQUARE * box.height) / this.#crop.height}px`;
    ghost.hidden = true;
    document.body.append(ghost);
    this.#ghost = ghost;
  }

  #drop() {
    this.#ghost?.remove();
    this.#ghost = null;
  }
}
