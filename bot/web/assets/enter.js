// Presses the button of the page behind a link to the board of this computer, once somebody looks at the page: browsers load
// pages ahead.

const form = /** @type {HTMLFormElement} */ (document.getElementById('enter'));
const enter = () => form.requestSubmit();
if (/** @type {any} */ (document).prerendering) document.addEventListener('prerenderingchange', enter, { once: true });
else enter();
