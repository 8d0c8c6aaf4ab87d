// The page of a game: sends forms without leaving the page, and shows what happens in the game at once. Without this
// script the page works too. The board itself is in board.js, which knows no network.

import { showArrows } from './arrows.js';
import { follow } from './events.js';
import { forget } from './forget.js';
import { addLines } from './lines.js';
import { fieldsOf, post } from './post.js';
import { Replay } from './replay.js';
import { Curve } from './review.js';

const stage = /** @type {HTMLElement} */ (document.getElementById('stage'));
const answer = /** @type {HTMLElement} */ (document.getElementById('answer'));
const list = /** @type {HTMLElement} */ (document.getElementById('moves'));
const path = stage.dataset.path || ''; // the address may be that of an answer in which the game is shown

/** @type {Record<string, string>} */
const texts = read('texts');
let shown = read('board');  // the position on the board
let turn = '';              // whose turn it is, as the server writes it
let latest = shown;         // the last position of the game, as far as it is known
let asked = 0, answered = 0; // how often it was asked for, and the last question that was answered
/** The curve of the review; null until it is asked for. @type {Curve|null} */
let curve = null;
let asking = false;         // whether the board asks for a better move, as a quiz
let view = null;            // the board, once its script has come
document.documentElement.classList.add('scripted');

/** Reads a block of data of the page. @param {string} id */
function read(id) {
  return JSON.parse(document.getElementById(id)?.textContent || '{}');
}

/**
 * Returns a sentence in the reader's language, with its placeholders filled.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 */
function text(key, values = {}) {
  return (texts[key] || key).replace(/\{([\w-]+)\}/g, (all, name) => String(values[name] ?? all));
}

/** Shows HTML that the server has made, or a sentence. @param {string} html @param {string} [plain] @param {boolean} [bad] whether that says what is wrong */
function say(html, plain, bad = false) {
  answers++;
  answer.innerHTML = html;
  if (plain) {
    const p = document.createElement('p');
    p.className = bad ? 'reply text refused' : 'reply text';
    p.textContent = plain;
    answer.replaceChildren(p);
  }
}

let answers = 0; // how many were shown

/**
 * Sends what somebody types, presses or moves.
 * @param {Record<string, string>} fields
 * @param {string} [to] path
 */
async function send(fields, to = path + '/say') {
  const said = await post(to, { seen: String(latest.entries), ...fields }, () => say('', text('offline'), true));
  if (!said) {
    say('', text('failed'), true);
    return { refused: true, text: text('failed') };
  }
  if (said.game && said.game !== shown.game && !said.refused) {
    location.assign(path.replace(/\d+$/, said.game));
    return said;
  }
  say(said.html || '', said.html ? '' : said.text, said.refused);
  said.answer = answers;
  await refresh().catch(() => {}); // the form was answered, and its answer stays
  if (said.review) review(said.review);
  if (said.board || said.arrows) ask(said);
  return said;
}

/** Shows the review of the game. @param {import('./review.js').ReviewData} data */
function review(data) {
  curve = new Curve(replay.row, data, { text, game: latest, go: (ply) => replay.jump(ply) });
  replay.marks = data.marks;
  show(shown);
}

/** Shows a position of the game in which a better move is asked for, or arrows. @param {any} said */
function ask(said) {
  asking = !!said.board;
  if (said.board) {
    view?.cancel();
    view?.show(said.board);
  }
  if (view) showArrows(view, said.arrows ?? []);
}

/** Asks for the last position and shows it, unless an earlier one is being looked at. */
async function refresh() {
  const question = ++asked;
  const plays = latest.yours.length > 0; // then offers, clocks and buttons may have changed too, which are in the page
  const response = await fetch(plays ? path : path + '/board', { headers: { Accept: plays ? 'text/html' : 'application/json' } });
  if (!response.ok) throw new Error(response.statusText);
  const body = plays ? await response.text() : await response.json();
  if (question < answered) return; // what was asked later has been answered already
  answered = question;
  const following = shown.ply === latest.plies;
  const before = latest;
  if (plays) {
    const page = new DOMParser().parseFromString(body, 'text/html');
    latest = JSON.parse(page.getElementById('board')?.textContent || '');
    turn = page.getElementById('turn')?.innerHTML || '';
    if (latest.plies !== before.plies) lines?.end();
    for (const id of ['offers', 'study', 'actions', 'conditions']) replace(id, page.getElementById(id));
  } else latest = body;
  if (following || latest.plies < shown.ply) show(latest);
  else {
    replay.update();
    linkAnalysis();
  }
  if (latest.plies > before.plies && latest.last && !view) announce(); // the board says it itself
}

/** Puts a part of a newer page in the place of the same part of this one. @param {string} id @param {HTMLElement|null} now */
function replace(id, now) {
  const old = document.getElementById(id);
  if (!old || lines?.busy) return;
  if (!now) {
    old.replaceChildren();
    return;
  }
  if (old instanceof HTMLDetailsElement) /** @type {HTMLDetailsElement} */ (now).open = old.open;
  if (old.isEqualNode(now)) return; // a button that is being pressed stays
  old.replaceWith(document.adoptNode(now));
  if (id === 'conditions') lines = offerLines();
}

/** Says what was played, for those who do not see it. */
function announce() {
  const white = latest.plies % 2 === 1;
  speak(text('live', { name: white ? latest.white : latest.black, move: latest.last.name }));
}

/** Has screen readers say something. @param {string} sentence */
function speak(sentence) {
  if (view) view.speaker.say(sentence);
  else document.getElementById('live').textContent = sentence;
}

/** Shows a position. @param {any} board */
function show(board) {
  shown = board;
  if (asking) view?.cancel();
  asking = false;
  const line = document.getElementById('turn');
  if (board === latest && turn) line.innerHTML = turn;
  else line.textContent = board.ply === board.plies ? board.status : text('ply', { ply: board.ply, plies: board.plies });
  document.title = document.title.replace(/^(\u25cf )?/, board.ply === board.plies && board.moves.length ? '\u25cf ' : '');
  view?.show(board);
  arrows();
  replay.update();
  linkAnalysis();
}

/** Has the link to an analysis board, if there is one, lead to the position that is shown. */
function linkAnalysis() {
  const link = document.querySelector('#study a');
  if (link instanceof HTMLAnchorElement) link.search = `?game=${shown.game}&ply=${shown.ply}`;
}

/** Shows an arrow for the move that led to a position that is not the last one. */
function arrows() {
  if (!view) return;
  const { last, ply } = shown;
  curve?.at(ply);
  if (curve && ply > 0) return showArrows(view, curve.arrows(ply, last));
  showArrows(view, last && (ply < latest.plies || replay.playing) ? [{ from: last.from, to: last.to, attack: last.attack, kind: 'played' }] : []);
}

/** Asks for an earlier position and shows it. @param {number} ply */
async function go(ply) {
  if (lines?.busy) lines.end();
  if (ply < 0 || ply > latest.plies) return;
  wanted = ply;
  if (ply === latest.plies) {
    show(latest);
    return;
  }
  const response = await fetch(`${path}/board?ply=${ply}`, { headers: { Accept: 'application/json' } });
  if (!response.ok) return;
  const board = await response.json();
  if (wanted === ply) show(board);
}
let wanted = -1; // the position that was asked for last: answers with others, which come late, are not shown

/** The list of moves, and what goes through them. */
const replay = new Replay({ list, text, path, shown: () => shown, latest: () => latest, go });

/** Whether a move is sent only after a question; kept in this browser. */
const careful = {
  get: () => localStorage.getItem('ask-first') !== 'no',
  set: (/** @type {boolean} */ on) => localStorage.setItem('ask-first', on ? 'yes' : 'no'),
};

/** Asks whether a move shall be played. @param {string} name */
function confirmed(name) {
  return new Promise((done) => {
    const dialog = document.createElement('dialog');
    dialog.className = 'confirm';
    const question = document.createElement('p');
    question.textContent = text('confirm', { move: name });
    const row = document.createElement('div');
    row.className = 'row';
    const yes = document.createElement('button');
    yes.className = 'invite';
    yes.textContent = text('play');
    const no = document.createElement('button');
    no.textContent = text('back');
    row.append(yes, no);
    dialog.append(question, row);
    dialog.setAttribute('aria-label', question.textContent);
    const end = (/** @type {boolean} */ answer) => { dialog.close(); dialog.remove(); done(answer); };
    yes.addEventListener('click', () => end(true));
    no.addEventListener('click', () => end(false));
    dialog.addEventListener('cancel', () => end(false));
    document.body.append(dialog);
    dialog.showModal();
    yes.focus();
  });
}

/** Plays a move that was chosen on the board, or takes it back there. @param {{text: string, name: string}} move */
async function play(move) {
  if (lines?.busy) return lines.play(move);
  if (asking) return send({ text: move.text });
  const chosen = String(latest.entries); // it is for this position, even if the question is answered much later
  const sure = !careful.get() || (await confirmed(move.name));
  const said = sure ? await send({ text: move.text, chosen }) : { refused: true };
  if (said.refused) view?.cancel();
  else if (!latest.over && said.answer === answers) say(''); // the board shows it
}

// Forms are sent without leaving the page: those of the page, and those in answers.
document.addEventListener('submit', async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== 'post' || form.action.endsWith('/out')) return;
  event.preventDefault();
  const fields = fieldsOf(form, event.submitter);
  const input = form.querySelector('input[name=text], input[name=if]');
  const button = event.submitter;
  if (button) button.disabled = true;
  const said = await send(fields, form.getAttribute('action') || undefined);
  if (button) button.disabled = false;
  if (input && !said.refused) input.value = '';
});

// A stream of events tells when the game has changed.
let caughtUp = true; // whether the page knew the position when it was last told of it
follow(path.replace(/g\/\d+$/, 'events'), latest.game, {
  async told(plies) {
    offline(false);
    if (plies !== latest.plies || !caughtUp) await refresh().catch(() => offline(true));
    caughtUp = false; // only what is told at first can be known already: offers change no plies
  },
  offline,
  async check() {
    const answer = await fetch(path + '/board', { headers: { Accept: 'application/json' } }).catch(() => null);
    if (answer?.status === 403 && document.querySelector('.who')) {
      offline(true, text('ended'));
      forget('');
    } else if (answer?.status === 403 || answer?.status === 404) offline(true, (await answer.json()).text);
    else return true;
    return false;
  },
});
document.addEventListener('visibilitychange', () => { caughtUp = false; });

/** Says that there is no connection, or something else that keeps the page from it. @param {boolean} on @param {string} [why] */
function offline(on, why) {
  const bar = document.getElementById('offline');
  if (!bar) return;
  bar.textContent = why || text('offline');
  bar.hidden = !on;
}

// The switch for the question before a move.
if (shown.yours.length && !shown.over) {
  const label = document.createElement('label');
  label.className = 'switch';
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = careful.get();
  box.addEventListener('change', () => careful.set(box.checked));
  label.append(box, ' ', text('ask-first'));
  list.after(label);
}

/** Lets the reader play conditional moves on the board. */
function offerLines() {
  return addLines({ text, show: (/** @type {any} */ board) => view?.show(board), latest: () => latest, back: () => show(latest), root: path.replace(/\/g\/\d+$/, '') });
}
let lines = offerLines();

// The board. Where its scripts do not come, the picture stays.
Promise.all(['board.js', 'commands.js'].map((name) => import(new URL(name, import.meta.url).href))).then(([{ Board }, { attach }]) => {
  view = new Board(stage, {
    board: shown, texts: text, sprite: stage.dataset.sprite, onMove: play,
    view: localStorage.getItem('view') || undefined,
    onView: (/** @type {string} */ name) => localStorage.setItem('view', name),
  });
  const form = /** @type {HTMLFormElement|null} */ (document.getElementById('say'));
  if (form) attach(form, form.elements.namedItem('text'), view, (/** @type {string} */ said) => say('', said));
}, () => {
  const picture = document.createElement('img');
  picture.className = 'picture';
  picture.src = `${path}/picture?ply=${shown.ply}`;
  picture.alt = shown.status;
  stage.replaceChildren(picture);
});
