// Arrows over a board, such as that of the best move. One within a plane lies in it; one from plane to
// plane is drawn before them. They follow the board in every view.
//
//   import { showArrows } from './arrows.js';
//   showArrows(board, [{ from: '1e2', to: '1e4', kind: 'best' }]);
//
// Nobody hears them: the page says what they show.

import { svg } from './dom.js';

/**
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {'best'|'played'|'bad'|'other'} ArrowKind  the best move, one that was made, a mistake, and any other
 * @typedef {{from: string, to: string, attack?: boolean, kind: ArrowKind}} Arrow  from and to are cells, or pins if attack is set,
 *   as in a move of the board; a move of BoardData and its kind make an arrow
 * @typedef {{plane: number, x: number, y: number}} Spot  a point of a plane, in cells from its near left corner
 * @typedef {{x: number, y: number}} Point
 */

/** Sizes of an arrow, in cells: half the width of its shaft and of its head, the length of the head, and how far from the middle it begins. */
const SHAFT = 0.08, HEAD = 0.24, TIP = 0.42, START = 0.28;

/**
 * Shows arrows over a board in place of those that were there. They stay until others are shown, also when the
 * board shows another position: the page knows what they are about.
 * @param {import('./board.js').Board} board
 * @param {Arrow[]} arrows none to show none; the last one is painted over the others
 */
export function showArrows(board, arrows) {
  const pins = (/** @type {Arrow[]} */ list) => list.filter((a) => a.attack).map((a) => a.to).join();
  const roomChanges = pins(arrows) !== pins(board.arrows);
  board.arrows = arrows;
  if (roomChanges) { // an attack board can go to where there is none yet
    board.refresh();
    board.place();
  } else board.drawLines();
}

/**
 * Returns the arrows of a board as shapes on its stage.
 * @param {Scene} scene
 */
export function arrowShapes(scene) {
  return scene.arrows.flatMap((arrow) => {
    const from = spot(scene, arrow.from, arrow.attack), to = spot(scene, arrow.to, arrow.attack);
    if (!from || !to) return [];
    const points = shape(scene, from, to);
    return points.length ? [svg('polygon', { class: `arrow ${arrow.kind}`, points: points.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(' ') })] : [];
  });
}

/**
 * Returns the outline of an arrow on the stage: a ring around its only end that can be seen; empty if there is none.
 * @param {Scene} scene
 * @param {Spot} from
 * @param {Spot} to
 * @returns {Point[]}
 */
function shape(scene, from, to) {
  const seen = (/** @type {number} */ plane) => (/** @type {Point} */ p) => scene.seen(plane, p.x, p.y) ?? [];
  if (from.plane === to.plane) return outline(from, to, 1).flatMap(seen(from.plane));
  const a = scene.seen(from.plane, from.x, from.y), b = scene.seen(to.plane, to.x, to.y);
  if (a && b) return outline(a, b, scene.layout.cell * scene.lens()[0]);
  const end = a ? from : to;
  return Array.from({ length: 24 }, (_, i) => ({ x: end.x + 0.46 * Math.cos((i * Math.PI) / 12), y: end.y + 0.46 * Math.sin((i * Math.PI) / 12) })).flatMap(seen(end.plane));
}

/**
 * Returns the corners of an arrow between two points.
 * @param {Point} a
 * @param {Point} b
 * @param {number} cell the size of a cell
 * @returns {Point[]}
 */
function outline(a, b, cell) {
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  if (!long) return [];
  const x = (b.x - a.x) / long, y = (b.y - a.y) / long;
  const start = Math.min(START * cell, long / 3), neck = Math.max(long - TIP * cell, long / 2);
  const at = (/** @type {number} */ along, /** @type {number} */ aside) => ({ x: a.x + x * along - y * aside * cell, y: a.y + y * along + x * aside * cell });
  return [at(start, SHAFT), at(neck, SHAFT), at(neck, HEAD), at(long, 0), at(neck, -HEAD), at(neck, -SHAFT), at(start, -SHAFT)];
}

/**
 * Returns the middle of a cell, or of the place for an attack board; null if the game has none of that name.
 * @param {Scene} scene
 * @param {string} name
 * @param {boolean} [attack] whether it is a pin
 * @returns {Spot|null}
 */
function spot(scene, name, attack) {
  if (attack) {
    const plane = scene.data.planes.findIndex((p) => p.pin === name);
    return plane < 0 ? null : { plane, x: scene.data.planes[plane].files / 2, y: scene.data.planes[plane].ranks / 2 };
  }
  const c = scene.cellData.get(name);
  return c ? { plane: c.plane, x: c.x + 0.5, y: c.y + 0.5 } : null;
}
