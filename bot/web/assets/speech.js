// What people hear: names of cells, and sentences for live regions.

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').BoardData} BoardData
 * @typedef {import('./board.js').Cell} Cell
 * @typedef {import('./board.js').Plane} Plane
 * @typedef {import('./board.js').Texts} Texts
 */

/** Says sentences in live regions. */
export class Speaker {
  /** @param {HTMLElement} host */
  constructor(host) {
    /** Two regions in turn, so that the same sentence is heard twice if it is said twice. */
    this.regions = [0, 1].map(() => {
      const region = document.createElement('div');
      region.className = 'spoken';
      region.setAttribute('role', 'status');
      region.setAttribute('aria-live', 'polite');
      host.append(region);
      return region;
    });
    this.turn = 0;
  }

  /**
   * Says a text.
   * @param {string} text
   */
  say(text) {
    if (!text) return;
    this.regions[this.turn].textContent = '';
    this.turn = 1 - this.turn;
    this.regions[this.turn].textContent = text;
  }
}

/**
 * Returns the name of a cell for people who listen; it begins with the cell's own name.
 * @param {Board} board
 * @param {Cell} cell
 */
export function cellLabel(board, cell) {
  const piece = board.data.pieces[cell.piece ?? ''];
  const parts = [cell.name];
  if (piece) parts.push(piece.name);
  if (board.selected === cell.name) parts.push(board.texts('board.selected'));
  if (board.shownTargets.has(cell.name)) parts.push(board.texts('board.target'));
  if (board.data.check?.king === cell.name) parts.push(board.texts('board.in-check'));
  return parts.join(', ');
}

/**
 * Returns the name of a pin for people who listen.
 * @param {Board} board
 * @param {Plane} plane
 * @param {boolean} target
 */
export function pinLabel(board, plane, target) {
  const parts = [plane.name];
  if (target) parts.push(board.texts('board.target'));
  else if (!plane.live) parts.push(board.texts('board.no-board'));
  if (board.selected === `@${plane.pin}`) parts.push(board.texts('board.selected'));
  return parts.join(', ');
}

/**
 * Says what has been taken and where it can go.
 * @param {Board} board
 * @param {string} from
 */
export function describeSelection(board, from) {
  const piece = board.data.pieces[board.cellData.get(from)?.piece ?? ''];
  const what = piece ? `${piece.role} ${from}` : `${board.texts('board.attack-board')} ${from.slice(1)}`;
  return board.texts('board.taken', { piece: what, targets: targetList(board, from) });
}

/**
 * Says where the piece on a cell, or the attack board on a pin, can go.
 * @param {Board} board
 * @param {string} from
 */
export function describeMoves(board, from) {
  const targets = targetList(board, from);
  const name = from.replace('@', '');
  return targets ? board.texts('board.moves', { cell: name, targets }) : board.texts('board.no-moves-from', { cell: name });
}

/**
 * @param {Board} board
 * @param {string} from
 */
function targetList(board, from) {
  const names = board.movesFrom(from).map((m) => m.to + (m.captures ? ` ${capturedName(board, m.to)}` : ''));
  return [...new Set(names)].join(', ');
}

/**
 * @param {Board} board
 * @param {string} cell
 */
function capturedName(board, cell) {
  const piece = board.data.pieces[board.cellData.get(cell)?.piece ?? ''];
  return board.texts('board.captures', { piece: piece?.role ?? '' }).trim();
}

/**
 * Says what is above and below a cell.
 * @param {Board} board
 * @param {string} name
 */
export function describeColumn(board, name) {
  const cell = board.cellData.get(name);
  if (!cell) return '';
  const list = (board.columns.get(board.columnOf(cell)) ?? []).filter((n) => n !== name && isLive(board, n)).map((n) => nameWithPiece(board, n));
  return board.texts('board.column', { cell: name, list: list.join(', ') || '–' });
}

/**
 * @param {Board} board
 * @param {string} name
 */
function isLive(board, name) {
  const cell = board.cellData.get(name);
  return !!cell && board.data.planes[cell.plane].live;
}

/**
 * @param {Board} board
 * @param {string} name
 */
export function nameWithPiece(board, name) {
  const piece = board.data.pieces[board.cellData.get(name)?.piece ?? ''];
  return piece ? `${name} ${piece.name}` : name;
}

/** @param {Board} board */
export function describeLast(board) {
  const { last, ply } = board.data;
  return last ? board.texts('board.last-move', { move: numbered(board.data, ply - 1, last.name) }) : board.texts('board.no-last-move');
}

/** @param {Board} board */
export function describeStatus(board) {
  return [board.data.status, checkText(board.data, board.texts)].filter(Boolean).join(' ');
}

/**
 * Says which pieces give check.
 * @param {BoardData} data
 * @param {Texts} texts
 */
function checkText(data, texts) {
  if (!data.check) return '';
  const by = data.check.by.map((l) => `${data.pieces[data.cells.find((c) => c.name === l.from)?.piece ?? '']?.role ?? ''} ${l.from}`);
  return texts('board.check-by', { king: data.check.king, pieces: by.join(', ') });
}

/** @param {Board} board */
export function describeCaptured(board) {
  const list = board.data.captured.map((c) => `${c.count} × ${board.data.pieces[c.piece]?.name}`);
  return list.length ? board.texts('board.captured', { list: list.join('; ') }) : board.texts('board.none-captured');
}

/**
 * Says what has changed from one position to another.
 * @param {BoardData} before
 * @param {BoardData} after
 * @param {Texts} texts
 */
export function describeChange(before, after, texts) {
  if (before.game !== after.game) return `${after.title}. ${after.status}`;
  const other = after.ply > 0 && before.record[after.ply - 1] !== after.record[after.ply - 1]; // of an analysis, another variation
  if (before.ply === after.ply && before.plies === after.plies && before.status === after.status && !other) return '';
  const parts = [];
  if (after.ply > before.ply || other && after.ply === before.ply) {
    for (let ply = Math.max(Math.min(before.ply, after.ply - 1), after.ply - 3); ply < after.ply; ply++) parts.push(`${numbered(after, ply, after.record[ply] ?? '')}.`);
  } else if (after.ply < before.ply) {
    parts.push(texts('board.back-to', { ply: after.ply }));
  }
  if (after.ply === after.plies) parts.push(after.status);
  parts.push(checkText(after, texts));
  return parts.filter(Boolean).join(' ');
}

/**
 * Writes a move with its number; ply counts from 0.
 * @param {BoardData} data
 * @param {number} ply
 * @param {string} move
 */
function numbered({ before = 0 }, ply, move) {
  const n = before + ply;
  return `${Math.floor(n / 2) + 1}${n % 2 ? '…' : '.'} ${move}`;
}
