// The moves of an analysis: a line with variations, as data. The server has played every move before it comes here.

import { PREFIX, reader } from './forget.js';

/** @typedef {{text: string, name: string, score?: string, next: Node[]}} Node  a move as programs and as players write it, and the moves after it */

/** How many trees the browser keeps. */
const KEPT = 40;

/** The moves of an analysis, and where one is in them. */
export class Tree {
  /** What is before the first move. @type {Node} */
  root = { text: '', name: '', next: [] };
  /** The moves that have led to the position. @type {Node[]} */
  path = [];

  /** The last move, or what is before the first. */
  get at() {
    return this.path.at(-1) ?? this.root;
  }

  /** The moves that have led to the position, as programs write them. */
  get line() {
    return this.path.map((n) => n.text);
  }

  /** The moves that have led to the position, and those after it in the line that comes first. */
  get whole() {
    return [...this.path, ...continued(this.at)];
  }

  /**
   * Plays a move, which becomes a variation if there are others.
   * @param {string} text
   * @param {string} name
   */
  play(text, name) {
    let node = this.at.next.find((n) => n.text === text);
    if (!node) this.at.next.push((node = { text, name, next: [] }));
    this.path = [...this.path, node];
  }

  /**
   * Adds a line from the beginning, and goes to its end.
   * @param {{text: string, name: string}[]} moves
   */
  merge(moves) {
    this.path = [];
    for (const m of moves) this.play(m.text, m.name);
  }

  /**
   * Goes to the position after some moves of the tree.
   * @param {string[]} line
   */
  follow(line) {
    this.path = [];
    for (const text of line) {
      const node = this.at.next.find((n) => n.text === text);
      if (!node) return;
      this.path = [...this.path, node];
    }
  }

  /** Puts the line to the position before all variations. */
  promote() {
    let before = this.root;
    for (const node of this.path) {
      before.next = [node, ...before.next.filter((n) => n !== node)];
      before = node;
    }
  }

  /** Removes the last move and all after it. */
  remove() {
    const gone = this.at;
    this.path = this.path.slice(0, -1);
    this.at.next = this.at.next.filter((n) => n !== gone);
  }

  /** Whether the position is in the line that comes first. */
  get main() {
    return this.path.every((node, i) => (i ? this.path[i - 1] : this.root).next[0] === node);
  }

  /**
   * Returns the line to the move next to the last one: another variation of the same move. Without one it is null.
   * @param {1|-1} way
   */
  sibling(way) {
    const before = this.path.at(-2) ?? this.root, i = before.next.indexOf(this.at) + way;
    return this.path.length && before.next[i] ? [...this.path.slice(0, -1), before.next[i]] : null;
  }
}

/**
 * Returns the moves after a move in the line that comes first.
 * @param {Node} node
 */
export function continued(node) {
  const list = [];
  for (let n = node.next[0]; n; n = n.next[0]) list.push(n);
  return list;
}

/**
 * Returns the tree that this browser has kept under a name, else an empty one. One of another game with the same number is not
 * taken: its moves and those of the game, if any, must begin alike.
 * @param {string} name
 * @param {string[]} game
 */
export function load(name, game) {
  const tree = new Tree();
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
    if (kept && sound(kept.root) && alike(kept.game, game)) tree.root = kept.root;
  } catch {
    // what is kept is damaged, or the browser keeps nothing
  }
  return tree;
}

/**
 * Keeps a tree in this browser. The oldest ones go where there are too many. It reports whether the browser had room for it.
 * @param {string} name
 * @param {Tree} tree
 * @param {string[]} game the moves of the game that the analysis comes from
 */
export function keep(name, tree, game) {
  try {
    const old = Object.keys(localStorage).filter((k) => k.startsWith(PREFIX) && k !== PREFIX + name).sort((a, b) => age(a) - age(b));
    while (old.length >= KEPT) localStorage.removeItem(/** @type {string} */ (old.shift()));
    for (;;) {
      try {
        localStorage.setItem(PREFIX + name, JSON.stringify({ used: Date.now(), reader, game, root: tree.root }));
        return true;
      } catch (full) {
        if (!old.length) return false;
        localStorage.removeItem(/** @type {string} */ (old.shift()));
      }
    }
  } catch {
    return false; // it keeps nothing
  }
}

/**
 * Returns when a tree was kept.
 * @param {string} key
 */
function age(key) {
  return Number(/^\{"used":(\d+)/.exec(localStorage.getItem(key) ?? '')?.[1] ?? 0);
}

/**
 * Reports whether something that was kept is a tree.
 * @param {any} root
 */
function sound(root) {
  const list = [root];
  while (list.length) {
    const n = list.pop();
    if (typeof n?.text !== 'string' || typeof n.name !== 'string' || !['string', 'undefined'].includes(typeof n.score) || !Array.isArray(n.next)) return false;
    list.push(...n.next);
  }
  return true;
}

/**
 * Reports whether one list is the beginning of the other.
 * @param {any} a
 * @param {string[]} b
 */
function alike(a, b) {
  return Array.isArray(a) && a.slice(0, b.length).every((text, i) => text === b[i]);
}
