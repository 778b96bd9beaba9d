// The wallet as elements: a device with its cards, contacts and tester, the payments, and the network's next answer.
import { h } from './dom.js';
import { mark } from './sheet-view.js';
import { language, word } from './wallet-words.js';

/**
 * @typedef {object} Card
 * @property {string} identifier
 * @property {string} displayName
 * @property {string} network
 * @property {'active' | 'verification'} state
 * @property {string} [code] what the issuer has sent
 */

/**
 * @typedef {object} WalletState
 * @property {string} chosen
 * @property {string[]} devices
 * @property {{ identifier: string, model: string, system: string, cards: Card[],
 *     tester?: { emailAddress: string, countryCode: string } }} device
 * @property {{ identifier?: string, contact: any }[]} contacts
 * @property {{ emailAddress: string, countryCode: string }[]} testers
 * @property {any[]} payments
 * @property {any[]} orders
 * @property {string} [xray] the address of the x-ray
 * @property {{ scenario: string, summary: string }[]} scenarios
 * @property {string} next the scenario of the next authorization; empty for none
 * @property {string} shownCard whose payments are shown; empty for all
 * @property {{ place: string, text: string } | null} problem what was refused, and a selector of where
 * @property {boolean} isLost whether the wallet's server does not answer
 */

/** The models that a device can be; the sandbox knows more, by its API. */
const models = [
    'iPhone 17', 'iPhone 7', 'iPhone 6s', 'iPhone 6', 'iPhone SE', 'iPad Pro', 'iPad Air 2', 'Apple Watch', 'Simulator',
];

/** How many payments are shown at first. */
const shortList = 6;

const field = (form, name, label, attributes = {}) => h('div', { class: 'field', 'data-key': `${form}-${name}` },
    h('label', { for: `${form}-${name}` }, label),
    h('input', { id: `${form}-${name}`, name, type: 'text', autocomplete: 'off', ...attributes }));

const choice = (form, name, label, options, chosen, attributes = {}) =>
    h('div', { class: 'field', 'data-key': `${form}-${name}` },
        h('label', { for: `${form}-${name}` }, label),
        h('select', { id: `${form}-${name}`, name, ...attributes }, ...options.map(([value, text]) =>
            h('option', { value, selected: value === chosen }, text))));

const submit = (text) => h('button', { type: 'submit', class: 'main-button' }, text);

/** @param {string} name @param {string} title @param {(Node | string | null | false)[]} inside */
const more = (name, title, ...inside) => h('details', { 'data-key': name, 'data-name': name },
    h('summary', {}, title), h('form', { 'data-form': name }, ...inside));

/** @param {string} name @param {string} title @param {(Node | string | null | false | undefined)[]} inside */
const section = (name, title, ...inside) => h('section', { 'data-key': name, 'aria-labelledby': `title-${name}` },
    h('h2', { id: `title-${name}` }, title), ...inside);

/** @param {Card} card */
function pass(card) {
    const waits = card.state === 'verification';
    return h('li', { class: 'pass', 'data-network': card.network, 'data-key': card.identifier },
        h('strong', {}, card.displayName),
        waits && h('form', { 'data-form': 'verify', 'data-card': card.identifier },
            h('span', {}, card.code ? `${word('codeSent')} ${card.code}` : word('waits')),
            field(`verify-${card.identifier}`, 'code', word('enterCode'), { inputmode: 'numeric' }),
            h('button', { type: 'submit' }, word('verify'))),
        h('div', { class: 'line' },
            h('button', {
                type: 'button', 'data-action': 'remove-card', 'data-card': card.identifier,
                'aria-label': `${word('remove')}: ${card.displayName}`,
            }, word('remove'))));
}

/** @param {WalletState} state */
function cards(state) {
    const { device } = state;
    return section('cards', word('cards'),
        device.cards.length > 0
            ? h('ul', { class: 'cards' }, ...device.cards.map(pass))
            : h('p', { class: 'empty' }, word('noCards')),
        more('card', word('newCard'),
            field('card', 'number', word('number'), { inputmode: 'numeric', placeholder: '4111 1111 1111 1111' }),
            h('div', { class: 'pair' },
                field('card', 'expiry', word('expiry'), { placeholder: word('expiryHelp') }),
                choice('card', 'verification', word('verification'),
                    ['none', 'code', 'decline'].map((name) => [name, word(name)]), 'none')),
            submit(word('add'))));
}

/** @param {any} contact */
function contactLines(contact) {
    const name = [contact.givenName, contact.familyName].filter(Boolean).join(' ');
    const address = [...(contact.addressLines ?? []), contact.locality, contact.administrativeArea,
        contact.postalCode, contact.country || contact.countryCode].filter(Boolean).join(', ');
    const reach = [contact.emailAddress, contact.phoneNumber].filter(Boolean).join(', ');
    return [name, address, reach].filter(Boolean);
}

/** @param {WalletState} state */
function contacts(state) {
    const parts = ['street', 'locality', 'administrativeArea', 'postalCode', 'countryCode'];
    return section('contacts', word('contacts'),
        h('p', { class: 'explained' }, word('contactsHelp')),
        h('ul', { class: 'list' }, ...state.contacts.map(({ identifier, contact }) => {
            const [first, ...others] = contactLines(contact);
            return h('li', { 'data-key': identifier ?? 'test' },
                h('span', { class: 'text' }, h('span', {}, first ?? ''),
                    ...others.map((line) => h('span', { class: 'detail' }, line))),
                identifier && h('button', {
                    type: 'button', class: 'quiet-button', 'data-action': 'remove-contact',
                    'data-contact': identifier, 'aria-label': `${word('remove')}: ${first}`,
                }, word('remove')));
        })),
        more('contact', word('newContact'),
            h('div', { class: 'pair' }, field('contact', 'givenName', word('givenName')),
                field('contact', 'familyName', word('familyName'))),
            ...parts.map((name) => field('contact', name, word(name))),
            h('div', { class: 'pair' }, field('contact', 'emailAddress', word('emailAddress')),
                field('contact', 'phoneNumber', word('phoneNumber'))),
            submit(word('add'))));
}

/** @param {WalletState} state */
function tester(state) {
    const { tester: signedIn } = state.device;
    const others = state.testers.filter(({ emailAddress }) => emailAddress !== signedIn?.emailAddress);
    return section('tester', word('tester'),
        h('p', { class: 'explained' }, word('testerHelp')),
        h('ul', { class: 'list' },
            h('li', { 'data-key': 'current' },
                h('span', { class: 'text' },
                    signedIn ? `${signedIn.emailAddress} (${signedIn.countryCode})` : word('signedOut')),
                signedIn && h('button', { type: 'button', class: 'quiet-button', 'data-action': 'sign-out' },
                    word('signOut'))),
            ...others.map(({ emailAddress, countryCode }) => h('li', { 'data-key': emailAddress },
                h('span', { class: 'text' }, `${emailAddress} (${countryCode})`),
                h('button', {
                    type: 'button', class: 'quiet-button', 'data-action': 'sign-in', 'data-tester': emailAddress,
                    'aria-label': `${word('signIn')}: ${emailAddress}`,
                }, word('signIn'))))),
        more('tester', word('newTester'),
            h('div', { class: 'pair' }, field('tester', 'emailAddress', word('emailAddress')),
                field('tester', 'countryCode', word('countryCode'), { placeholder: 'US', maxlength: 2 })),
            submit(word('add'))));
}

/** @param {any} payment */
function amount(payment) {
    try {
        return new Intl.NumberFormat(language, { style: 'currency', currency: payment.currency })
            .format(payment.amount);
    } catch {
        return `${payment.amount} ${payment.currency}`;
    }
}

/** @param {WalletState} state */
function payments(state) {
    const names = [...new Set(state.payments.map(({ card }) => card).filter(Boolean))];
    const shown = state.payments.filter(({ card }) => !state.shownCard || card === state.shownCard);
    const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
    const line = (payment) => h('li', { 'data-key': payment.number, id: `payment-${payment.number}`, tabindex: -1 },
        h('span', { class: 'text' }, h('span', {}, payment.payee),
            h('span', { class: 'detail' }, [payment.card, payment.client, time.format(new Date(payment.time))]
                .filter(Boolean).join(', ')),
            state.xray && h('a', { class: 'detail', href: `${state.xray}/#/payments/${payment.number}` }, word('xray'))),
        h('span', { class: 'amount' }, h('span', {}, amount(payment)),
            h('br'), h('span', { class: 'outcome', 'data-outcome': payment.outcome }, word(payment.outcome))));
    return section('payments', word('payments'),
        names.length > 1 && choice('payments', 'card', word('ofCard'),
            [['', word('allCards')], ...names.map((name) => [name, name])], state.shownCard,
            { 'data-action': 'show-card' }),
        shown.length === 0 && h('p', { class: 'empty' }, word('noPayments')),
        h('ul', { class: 'list' }, ...shown.slice(0, shortList).map(line)),
        shown.length > shortList && h('details', { 'data-key': 'earlier', 'data-name': 'earlier' },
            h('summary', {}, word('earlier')),
            h('ul', { class: 'list' }, ...shown.slice(shortList).map(line))));
}

/** A value with its label. @param {any} entry */
const entry = ({ label, text, link, time }) => [h('dt', {}, label), h('dd', {},
    link ? h('a', { href: link, rel: 'noreferrer' }, text) : time ? h('time', { datetime: time }, text) : text)];

/** A link alone. @param {any} entry */
const orderLink = ({ text, link }) => link && h('p', {}, h('a', { href: link, rel: 'noreferrer' }, text));

/** A fulfillment, a return, or the terms of returns. @param {any} part @param {number} place */
const orderPart = (part, place) => h('div', { class: 'part', 'data-key': `part-${place}` }, h('h3', {}, part.heading),
    part.status && h('p', { class: 'state' }, part.status), part.description && h('p', {}, part.description),
    ...part.items.map((item) => h('p', {}, item)),
    h('dl', {}, ...part.entries.flatMap(entry)), part.notes && h('p', {}, part.notes), ...part.links.map(orderLink));

/** What a package says. @param {any} order */
const orderView = ({ number, view }) => h('details', { 'data-key': 'view', 'data-name': `order-${number}` },
    h('summary', {}, `${view.merchant}, ${view.title}`, h('span', { class: 'state' }, view.status)),
    view.description && h('p', {}, view.description),
    h('dl', {}, ...(view.placed ? entry(view.placed) : [])),
    h('table', {},
        h('tbody', {}, ...view.lines.map((line) => h('tr', {},
            h('th', { scope: 'row' }, line.title, line.detail && h('span', { class: 'detail' }, line.detail)),
            h('td', {}, line.amount ?? '')))),
        view.total && h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, view.total.label),
            h('td', {}, view.total.text)))),
    ...view.parts.map(orderPart), orderLink(view.management));

/** @param {any} order */
const orderLine = (order) => h('li', { 'data-key': order.number, class: 'order' },
    order.view ? orderView(order) : h('span', { class: 'text' }, h('span', {}, order.orderIdentifier),
        h('span', { class: 'detail' }, order.problem ? order.webServiceURL : word('orderWaits'))),
    order.problem && h('p', { class: 'error', 'data-key': 'order-problem' }, order.problem),
    ...['look', 'remove'].map((name) => h('button', {
        type: 'button', class: 'quiet-button', 'data-action': `${name}-order`, 'data-order': order.number,
        'aria-label': `${word(name)}: ${order.view?.title ?? order.orderIdentifier}`,
    }, word(name))));

/** @param {WalletState} state */
const orders = (state) => section('orders', word('orders'),
    h('p', { class: 'explained' }, word('ordersHelp')),
    state.orders.length === 0 && h('p', { class: 'empty' }, word('noOrders')),
    h('ul', { class: 'list' }, ...state.orders.map(orderLine)));

/** @param {WalletState} state */
const network = (state) => section('network', word('network'),
    h('p', { class: 'explained', id: 'network-help' }, word('networkHelp')),
    choice('network', 'scenario', word('network'),
        [['', word('usual')], ...state.scenarios.map(({ scenario, summary }) => [scenario, `${scenario}: ${summary}`])],
        state.next, { 'data-action': 'play', 'aria-describedby': 'network-help' }));

/** @param {WalletState} state */
const device = (state) => section('device', word('device'),
    h('p', { class: 'explained' }, word('deviceHelp')),
    choice('device', 'device', word('device'), state.devices.map((name) => [name, name]), state.chosen,
        { 'data-action': 'choose-device' }),
    h('p', { class: 'detail' }, `${state.device.model}, ${state.device.system}`),
    more('device', word('newDevice'),
        h('div', { class: 'pair' }, field('new-device', 'identifier', word('name')),
            choice('new-device', 'model', word('model'), models.map((name) => [name, name]), models[0])),
        submit(word('add'))));

/** @param {WalletState} state @returns {Element} */
export function walletPicture(state) {
    const picture = whole(state);
    if (state.problem) {
        const { place, text } = state.problem;
        const used = place && picture.querySelector(place);
        const near = used && (used.closest('form, li, .field') ?? used.parentElement);
        const error = h('p', { class: 'error', role: 'alert', 'data-key': 'problem' }, text);
        (near || /** @type {Element} */ (picture.querySelector('header'))).append(error);
    }
    return picture;
}

/** @param {WalletState} state */
function whole(state) {
    return h('div', {},
        state.isLost && h('p', { class: 'error lost', role: 'alert', 'data-key': 'lost' }, word('lost')),
        h('header', { class: 'head' },
            h('svg', { class: 'mark', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: mark })),
            h('h1', {}, word('title')),
            h('p', { class: 'notice' }, word('notice'))),
        state.device && h('main', { class: 'columns' },
            h('div', { class: 'side' }, cards(state), payments(state), orders(state)),
            h('div', { class: 'side' }, device(state), network(state), contacts(state), tester(state))));
}
