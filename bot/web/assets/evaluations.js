// What the program thinks of the position on an analysis board.

import { showArrows } from './arrows.js';
import { button, element } from './dom.js';

/**
 * @typedef {import('./board.js').Move} Move
 * @typedef {{text: string, score?: string, white: number, line: Move[]}} Evaluation  as the server sends it
 * @typedef {{path: string, text: import('./board.js').Texts, board: import('./board.js').Board, playAll: (moves: Move[]) => void,
 *   marked: () => void}} Options  path is where to ask; marked is called when a move has got a score
 */

/** After how many milliseconds a position is evaluated by itself, and after how many it is said that there is a queue. */
const REST = 400;
const QUEUE = 6000;

/** Asks the program about positions, one at a time, and shows what it says. */
export class Evaluations {
  /** What the program has said, by line. @type {Map<string, Evaluation>} */
  known = new Map();
  /** The position that is shown. @type {{line: string[], node: import('./tree.js').Node}} */
  now = { line: [], node: { text: '', name: '', next: [] } };
  /** The question that is on its way. @type {AbortController|null} */
  asking = null;
  /** @type {number|undefined} */
  timer;

  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    this.place = /** @type {HTMLElement} */ (document.getElementById('evaluated'));
    this.form = /** @type {HTMLFormElement|null} */ (document.getElementById('evaluate'));
    if (!this.form) return; // the page says why
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.ask();
    });
    const label = element('label', 'switch');
    this.each = /** @type {HTMLInputElement} */ (element('input', '', { type: 'checkbox' }));
    this.each.checked = localStorage.getItem('evaluate-each') === 'yes';
    this.each.addEventListener('change', () => {
      localStorage.setItem('evaluate-each', this.each?.checked ? 'yes' : 'no');
      this.shown(this.now.line, this.now.node);
    });
    label.append(this.each, ' ', options.text('analysis.each'));
    this.form.append(label);
    addEventListener('pagehide', () => this.stop());
  }

  /** Ends a question: the server stops thinking about it. */
  stop() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.asking = null;
  }

  /**
   * Notes that another position is shown.
   * @param {string[]} line
   * @param {import('./tree.js').Node} node its last move
   */
  shown(line, node) {
    this.stop();
    this.now = { line, node };
    const known = this.known.get(line.join(' '));
    this.place.replaceChildren();
    if (known) this.show(known, false);
    else if (this.each?.checked) this.timer = window.setTimeout(() => this.ask(), REST);
  }

  /** Asks about the position that is shown. */
  async ask() {
    this.stop();
    const { line, node } = this.now, key = line.join(' ');
    const known = this.known.get(key);
    if (known) {
      this.show(known, true);
      return;
    }
    const { text } = this.options;
    const asks = (this.asking = new AbortController());
    this.say(text('analysis.thinking'));
    const queue = setTimeout(() => this.asking === asks && this.say(text('analysis.queue')), QUEUE);
    try {
      const body = new URLSearchParams(/** @type {any} */ (new FormData(/** @type {HTMLFormElement} */ (this.form))));
      const response = await fetch(this.options.path, { method: 'POST', body, headers: { Accept: 'application/json' }, signal: asks.signal });
      const said = await response.json();
      if (this.asking !== asks) return;
      if (!response.ok) {
        this.say(said.text);
        this.options.board.speaker.say(said.text);
        return;
      }
      this.known.set(key, said);
      node.score = said.score;
      this.show(said, true);
      this.options.marked();
    } catch {
      if (this.asking === asks) this.say(text('failed'));
    } finally {
      clearTimeout(queue);
    }
  }

  /** Shows a sentence in the place of an evaluation. @param {string} sentence */
  say(sentence) {
    this.place.replaceChildren(element('p', '', {}, sentence));
  }

  /**
   * Shows what the program has said.
   * @param {Evaluation} e
   * @param {boolean} aloud
   */
  show(e, aloud) {
    const { text, board } = this.options;
    const [best] = e.line;
    this.say(e.text);
    const chance = text('analysis.chance', { percent: e.white });
    this.place.prepend(element('meter', '', { max: '100', value: String(e.white), 'aria-label': chance, title: chance }));
    if (best) this.place.append(this.bestLine(e.line));
    showArrows(board, best ? [{ from: best.from, to: best.to, attack: best.attack, kind: 'best' }] : []);
    if (aloud) board.speaker.say([e.text, best ? text('analysis.best', { move: best.name }) : ''].filter(Boolean).join(' '));
  }

  /**
   * Makes the best line: pressing a move plays all up to it.
   * @param {Move[]} line
   */
  bestLine(line) {
    const name = this.options.text('analysis.line');
    const p = element('p', 'best', { role: 'group', 'aria-label': name }, `${name}: `);
    line.forEach((m, i) => p.append(button(m.name, () => this.options.playAll(line.slice(0, i + 1))), ' '));
    return p;
  }
}
