// The review of a game in its page: a curve of how likely White was to win, in which a press or the arrow keys show a position,
// and marks behind the moves. The server has found all of it.

import { element, svg } from './dom.js';

/**
 * @typedef {{white: number[], marks: number[], best: Record<string, import('./arrows.js').Arrow>}} ReviewData  as web.reviewData
 * @typedef {{text: import('./board.js').Texts, game: import('./board.js').BoardData, go: (ply: number) => void}} Options
 */

/** What is written behind a move: nothing, and what a bad one gets. */
export const SIGNS = ['', '?!', '?', '??'];

const SVG_WIDTH = 600, SVG_HEIGHT = 120;

/** The curve of a review: a slider. */
export class Curve {
  /** The position that is marked. */
  ply = 0;

  /** Builds it in front of an element. @param {HTMLElement} before @param {ReviewData} review @param {Options} options */
  constructor(before, review, options) {
    this.review = review;
    this.options = options;
    this.last = review.white.length - 1;
    const at = (/** @type {number} */ ply) => `${this.x(ply).toFixed(1)},${(SVG_HEIGHT * (1 - review.white[ply] / 100)).toFixed(1)}`;
    const points = review.white.map((_, ply) => at(ply)).join(' ');
    this.picture = svg('svg', { class: 'curve', viewBox: `0 0 ${SVG_WIDTH} ${SVG_HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
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
      options.go(Math.round(Math.min(1, Math.max(0, (/** @type {MouseEvent} */ (event).clientX - box.left) / box.width)) * this.last));
    });
    this.host = element('div', 'review', { id: 'curve', role: 'slider', tabindex: '0', 'aria-label': options.text('review.curve'), 'aria-valuemin': '0', 'aria-valuemax': String(this.last) });
    this.host.addEventListener('keydown', (event) => this.key(event));
    this.host.append(this.picture);
    document.getElementById('curve')?.remove();
    before.before(this.host);
  }

  /** @param {number} ply */
  x(ply) {
    return this.last ? (SVG_WIDTH * ply) / this.last : 0;
  }

  /** Marks the position that is on the board. @param {number} ply */
  at(ply) {
    this.ply = ply;
    this.now.setAttribute('x1', this.x(ply).toFixed(1));
    this.now.setAttribute('x2', this.x(ply).toFixed(1));
    this.host.setAttribute('aria-valuenow', String(ply));
    this.host.setAttribute('aria-valuetext', this.describe(ply));
  }

  /** Says what the curve shows of a position. @param {number} ply */
  describe(ply) {
    const { text, game } = this.options, n = (game.before ?? 0) + ply - 1, mark = this.review.marks[ply - 1];
    const move = ply ? `${Math.floor(n / 2) + 1}${n % 2 ? '…' : '.'} ${game.record[ply - 1]}` : text('analysis.start');
    return [text('review.at', { move, percent: this.review.white[ply] }), mark ? text(`review.mark${mark}`) : ''].filter(Boolean).join('. ');
  }

  /** Goes to another position, as keys do in a slider. @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -this.last, End: this.last }[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.at(Math.min(this.last, Math.max(0, this.ply + step)));
    this.options.go(this.ply);
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
