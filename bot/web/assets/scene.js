// How a board is seen: where its planes are, from where, and the lines over them.

import { arrowShapes } from './arrows.js';
import { line } from './dom.js';
import { arm, arrange, firstCamera, hasPins, project, quarter, upright } from './layout.js';

/** @typedef {import('./layout.js').View} View */

/** How wide a board must be, in pixels, to be shown in space at first: else its cells are too small for fingers. */
const WIDE = 500;

/** What is seen of a board. Board adds what can be done with it. */
export class Scene {
  /** The element in the page that the board is in. @type {HTMLElement} */
  host;
  /** The part of it that shows the boards, and what turns in it. @type {HTMLElement} */
  stage;
  /** @type {HTMLElement} */
  world;
  /** The lines over the boards. @type {Element} */
  lines;
  /** The arrows over the boards; see showArrows. @type {import('./arrows.js').Arrow[]} */
  arrows = [];
  /** The buttons for levels, by name; the empty name is for all. @type {HTMLElement} */
  levels;
  /** @type {Record<string, HTMLButtonElement>} */
  levelButtons = {};
  /** @type {Record<string, HTMLButtonElement>} */
  viewButtons = {};
  /** The captured pieces. @type {HTMLElement} */
  captured;
  /** What pulls the levels apart. @type {HTMLInputElement} */
  slider;
  /** The planes, in the order of the data, the cells and the pins by name. @type {HTMLElement[]} */
  planes = [];
  /** @type {Map<string, HTMLButtonElement>} */
  cells = new Map();
  /** @type {Map<string, HTMLButtonElement>} */
  pins = new Map();
  /** Cells as they are shown, also with a move that was not made yet. @type {Map<string, import('./board.js').Cell>} */
  cellData = new Map();
  /** The names of cells above one another, by file and rank. @type {Map<string, string[]>} */
  columns = new Map();
  /** The position. @type {import('./board.js').BoardData} */
  data;
  /** @type {import('./board.js').Options} */
  options;
  /** @type {import('./board.js').Texts} */
  texts;
  /** @type {import('./speech.js').Speaker} */
  speaker;
  /** Where everything is; set by place. @type {import('./layout.js').Layout} */
  layout;
  /** How wide the stage was then. */
  placedWidth = 0;
  /** The cell or pin that has the focus, or had it last. */
  focused = '';
  /** Timers: after a movement of the view, and after the last turn. @type {number|undefined} */
  gliding;
  /** @type {number|undefined} */
  resting;

  /** The view. @type {View} */
  view = 'flat';
  /** Whether Black is near. */
  black = false;
  /** From where it is seen in space. @type {import('./layout.js').Camera} */
  camera = { yaw: 0, tilt: 0, zoom: 1, spread: 0, panX: 0, panY: 0 };
  /** The level that is shown alone; empty for all. */
  look = '';
  /** The frame that was asked for; 0 for none. */
  frame = 0;
  /** How many frames were drawn, when the last one was, and whether it settled the board; in how many frames once that is done. */
  frames = 0;
  turned = 0;
  settled = false;
  patience = 1;

  /**
   * Takes over what the board is to show.
   * @param {HTMLElement} host
   * @param {import('./board.js').Options} options
   */
  constructor(host, options) {
    this.host = host;
    this.options = options;
    this.texts = options.texts;
    this.data = options.board;
    this.camera = firstCamera(this.data);
    const wide = host.clientWidth >= WIDE;
    this.view = options.view ?? (hasPins(this.data) && wide ? 'stack' : 'flat');
    this.black = options.black ?? (this.data.yours.length === 1 && this.data.yours[0] === 'black');
  }

  /** Shows pieces, marks and names as the position has them. */
  refresh() {}

  /**
   * Makes a cell or pin the tab stop of the board, and focuses it.
   * @param {string} _name
   * @param {boolean} _now whether to move the focus there
   */
  focusOn(_name, _now) {}

  /** Returns the pins that need room although no attack board is there. @returns {Set<string>} */
  wantedPins() {
    return new Set();
  }

  /** Puts the planes where they belong. */
  place() {
    const room = Math.max(360, window.innerHeight * 0.82);
    const layout = arrange(this.data, { view: this.view, width: this.stage.clientWidth, room, camera: this.camera, black: this.black, look: this.look, wanted: this.wantedPins() });
    this.layout = layout;
    this.placedWidth = this.stage.clientWidth;
    this.stage.style.height = `${Math.round(layout.height)}px`;
    this.world.style.setProperty('--cell', `${layout.cell.toFixed(2)}px`);
    this.host.dataset.view = this.look ? 'look' : this.view;
    this.host.classList.toggle('small', layout.cell < 30);
    this.planes.forEach((plane, n) => {
      const at = layout.at.get(n);
      plane.classList.toggle('away', !at);
      if (at) plane.style.transform = `translate3d(${at.x.toFixed(1)}px,${at.y.toFixed(1)}px,${at.z.toFixed(1)}px)`;
    });
    this.slider.value = String(layout.spread);
    const space = layout.real;
    this.host.classList.toggle('in-space', space);
    this.turn();
    this.settle();
  }

  /** Turns the world to where the camera is. */
  turn() {
    const { layout } = this;
    const [zoom, x, y] = this.lens();
    this.world.style.transform = `translate3d(${x.toFixed(1)}px,${y.toFixed(1)}px,0) scale(${zoom.toFixed(3)}) rotateX(${layout.tilt.toFixed(2)}deg) rotateZ(${layout.yaw.toFixed(2)}deg)`;
    this.drawLines();
  }

  /** Makes pieces and names stand upright. This paints all planes, so it waits while the board is turned fast. */
  settle() {
    const { tilt, yaw } = this.layout;
    const style = this.world.style;
    style.setProperty('--up', upright(tilt, yaw));
    style.setProperty('--foot', `${(50 + 34 * Math.min(1, tilt / 50)).toFixed(1)}%`);
    const s = Math.sin((yaw * Math.PI) / 180), c = Math.cos((yaw * Math.PI) / 180), lean = Math.tan((Math.min(tilt, 74) * Math.PI) / 180);
    style.setProperty('--slab-x', (s * lean).toFixed(3));
    style.setProperty('--slab-y', (c * lean).toFixed(3));
    const q = quarter(yaw); // far cells are painted first
    style.setProperty('--zx', String([0, 1, 0, -1][q]));
    style.setProperty('--zy', String([-1, 0, 1, 0][q]));
    this.world.classList.toggle('reversed', c < -0.01);
    this.world.classList.toggle('tilted', tilt > 5);
  }

  /**
   * Returns where the middle of a cell is seen, from the middle of the stage.
   * @param {string} name
   */
  seenAt(name) {
    const c = this.cellData.get(name);
    return c ? this.seen(c.plane, c.x + 0.5, c.y + 0.5) : null;
  }

  /**
   * Returns where a point of a plane is seen, from the middle of the stage.
   * @param {number} plane
   * @param {number} x in cells from the plane's near left corner
   * @param {number} y
   */
  seen(plane, x, y) {
    const at = this.layout.at.get(plane);
    if (!at) return null;
    const { cell, tilt, yaw } = this.layout;
    const spot = project({ x: at.x + x * cell, y: at.y + (this.data.planes[plane].ranks - y) * cell, z: at.z }, tilt, yaw);
    const [zoom, panX, panY] = this.lens();
    return { x: spot.x * zoom + panX, y: spot.y * zoom + panY };
  }

  /** Returns how the world is zoomed and moved on the screen. */
  lens() {
    const { zoom, panX, panY } = this.camera;
    return this.layout.real && this.view === 'free' ? [zoom, panX, panY] : [1, 0, 0];
  }

  /** Draws the lines of a check, of a last move from level to level, the arms of attack boards, and arrows. */
  drawLines() {
    const d = this.data;
    const width = this.stage.clientWidth, height = this.stage.clientHeight;
    this.lines.setAttribute('viewBox', `${-width / 2} ${-height / 2} ${width} ${height}`);
    /** @type {[string, string, string][]} */
    const wanted = (d.check?.by ?? []).map((l) => [l.from, d.check?.king ?? '', 'check']);
    if (d.last && !d.last.attack && this.cellData.get(d.last.from)?.plane !== this.cellData.get(d.last.to)?.plane) wanted.push([d.last.from, d.last.to, 'last']);
    const drawn = wanted.flatMap(([from, to, kind]) => {
      const a = this.seenAt(from), b = this.seenAt(to);
      return a && b ? [line(a, b, `${kind} edge`), line(a, b, kind)] : [];
    });
    this.lines.replaceChildren(...(this.layout.real ? this.arms() : []), ...drawn, ...arrowShapes(this));
  }

  /** Draws the arms that hold the attack boards. */
  arms() {
    return this.data.planes.flatMap((p, n) => {
      const ends = p.live && arm(this.data, p);
      if (!ends) return [];
      const main = this.data.planes.findIndex((m) => !m.pin && m.z === ends.corner.z);
      const a = this.seen(n, ends.inner.x - p.x, ends.inner.y - p.y);
      const b = this.seen(main, ends.corner.x - this.data.planes[main].x, ends.corner.y - this.data.planes[main].y);
      return a && b ? [line(a, b, 'arm')] : [];
    });
  }

  /**
   * Shows the board in another view.
   * @param {import('./layout.js').View} view
   */
  setView(view) {
    this.view = view;
    this.look = '';
    this.glide();
    this.refresh();
    this.place();
    this.options.onView?.(view);
    this.speaker.say(this.texts(`board.view.${view}`));
  }

  /**
   * Shows a level alone, or all.
   * @param {string} level
   */
  lookAt(level) {
    this.look = level;
    this.glide();
    this.refresh();
    this.place();
    if (level && this.levelOf(this.focused) !== level) {
      const there = this.data.cells.find((c) => this.layout.at.has(c.plane) && this.data.planes[c.plane].live && this.data.planes[c.plane].level === level);
      if (there) this.focusOn(there.name, false);
    }
  }

  /** @param {string} name */
  levelOf(name) {
    const c = this.cellData.get(name);
    return c ? this.data.planes[c.plane].level : '';
  }

  /** Shows the board from the other side. */
  flip() {
    this.black = !this.black;
    this.glide();
    this.place();
  }

  /** Lets the next change of the view be a movement. */
  glide() {
    this.world.classList.add('gliding');
    clearTimeout(this.gliding);
    this.gliding = window.setTimeout(() => this.world.classList.remove('gliding'), 450);
  }

  /**
   * Turns the board in space.
   * @param {number} yaw
   * @param {number} tilt
   */
  turnBy(yaw, tilt) {
    if (this.look || this.view !== 'free') this.enterFree();
    this.camera.yaw += yaw;
    this.camera.tilt = Math.max(0, Math.min(82, this.camera.tilt + tilt));
    this.layout.yaw = this.camera.yaw + (this.black ? 180 : 0);
    this.layout.tilt = this.camera.tilt;
    this.soon();
  }

  /** Goes to the free view from where the board is seen now. */
  enterFree() {
    this.view = 'free';
    this.look = '';
    this.refresh();
    this.place();
    this.options.onView?.('free');
  }

  /**
   * Zooms in space, towards a point that counts from the middle of the stage.
   * @param {number} by
   * @param {number} [x]
   * @param {number} [y]
   */
  zoomBy(by, x = 0, y = 0) {
    if (this.look || this.view !== 'free') this.enterFree();
    const zoom = Math.max(0.5, Math.min(5, this.camera.zoom * by));
    const real = zoom / this.camera.zoom;
    this.camera.panX = x - (x - this.camera.panX) * real;
    this.camera.panY = y - (y - this.camera.panY) * real;
    this.camera.zoom = zoom;
    this.soon();
  }

  resetCamera() {
    this.camera = firstCamera(this.data);
    this.glide();
    this.place();
  }

  /** Turns the board in the next frame, and settles it when the hand rests. */
  soon() {
    this.world.classList.add('turning');
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => {
      this.world.classList.remove('turning');
      this.patience = Math.min(8, this.patience); // the next time it may be quick enough
      this.settle();
    }, 140);
    this.frame ||= requestAnimationFrame((now) => this.turnNow(now));
  }

  /**
   * Turns the board. Pieces are made upright as often as this browser does it without dropping frames.
   * @param {number} now
   */
  turnNow(now) {
    const took = now - this.turned;
    this.frame = 0;
    this.turned = now;
    this.turn();
    if (this.settled && took > 24 && took < 400) this.patience = this.patience < 8 ? this.patience * 2 : Infinity;
    this.settled = this.data.cells.length < 256 && ++this.frames % this.patience === 0;
    if (this.settled) this.settle();
  }
}
