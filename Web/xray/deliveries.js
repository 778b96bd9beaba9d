import { time } from './diagram.js';
import { ask, element, say } from './dom.js';

/**
 * The last webhooks of the payment platforms.
 * @param {any[]} deliveries
 * @returns {HTMLElement}
 */
export function deliveriesView(deliveries) {
    const head = element(
        'div',
        { class: 'headline' },
        element('h1', {}, 'Deliveries'),
        element('span', { class: 'quiet' }, 'The last 100 webhooks of the payment platforms'),
    );
    if (deliveries.length > 0) {
        return element('div', {}, head, element('ul', { class: 'deliveries' }, ...deliveries.map(item)));
    }
    return element('div', {}, head, element(
        'div',
        { class: 'empty' },
        element('p', {}, 'No webhook yet. A shop that charges through a payment platform gets them:'),
        element('p', {}, element('code', {}, 'quince demo --platform stripe')),
    ));
}

function item(delivery) {
    const { number, platform, type, event, endpoint, url, state } = delivery;
    return element(
        'li',
        {},
        element('h2', {}, ...breakable(type)),
        element('span', { class: `outcome delivery-${state}` }, state),
        element('dl', {}, ...[
            ['Platform', platform], ['Event', event], ['Endpoint', `${endpoint}, ${url}`],
            ['Attempts', attempts(delivery)], ['Last answer', answer(delivery)],
        ].map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, ...breakable(value))))),
        again(number, type),
    );
}

/** A text that may be broken after its dots, low lines and slashes. @param {string} text */
function breakable(text) {
    return text.split(/(?<=[._/])/).flatMap((part) => [part, element('wbr')]);
}

function attempts({ attempts, state, attemptedAt, dueAt }) {
    const last = attemptedAt ? `, the last at ${time(attemptedAt)}` : '';
    return `${attempts}${last}${state === 'waiting' ? `, the next at ${time(dueAt)}` : ''}`;
}

function answer({ status, failure, attemptedAt }) {
    return failure ?? (status ? `status ${status}` : attemptedAt ? 'none' : 'not sent yet');
}

/** The button that sends a webhook again. @param {number} number @param {string} type */
function again(number, type) {
    const button = element(
        'button',
        { type: 'button', class: 'button', id: `again-${number}`, 'aria-label': `Send again: ${type}, number ${number}` },
        'Send again',
    );
    button.addEventListener('click', () => {
        ask(`/deliveries/${number}/send`, {}).then(
            () => say(`${type} is sent again.`),
            () => say(`${type} could not be sent again.`),
        );
    });
    return button;
}
