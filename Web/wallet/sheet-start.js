// Starts the sheet: in a frame over a shop's page, which gives it a port, in a window of its own for an app, or on
// another device.
import { hasActiveCard } from './sheet-session.js';
import { Sheet, root } from './sheet.js';

/** @param {Sheet} sheet */
function listen(sheet) {
    root.addEventListener('click', (event) => {
        const target = /** @type {Element} */ (event.target);
        const control = target.closest('[data-action]');
        if (control instanceof HTMLButtonElement) sheet.press(control);
        // A press with a pointer takes the choice; the arrow keys only move, and their clicks have no detail.
        const label = target.closest('label.choice');
        const input = label?.querySelector('input');
        if (!input || event.detail === 0 || input.disabled) return;
        if (target !== input) {
            // The browser would click the input as well, and the choice would be taken twice.
            event.preventDefault();
            input.checked = true;
        }
        sheet.choose(Number(input.value));
    });
    root.addEventListener('submit', (event) => {
        event.preventDefault();
        sheet.submit(/** @type {HTMLFormElement} */ (event.target));
    });
    window.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') {
            sheet.escape();
        } else if (sheet.view?.state === 'pin' && /^[0-9]$/.test(event.key)) {
            sheet.enterDigit();
        } else if (sheet.view?.state === 'pin' && event.key === 'Backspace') {
            sheet.deleteDigit();
        }
    });
}

/** Answers the page's question whether there is a card. @param {MessageEvent} event */
async function tellOfCard({ source, data, ports }) {
    if (source === window.parent && data?.quince === 'card') ports[0]?.postMessage(await hasActiveCard());
}

/** Waits for the page, which begins one sheet, by a message with a port. */
function waitForPage() {
    const hear = (event) => {
        if (event.source !== window.parent || event.data?.quince !== 'begin' || !event.ports[0]) return;
        window.removeEventListener('message', hear);
        const sheet = new Sheet(event.ports[0]);
        listen(sheet);
        sheet.begin(event.origin, event.data.request);
    };
    window.addEventListener('message', hear);
    window.addEventListener('message', tellOfCard);
    window.parent.postMessage({ quince: 'ready' }, '*');
}

if (window.parent !== window) {
    waitForPage();
} else {
    document.documentElement.classList.add('alone');
    const [, id, companion] = /^#([0-9a-f]{32})(-companion)?$/.exec(location.hash) ?? [];
    if (id) {
        const sheet = new Sheet(null);
        listen(sheet);
        sheet.join(id, companion !== undefined);
    }
}
