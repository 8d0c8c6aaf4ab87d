// The keyboard: moving the focus over the board, choosing pieces by their letters, and asking what
// is there. Enter and the space bar press the button that has the focus, as everywhere.

import { quarter } from './layout.js';
import { describeCaptured, describeColumn, describeLast, describeMoves, describeStatus } from './speech.js';

/** @typedef {import('./board.js').Board} Board */

/** Where the arrow keys lead, as the board is seen: to the right and away. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * Watches the keys that are pressed while the focus is on a board.
 * @param {Board} board
 */
export function watchKeys(board) {
  board.stage.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const act = e.shiftKey && ARROWS[e.key] ? turning(board, e.key) : focusing(board, e.key) ?? asking(board, e.key) ?? searching(board, e.key, e.shiftKey);
    if (!act) return;
    e.preventDefault();
    act();
  });
}

/**
 * @param {Board} board
 * @param {string} key
 */
function turning(board, key) {
  const [x, y] = ARROWS[key];
  return () => board.turnBy(-x * 10, y * 6);
}

/**
 * Returns what a key does that moves the focus; undefined if it does not.
 * @param {Board} board
 * @param {string} key
 * @returns {(() => void)|undefined}
 */
function focusing(board, key) {
  const go = (/** @type {string} */ name) => () => name && board.focusOn(name, true);
  if (ARROWS[key] && board.focused.startsWith('@')) return go(nextPin(board, key === 'ArrowRight' || key === 'ArrowUp' ? 1 : -1));
  if (ARROWS[key]) return go(neighbour(board, ...turned(board, ARROWS[key])));
  switch (key) {
    case 'PageUp': return go(otherLevel(board, 1));
    case 'PageDown': return go(otherLevel(board, -1));
    case 'Home': return go(edge(board, -1));
    case 'End': return go(edge(board, 1));
    case '.': return go(nextTarget(board, 1));
    case ',': return go(nextTarget(board, -1));
    case 'a': return board.hasPins ? go(nextPin(board, 1)) : undefined;
    case 'Escape': return board.selected ? () => board.select('') : board.look ? () => board.lookAt('') : undefined;
  }
}

/**
 * Returns what a key does that asks about the position.
 * @param {Board} board
 * @param {string} key
 * @returns {(() => void)|undefined}
 */
function asking(board, key) {
  const say = (/** @type {string} */ text) => () => board.speaker.say(text);
  switch (key) {
    case 't': return say(describeMoves(board, board.focused));
    case 'c': return say(describeColumn(board, board.focused));
    case 'l': return say(describeLast(board));
    case 's': return say(describeStatus(board));
    case 'x': return say(describeCaptured(board));
    case '?': return say(board.texts('board.keys'));
    case '+': return () => board.zoomBy(1.25);
    case '-': return () => board.zoomBy(0.8);
    case '0': return () => board.resetCamera();
    case 'f': return () => board.flip();
  }
}

/**
 * Returns what a letter does: it leads to the next piece that begins with it, with Shift to the one
 * before.
 * @param {Board} board
 * @param {string} key
 * @param {boolean} back
 * @returns {(() => void)|undefined}
 */
function searching(board, key, back) {
  const letter = key.toUpperCase();
  if (!/^[A-Z]$/.test(letter)) return undefined;
  const found = board.data.cells.filter((c) => {
    const piece = board.data.pieces[board.cellData.get(c.name)?.piece ?? ''];
    return piece?.letters.toUpperCase().startsWith(letter);
  }).map((c) => c.name);
  if (!found.length) return undefined;
  const at = found.indexOf(board.focused);
  const order = board.data.cells.map((c) => c.name);
  const from = order.indexOf(board.focused);
  const next = at >= 0 ? at + (back ? -1 : 1) : found.findIndex((n) => order.indexOf(n) > from) - (back ? 1 : 0);
  return () => board.focusOn(found[(next + found.length) % found.length], true);
}

/**
 * Returns a direction on the screen as one on the board.
 * @param {Board} board
 * @param {[number, number]} direction
 * @returns {[number, number]}
 */
function turned(board, [x, y]) {
  switch (quarter(board.layout.yaw)) {
    case 1: return [y, -x];
    case 2: return [-x, -y];
    case 3: return [-y, x];
  }
  return [x, y];
}

/**
 * Returns the next cell of the level in a direction, beyond gaps between boards.
 * @param {Board} board
 * @param {number} dx
 * @param {number} dy
 */
function neighbour(board, dx, dy) {
  const here = place(board, board.focused);
  if (!here) return '';
  const level = liveCells(board).filter((c) => c.z === here.z);
  for (let step = 1; step <= 12; step++) {
    const next = level.find((c) => c.x === here.x + dx * step && c.y === here.y + dy * step);
    if (next) return next.name;
  }
  return '';
}

/**
 * Returns the cell above or below, on the next level that has one; else the nearest one there.
 * @param {Board} board
 * @param {1|-1} way
 */
function otherLevel(board, way) {
  const here = place(board, board.focused);
  if (!here) return '';
  const cells = liveCells(board).filter((c) => (c.z - here.z) * way > 0);
  if (!cells.length) return '';
  const z = Math[way > 0 ? 'min' : 'max'](...cells.map((c) => c.z));
  const distance = (/** @type {{x: number, y: number}} */ c) => Math.abs(c.x - here.x) + Math.abs(c.y - here.y);
  return cells.filter((c) => c.z === z).sort((a, b) => distance(a) - distance(b))[0].name;
}

/**
 * Returns the first or last cell of the rank.
 * @param {Board} board
 * @param {1|-1} way
 */
function edge(board, way) {
  const here = place(board, board.focused);
  if (!here) return '';
  const [dx, dy] = turned(board, [way, 0]);
  const line = liveCells(board).filter((c) => c.z === here.z && (dx ? c.y === here.y : c.x === here.x));
  return line.sort((a, b) => (b.x - a.x) * dx + (b.y - a.y) * dy)[0]?.name ?? '';
}

/**
 * Returns the next cell or pin to which what is selected can go.
 * @param {Board} board
 * @param {1|-1} way
 */
function nextTarget(board, way) {
  const list = [...board.targets().keys()];
  const at = list.indexOf(board.focused);
  return list.length ? list[at < 0 ? (way > 0 ? 0 : list.length - 1) : (at + way + list.length) % list.length] : '';
}

/**
 * Returns the next pin with an attack board that can move, or to which the selected one can go.
 * @param {Board} board
 * @param {1|-1} way
 */
function nextPin(board, way) {
  const targets = [...board.targets().keys()].filter((k) => k.startsWith('@'));
  const all = board.data.planes.filter((p) => p.pin && p.live).map((p) => `@${p.pin}`);
  const movable = all.filter((p) => board.canTake(p));
  const list = targets.length ? targets : movable.length ? movable : all;
  const at = list.indexOf(board.focused);
  return list[(at + way + list.length) % list.length] ?? '';
}

/**
 * Returns where a cell is in space.
 * @param {Board} board
 * @param {string} name
 */
function place(board, name) {
  const c = board.cellData.get(name);
  if (!c) return null;
  const p = board.data.planes[c.plane];
  return { name, x: p.x + c.x, y: p.y + c.y, z: p.z };
}

/**
 * Returns where the cells are that exist.
 * @param {Board} board
 */
function liveCells(board) {
  return board.data.cells.filter((c) => board.data.planes[c.plane].live).map((c) => {
    const p = board.data.planes[c.plane];
    return { name: c.name, x: p.x + c.x, y: p.y + c.y, z: p.z };
  });
}
