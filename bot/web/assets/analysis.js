// An analysis board: both colors are moved, earlier positions have variations, and the program says what it thinks. Which moves
// are legal the server says, to whom the whole line is sent each time; the tree of moves is kept in this browser.

import { showArrows } from './arrows.js';
import { Board } from './board.js';
import { attach } from './commands.js';
import { button, element } from './dom.js';
import { Evaluations } from './evaluations.js';
import { Tree, keep, load } from './tree.js';
import { showTree } from './treeview.js';

/** @typedef {{moves: string[], board: import('./board.js').BoardData, first: number, blackFirst?: boolean, start?: string, fen: string}} Position */

const data = JSON.parse(document.getElementById('study')?.textContent || '{}');
const words = JSON.parse(document.getElementById('texts')?.textContent || '{}');
words['board.keys'] += ` ${words['analysis.keys']}`; // for who asks for the keys
const stage = find('stage'), answer = find('answer');
const typed = /** @type {HTMLInputElement} */ (find('text'));
document.documentElement.classList.add('scripted');

/** Returns an element of the page. @param {string} id */
function find(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Returns a sentence in the reader's language, with its placeholders filled.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 */
function text(key, values = {}) {
  return (words[key] || key).replace(/\{([\w-]+)\}/g, (/** @type {string} */ all, /** @type {string} */ name) => String(values[name] ?? all));
}

/** Shows a sentence, which screen readers say. @param {string} sentence @param {boolean} [refused] */
function say(sentence, refused) {
  answer.replaceChildren(...(sentence ? [element('p', refused ? 'reply refused text' : 'reply text', {}, sentence)] : []));
}

// ---- the moves ----

/** The game from which the analysis comes, and under which name the browser keeps the tree. @type {string[]} */
const game = data.game ? data.lines[0].map((/** @type {{text: string}} */ m) => m.text) : [];
const name = [data.game ? `#${data.game}` : '', data.variant, data.start ?? ''].filter(Boolean).join(' ');
let tree = load(name, game);
for (const line of data.lines) tree.merge(line);
tree.follow(data.moves);

/** Positions that the server has sent, by their line. @type {Map<string, Position>} */
const positions = new Map([[data.moves.join(' '), data]]);

/** The request for a position that is on its way, and when the last one began. @type {AbortController|null} */
let asking = null;
let asked = 0;
/** Who walks through a line faster than this, in milliseconds, is sent the position where the walk ends. */
const PACE = 150;

/**
 * Asks the server for a position, and perhaps to play a move in it. Null is for a request that a newer one has replaced, and
 * for one that was refused.
 * @param {string[]} line
 * @param {string} [move]
 * @returns {Promise<Position|null>}
 */
async function position(line, move = '') {
  asking?.abort();
  const known = move ? undefined : positions.get(line.join(' '));
  if (known) return known;
  const asks = (asking = new AbortController());
  if (!move && Date.now() - asked < PACE) await new Promise((done) => setTimeout(done, PACE));
  if (asks.signal.aborted) return null;
  asked = Date.now();
  const query = new URLSearchParams({ moves: line.join(' '), ...(data.start && { start: data.start }), ...(move && { move }) });
  try {
    const response = await fetch(`${data.path}?${query}`, { headers: { Accept: 'application/json' }, signal: asks.signal });
    const found = await response.json();
    if (!response.ok) {
      say(found.text, true);
      return null;
    }
    if (positions.size > 200) positions.delete(/** @type {string} */ (positions.keys().next().value));
    positions.set(found.moves.join(' '), found);
    return found;
  } catch (error) {
    if (!asks.signal.aborted) say(text('failed'), true);
    return null;
  }
}

/**
 * Plays a move that was chosen or typed.
 * @param {string} move
 */
async function play(move) {
  const from = tree.path;
  const now = await position(tree.line, move);
  if (!now || from !== tree.path) {
    view.cancel();
    return false;
  }
  tree.play(/** @type {string} */ (now.moves.at(-1)), /** @type {string} */ (now.board.record.at(-1)));
  removed = null;
  say('');
  show(now);
  return true;
}

/**
 * Goes to a position of the tree.
 * @param {import('./tree.js').Node[]} path
 */
async function go(path) {
  const before = tree.path;
  tree.path = path;
  showMoves();
  const now = await position(tree.line);
  if (tree.path !== path) return; // elsewhere by now
  if (now) show(now);
  else {
    tree.path = before;
    showMoves();
  }
}

/**
 * Plays moves of a line that the program has shown.
 * @param {import('./board.js').Move[]} moves
 */
async function playAll(moves) {
  for (const m of moves) if (!(await play(m.text))) return;
}

/** Shows a position. @param {Position} now */
function show(now) {
  find('turn').textContent = now.board.status;
  /** @type {HTMLInputElement} */ (find('start')).value = now.fen;
  showArrows(view, []);
  view.show(now.board);
  showMoves();
  remember();
  evaluations.shown(tree.line, tree.at);
}

/** Shows the moves and what can be done with them. */
function showMoves() {
  showTree(find('tree'), tree, { first: data.first, blackFirst: !!data.blackFirst, text, go });
  for (const [b, step] of steps) b.disabled = !step();
  promote.disabled = tree.main;
  remove.disabled = !tree.path.length;
  undo.hidden = !removed;
}

/** Keeps the moves, and has the address, the record and the forms be those of the position. */
function remember() {
  const query = new URLSearchParams({ ...(data.start && { start: data.start }), moves: tree.line.join(' ') });
  find('record').setAttribute('href', `${data.path}/record?${query}`);
  for (const input of document.querySelectorAll('#say [name=moves], #evaluate [name=moves]')) /** @type {HTMLInputElement} */ (input).value = tree.line.join(' ');
  if (data.game) query.set('game', data.game);
  try {
    history.replaceState(null, '', `${data.path}?${query}`);
  } catch {
    // a browser may refuse it if it comes too often
  }
  if (!keep(name, tree, game) && !unkept) say(text('analysis.unkept'), true);
  unkept = true;
}
let unkept = false; // whether it was said that the browser keeps nothing

// ---- the board, and what the program thinks ----

const view = new Board(stage, {
  board: data.board, texts: text, sprite: /** @type {string} */ (stage.dataset.sprite), onMove: (move) => play(move.text), black: data.black,
  view: /** @type {import('./layout.js').View|null} */ (localStorage.getItem('view')) ?? undefined,
  onView: (shown) => localStorage.setItem('view', shown),
});
const evaluations = new Evaluations({
  path: data.path, text, board: view, playAll,
  marked: () => {
    showMoves();
    keep(name, tree, game);
  },
});

// ---- buttons and keys ----

/** What the buttons for other positions lead to; null if there is nothing. @type {Record<string, () => import('./tree.js').Node[]|null>} */
const ways = {
  first: () => (tree.path.length ? [] : null),
  previous: () => (tree.path.length ? tree.path.slice(0, -1) : null),
  next: () => (tree.at.next[0] ? [...tree.path, tree.at.next[0]] : null),
  last: () => (tree.at.next[0] ? tree.whole : null),
};
/** @type {[HTMLButtonElement, () => any][]} */
const steps = [['«', 'first'], ['‹', 'previous'], ['›', 'next'], ['»', 'last']].map(([sign, way]) => {
  const b = button(sign, () => walk(way));
  b.setAttribute('aria-label', b.title = text(way));
  return [b, ways[way]];
});

/** Goes to another position, if there is one. @param {string} way */
function walk(way) {
  const path = ways[way]();
  if (path) go(path);
  return !!path;
}

/** The tree before something was deleted; null for none. @type {Tree|null} */
let removed = null;
const promote = button(text('analysis.promote'), () => {
  tree.promote();
  showMoves();
  remember();
  say(text('analysis.promoted'));
});
const remove = button(text('analysis.delete'), () => {
  const before = Object.assign(new Tree(), structuredClone({ root: tree.root }));
  before.follow(tree.line);
  tree.remove();
  removed = before;
  say(text('analysis.deleted'));
  go(tree.path);
});
const undo = button(text('analysis.undo'), () => {
  if (!removed) return;
  tree = removed;
  removed = null;
  say('');
  go(tree.path);
});
const replay = element('div', 'replay'), edit = element('div', 'row');
replay.append(...steps.map(([b]) => b));
edit.append(promote, remove, undo);
find('tree').before(replay);
find('tree').after(edit, element('p', 'hint', {}, text('analysis.keys')));

/**
 * Copies the address of a line, or shows it where that is not possible.
 * @param {string[]} line
 */
async function share(line) {
  const url = new URL(data.path, location.href);
  if (data.start) url.searchParams.set('start', data.start);
  if (line.length) url.searchParams.set('moves', line.join(' '));
  try {
    await navigator.clipboard.writeText(url.href);
    say(text('analysis.copied'));
  } catch {
    say(text('analysis.not-copied', { url: url.href }));
  }
}
find('record').before(
  button(text('analysis.link'), () => share(tree.line)),
  button(text('analysis.link-main'), () => share(Object.assign(new Tree(), { root: tree.root }).whole.map((n) => n.text))));

document.addEventListener('keydown', (event) => {
  const at = event.target instanceof Element ? event.target : document.body;
  if (event.ctrlKey || event.altKey || event.metaKey || at.closest('input, select, textarea, dialog')) return;
  const onBoard = !!at.closest('.stage'), inTree = !!at.closest('#tree');
  const way = onBoard ? { '<': 'previous', '>': 'next' }[event.key] : { ArrowLeft: 'previous', ArrowRight: 'next', '<': 'previous', '>': 'next' }[event.key];
  const other = inTree ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : 0;
  if (event.shiftKey && way && !'<>'.includes(event.key)) return;
  if (way) walk(way);
  else if (other) {
    const path = tree.sibling(/** @type {1|-1} */ (other));
    if (path) go(path);
  } else return;
  event.preventDefault();
});

const form = /** @type {HTMLFormElement} */ (find('say'));
attach(form, typed, view, say);
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (await play(typed.value.trim())) typed.value = '';
});

document.getElementById('keep')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const sent = new URLSearchParams(/** @type {any} */ (new FormData(/** @type {HTMLFormElement} */ (event.target))));
  try {
    const record = await (await fetch(find('record').getAttribute('href') ?? '')).text();
    sent.set('text', `import ${data.variant} ${record}`);
    sent.set('id', crypto.randomUUID());
    const response = await fetch(`${data.home}say`, { method: 'POST', body: sent, headers: { Accept: 'application/json' } });
    const said = await response.json();
    if (said.game && !said.refused) location.assign(`${data.home}g/${said.game}`);
    else say(said.text, said.refused);
  } catch {
    say(text('failed'), true);
  }
});

showMoves();
remember();
evaluations.shown(tree.line, tree.at);
