import { bytesPart } from './bytes.js';
import { element, say } from './dom.js';

/**
 * What a step shows when it is opened.
 * @param {any} part
 * @returns {HTMLElement}
 */
export function partView(part) {
    switch (part.kind) {
        case 'facts': return section(part.title, facts(part.rows));
        case 'json':
        case 'command': return section(part.title, copied(part.text));
        case 'checks': return section(part.title, checks(part));
        case 'bytes': return bytesPart(part);
        case 'message': return section(part.title, message(part.rows));
        case 'ledger': return section(part.title, ...part.entries.map(entry));
        default: return element('p', {}, part.kind);
    }
}

/**
 * @param {string} title
 * @param {...Node} content
 */
function section(title, ...content) {
    return element('section', { class: 'part' }, element('h3', {}, title), ...content);
}

/** A text with a button that copies it. @param {string} text */
function copied(text) {
    const shown = element('pre', { tabindex: '0' }, text);
    const button = element('button', { type: 'button', class: 'button' }, 'Copy');
    button.addEventListener('click', () => {
        // Where the browser permits no copy, the selection is one for the keyboard.
        navigator.clipboard.writeText(text).then(() => say('Copied.'), () => getSelection()?.selectAllChildren(shown));
    });
    return element('div', { class: 'copied' }, shown, button);
}

/** @param {[string, string][]} rows */
function facts(rows) {
    return element('dl', { class: 'rows' }, ...rows.map(([name, value]) =>
        element('div', {}, element('dt', {}, name), element('dd', {}, value))));
}

const signs = { passed: ['✓', 'passed'], failed: ['✕', 'failed'], notReached: ['·', 'not reached'] };

function checks(part) {
    const list = element('ol', { class: 'checks' }, ...part.rows.map((row) => {
        const [sign, word] = signs[row.state];
        return element(
            'li',
            { class: row.state },
            element('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
            element('span', {}, element('span', { class: 'unseen' }, `${word}: `), row.meaning),
            row.found ? element('span', { class: 'found' }, row.found) : null,
        );
    }));
    const told = part.cause
        ? element('p', { class: 'verdict refused' }, element('strong', {}, part.cause), element('br'), part.remedy)
        : null;
    return element('div', {}, told, list);
}

/** @param {[number, string, string, string][]} rows */
function message(rows) {
    return scrolled('The fields of the message', element(
        'table',
        {},
        element('thead', {}, element('tr', {},
            ...['Field', 'Name', 'Value'].map((name) => element('th', { scope: 'col' }, name)))),
        element('tbody', {}, ...rows.map(([number, name, value, meaning]) => element(
            'tr',
            {},
            element('td', { class: 'mono' }, String(number)),
            element('td', {}, name),
            element('td', { class: 'mono' }, element('span', { class: 'value' }, value), meaning ? element('span', { class: 'quiet' }, meaning) : null),
        ))),
    ));
}

function entry(entry) {
    return element('div', { class: 'entry' }, scrolled(entry.kind, element(
        'table',
        {},
        element('caption', { class: 'unseen' }, entry.kind),
        element('thead', {}, element('tr', {},
            element('th', { scope: 'col' }, entry.kind),
            element('th', { scope: 'col', class: 'amount' }, 'Change'))),
        element('tbody', {}, ...entry.postings.map(([account, amount]) => element(
            'tr',
            {},
            element('td', {}, account),
            element('td', { class: amount.startsWith('+') ? 'amount plus' : 'amount minus' }, amount),
        ))),
    )));
}

/**
 * Wide tables scroll by themselves, by the keyboard too.
 * @param {string} name
 * @param {HTMLElement} table
 */
function scrolled(name, table) {
    return element('div', { class: 'table', role: 'group', 'aria-label': name, tabindex: '0' }, table);
}
