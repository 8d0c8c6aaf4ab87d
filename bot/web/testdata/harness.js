// A page with nothing but a board, for tests.
const assets = document.getElementById('harness').dataset.assets;
const { Board } = await import(`${assets}/board.js`);
const commands = await import(`${assets}/commands.js`);
const words = JSON.parse(document.getElementById('texts').textContent);
const texts = (key, values = {}) => (words[key] ?? key).replace(/\{([\w-]+)\}/g, (all, name) => values[name] ?? all);
const data = JSON.parse(document.getElementById('data').textContent);
const status = document.getElementById('status');
status.textContent = data.status;
window.sent = [];
const board = new Board(document.getElementById('board'), {
  board: data, texts, sprite: `${assets}/sprite.svg`,
  async onMove(move) {
    window.sent.push(move.text);
    const answer = await fetch(location.pathname, { method: 'POST', body: new URLSearchParams({ text: move.text }) });
    if (!answer.ok) return board.cancel();
    const next = await answer.json();
    board.show(next);
    status.textContent = next.status;
  },
});
commands.attach(document.getElementById('say'), document.getElementById('line'), board, (said) => { document.getElementById('answer').textContent = said; });
document.getElementById('say').addEventListener('submit', (e) => e.preventDefault());
window.board = board;
