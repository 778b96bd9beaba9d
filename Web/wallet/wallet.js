// The wallet's page: what a person keeps on a device of the sandbox.
import { become } from './dom.js';
import { walletPicture } from './wallet-view.js';
import { language, word } from './wallet-words.js';

const root = /** @type {HTMLElement} */ (document.getElementById('wallet'));

/** How often the payments are asked for, in milliseconds. */
const refreshTime = 3000;

/** How long an answer may take, in milliseconds. */
const longestAnswer = 6000;

/** @type {import('./wallet-view.js').WalletState} */
let state = /** @type {any} */ ({ problem: null, isLost: false, shownCard: '' });

/** The codes that issuers have sent, by their path. @type {Map<string, string>} */
const codes = new Map();

/** How many readings and actions have begun. What was asked before an action is not drawn after it. */
let begun = 0;

/** How many of them wait for an answer. */
let waiting = 0;

/** Calls the wallet's server. @param {string} method @param {string} path @param {any} [body] @returns {Promise<any>} */
async function call(method, path, body) {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(path, {
        method, headers, body: body === undefined ? null : JSON.stringify(body),
        signal: /** @type {any} */ (AbortSignal).timeout(longestAnswer),
    });
    const answer = [202, 204].includes(response.status) ? null : await response.json();
    if (!response.ok) throw new Error(answer?.detail ?? answer?.title ?? String(response.status));
    return answer;
}

/** The path of the chosen device. @param {string} [rest] */
const here = (rest = '') => `/devices/${encodeURIComponent(state.chosen)}${rest}`;

/** Reads everything anew, and draws it. */
async function refresh() {
    const turn = ++begun;
    const { device: chosen } = await call('GET', '/wallet/device');
    if (turn !== begun) return;
    state.chosen = chosen;
    const [
        { devices }, device, { contacts }, { testers }, { payments, xray }, { orders }, { scenarios }, { scenario },
    ] = await Promise.all([
        call('GET', '/devices'), call('GET', here()), call('GET', here('/contacts')), call('GET', '/testers'),
        call('GET', '/wallet/payments'), call('GET', here(`/orders?language=${language.slice(0, 2)}`)),
        call('GET', '/network/scenarios'), call('GET', '/network/scenarios/next'),
    ]);
    for (const card of device.cards) {
        if (card.state !== 'verification') continue;
        const message = `/devices/${encodeURIComponent(chosen)}/cards/${card.identifier}/message`;
        card.code = codes.get(message) ?? (await call('GET', message)).code;
        codes.set(message, card.code);
    }
    if (turn !== begun) return;
    state = {
        ...state, devices, device, contacts, testers, payments, orders, xray, scenarios, next: scenario?.scenario ?? '',
        isLost: false,
    };
    draw();
}

function draw() {
    const open = [...root.querySelectorAll('details[open]')].map((details) => details.getAttribute('data-name'));
    const wanted = walletPicture(state);
    for (const details of wanted.querySelectorAll('details')) {
        if (open.includes(details.getAttribute('data-name'))) details.setAttribute('open', '');
    }
    become(root, wanted);
}

/** Says what went wrong: without an answer at the top of the page, otherwise where it was pressed. */
function tell(/** @type {any} */ error, place = '') {
    state.isLost = error instanceof TypeError || error instanceof DOMException;
    state.problem = state.isLost ? null : { place, text: error.message };
    draw();
}

/** The form or control that was used, as a selector: the page is drawn anew. @param {HTMLElement} used */
const placeOf = (used) => ['form', 'action', 'card', 'contact', 'tester', 'order']
    .filter((name) => used.dataset[name])
    .map((name) => `[data-${name}="${CSS.escape(/** @type {string} */ (used.dataset[name]))}"]`).join('');

/** Does something, and says where it was pressed what was refused. @param {HTMLElement} used @param {() => Promise<any>} body */
async function attempt(used, body) {
    begun += 1;
    waiting += 1;
    try {
        await body();
        state.problem = null;
        await refresh();
        return true;
    } catch (error) {
        codes.clear();
        tell(error, placeOf(used));
        return false;
    } finally {
        waiting -= 1;
    }
}

/** Reads everything anew from time to time, where nothing else does. */
async function keepCurrent() {
    if (document.visibilityState !== 'visible' || waiting) return;
    waiting += 1;
    try {
        await refresh();
    } catch (error) {
        tell(error);
    } finally {
        waiting -= 1;
    }
}

/** A contact as pages write it. @param {Record<string, string>} values */
function contactOf({ street, countryCode, ...others }) {
    const contact = Object.fromEntries(Object.entries(others).filter(([, text]) => text.trim()));
    return {
        ...contact, ...(street.trim() ? { addressLines: [street] } : {}),
        ...(countryCode.trim() ? { countryCode: countryCode.trim().toUpperCase() } : {}),
    };
}

/** What a form sends, by its name. @type {Record<string, (values: any, form: HTMLFormElement) => Promise<any>>} */
const forms = {
    card: (values) => call('POST', here('/cards'), values),
    verify: (values, form) => call('POST', here(`/cards/${form.dataset.card}/verification`), values),
    contact: (values) => call('POST', here('/contacts'), { contact: contactOf(values) }),
    tester: ({ emailAddress, countryCode }) =>
        call('POST', '/testers', { emailAddress, countryCode: countryCode.toUpperCase() }),
    device: async (values) => {
        await call('POST', '/devices', values);
        await call('PUT', '/wallet/device', { device: values.identifier });
    },
};

/** What a control does, by the name in `data-action`. @type {Record<string, (control: any) => Promise<any>>} */
const actions = {
    'remove-card': (control) => call('DELETE', here(`/cards/${control.dataset.card}`)),
    'remove-contact': (control) => call('DELETE', here(`/contacts/${control.dataset.contact}`)),
    'look-order': (control) => call('POST', here(`/orders/${control.dataset.order}/look`)),
    'remove-order': (control) => call('DELETE', here(`/orders/${control.dataset.order}`)),
    'sign-out': () => call('POST', here('/sign-out')),
    'sign-in': (control) => call('POST', here('/sign-in'), { emailAddress: control.dataset.tester }),
    'choose-device': (control) => call('PUT', '/wallet/device', { device: control.value }),
    'show-card': async (control) => { state.shownCard = control.value; },
    play: (control) => (control.value
        ? call('POST', '/network/scenarios', { scenario: control.value })
        : call('DELETE', '/network/scenarios/next')),
};

root.addEventListener('click', (event) => {
    const control = /** @type {Element} */ (event.target).closest('button[data-action]');
    if (control instanceof HTMLElement) {
        attempt(control, () => actions[/** @type {string} */ (control.dataset.action)](control));
    }
});
root.addEventListener('change', (event) => {
    const control = /** @type {HTMLElement} */ (event.target);
    const action = control.dataset.action;
    if (action) attempt(control, () => actions[action](control));
});
root.addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = /** @type {string} */ (form.dataset.form);
    if (await attempt(form, () => forms[name](Object.fromEntries(new FormData(form)), form))) {
        form.reset();
        form.closest('details')?.removeAttribute('open');
    }
});

/** Goes to the payment that the address names. */
function goToPayment() {
    const [name] = /(?<=^#)payment-\d+$/.exec(location.hash) ?? [];
    const line = name ? document.getElementById(name) : null;
    line?.closest('details')?.setAttribute('open', '');
    line?.scrollIntoView({ block: 'center' });
    line?.focus();
}
window.addEventListener('hashchange', goToPayment);

document.documentElement.lang = language;
document.title = word('title');
await attempt(root, async () => {});
goToPayment();
setInterval(keepCurrent, refreshTime);
