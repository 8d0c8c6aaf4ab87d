// Making elements.

/**
 * Makes an element.
 * @param {string} tag
 * @param {string} className
 * @param {Record<string, string>} [attributes]
 * @param {string} [text]
 * @returns {HTMLElement}
 */
export function element(tag, className, attributes = {}, text = '') {
  const e = document.createElement(tag);
  if (className) e.className = className;
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  if (text) e.textContent = text;
  return e;
}

/**
 * Makes a button.
 * @param {string} label
 * @param {() => void} act what a press does
 */
export function button(label, act) {
  const b = /** @type {HTMLButtonElement} */ (element('button', '', { type: 'button' }, label));
  b.addEventListener('click', act);
  return b;
}

/**
 * Makes an element of a drawing.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
export function svg(tag, attributes) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  return e;
}

/**
 * Makes a line from point to point.
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b
 * @param {string} kind
 */
export function line(a, b, kind) {
  return svg('line', { class: kind, x1: a.x.toFixed(1), y1: a.y.toFixed(1), x2: b.x.toFixed(1), y2: b.y.toFixed(1) });
}

/**
 * Gives an element some classes, and takes others from it.
 * @param {HTMLElement} e
 * @param {Record<string, boolean>} classes
 */
export function mark(e, classes) {
  for (const [name, on] of Object.entries(classes)) e.classList.toggle(name, on);
}
