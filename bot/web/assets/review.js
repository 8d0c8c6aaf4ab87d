// The review of a game in its page: a curve of how likely White was to win, in which a press shows the position, and marks
// behind the moves. The server has found all of it.

import { element, svg } from './dom.js';

/**
 * @typedef {{white: number[], marks: number[], best: Record<string, import('./arrows.js').Arrow>}} ReviewData  as web.reviewData
 * @typedef {{text: import('./board.js').Texts, go: (ply: number) => void}} Options
 */

/** What is written behind a move: nothing, and what a bad one gets. */
export const SIGNS = ['', '?!', '?', '??'];

const SVG_WIDTH = 600, SVG_HEIGHT = 120;

/** The curve of a review. */
export class Curve {
  /** Builds it in front of an element. @param {HTMLElement} before @param {ReviewData} review @param {Options} options */
  constructor(before, review, { text, go }) {
    this.review = review;
    this.last = review.white.length - 1;
    const at = (/** @type {number} */ ply) => `${this.x(ply).toFixed(1)},${(SVG_HEIGHT * (1 - review.white[ply] / 100)).toFixed(1)}`;
    const points = review.white.map((_, ply) => at(ply)).join(' ');
    this.picture = svg('svg', { class: 'curve', viewBox: `0 0 ${SVG_WIDTH} ${SVG_HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': text('review.curve') });
    this.now = svg('line', { class: 'now', y1: '0', y2: String(SVG_HEIGHT) });
    this.picture.append(svg('rect', { class: 'black', width: String(SVG_WIDTH), height: String(SVG_HEIGHT) }),
      svg('polygon', { class: 'white', points: `0,${SVG_HEIGHT} ${points} ${SVG_WIDTH},${SVG_HEIGHT}` }),
      svg('line', { class: 'middle', x1: '0', x2: String(SVG_WIDTH), y1: String(SVG_HEIGHT / 2), y2: String(SVG_HEIGHT / 2) }));
    review.marks.forEach((mark, i) => {
      const [x, y] = at(i + 1).split(',');
      if (mark) this.picture.append(svg('ellipse', { class: `mark${mark}`, cx: x, cy: y, rx: '4', ry: '4', 'data-ply': String(i + 1) }));
    });
    this.picture.append(this.now);
    this.picture.addEventListener('click', (event) => {
      const box = this.picture.getBoundingClientRect();
      go(Math.round(Math.min(1, Math.max(0, (/** @type {MouseEvent} */ (event).clientX - box.left) / box.width)) * this.last));
    });
    this.host = element('div', 'review', { id: 'curve' });
    this.host.append(this.picture);
    document.getElementById('curve')?.remove();
    before.before(this.host);
  }

  /** @param {number} ply */
  x(ply) {
    return this.last ? (SVG_WIDTH * ply) / this.last : 0;
  }

  /** Shows which position is on the board. @param {number} ply */
  at(ply) {
    this.now.setAttribute('x1', this.x(ply).toFixed(1));
    this.now.setAttribute('x2', this.x(ply).toFixed(1));
  }

  /**
   * Returns the arrows for the position after a move: of the move, and of a better one if it was a mistake.
   * @param {number} ply
   * @param {import('./board.js').BoardData['last']} last
   * @returns {import('./arrows.js').Arrow[]}
   */
  arrows(ply, last) {
    if (!last) return [];
    const best = this.review.best[ply];
    /** @type {import('./arrows.js').Arrow[]} */
    const list = [{ from: last.from, to: last.to, attack: last.attack, kind: best ? 'bad' : 'played' }];
    return best ? [...list, best] : list;
  }
}
