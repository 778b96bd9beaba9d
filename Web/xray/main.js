import { deliveriesView } from './deliveries.js';
import { diagram, outcomes, time } from './diagram.js';
import { ask, element, own, say } from './dom.js';
import { ServerEvents } from './server-events.js';
import { tokenForm } from './token.js';

/** The steps that are open, by what they are of. @type {Map<number | 'network', Set<number>>} */
const opened = new Map();
/** The number of the payment that is shown, 0 for none, or the network's messages. */
let shown = /** @type {number | 'network'} */ (0);
/** What was drawn last, so that the same is not drawn again. */
let drawn = '';

/** The number of the payment that the address names, also by the transaction of its token; 0 where there is none. */
function wanted(payments) {
    const [, kind, name] = /^#\/(payments|transactions)\/([0-9a-f]+)$/.exec(location.hash) ?? [];
    if (kind === 'payments') return Number(name);
    if (kind === 'transactions') return payments.find(({ transactions }) => transactions.includes(name))?.number ?? -1;
    return payments[0]?.number ?? 0;
}

async function draw() {
    const view = ['token', 'network', 'deliveries'].find((name) => location.hash === `#/${name}`) ?? 'payments';
    for (const link of document.querySelectorAll('nav a[data-view]')) {
        const isCurrent = link.getAttribute('data-view') === view;
        if (isCurrent) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
    }
    if (view !== 'payments') own('list').replaceChildren();
    if (view === 'network') {
        await drawStory(shown = 'network', '/messages');
        return;
    }
    if (view === 'deliveries') {
        shown = 0;
        await drawDeliveries();
        return;
    }
    if (view === 'token') {
        if (drawn !== 'token') own('main').replaceChildren(tokenForm());
        drawn = 'token';
        shown = 0;
        return;
    }
    const { payments } = await ask('/payments');
    shown = wanted(payments);
    drawList(payments);
    if (shown === 0) {
        own('main').replaceChildren(nothing());
        drawn = '';
        return;
    }
    await drawStory(shown, `/payments/${shown}`);
}

async function drawDeliveries() {
    const { deliveries } = await ask('/deliveries');
    const text = JSON.stringify(deliveries);
    if (location.hash !== '#/deliveries' || text === drawn) return;
    const focused = document.activeElement?.id;
    own('main').replaceChildren(deliveriesView(deliveries));
    if (focused?.startsWith('again-')) document.getElementById(focused)?.focus({ preventScroll: true });
    drawn = text;
}

/** @param {number | 'network'} number @param {string} path */
async function drawStory(number, path) {
    let story;
    try {
        story = await ask(path);
    } catch {
        own('main').replaceChildren(element('p', {}, 'This payment is not kept any more.'));
        return;
    }
    const text = JSON.stringify(story);
    if (number !== shown || text === drawn) return;
    if (!opened.has(number)) opened.set(number, new Set());
    // Where the reader is must stay there when more steps come.
    const focused = focusedStep();
    own('main').replaceChildren(diagram(story, /** @type {Set<number>} */ (opened.get(number))));
    const step = document.querySelectorAll('button.step')[focused];
    if (step instanceof HTMLElement) step.focus({ preventScroll: true });
    const state = story.payment ? `Payment ${number}: ${outcomes[story.payment.outcome]}` : 'Card network';
    if (drawn !== '') say(`${state}, ${story.steps.length} steps`);
    drawn = text;
}

/** The number of the step that has the focus; -1 for none. */
function focusedStep() {
    return [...document.querySelectorAll('button.step')].indexOf(/** @type {Element} */ (document.activeElement));
}

/** The payments that were listed last, and the text that narrows the list. @type {any[]} */
let listed = [];
const search = /** @type {HTMLInputElement} */ (element('input', {
    type: 'search', 'aria-label': 'Find payments', placeholder: 'Payee, state, page, time',
}));
search.addEventListener('input', () => drawList(listed));

function drawList(payments) {
    listed = payments;
    if (payments.length === 0) return own('list').replaceChildren();
    const wanted = search.value.toLowerCase().split(' ').filter(Boolean);
    const found = payments.filter((payment) => {
        const { number, payee, total, outcome, client, device } = payment;
        const text = [number, payee, total, outcomes[outcome], client, device, payment.time, time(payment.time)]
            .join(' ').toLowerCase();
        return wanted.every((word) => text.includes(word));
    });
    const items = found.map((payment) => element('li', {}, element(
        'a',
        { href: `#/payments/${payment.number}`, 'aria-current': payment.number === shown ? 'true' : undefined },
        element('strong', {}, payment.total || 'no sheet'),
        element('span', { class: `outcome outcome-${payment.outcome}` }, outcomes[payment.outcome]),
        element('small', {}, payment.payee || `payment ${payment.number}`),
        element('small', {}, time(payment.time)),
    )));
    const list = items.length > 0
        ? element('ul', { class: 'payments' }, ...items) : element('p', { class: 'quiet' }, 'None of the payments.');
    // The field stays, with the keyboard in it.
    if (search.parentElement) own('list').lastElementChild?.replaceWith(list);
    else own('list').replaceChildren(search, list);
}

function nothing() {
    return element(
        'div',
        { class: 'empty' },
        element('h1', {}, 'No payment yet'),
        element('p', {}, 'Pay something in the shop. Each step appears here while it happens.'),
        element('p', {}, element('a', { href: '#/token' }, 'Or open a token that you have.')),
    );
}

const lost = own('lost');

/** Says that no news come; what came before stays. */
function tellLost() {
    lost.textContent = 'quince demo does not answer. This page shows what it said last.';
}

/** Draws again once what is being drawn is done. */
let isDrawing = false;
let isStale = false;
async function update() {
    isStale = true;
    if (isDrawing) return;
    isDrawing = true;
    while (isStale) {
        isStale = false;
        try {
            await draw();
        } catch {
            tellLost();
        }
    }
    isDrawing = false;
}

window.addEventListener('hashchange', () => {
    drawn = '';
    update();
    own('main').focus();
    window.scrollTo(0, 0);
});
own('skip').addEventListener('click', () => own('main').focus());
new ServerEvents('/changes', tellLost, () => {
    if (!lost.textContent) return;
    lost.textContent = '';
    update();
}).on('message', update);
update();
