// Sends forms to the server.

/** How often a form is sent if it does not arrive. */
const ATTEMPTS = 5;

/**
 * Sends a form, again and again until it arrives. Its id stays the same, so that it is done once. The answer is null if it
 * never arrives.
 * @param {string} to path
 * @param {Record<string, string>} fields
 * @param {() => void} waiting is called each time that it has not arrived
 * @returns {Promise<any>}
 */
export async function post(to, fields, waiting) {
  const input = document.querySelector('main input[name=csrf]');
  const form = new URLSearchParams(fields);
  if (input instanceof HTMLInputElement) form.set('csrf', input.value);
  form.set('id', crypto.randomUUID());
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(to, { method: 'POST', body: form, headers: { Accept: 'application/json' } });
      return await response.json();
    } catch {
      if (attempt === ATTEMPTS) return null;
      waiting();
      await new Promise((done) => setTimeout(done, 500 * 2 ** attempt));
    }
  }
}

/**
 * Returns what a form says, without what only forms that no script sends need.
 * @param {HTMLFormElement} form
 * @param {HTMLElement|null} button the one that was pressed
 * @returns {Record<string, string>}
 */
export function fieldsOf(form, button) {
  /** @type {Record<string, string>} */
  const fields = {};
  for (const [name, value] of new FormData(form, button)) if (name !== 'id' && name !== 'seen') fields[name] = String(value);
  return fields;
}
