// Conditional moves that are played on the board instead of being typed: the opponent's move, the answer, and so on. The
// server says which moves are legal; nothing is kept before the reader presses the button of the form.

import { button, element } from './dom.js';

/**
 * @typedef {import('./board.js').BoardData} BoardData
 * @typedef {import('./board.js').Move} Move
 * @typedef {{text: import('./board.js').Texts, show: (board: BoardData) => void, latest: () => BoardData, back: () => void,
 *   root: string}} Options  back shows the game again, root is the path of the home page without the slash
 * @typedef {{busy: boolean, play: (move: Move) => Promise<void>, end: () => void}} Lines
 */

/**
 * Adds the button that begins a line to the form for conditional moves; null if the page has none.
 * @param {Options} options
 * @returns {Lines|null}
 */
export function addLines(options) {
  const { text } = options;
  const form = /** @type {HTMLFormElement|null} */ (document.getElementById('if'));
  const input = /** @type {HTMLInputElement|null} */ (form?.elements.namedItem('if') ?? null);
  if (!form || !input) return null;
  /** @type {Move[]} */
  let line = [];
  const hint = element('p', 'text', { role: 'status' });
  const row = element('p', 'row');
  const lines = { busy: false, play, end };
  const begin = button(text('if.board'), () => {
    line = [];
    lines.busy = true;
    update();
  });
  const undo = button(text('if.undo'), () => {
    line.pop();
    update();
  });
  const stop = button(text('back'), end);
  row.append(begin, undo, stop);
  form.before(hint, row);
  form.addEventListener('submit', () => setTimeout(end)); // after the page has read the form
  buttons();
  return lines;

  /** Shows what can be pressed. */
  function buttons() {
    begin.hidden = lines.busy;
    undo.hidden = stop.hidden = hint.hidden = !lines.busy;
    undo.disabled = !line.length;
    hint.textContent = text(line.length % 2 ? 'if.answer' : line.length ? 'if.more' : 'if.first');
  }

  /** Plays a move of the line. @param {Move} move */
  async function play(move) {
    line.push(move);
    await update();
  }

  /** Shows the position after the line. */
  async function update() {
    const game = options.latest();
    const query = new URLSearchParams({ moves: [...game.record, ...line.map((m) => m.text)].join(' ') });
    if (game.start) query.set('start', game.start);
    try {
      const response = await fetch(`${options.root}/analysis/${game.variant}?${query}`, { headers: { Accept: 'application/json' } });
      const said = await response.json();
      if (!response.ok) throw new Error(said.text);
      if (!lines.busy) return;
      options.show({ ...said.board, game: game.game, white: game.white, black: game.black });
      input.value = line.map((m) => m.name).join(' ');
    } catch (error) {
      line.pop();
      hint.textContent = text('failed');
      options.back();
      return;
    }
    buttons();
  }

  /** Shows the game again. */
  function end() {
    if (!lines.busy) return;
    lines.busy = false;
    line = [];
    buttons();
    options.back();
  }
}
