// The page of a puzzle: moves are made on the board, and the server judges them. Without this script there are menus.

import { showArrows } from './arrows.js';
import { Board } from './board.js';
import { fieldsOf, post } from './post.js';

const stage = /** @type {HTMLElement} */ (document.getElementById('stage'));
const answer = /** @type {HTMLElement} */ (document.getElementById('answer'));
/** @type {Record<string, string>} */
const texts = JSON.parse(document.getElementById('texts')?.textContent || '{}');
const here = /** @type {HTMLFormElement} */ (document.getElementById('say')).getAttribute('action') ?? '';
document.documentElement.classList.add('scripted');

/** @type {import('./board.js').Texts} */
const text = (key, values = {}) => (texts[key] || key).replace(/\{([\w-]+)\}/g, (all, name) => String(values[name] ?? all));

/** The board. @type {Board|null} */
let board = null;
show(JSON.parse(document.getElementById('board')?.textContent || '{}'));

/** Shows a position. @param {{board: import('./board.js').BoardData, black?: boolean, arrows?: import('./arrows.js').Arrow[]}} shown */
function show(shown) {
  const goes = board && board.data.variant === shown.board.variant && board.black === !!shown.black && shown.board.ply >= board.data.ply;
  if (board && goes) {
    board.cancel(); // the move that was judged
    board.show(shown.board);
  } else {
    board?.close();
    board = new Board(stage, {
      board: shown.board, texts: text, sprite: stage.dataset.sprite ?? '', black: !!shown.black, onMove: (move) => send({ text: move.text }),
      view: /** @type {any} */ (localStorage.getItem('view') || undefined), onView: (name) => localStorage.setItem('view', name),
    });
  }
  showArrows(board, shown.arrows ?? []);
}

/** Sends what somebody moves, types or presses, and shows the answer. @param {Record<string, string>} fields */
async function send(fields) {
  const said = await post(here, fields, () => say('', text('offline')));
  if (!said) say('', text('failed'));
  else if (said.game) return location.assign(new URL('../g/' + said.game, location.origin + here).href);
  else say(said.html, said.html ? '' : said.text);
  if (said?.board) show(said);
  else board?.cancel();
  return said;
}

/** Shows HTML that the server has made, or a sentence. @param {string} html @param {string} plain */
function say(html, plain) {
  answer.innerHTML = html;
  if (!plain) return;
  const p = document.createElement('p');
  p.className = 'reply text';
  p.textContent = plain;
  answer.replaceChildren(p);
}

document.addEventListener('submit', async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== 'post' || form.action.endsWith('/out')) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement|null} */ (event.submitter);
  const fields = fieldsOf(form, button);
  if (button) button.disabled = true;
  const said = await send(fields);
  if (button) button.disabled = false;
  const input = form.querySelector('input[name=solve]');
  if (input instanceof HTMLInputElement && said && !said.refused) input.value = '';
});
