// The moves of an analysis as nested text.

import { button, element } from './dom.js';

/**
 * @typedef {import('./tree.js').Node} Node
 * @typedef {import('./tree.js').Tree} Tree
 * @typedef {{first: number, blackFirst: boolean, text: import('./board.js').Texts, go: (path: Node[]) => void}} How  what go gets are the moves
 *   to the one that was pressed
 */

/**
 * Shows a tree. It has one tab stop, the move that led to the position.
 * @param {HTMLElement} host
 * @param {Tree} tree
 * @param {How} how
 */
export function showTree(host, tree, how) {
  const focused = host.contains(document.activeElement);
  const list = element('div', 'moves');
  list.append(moveButton(how.text('analysis.start'), '', [], tree, how), ' ');
  addLine(list, tree.root, [], tree, how);
  host.replaceChildren(list);
  const now = /** @type {HTMLElement|null} */ (host.querySelector('[aria-current]'));
  if (focused) now?.focus({ preventScroll: true });
  const box = host.getBoundingClientRect(), at = now?.getBoundingClientRect(); // the page itself does not scroll
  if (at && (at.top < box.top || at.bottom > box.bottom)) host.scrollTop += at.top - box.top - box.height / 2;
}

/**
 * Adds the moves after a move: those of the line that comes first, and after each of them the variations of it.
 * @param {HTMLElement} to
 * @param {Node} node
 * @param {Node[]} path to the move
 * @param {Tree} tree
 * @param {How} how
 */
function addLine(to, node, path, tree, how) {
  let numbered = !path.length;
  for (let n = node; n.next[0]; n = n.next[0]) {
    const [main, ...others] = n.next;
    const before = path;
    path = [...path, main];
    addMove(to, main, path, tree, how, numbered);
    for (const other of others) addVariation(to, other, before, tree, how);
    numbered = others.length > 0;
  }
}

/**
 * Adds a variation.
 * @param {HTMLElement} to
 * @param {Node} node its first move
 * @param {Node[]} before the moves before it
 * @param {Tree} tree
 * @param {How} how
 */
function addVariation(to, node, before, tree, how) {
  const group = element('div', 'variation', { role: 'group', 'aria-label': how.text('analysis.variation') });
  const path = [...before, node];
  addMove(group, node, path, tree, how, true);
  addLine(group, node, path, tree, how);
  to.append(group);
}

/**
 * Adds a move, and its number if it is White's or follows a variation.
 * @param {HTMLElement} to
 * @param {Node} node
 * @param {Node[]} path
 * @param {Tree} tree
 * @param {How} how
 * @param {boolean} always whether Black's moves have a number, too
 */
function addMove(to, node, path, tree, how, always) {
  const ply = path.length - 1 + (how.blackFirst ? 1 : 0);
  const number = `${how.first + Math.floor(ply / 2)}${ply % 2 ? '…' : '.'}`;
  if (always || ply % 2 === 0) {
    to.append(element('span', 'number', { 'aria-hidden': 'true' }, number), ' ');
  }
  const b = moveButton(node.name, number, path, tree, how);
  if (node.score) b.append(' ', element('span', 'score', {}, node.score));
  to.append(b, ' ');
}

/**
 * Makes the button that leads to a position.
 * @param {string} name
 * @param {string} number what is said before the name
 * @param {Node[]} path
 * @param {Tree} tree
 * @param {How} how
 */
function moveButton(name, number, path, tree, how) {
  const b = button(name, () => how.go(path));
  b.tabIndex = -1;
  if (number) b.setAttribute('aria-label', `${number} ${name}${path.at(-1)?.score ? `, ${path.at(-1)?.score}` : ''}`);
  if (path.length === tree.path.length && path.every((n, i) => n === tree.path[i])) {
    b.setAttribute('aria-current', 'true');
    b.tabIndex = 0;
  }
  return b;
}
