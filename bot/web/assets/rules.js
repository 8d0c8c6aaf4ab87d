// The rules: each figure becomes a board in which the reader can try moves, again and again. Which moves there are, the
// server says. Without this script the figures are pictures.

import { showArrows } from './arrows.js';
import { Board } from './board.js';
import { button, element } from './dom.js';

/** @type {Record<string, string>} */
const texts = JSON.parse(document.getElementById('texts')?.textContent || '{}');
const sprite = document.getElementById('script')?.dataset.sprite ?? '';

/** @type {import('./board.js').Texts} */
const text = (key, values = {}) => (texts[key] || key).replace(/\{([\w-]+)\}/g, (all, name) => String(values[name] ?? all));

/** Ends the figure that is a board now: there is one at a time, since some have hundreds of cells. */
let close = () => {};

for (const figure of document.querySelectorAll('.figure')) {
  const picture = /** @type {HTMLElement} */ (figure.firstElementChild);
  const start = button(text('rules.try'), () => open(/** @type {HTMLElement} */ (figure), picture, start));
  start.className = 'invite';
  figure.append(start);
}

/**
 * Makes a figure a board.
 * @param {HTMLElement} figure
 * @param {HTMLElement} picture
 * @param {HTMLElement} start the button that was pressed
 */
async function open(figure, picture, start) {
  const host = element('div', 'try');
  const said = element('p', 'text', { role: 'status' });
  /** @type {string[]} */
  let moves = [];
  const first = await position();
  if (!first) {
    figure.append(said);
    return;
  }
  close();
  const board = new Board(host, { board: first.board, texts: text, sprite, onMove: (move) => show([...moves, move.text]), black: first.board.turn === 'black' });
  close = () => {
    board.close();
    figure.replaceChildren(picture, start);
    close = () => {};
  };
  const row = element('p', 'row');
  row.append(button(text('rules.restart'), () => { board.cancel(); show([]); }), button(text('rules.close'), () => { close(); start.focus(); }));
  figure.replaceChildren(host, said, row);
  begin(first);
  board.focusOn(first.select || board.firstFocus(), true);

  /** Shows what the figure is about: the moves of its piece, or the move that it shows. @param {any} shown */
  function begin(shown) {
    if (shown.select) board.select(shown.select);
    showArrows(board, shown.shown ? [{ ...shown.shown, kind: 'best' }] : []);
  }

  /** Asks for the position after the moves; null if it does not come. */
  async function position() {
    const response = await fetch(`${figure.dataset.board}?${new URLSearchParams({ moves: moves.join(' ') })}`, { headers: { Accept: 'application/json' } }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (response?.ok && answer) return answer;
    said.textContent = answer?.text || text('failed');
    return null;
  }

  /** Shows the position after some moves. @param {string[]} list */
  async function show(list) {
    const before = moves;
    moves = list;
    const now = await position();
    if (moves !== list) return; // something else was asked for meanwhile
    if (!now) {
      moves = before;
      board.cancel();
      return;
    }
    said.textContent = now.board.status;
    board.show(now.board);
    begin(now);
    const last = now.board.last; // the piece that was moved goes on
    if (moves.length && last && board.canTake(last.attack ? `@${last.to}` : last.to)) board.select(last.attack ? `@${last.to}` : last.to);
  }
}
