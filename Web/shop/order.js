// The receipt of an order, and what has become of it.
import { call, Refusal } from './server.js';
import { element, make, price, row, showCount } from './page.js';

const message = element('message');
const reference = location.hash.slice(1);
const pause = 2000;

const states = {
    pending: 'We are asking your bank. This page shows the answer by itself; do not pay again.',
    authorized: 'Thank you. Your order is placed; the amount is held, and taken when the parcel leaves.',
    captured: 'Thank you. Your parcel is on its way, and the amount was taken.',
    refunded: 'Your money was paid back.',
    voided: 'The order was cancelled, and the amount is no longer held.',
    declined: 'Your bank declined. Nothing was charged.',
    failed: 'The payment did not reach your bank. Nothing was charged.',
    cancelled: 'The payment was cancelled. Nothing was charged.',
    disputed: 'Something went wrong with this payment. We look into it, and write to you.',
};

/** @param {any} payment */
function steps(payment) {
    const isSent = Number(payment.captured) > 0;
    const isBack = payment.status === 'refunded';
    const isOver = ['voided', 'declined', 'failed', 'cancelled'].includes(payment.status);
    /** @type {[string, boolean][]} */
    const all = [['Ordered', true]];
    if (isOver) all.push(['Cancelled', true]);
    else all.push(['Paid', payment.status !== 'pending'], ['Sent', isSent]);
    if (isBack) all.push(['Paid back', true]);
    const current = all.map(([, isDone]) => isDone).lastIndexOf(true);
    return all.map(([name, isDone], index) =>
        make('li', { class: isDone ? 'done' : 'open', ...(index === current ? { 'aria-current': 'step' } : {}) }, name),
    );
}

/** @param {any} found */
function show({ payment, order }) {
    message.textContent = states[payment.status] ?? payment.status;
    element('order').hidden = false;
    element('steps').replaceChildren(...steps(payment));
    if (order) {
        element('title').textContent = `Order ${order.number}`;
        document.title = `Order ${order.number} – Shinobi Store`;
    }
    const lines = (order?.lines ?? []).map(({ title, quantity, amount }) =>
        row(quantity === 1 ? title : `${quantity} × ${title}`, price(amount, payment.currency)),
    );
    element('lines').replaceChildren(...lines, row('Total', price(payment.amount, payment.currency), 'total'));
    const contact = order?.contact ?? {};
    const town = [contact.city, contact.state, contact.postalCode].filter(Boolean).join(' ');
    const address = [contact.name, contact.street, town, contact.country];
    if (store.xray) element('xray-link').href = `${store.xray}/#/transactions/${payment.transactionId}`;
    element('xray').hidden = !store.xray;
    element('facts').replaceChildren(
        ...[
            ['Sent to', address.filter(Boolean).join(', ')],
            ['By', order?.shippingMethod?.label],
            ['Receipt to', contact.emailAddress],
            ['Card', payment.cardSuffix
                ? `Apple Pay, device account •••• ${payment.cardSuffix}` : 'Apple Pay'],
            ['Paid', new Date(payment.createdAt).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })],
            ['Taken', Number(payment.captured) > 0 ? price(payment.captured, payment.currency) : ''],
            ['Paid back', Number(payment.refunded) > 0 ? price(payment.refunded, payment.currency) : ''],
        ].filter(([, value]) => value).map(([term, value]) => row(term, value)),
    );
}

let shown = '';

async function look() {
    try {
        const found = await call(`/api/orders/${encodeURIComponent(reference)}`);
        // A status region is read aloud when it changes, so it changes only with the order.
        const text = JSON.stringify(found);
        if (text !== shown) show(found);
        shown = text;
    } catch (error) {
        const isAbsent = error instanceof Refusal && error.code !== 'merchantUnreachable';
        const text = isAbsent ? 'There is no such order.' : 'The store does not answer. One moment…';
        if (!shown) message.textContent = text;
    }
    if (!document.hidden) setTimeout(look, pause);
}

document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void look();
});
const store = await call('/api/store');
showCount(await call('/api/cart'));
await look();
