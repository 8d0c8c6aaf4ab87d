// Tells a page of what happens in its game. All pages of a browser share one stream of events, since a browser has few
// connections: one of those that can be seen holds a lock and the stream, and passes on what it tells. When that page is
// closed or hidden, another one gets the lock. Where a browser has no locks, each page has a stream of its own.

/**
 * @typedef {object} Page
 * @property {(plies: number) => void} told  The game has changed, or may have: it has that many plies now.
 * @property {(on: boolean) => void} offline  There is no connection, or there is one again.
 * @property {() => Promise<boolean>} check  Finds out whether the reader may still see the game, and says so if not.
 */

const most = 10;           // games that a stream tells of
const longest = 60_000;    // milliseconds between attempts

/**
 * Tells a page of its game while the page can be seen.
 * @param {string} url that of streams
 * @param {number} game
 * @param {Page} page
 */
export function follow(url, game, page) {
  const shared = !!navigator.locks && typeof BroadcastChannel === 'function';
  const name = `stackmate ${url}`;
  const channel = shared ? new BroadcastChannel(name) : null;
  /** The games of all pages, with their plies as far as they are known; null where another page has the stream. @type {Map<number, number|undefined>|null} */
  let games = null;
  /** @type {EventSource|null} */
  let stream = null;
  /** Gives up the stream, or waiting for it. @type {(() => void)|null} */
  let stop = null;
  let lost = false;        // whether the reader may not see the game any more
  let opening = 0;         // the timer until the stream is opened
  let pause = 2000;

  /** Does what a message between pages says. @param {any} message */
  async function hear({ want, who, plies, offline, check }) {
    if (want && games) welcome(want);
    if (who && stop) channel?.postMessage({ want: game });
    if (lost) return;
    if (plies?.[0] === game) page.told(plies[1]);
    if (offline !== undefined) page.offline(offline);
    if ((check === game || check === 0) && !(await page.check())) {
      lost = true;
      stop?.();
    }
  }

  /** Tells all pages. @param {any} message */
  function tell(message) {
    channel?.postMessage(message);
    hear(message);
  }

  /** Has the stream tell of a game. @param {number} id */
  function welcome(id) {
    const known = games.get(id);
    if (games.has(id)) {
      if (known !== undefined) tell({ plies: [id, known] }); // what the page may have missed
      return;
    }
    games.set(id, undefined);
    if (games.size > most) games.delete([...games.keys()].find((other) => other !== game));
    open(50);
  }

  /** Opens the stream after a while. @param {number} wait milliseconds */
  function open(wait) {
    clearTimeout(opening);
    opening = setTimeout(() => {
      stream?.close();
      stream = new EventSource(`${url}?games=${[...games.keys()].join()}`);
      stream.addEventListener('game', (event) => {
        const [id, plies] = event.data.split(' ').map(Number);
        pause = 2000;
        games.set(id, plies);
        tell({ plies: [id, plies] });
      });
      stream.addEventListener('open', () => tell({ offline: false }));
      stream.addEventListener('gone', (event) => {
        const id = Number(event.data);
        if (id !== game) games.delete(id); // that page stops asking for it
        tell({ check: id });
      });
      stream.addEventListener('ended', () => again(0));
      stream.addEventListener('elsewhere', () => stream?.close());
      stream.addEventListener('error', () => {
        tell({ offline: true });
        if (stream?.readyState === EventSource.CLOSED) again(pause); // the browser does not try again after a refusal
      });
    }, wait);
  }

  /** Has all pages look what is wrong, and opens the stream again. @param {number} wait milliseconds */
  function again(wait) {
    stream?.close();
    tell({ check: 0 });
    open(wait + 200);
    pause = Math.min(2 * pause, longest);
  }

  /** Holds the stream until that is stopped. @param {Promise<void>} stopped */
  async function lead(stopped) {
    games = new Map([[game, undefined]]);
    channel?.postMessage({ who: true });
    open(shared ? 50 : 0); // so that others can say what they want
    await stopped;
    clearTimeout(opening);
    stream?.close();
    games = stream = null;
  }

  /** Begins or stops, as the page can be seen or not. */
  async function turn() {
    if (document.hidden) {
      stop?.();
    } else if (lost) {
      if (await page.check()) location.reload(); // somebody has signed in again
    } else if (!stop) {
      const given = new AbortController();
      const stopped = new Promise((done) => {
        stop = () => { stop = null; given.abort(); done(); };
      });
      channel?.postMessage({ want: game });
      if (shared) navigator.locks.request(name, { signal: given.signal }, () => lead(stopped)).catch(() => {}); // it was hidden before its turn
      else lead(stopped);
    }
  }

  channel?.addEventListener('message', (event) => hear(event.data));
  document.addEventListener('visibilitychange', turn);
  turn();
}
