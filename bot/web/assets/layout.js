// Where the planes of a board are: pure geometry, without a browser.
//
// Lengths are in pixels. Space is as CSS has it: x to the right, y down, z out of the screen. The
// eye is fixed; the world turns by yaw about z, and is then tilted by tilt about x, in degrees.

/**
 * @typedef {import('./board.js').BoardData} BoardData
 * @typedef {import('./board.js').Plane} Plane
 * @typedef {'flat'|'stack'|'free'} View
 * @typedef {{yaw: number, tilt: number, zoom: number, spread: number, panX: number, panY: number}} Camera
 * @typedef {{x: number, y: number, z: number}} Point
 * @typedef {{plane: number, x: number, y: number, height: number}} Slot  a plane in a block, in cells
 * @typedef {{slots: Slot[], width: number, height: number, level: string}} Block  planes that stay together
 * @typedef {{cell: number, height: number, yaw: number, tilt: number, spread: number, at: Map<number, Point>, real: boolean}} Layout
 */

/** How many cells an attack board is moved away from the main boards, so that neither hides the other. */
const OUTWARD = 1.4;
/** How many cells are between a main board and an attack board when they are laid out flat. */
const GAP = 0.75;
/** How far, in cells, pieces rise above the far edge of a plane. */
const STANDING = 0.55;
/** The smallest cell that a finger hits, the smallest where people scroll far anyway, and the largest. */
const SMALLEST = 24;
const SCROLLED = 34;
const LARGEST = 76;
/** Room for names of levels, files and ranks around a block. */
const MARGIN = { side: 26, top: 24, bottom: 26 };

/**
 * Returns the camera with which a game is shown at first. A spread of 0 is chosen by the layout.
 * @param {BoardData} board
 * @returns {Camera}
 */
export function firstCamera(board) {
  return { yaw: hasPins(board) ? -14 : -24, tilt: 60, zoom: 1, spread: 0, panX: 0, panY: 0 };
}

/**
 * Returns how many cells two levels are apart as long as nobody has said so. In Tridimensional Chess
 * the boards climb away from White, so that Black, who looks down the stairs, needs them farther apart.
 * @param {BoardData} board
 * @param {boolean} black
 */
function firstSpread(board, black) {
  if (hasPins(board)) return black ? 2.2 : 1.3;
  const levels = new Set(board.planes.map((p) => p.z)).size;
  return levels > 4 ? 2.4 : levels > 2 ? 4.8 : 5.6;
}

/** @param {BoardData} board */
export const hasPins = (board) => board.planes.some((p) => p.pin);

/**
 * Returns the blocks of a board that is laid out flat: a level each, or a main board with the
 * attack boards at its corners. Slots count cells from the near left corner, as White sees it.
 * @param {BoardData} board
 * @param {Set<string>} wanted pins that must have room although no attack board is there
 * @returns {Block[]}
 */
export function blocks(board, wanted = new Set()) {
  const fixed = board.planes.map((p, plane) => ({ p, plane })).filter(({ p }) => !p.pin);
  return fixed.map(({ p, plane }) => {
    const rows = hasPins(board) ? attackRows(board, p, wanted) : [];
    let y = 0;
    /** @type {Slot[]} */
    const slots = [];
    const add = (/** @type {number[]} */ row) => {
      const tall = row.some((n) => board.planes[n].live || wanted.has(board.planes[n].pin ?? '')) ? 2 : 0;
      for (const n of row) slots.push({ plane: n, x: board.planes[n].x < p.x + 1 ? 0 : p.files, y, height: tall });
      y += tall ? tall + GAP : 0;
    };
    rows.filter((r) => r.near).forEach((r) => add(r.planes));
    slots.push({ plane, x: rows.length ? 1 : 0, y, height: p.ranks });
    y += p.ranks + (rows.length ? GAP : 0);
    rows.filter((r) => !r.near).forEach((r) => add(r.planes));
    return { slots, width: p.files + (rows.length ? 2 : 0), height: rows.length ? y - GAP : y, level: p.level };
  });
}

/**
 * Returns the attack boards at the corners of a main board in rows, the nearest first.
 * @param {BoardData} board
 * @param {Plane} main
 * @param {Set<string>} wanted
 */
function attackRows(board, main, wanted) {
  /** @type {Map<string, {near: boolean, planes: number[]}>} */
  const rows = new Map();
  board.planes.forEach((p, n) => {
    if (!p.pin || mainOf(board, p) !== main) return;
    const near = p.y < main.y + 1;
    const key = `${near ? 0 : 1}${p.z}`;
    const row = rows.get(key) ?? { near, planes: [] };
    row.planes.push(n);
    rows.set(key, row);
  });
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/**
 * Returns the ends of the arm that holds an attack board, as files, ranks and levels: the middle of
 * its inner edge, which is moved outward with it, and the corner of the main board.
 * @param {BoardData} board
 * @param {Plane} attack
 */
export function arm(board, attack) {
  const main = mainOf(board, attack);
  if (!main) return null;
  const left = attack.x < main.x + 1;
  const rank = attack.y < main.y + 1 ? main.y : main.y + main.ranks;
  return {
    inner: { x: left ? attack.x + 2 : attack.x, y: attack.y + 1, z: attack.z },
    corner: { x: left ? main.x : main.x + main.files, y: rank, z: main.z },
  };
}

/**
 * Returns the main board at whose corner an attack board is: the pin is named after the corner.
 * @param {BoardData} board
 * @param {Plane} attack
 */
function mainOf(board, attack) {
  const rank = Number((attack.pin ?? '').replace(/\D/g, '')) - 1;
  return board.planes.find((p) => !p.pin && Math.abs(p.z - attack.z) === 1 && (rank === p.y || rank === p.y + p.ranks - 1));
}

/**
 * Lays out all planes of a board.
 * @param {BoardData} board
 * @param {{view: View, width: number, room: number, camera: Camera, black: boolean, look: string, wanted: Set<string>}} how
 *   room is how high the board should be at most; look is the level of the only block to show
 * @returns {Layout}
 */
export function arrange(board, how) {
  const turned = how.black ? 180 : 0;
  if (how.look || how.view === 'flat') return shelf(board, how, 0, turned);
  if (how.view === 'stack' && !hasPins(board)) return shelf(board, how, 57, turned - 14);
  if (how.view === 'stack') return space(board, { ...how, camera: { ...firstCamera(board), spread: how.camera.spread } }, turned);
  return space(board, how, turned);
}

/**
 * Puts blocks next to one another, as large as they fit, the lowest level at the bottom left.
 * @param {BoardData} board
 * @param {Parameters<typeof arrange>[1]} how
 * @param {number} tilt
 * @param {number} yaw
 * @returns {Layout}
 */
function shelf(board, how, tilt, yaw) {
  let list = blocks(board, how.wanted);
  if (how.look) list = list.filter((b) => b.level === how.look);
  const standing = tilt ? STANDING : 0;
  const wide = Math.max(...list.map((b) => projected(b.width, b.height, tilt, yaw).width));
  const high = Math.max(...list.map((b) => projected(b.width, b.height, tilt, yaw).height)) + standing;
  // Slanted planes fit into one another: the next row begins before the last one ends.
  const deep = Math.max(...list.map((b) => (b.height * Math.cos(radians(tilt))) / Math.abs(Math.cos(radians(yaw))))) + standing;
  const { cell, columns } = bestColumns(list.length, { wide, high, deep, ragged: !tilt }, how.width, how.room);
  const rows = Math.ceil(list.length / columns);
  const across = cell * wide + 2 * MARGIN.side;
  const down = cell * deep + MARGIN.top + MARGIN.bottom;
  const total = { width: across * columns, height: down * rows + (high - deep) * cell };
  /** @type {Map<number, Point>} */
  const at = new Map();
  list.forEach((b, i) => {
    const [column, up] = columns < rows ? [Math.floor(i / rows), i % rows] : [i % columns, Math.floor(i / columns)];
    const row = rows - 1 - up;
    const missing = columns >= rows && row === 0 ? columns * rows - list.length : 0; // the top row is in the middle
    const u = (column + 0.5 + missing / 2) * across - total.width / 2;
    const v = row * down + MARGIN.top + ((high + standing) / 2) * cell - total.height / 2;
    const middle = unproject(u, v, tilt, yaw);
    for (const s of b.slots) {
      const p = board.planes[s.plane];
      at.set(s.plane, {
        x: middle.x + (s.x - b.width / 2) * cell,
        y: middle.y - (s.y + p.ranks - b.height / 2) * cell,
        z: middle.z,
      });
    }
  });
  return { cell, height: total.height, yaw, tilt, spread: 0, at, real: false };
}

/**
 * Finds the number of columns with which cells are largest, all rows being full if possible. Where cells
 * would be too small for fingers, the board becomes higher than the room, and people scroll.
 * @param {number} count
 * @param {{wide: number, high: number, deep: number, ragged: boolean}} size of a block, in cells, deep being that of all but one in a
 *   column; ragged is whether a row may have room left
 * @param {number} width
 * @param {number} room
 */
function bestColumns(count, size, width, room) {
  const fit = (/** @type {number} */ least) => {
    let best = { columns: 1, cell: 8 };
    for (let columns = count; columns > 0; columns--) {
      const full = count % columns === 0; // a row that is not full must be worth it
      if (!full && !size.ragged) continue;
      const rows = Math.ceil(count / columns);
      const byWidth = (width / columns - 2 * MARGIN.side) / size.wide;
      const byHeight = (room - rows * (MARGIN.top + MARGIN.bottom)) / (size.high + (rows - 1) * size.deep);
      const cell = Math.min(byWidth, Math.max(byHeight, least), LARGEST);
      if (cell > best.cell * (full ? 1.04 : 1.15)) best = { columns, cell };
    }
    return best;
  };
  const fitting = fit(0);
  if (fitting.cell >= SMALLEST) return fitting;
  return fit(fitting.cell < 0.8 * SMALLEST ? SCROLLED : SMALLEST);
}

/**
 * Puts planes where they are in space.
 * @param {BoardData} board
 * @param {Parameters<typeof arrange>[1]} how
 * @param {number} turned
 * @returns {Layout}
 */
function space(board, how, turned) {
  const { camera } = how;
  const spread = camera.spread || firstSpread(board, how.black);
  const shift = (/** @type {Plane} */ p) => (p.pin ? (p.x < 2 ? -OUTWARD : OUTWARD) : 0);
  const middle = (/** @type {(p: Plane) => number[]} */ ends) => {
    const all = board.planes.flatMap(ends);
    return (Math.min(...all) + Math.max(...all)) / 2;
  };
  const x = middle((p) => [p.x + shift(p), p.x + shift(p) + p.files]), y = middle((p) => [p.y, p.y + p.ranks]), z = middle((p) => [p.z]);
  /** Far left corners, in cells. */
  const corners = board.planes.map((p) => ({ x: p.x + shift(p) - x, y: y - p.y - p.ranks, z: (p.z - z) * spread }));
  const first = firstCamera(board); // the size must not change while the board is turned
  const seen = board.planes.flatMap((p, n) => [0, p.files].flatMap((right) => [0, p.ranks].map((near) => (
    project({ x: corners[n].x + right, y: corners[n].y + near, z: corners[n].z }, first.tilt, first.yaw + turned)))));
  const wide = 2 * Math.max(...seen.map((s) => Math.abs(s.x)));
  const high = 2 * Math.max(...seen.map((s) => Math.abs(s.y))) + STANDING;
  const byWidth = (how.width - 2 * MARGIN.side) / wide;
  const byHeight = (how.room - MARGIN.top - MARGIN.bottom) / high;
  const cell = Math.max(8, Math.min(byWidth, Math.max(byHeight, Math.min(SMALLEST, byWidth)), LARGEST));
  const at = new Map(corners.map((c, n) => [n, { x: c.x * cell, y: c.y * cell, z: c.z * cell }]));
  return { cell, height: high * cell + MARGIN.top + MARGIN.bottom, yaw: camera.yaw + turned, tilt: camera.tilt, spread, at, real: true };
}

/** @param {number} degrees */
const radians = (degrees) => (degrees * Math.PI) / 180;

/**
 * Returns the size on the screen of a plane.
 * @param {number} width
 * @param {number} height
 * @param {number} tilt
 * @param {number} yaw
 */
function projected(width, height, tilt, yaw) {
  const c = Math.abs(Math.cos(radians(yaw))), s = Math.abs(Math.sin(radians(yaw)));
  return { width: width * c + height * s, height: (width * s + height * c) * Math.cos(radians(tilt)) };
}

/**
 * Returns the point of the world that is seen at a point of the screen, at the depth of its middle.
 * @param {number} u
 * @param {number} v
 * @param {number} tilt
 * @param {number} yaw
 * @returns {Point}
 */
export function unproject(u, v, tilt, yaw) {
  const c = Math.cos(radians(yaw)), s = Math.sin(radians(yaw));
  const y = v * Math.cos(radians(tilt)), z = -v * Math.sin(radians(tilt));
  return { x: u * c + y * s, y: -u * s + y * c, z };
}

/**
 * Returns where a point of the world is seen on the screen, from its middle.
 * @param {Point} p
 * @param {number} tilt
 * @param {number} yaw
 */
export function project(p, tilt, yaw) {
  const c = Math.cos(radians(yaw)), s = Math.sin(radians(yaw));
  const x = p.x * c - p.y * s, y = p.x * s + p.y * c;
  return { x, y: y * Math.cos(radians(tilt)) - p.z * Math.sin(radians(tilt)) };
}

/**
 * Returns the CSS transform of something in a plane that makes it stand upright before the eye.
 * @param {number} tilt
 * @param {number} yaw
 */
export function upright(tilt, yaw) {
  const c = Math.cos(radians(yaw)), s = Math.sin(radians(yaw)), squeeze = Math.max(0.12, Math.cos(radians(tilt)));
  return `matrix(${[c, -s, s / squeeze, c / squeeze].map((n) => n.toFixed(4)).join(',')},0,0)`;
}

/**
 * Returns in which quarter the world is turned: 0 if White is near, 1 if what is right for White
 * is near, and so on.
 * @param {number} yaw
 */
export function quarter(yaw) {
  return (((Math.round(yaw / 90) % 4) + 4) % 4);
}
