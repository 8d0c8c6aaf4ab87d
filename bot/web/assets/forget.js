// Deletes what this browser has kept for somebody who is not signed in any more: their analyses. Every page loads it first.

/** What analyses are kept under; see tree.js. */
export const PREFIX = 'analysis ';

/** Who is signed in, as a word that says nothing to people; empty for nobody. */
export const reader = document.querySelector('meta[name=reader]')?.getAttribute('content') ?? '';

/**
 * Deletes the analyses of all but one person. Those that were made without signing in stay.
 * @param {string} but
 */
export function forget(but) {
  try {
    for (const key of Object.keys(localStorage).filter((k) => k.startsWith(PREFIX))) {
      const whose = /^\{"used":\d+,"reader":"([\w-]+)"/.exec(localStorage.getItem(key) ?? '')?.[1];
      if (whose && whose !== but) localStorage.removeItem(key);
    }
  } catch {
    // the browser keeps nothing
  }
}

forget(reader);
