// Commands that are typed at the board, as people know them from boards for the blind. They only
// ask about the position that is shown; whatever else is typed goes to the server.

import { describeCaptured, describeColumn, describeLast, describeMoves, describeStatus, nameWithPiece } from './speech.js';

/** @typedef {import('./board.js').Board} Board */

/**
 * The commands, by the letter that is typed; the word in brackets is what they are about.
 * @type {Record<string, (board: Board, about: string) => string>}
 */
const COMMANDS = {
  p: pieces,
  s: (board, about) => (about ? scan(board, about) : describeStatus(board)),
  m: moves,
  t: moves,
  c: (board, about) => describeColumn(board, cellNamed(board, about) || board.focused),
  l: (board) => describeLast(board),
  x: (board) => describeCaptured(board),
  h: (board) => board.texts('board.commands'),
};

/**
 * Answers a command about the position; undefined if a text is none.
 * @param {Board} board
 * @param {string} line such as "p n", "s 2" or "m 1e2"; lichess's "/p n" is understood as well
 * @returns {string|undefined}
 */
export function answer(board, line) {
  const [, name, about] = /^\/?([a-z?])(?:\s+(.*))?$/i.exec(line.trim()) ?? [];
  if (!name) return undefined;
  const command = COMMANDS[name === '?' ? 'h' : name.toLowerCase()];
  return command?.(board, (about ?? '').trim());
}

/**
 * Has a line of input answer commands about the position before anything else gets what is typed.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 * @param {Board} board
 * @param {(answer: string) => void} say shows an answer, and has it spoken
 */
export function attach(form, input, board, say) {
  form.addEventListener('submit', (e) => {
    const said = answer(board, input.value);
    if (said === undefined) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    say(said);
    input.value = '';
  }, true);
}

/**
 * Returns the cell with a name in upper or lower case; empty if there is none.
 * @param {Board} board
 * @param {string} text
 */
function cellNamed(board, text) {
  return board.data.cells.find((c) => c.name.toLowerCase() === text.toLowerCase())?.name ?? '';
}

/**
 * Says where the piece on a cell can go.
 * @param {Board} board
 * @param {string} about
 */
function moves(board, about) {
  return describeMoves(board, cellNamed(board, about) || board.focused);
}

/**
 * Says where pieces are: all of a kind, or with no letter all pieces.
 * @param {Board} board
 * @param {string} letters
 */
function pieces(board, letters) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const c of board.cellData.values()) {
    const piece = board.data.pieces[c.piece ?? ''];
    if (piece && (!letters || piece.letters.toLowerCase() === letters.toLowerCase())) found.set(piece.name, [...(found.get(piece.name) ?? []), c.name]);
  }
  return [...found].map(([name, cells]) => `${name}: ${cells.join(' ')}`).join('. ') || board.texts('board.nothing-there');
}

/**
 * Says what is on a level, a rank, a file or a cell.
 * @param {Board} board
 * @param {string} about a level such as "2", a part of a cell's name such as "1e" or "e", or a cell
 */
function scan(board, about) {
  const wanted = about.toLowerCase();
  const level = board.data.planes.some((p) => p.level.toLowerCase() === wanted);
  const list = [...board.cellData.values()].filter((c) => {
    if (!c.piece) return false;
    return level ? board.data.planes[c.plane].level.toLowerCase() === wanted : wanted && c.name.toLowerCase().includes(wanted);
  });
  return list.map((c) => nameWithPiece(board, c.name)).join(', ') || board.texts('board.nothing-there');
}
