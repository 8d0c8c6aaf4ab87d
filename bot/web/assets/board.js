// The board: it draws a position as buttons in planes, and lets people turn it and choose moves by
// mouse, by touch and by keyboard. It knows neither rules nor network: the server says which moves
// are legal, and the page is told which was chosen.

import { buildFrame, buildPlanes } from './build.js';
import { button, element, mark, svg } from './dom.js';
import { watchHands } from './hands.js';
import { watchKeys } from './keys.js';
import { firstCamera, hasPins } from './layout.js';
import { Scene } from './scene.js';
import { Speaker, cellLabel, describeChange, describeSelection, pinLabel } from './speech.js';

/**
 * @typedef {{name: string, level: string, x: number, y: number, z: number, files: number, ranks: number, pin?: string, live: boolean}} Plane
 * @typedef {{name: string, plane: number, x: number, y: number, dark?: boolean, piece?: string}} Cell
 * @typedef {{from: string, to: string, text: string, name: string, promotes?: string, captures?: boolean, attack?: boolean}} Move
 * @typedef {{name: string, role: string, letters: string, color: 'white'|'black'}} Piece
 * @typedef {{game: number, variant: string, title: string, language: string, white: string, black: string, ply: number, plies: number, entries: number, before?: number,
 *   over: boolean, turn: 'white'|'black', status: string, yours: string[], planes: Plane[], cells: Cell[], moves: Move[],
 *   last?: {from: string, to: string, name: string, attack?: boolean},
 *   check?: {king: string, by: {from: string, between?: string[]}[]},
 *   record: string[], pieces: Record<string, Piece>, captured: {piece: string, count: number}[]}} BoardData  as chat.Board
 * @typedef {(key: string, values?: Record<string, string|number>) => string} Texts
 * @typedef {{board: BoardData, texts: Texts, sprite: string, onMove: (move: Move) => void, onView?: (view: string) => void,
 *   view?: import('./layout.js').View, black?: boolean}} Options
 */

/** A board in a page. */
export class Board extends Scene {
  /** The cell or pin whose moves are shown; empty for none. */
  selected = '';
  /** The move that was chosen and that the server has not made yet. @type {Move|null} */
  pending = null;
  /** The moves of what is selected, by target, as they are shown. @type {Map<string, Move[]>} */
  shownTargets = new Map();
  /** What can move in a position. @type {{of: BoardData|null, set: Set<string>}} */
  movable = { of: null, set: new Set() };
  /** The cells that are lit above and below another. @type {HTMLElement[]} */
  lit = [];

  /**
   * Builds the board inside an element.
   * @param {HTMLElement} host
   * @param {Options} options
   */
  constructor(host, options) {
    super(host, options);
    buildFrame(this);
    buildPlanes(this);
    this.speaker = new Speaker(host);
    watchHands(this);
    watchKeys(this);
    this.resizing = new ResizeObserver(() => this.stage.clientWidth !== this.placedWidth && this.place());
    this.resizing.observe(this.stage);
    this.refresh();
    this.place();
  }

  /** Takes the board out of the page. */
  close() {
    this.resizing.disconnect();
    this.host.replaceChildren();
  }

  /**
   * Shows another position of the game, and says what has changed. What somebody has taken in the same position, or has
   * just moved, stays so.
   * @param {BoardData} data
   */
  show(data) {
    const before = this.data;
    const rebuilt = data.variant !== before.variant || data.planes.length !== before.planes.length || data.game !== before.game;
    const same = !rebuilt && !data.over && data.ply === before.ply && data.entries === before.entries;
    this.data = data;
    if (!same) {
      this.pending = null;
      this.selected = '';
    }
    if (data.entries !== before.entries) /** @type {HTMLDialogElement|null} */ (this.host.querySelector('.promotion'))?.close(); // it was about another position
    if (rebuilt) {
      this.camera = firstCamera(data);
      buildPlanes(this);
    }
    this.refresh();
    this.place();
    this.speaker.say(describeChange(before, data, this.texts));
  }

  /** Takes back a move that was chosen but not made. */
  cancel() {
    this.pending = null;
    this.select('');
    this.place();
  }

  // ---- showing ----

  /** @param {Cell} c */
  columnOf(c) {
    const p = this.data.planes[c.plane];
    return `${p.x + c.x},${p.y + c.y}`;
  }

  /** Shows pieces, marks and names as the position and the selection have them. */
  refresh() {
    const d = this.data;
    const targets = this.targets();
    this.shownTargets = targets;
    const moved = this.pending && !this.pending.attack ? this.pending : null;
    const last = d.last && !d.last.attack ? [d.last.from, d.last.to] : [];
    const between = new Set(d.check?.by.flatMap((l) => l.between ?? []));
    const checkers = new Set(d.check?.by.map((l) => l.from));
    this.cellData.clear();
    for (const c of d.cells) {
      let piece = c.piece ?? '';
      if (moved && c.name === moved.from) piece = '';
      if (moved && c.name === moved.to) piece = moved.promotes || (d.cells.find((o) => o.name === moved.from)?.piece ?? '');
      const shown = { ...c, piece };
      this.cellData.set(c.name, shown);
      const b = /** @type {HTMLButtonElement} */ (this.cells.get(c.name));
      this.drawPiece(b, piece);
      const moves = targets.get(c.name);
      mark(b, {
        target: !!moves, capture: !!moves?.some((m) => m.captures), selected: this.selected === c.name, last: last.includes(c.name),
        check: d.check?.king === c.name, checker: checkers.has(c.name), between: between.has(c.name), mine: this.canTake(c.name),
        pending: !!moved && (c.name === moved.from || c.name === moved.to),
      });
      const label = cellLabel(this, shown);
      if (b.getAttribute('aria-label') !== label) b.setAttribute('aria-label', label);
    }
    this.refreshPlanes(targets);
    this.captured.replaceChildren(...d.captured.map((c) => this.countOf(c)));
    this.keepFocus();
    for (const [view, b] of Object.entries(this.viewButtons)) b.setAttribute('aria-pressed', String(view === this.view && !this.look));
    for (const [level, b] of Object.entries(this.levelButtons)) {
      b.setAttribute('aria-pressed', String(level === this.look));
      b.classList.toggle('has-target', !!level && d.cells.some((c) => d.planes[c.plane].level === level && targets.has(c.name)));
    }
  }

  /**
   * Shows which planes exist, and which could.
   * @param {Map<string, Move[]>} targets
   */
  refreshPlanes(targets) {
    const d = this.data;
    const moved = this.pending?.attack ? this.pending : null;
    const wanted = this.wantedPins();
    d.planes.forEach((p, n) => {
      const target = !!p.pin && targets.has(`@${p.pin}`);
      const live = p.live && !(moved && p.pin === moved.from);
      this.planes[n].classList.toggle('ghost', !!p.pin && !live);
      this.planes[n].classList.toggle('absent', !live && !wanted.has(p.pin ?? ''));
      if (!p.pin) return;
      const pin = /** @type {HTMLButtonElement} */ (this.pins.get(p.pin));
      mark(pin, { target, selected: this.selected === `@${p.pin}`, mine: this.canTake(`@${p.pin}`), last: !!d.last?.attack && d.last.to === p.pin });
      pin.setAttribute('aria-label', pinLabel(this, p, target));
    });
  }

  /**
   * Draws a piece on a cell.
   * @param {HTMLElement} cell
   * @param {string} piece
   */
  drawPiece(cell, piece) {
    if ((cell.dataset.piece ?? '') === piece) return;
    cell.dataset.piece = piece;
    cell.replaceChildren(...(piece ? [this.pieceImage(piece)] : []));
    const kind = this.data.pieces[piece];
    const special = !!kind && !'KQRBNP'.includes(kind.letters); // hard to tell apart where they are small
    cell.title = special ? kind.name : '';
    cell.classList.toggle('special', special);
    if (special) cell.append(element('span', `letters ${kind.color}`, { 'aria-hidden': 'true', 'data-letters': kind.letters }));
  }

  /**
   * Makes the picture of captured pieces of a kind.
   * @param {{piece: string, count: number}} captured
   */
  countOf({ piece, count }) {
    const kind = this.data.pieces[piece];
    const e = element('li', '', {});
    e.title = kind.name;
    e.append(this.pieceImage(piece), element('span', 'spoken', {}, kind.name), element('span', '', {}, count > 1 ? `×${count}` : ''));
    return e;
  }

  /**
   * Makes the picture of a piece.
   * @param {string} piece
   */
  pieceImage(piece) {
    const image = svg('svg', { class: `piece ${this.data.pieces[piece]?.color}`, viewBox: '0 0 100 100', 'aria-hidden': 'true' });
    image.append(svg('use', { href: `${this.options.sprite}#${piece}` }));
    return image;
  }

  // ---- choosing ----

  /** Returns the moves of what is selected, by target. @returns {Map<string, Move[]>} */
  targets() {
    /** @type {Map<string, Move[]>} */
    const map = new Map();
    if (!this.selected || this.pending) return map;
    for (const m of this.movesFrom(this.selected)) {
      const key = m.attack ? `@${m.to}` : m.to;
      map.set(key, [...(map.get(key) ?? []), m]);
    }
    return map;
  }

  /** Returns the pins that need room although no attack board is there: where one can go, or an arrow leads. */
  wantedPins() {
    const pins = [...this.targets().keys()].filter((k) => k.startsWith('@')).map((k) => k.slice(1));
    for (const move of [this.pending, ...this.arrows]) if (move?.attack) pins.push(move.to);
    return new Set(pins);
  }

  /**
   * Returns the legal moves of the piece on a cell, or of the attack board on a pin, such as "@b2A".
   * @param {string} from
   */
  movesFrom(from) {
    const attack = from.startsWith('@'), name = attack ? from.slice(1) : from;
    return this.data.moves.filter((m) => !!m.attack === attack && m.from === name);
  }

  /**
   * Reports whether something can move.
   * @param {string} from
   */
  canTake(from) {
    if (this.movable.of !== this.data) {
      this.movable = { of: this.data, set: new Set(this.data.moves.map((m) => (m.attack ? `@${m.from}` : m.from))) };
    }
    return !this.pending && this.movable.set.has(from);
  }

  /**
   * Selects a cell or pin, or nothing.
   * @param {string} from
   */
  select(from) {
    const roomChanges = [this.selected, from].some((f) => f.startsWith('@'));
    this.selected = from;
    this.refresh();
    if (roomChanges) this.place();
    if (from) this.speaker.say(describeSelection(this, from));
  }

  /**
   * Does what a press of a cell or pin means: take something, put it somewhere, or put it back.
   * @param {string} at
   */
  press(at) {
    this.focusOn(at, false);
    const moves = this.targets().get(at);
    if (moves) {
      this.choose(moves);
    } else if (this.selected === at) {
      this.select('');
      this.speaker.say(this.texts('board.put-back'));
    } else if (this.canTake(at)) {
      this.select(at);
    } else {
      const had = this.selected;
      if (had) this.select('');
      this.speaker.say(had ? this.texts('board.not-there', { cell: at.replace('@', '') }) : this.why(at));
    }
  }

  /**
   * Says why nothing can be taken there.
   * @param {string} at
   */
  why(at) {
    const piece = this.data.pieces[this.cellData.get(at)?.piece ?? ''];
    if (!piece && !at.startsWith('@')) return this.texts('board.empty-cell', { cell: at });
    if (!this.data.moves.length) return this.texts('board.not-your-turn');
    return this.texts('board.no-moves', { piece: piece?.role ?? this.texts('board.attack-board'), cell: at.replace('@', '') });
  }

  /**
   * Makes a move, or asks to what a pawn promotes.
   * @param {Move[]} moves
   */
  choose(moves) {
    if (moves.length === 1) {
      this.make(moves[0]);
      return;
    }
    this.askPromotion(moves);
  }

  /**
   * Shows a move as made, and tells the page.
   * @param {Move} move
   */
  make(move) {
    this.selected = '';
    this.pending = move;
    this.refresh();
    if (move.attack) this.place();
    this.options.onMove(move);
  }

  /**
   * Asks to what a pawn promotes.
   * @param {Move[]} moves
   */
  askPromotion(moves) {
    const dialog = /** @type {HTMLDialogElement} */ (element('dialog', 'promotion', { 'aria-label': this.texts('board.promote') }));
    dialog.append(element('p', '', {}, this.texts('board.promote')));
    const row = element('div', 'choices');
    for (const m of moves) {
      const piece = m.promotes ?? '';
      const b = button('', () => {
        dialog.close();
        this.make(m);
      });
      b.append(this.pieceImage(piece), element('span', '', {}, this.data.pieces[piece]?.role ?? m.name));
      row.append(b);
    }
    dialog.append(row, button(this.texts('board.cancel'), () => dialog.close()));
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (!this.pending) this.select('');
      this.focusOn(this.focused, true);
    });
    this.host.append(dialog);
    dialog.showModal();
  }

  // ---- focus ----

  /** Returns where the focus is at first: where the last move has led, else on the first piece of the reader. */
  firstFocus() {
    const d = this.data;
    const move = this.pending ?? d.last;
    if (move) return move.attack ? `@${move.to}` : move.to;
    const color = this.black ? 'black' : 'white';
    const own = d.cells.find((c) => c.piece && d.pieces[c.piece]?.color === color);
    return (own ?? d.cells.find((c) => d.planes[c.plane].live))?.name ?? '';
  }

  /** Moves the focus, if it is on a cell or pin that does not exist any more. */
  keepFocus() {
    const at = this.elementOf(this.focused), plane = at?.closest('.plane');
    if (plane && !plane.classList.contains('absent')) return;
    this.focusOn(this.firstFocus(), !!at && at === document.activeElement);
  }

  /**
   * Makes a cell or pin the tab stop of the board, and focuses it.
   * @param {string} name
   * @param {boolean} now whether to move the focus there
   */
  focusOn(name, now) {
    const at = this.elementOf(name);
    if (!at) return;
    const old = this.elementOf(this.focused);
    if (old && old !== at) old.tabIndex = -1;
    this.focused = name;
    at.tabIndex = 0;
    if (!now) return;
    const level = this.levelOf(name);
    if (this.look && level && !this.layout.at.has(/** @type {Cell} */ (this.cellData.get(name)).plane)) {
      this.lookAt(this.data.planes.find((p) => !p.pin && p.level === level)?.level ?? '');
    }
    at.focus({ preventScroll: false });
  }

  /** @param {string} name */
  elementOf(name) {
    return name.startsWith('@') ? this.pins.get(name.slice(1)) : this.cells.get(name);
  }

  /**
   * Lights the cells above and below a cell.
   * @param {string} name empty for none
   */
  lightColumn(name) {
    for (const b of this.lit) b.classList.remove('column');
    const c = this.cellData.get(name);
    this.lit = c ? (this.columns.get(this.columnOf(c)) ?? []).filter((n) => n !== name).map((n) => /** @type {HTMLElement} */ (this.cells.get(n))) : [];
    for (const b of this.lit) b.classList.add('column');
  }

  /** Reports whether the game has attack boards. */
  get hasPins() {
    return hasPins(this.data);
  }
}
