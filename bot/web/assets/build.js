// Building the elements of a board: tools, planes, cells.

import { button, element, svg } from './dom.js';

/** @typedef {import('./board.js').Board} Board */

/** The views, in the order of their buttons. */
const VIEWS = /** @type {const} */ (['flat', 'stack', 'free']);

/**
 * Makes the elements around the planes.
 * @param {Board} board
 */
export function buildFrame(board) {
  const t = board.texts;
  board.host.classList.add('board3d');
  board.stage = element('div', 'stage', { role: 'application', 'aria-label': t('board.label'), 'aria-roledescription': t('board.role') });
  board.world = element('div', 'world');
  board.lines = svg('svg', { class: 'lines', 'aria-hidden': 'true' });
  board.stage.append(board.world, board.lines);
  board.levels = element('div', 'levels', { role: 'group', 'aria-label': t('board.levels') });
  board.captured = element('ul', 'captured', { 'aria-label': t('board.captured-pieces') });
  board.host.replaceChildren(buildTools(board), board.levels, board.stage, board.captured);
}

/**
 * Makes the buttons above the board.
 * @param {Board} board
 */
function buildTools(board) {
  const t = board.texts;
  const bar = element('div', 'tools', { role: 'group', 'aria-label': t('board.tools') });
  board.viewButtons = {};
  const views = element('div', 'views', { role: 'group', 'aria-label': t('board.view') });
  for (const view of VIEWS) {
    const b = button(t(`board.view.${view}`), () => board.setView(view));
    board.viewButtons[view] = b;
    views.append(b);
  }
  const label = element('label', 'spread');
  board.slider = /** @type {HTMLInputElement} */ (element('input', '', { type: 'range', min: '0.6', max: '8', step: '0.1' }));
  board.slider.addEventListener('input', () => {
    board.camera.spread = Number(board.slider.value);
    board.place();
  });
  label.append(element('span', '', {}, t('board.spread')), board.slider);
  const tools = element('div', 'turn', { role: 'group', 'aria-label': t('board.turn') });
  const turn = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {() => void} */ act) => {
    const b = button(sign, act);
    b.setAttribute('aria-label', t(key));
    b.title = t(key);
    tools.append(b);
  };
  turn('⟲', 'board.turn.left', () => board.turnBy(-15, 0));
  turn('⟳', 'board.turn.right', () => board.turnBy(15, 0));
  turn('▵', 'board.turn.up', () => board.turnBy(0, 8));
  turn('▿', 'board.turn.down', () => board.turnBy(0, -8));
  turn('+', 'board.zoom.in', () => board.zoomBy(1.25));
  turn('−', 'board.zoom.out', () => board.zoomBy(0.8));
  turn('⌂', 'board.turn.reset', () => board.resetCamera());
  bar.append(views, button(t('board.flip'), () => board.flip()), tools, label);
  return bar;
}

/**
 * Makes the planes and cells of the game.
 * @param {Board} board
 */
export function buildPlanes(board) {
  const d = board.data;
  board.cells = new Map();
  board.cellData = new Map();
  board.columns = new Map();
  board.pins = new Map();
  board.planes = d.planes.map((p) => buildPlane(board, p));
  for (const c of d.cells) {
    const b = buildCell(board, c);
    board.planes[c.plane].querySelector('.cells')?.append(b);
    board.cells.set(c.name, b);
    const key = board.columnOf(c);
    board.columns.set(key, [...(board.columns.get(key) ?? []), c.name]);
  }
  board.world.replaceChildren(...board.planes);
  buildLevels(board);
  board.focused = '';
}

/**
 * Makes an empty plane with its names.
 * @param {Board} board
 * @param {import('./board.js').Plane} p
 */
function buildPlane(board, p) {
  const plane = element('div', p.pin ? 'plane attack' : 'plane', { role: 'group', 'aria-label': p.name });
  plane.style.setProperty('--files', String(p.files));
  plane.style.setProperty('--ranks', String(p.ranks));
  if (p.pin) plane.classList.add(p.x < 2 ? 'left' : 'right');
  plane.append(element('div', 'cells'));
  if (p.pin) {
    const pin = /** @type {HTMLButtonElement} */ (element('button', 'pin', { type: 'button' }, p.pin));
    pin.dataset.pin = p.pin;
    pin.tabIndex = -1;
    plane.append(pin);
    board.pins.set(p.pin, pin);
    return plane;
  }
  plane.append(element('span', 'name', { 'aria-hidden': 'true' }, p.name));
  for (let x = 0; x < p.files; x++) plane.append(edgeName('file', String.fromCharCode(97 + p.x + x), x));
  for (let y = 0; y < p.ranks; y++) plane.append(edgeName('rank', String(p.y + y + 1), p.ranks - 1 - y));
  return plane;
}

/**
 * Makes the name of a file or rank at the edge of a plane.
 * @param {'file'|'rank'} kind
 * @param {string} name
 * @param {number} at
 */
function edgeName(kind, name, at) {
  const span = element('span', kind, { 'aria-hidden': 'true' }, name);
  span.style.setProperty('--at', String(at));
  return span;
}

/**
 * Makes an empty cell.
 * @param {Board} board
 * @param {import('./board.js').Cell} c
 */
function buildCell(board, c) {
  const p = board.data.planes[c.plane];
  const b = /** @type {HTMLButtonElement} */ (element('button', c.dark ? 'cell dark' : 'cell', { type: 'button', tabindex: '-1' }));
  b.dataset.cell = c.name;
  b.style.gridArea = `${p.ranks - c.y} / ${c.x + 1}`;
  b.style.setProperty('--x', String(c.x));
  b.style.setProperty('--y', String(c.y));
  return b;
}

/**
 * Makes the buttons that show a level alone.
 * @param {Board} board
 */
function buildLevels(board) {
  const fixed = board.data.planes.filter((p) => !p.pin);
  board.levelButtons = {};
  board.levels.hidden = fixed.length < 2;
  const all = button(board.texts('board.levels.all'), () => board.lookAt(''));
  board.levelButtons[''] = all;
  board.levels.replaceChildren(all);
  for (const p of fixed) {
    const b = button(p.level, () => board.lookAt(p.level));
    b.setAttribute('aria-label', p.name);
    board.levelButtons[p.level] = b;
    board.levels.append(b);
  }
}
