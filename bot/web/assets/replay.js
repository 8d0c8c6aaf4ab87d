// The list of moves of a game, and what goes through them: buttons, a slider, and playing them one after the other.

import { button, element } from './dom.js';
import { SIGNS } from './review.js';

/** How long a position is shown while the game is played, in milliseconds. */
const PAUSE = 1200;

/**
 * @typedef {import('./board.js').BoardData} BoardData
 * @typedef {{list: HTMLElement, text: import('./board.js').Texts, path: string, shown: () => BoardData, latest: () => BoardData,
 *   go: (ply: number) => Promise<void>}} Options  go shows the position after some plies
 */

/** What goes through the moves of a game. */
export class Replay {
  /** Whether the game is being played. */
  playing = false;
  /** How bad each move was, after a review. @type {number[]} */
  marks = [];

  /** Builds it before the list of moves. @param {Options} options */
  constructor(options) {
    this.options = options;
    const { list, text, shown, latest } = options;
    const row = element('div', 'replay');
    const step = (/** @type {string} */ label, /** @type {string} */ key, /** @type {() => number} */ to) => {
      const b = button(label, () => this.jump(to()));
      b.setAttribute('aria-label', text(key));
      return b;
    };
    this.playButton = button('', () => (this.playing ? this.stop() : this.play()));
    this.slider = /** @type {HTMLInputElement} */ (element('input', '', { type: 'range', min: '0', 'aria-label': text('replay') }));
    this.slider.addEventListener('input', () => this.jump(Number(this.slider.value)));
    row.append(step('«', 'first', () => 0), step('‹', 'previous', () => shown().ply - 1), this.playButton,
      step('›', 'next', () => shown().ply + 1), step('»', 'last', () => latest().plies), this.slider);
    list.before(row);
    list.addEventListener('click', (event) => {
      const link = /** @type {HTMLElement} */ (event.target).closest('a[data-ply]');
      if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.jump(Number(link.dataset.ply));
    });
    this.row = row;
    this.showSlider();
  }

  /** Shows a position because the reader asks for it, which ends the playing. @param {number} ply */
  jump(ply) {
    this.stop();
    return this.options.go(ply);
  }

  /** Plays the game from the position that is shown, from the first one if that is the last. */
  async play() {
    const { shown, latest, go } = this.options;
    const running = {}; // another press begins another one
    this.running = running;
    this.playing = true;
    this.showSlider();
    let next = shown().ply === latest().plies ? 0 : shown().ply + 1;
    while (this.running === running && next <= latest().plies) {
      await go(next);
      await new Promise((done) => setTimeout(done, PAUSE));
      next = shown().ply + 1;
    }
    if (this.running === running) this.stop();
  }

  /** Ends the playing. */
  stop() {
    this.running = null;
    this.playing = false;
    this.showSlider();
  }

  /** Shows how far the position is in the game. */
  showSlider() {
    const { text, shown, latest } = this.options;
    this.slider.max = String(latest().plies);
    this.slider.value = String(shown().ply);
    this.slider.setAttribute('aria-valuetext', text('ply', { ply: shown().ply, plies: latest().plies }));
    this.playButton.textContent = this.playing ? '❚❚' : '▶';
    this.playButton.setAttribute('aria-label', text(this.playing ? 'pause' : 'play-game'));
    this.row.hidden = latest().plies === 0;
  }

  /** Lists the moves as links to positions, after the game or what is shown of it has changed. */
  update() {
    const { list, path, shown, latest } = this.options;
    /** @type {HTMLLIElement[]} */
    const rows = [];
    latest().record.forEach((name, i) => {
      const ply = (latest().before ?? 0) + i;
      if (i === 0 || ply % 2 === 0) {
        const row = document.createElement('li');
        row.value = Math.floor(ply / 2) + 1;
        if (ply % 2) row.append('… ');
        rows.push(row);
      }
      const link = element('a', '', { href: `${path}?ply=${i + 1}`, 'data-ply': String(i + 1) }, name);
      if (shown().ply === i + 1) link.setAttribute('aria-current', 'true');
      const mark = this.marks[i];
      if (mark) link.append(element('span', `mark${mark}`, { title: this.options.text(`review.mark${mark}`) }, SIGNS[mark]));
      rows[rows.length - 1].append(link, ' ');
    });
    list.replaceChildren(...rows);
    const current = list.querySelector('[aria-current]');
    if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2; // and the page stays
    this.showSlider();
  }
}
