// The window of the second step: it shows what is paid to whom, and tells the frame that opened it of the press.
import { become } from './dom.js';
import { picture } from './sheet-view.js';

const { opener } = window;
const root = /** @type {HTMLElement} */ (document.getElementById('sheet'));

/** @param {import('./sheet-view.js').View} view */
function show(view) {
    document.documentElement.lang = view.language;
    document.documentElement.classList.add('alone');
    root.hidden = false;
    become(root, picture(view, {
        part: 'confirmation', digits: 0, maySee: true, isCovered: false, usesWindow: false, handover: null,
        continuesHere: false,
    }));
    document.getElementById('title')?.focus();
    root.addEventListener('click', (event) => {
        const control = /** @type {Element} */ (event.target).closest('[data-action]');
        const action = control?.getAttribute('data-action');
        if (action === 'confirm') opener.postMessage({ quince: 'confirmed', total: view.total.value }, location.origin);
        else if (action === 'back') window.close();
    });
}

if (opener && window.parent === window) {
    window.addEventListener('message', ({ source, origin, data }) => {
        if (source === opener && origin === location.origin && data?.quince === 'shows') show(data.view);
    });
    opener.postMessage({ quince: 'asks' }, location.origin);
}
