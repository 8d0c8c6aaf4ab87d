// Mouse and touch: taking and putting pieces, turning the board, zooming.

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {{id: number, x: number, y: number}} Finger
 */

/** How far a pointer moves before that is a drag. */
const DRAG = 5;
/** Degrees a pixel. */
const TURN = 0.35;

/**
 * Watches the pointers over a board.
 * @param {Board} board
 */
export function watchHands(board) {
  const hands = new Hands(board);
  const { stage } = board;
  stage.addEventListener('pointerdown', (e) => hands.down(e));
  stage.addEventListener('pointermove', (e) => hands.move(e));
  for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) stage.addEventListener(end, (e) => hands.up(e));
  const keep = (/** @type {TouchEvent} */ e) => (hands.turning || hands.drag) && e.cancelable && e.preventDefault();
  stage.addEventListener('touchstart', keep, { passive: false }); // where the browser has not read touch-action yet
  stage.addEventListener('touchmove', keep, { passive: false });
  stage.addEventListener('click', (e) => hands.click(e), true);
  stage.addEventListener('dblclick', (e) => hands.doubleClick(e));
  stage.addEventListener('contextmenu', (e) => hands.turned && e.preventDefault());
  stage.addEventListener('wheel', (e) => hands.wheel(e), { passive: false });
  stage.addEventListener('pointerover', (e) => e.pointerType !== 'touch' && board.lightColumn(cellAt(e.target)));
  stage.addEventListener('pointerleave', () => board.lightColumn(''));
  stage.addEventListener('focusin', (e) => board.lightColumn(cellAt(e.target)));
  stage.addEventListener('focusout', () => board.lightColumn(''));
}

/**
 * Returns the cell of an element; empty if it is in none.
 * @param {EventTarget|null} target
 */
function cellAt(target) {
  return target instanceof Element ? /** @type {HTMLElement|null} */ (target.closest('.cell'))?.dataset.cell ?? '' : '';
}

/**
 * Returns the cell or pin of an element; empty if it is in none.
 * @param {EventTarget|null} target
 */
function placeAt(target) {
  if (!(target instanceof Element)) return '';
  const pin = /** @type {HTMLElement|null} */ (target.closest('.pin'))?.dataset.pin;
  if (pin) return `@${pin}`;
  const ghost = target.closest('.plane.ghost');
  if (ghost) return `@${/** @type {HTMLElement|null} */ (ghost.querySelector('.pin'))?.dataset.pin}`;
  return cellAt(target);
}

/** What the pointers over a board do. */
class Hands {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<number, Finger>} */
    this.fingers = new Map();
    /** What is dragged. @type {{from: string, image: HTMLElement, wasSelected: boolean}|null} */
    this.drag = null;
    this.start = { x: 0, y: 0, at: '', button: 0 };
    this.turning = false;
    /** Whether the last gesture turned or dragged, so that the click that follows means nothing. */
    this.turned = false;
    this.pinch = 0;
  }

  /** @param {PointerEvent} e */
  down(e) {
    if (e.target instanceof Element && e.target.closest('dialog')) return;
    this.fingers.set(e.pointerId, { id: e.pointerId, x: e.clientX, y: e.clientY });
    if (this.fingers.size === 1) {
      this.start = { x: e.clientX, y: e.clientY, at: placeAt(e.target), button: e.button };
      this.turned = false;
      this.turning = false;
    } else if (this.board.view !== 'flat' && !this.board.look) { // flat boards leave two fingers to the browser, which zooms the page
      this.dropDrag();
      this.turning = true;
      this.turned = true;
      this.pinch = this.spread();
      this.capture();
    }
  }

  /** @param {PointerEvent} e */
  move(e) {
    const finger = this.fingers.get(e.pointerId);
    if (!finger) return;
    const dx = e.clientX - finger.x, dy = e.clientY - finger.y;
    finger.x = e.clientX;
    finger.y = e.clientY;
    if (this.fingers.size > 1) {
      if (this.turning) this.turnTwo(dx / this.fingers.size, dy / this.fingers.size);
    } else if (this.drag) {
      this.carry(e);
    } else if (this.turning) {
      this.board.turnBy(-dx * TURN * 0.9, -dy * TURN * 0.8);
    } else if (Math.hypot(e.clientX - this.start.x, e.clientY - this.start.y) > DRAG) {
      this.begin(e);
    }
  }

  /**
   * Begins to drag a piece, or to turn.
   * @param {PointerEvent} e
   */
  begin(e) {
    const { board, start } = this;
    this.turned = true;
    if (start.button === 0 && board.canTake(start.at)) {
      this.drag = { from: start.at, image: this.picture(start.at), wasSelected: board.selected === start.at };
      board.select(start.at);
      board.elementOf(start.at)?.classList.add('dragged');
      this.capture();
      this.carry(e);
    } else if (board.view === 'free' && !board.look || start.button === 2 || e.pointerType === 'mouse' && board.view === 'stack' && !board.look) {
      this.turning = true;
      this.capture();
    }
  }

  /** Has all events of the fingers, wherever they go. */
  capture() {
    for (const id of this.fingers.keys()) {
      try {
        this.board.stage.setPointerCapture(id);
      } catch {
        this.fingers.delete(id); // it has left
      }
    }
  }

  /**
   * Turns and zooms by two fingers.
   * @param {number} dx
   * @param {number} dy
   */
  turnTwo(dx, dy) {
    const now = this.spread();
    const box = this.board.stage.getBoundingClientRect();
    const [a, b] = [...this.fingers.values()];
    this.board.turnBy(-dx * TURN, -dy * TURN);
    if (this.pinch > 20 && now > 20) this.board.zoomBy(now / this.pinch, (a.x + b.x) / 2 - box.x - box.width / 2, (a.y + b.y) / 2 - box.y - box.height / 2);
    this.pinch = now;
  }

  /** Returns how far the first two fingers are apart. */
  spread() {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  /** @param {PointerEvent} e */
  up(e) {
    this.fingers.delete(e.pointerId);
    if (this.drag) {
      const at = e.type === 'pointerup' ? placeAt(document.elementFromPoint(e.clientX, e.clientY)) : '';
      const { from } = this.drag;
      this.dropDrag();
      this.drop(from, at);
    }
    if (!this.fingers.size) this.turning = false;
  }

  /**
   * Puts what was dragged where it was dropped.
   * @param {string} from
   * @param {string} at
   */
  drop(from, at) {
    const moves = this.board.targets().get(at);
    if (moves) this.board.press(at);
    else if (at !== from) this.board.select('');
  }

  /** Ends a drag without a drop. */
  dropDrag() {
    if (!this.drag) return;
    this.drag.image.remove();
    this.board.elementOf(this.drag.from)?.classList.remove('dragged');
    this.drag = null;
  }

  /**
   * Returns what is seen under the pointer while something is dragged.
   * @param {string} from
   */
  picture(from) {
    const { board } = this;
    const image = document.createElement('div');
    image.className = 'carried';
    image.setAttribute('aria-hidden', 'true');
    if (from.startsWith('@')) {
      const plane = board.pins.get(from.slice(1))?.closest('.plane')?.querySelector('.cells')?.cloneNode(true);
      image.classList.add('attack');
      if (plane) image.append(plane);
      for (const b of image.querySelectorAll('button')) b.tabIndex = -1;
    } else {
      image.append(board.pieceImage(board.cellData.get(from)?.piece ?? ''));
    }
    image.style.setProperty('--cell', `${Math.max(30, board.layout.cell)}px`);
    board.host.append(image);
    return image;
  }

  /** @param {PointerEvent} e */
  carry(e) {
    if (!this.drag) return;
    const lift = e.pointerType === 'touch' ? 28 : 0; // so that the finger does not hide it
    this.drag.image.style.transform = `translate(${e.clientX}px,${e.clientY - lift}px) translate(-50%,-50%)`;
    this.board.lightColumn(cellAt(document.elementFromPoint(e.clientX, e.clientY)));
  }

  /** @param {MouseEvent} e */
  click(e) {
    if (e.target instanceof Element && e.target.closest('dialog')) return;
    const keyboard = e.detail === 0;
    if (this.turned && !keyboard) {
      e.stopPropagation();
      this.turned = false;
      return;
    }
    const at = placeAt(e.target);
    e.stopPropagation();
    if (at) this.board.press(at);
    else if (this.board.selected) this.board.select('');
  }

  /** @param {MouseEvent} e */
  doubleClick(e) {
    const { board } = this;
    const cell = board.data.cells.find((c) => c.name === cellAt(e.target));
    if (board.look) {
      board.lookAt('');
    } else if (cell && !cell.piece && board.data.planes.filter((p) => !p.pin).length > 1) {
      const plane = board.data.planes[cell.plane];
      if (!plane.pin) board.lookAt(plane.level);
    }
  }

  /** @param {WheelEvent} e */
  wheel(e) {
    const { board } = this;
    if (board.look || board.view !== 'free') return; // the page scrolls
    e.preventDefault();
    const box = board.stage.getBoundingClientRect();
    board.zoomBy(Math.exp(-e.deltaY * 0.0015), e.clientX - box.x - box.width / 2, e.clientY - box.y - box.height / 2);
  }
}
