// The sheet as elements, made of the view that the wallet's server describes and of where the person is in it.
import { h } from './dom.js';

/**
 * @typedef {object} Field
 * @property {string} field
 * @property {string} label
 * @property {string} text
 * @property {string | null} error
 * @property {string} autocomplete
 * @property {string} inputMode
 */

/**
 * @typedef {object} Form
 * @property {number | string | null} place
 * @property {boolean} fixed
 * @property {string[]} errors
 * @property {Field[]} fields
 */

/**
 * @typedef {object} Choice
 * @property {number} place
 * @property {string} text
 * @property {string | null} detail
 * @property {string | null} amount
 * @property {boolean} selected
 * @property {string | null} obstacle
 * @property {string | null} network
 * @property {Form | null} form
 */

/**
 * @typedef {object} Row
 * @property {string} row
 * @property {string} title
 * @property {string} value
 * @property {string | null} detail
 * @property {boolean} open
 * @property {string[]} errors
 * @property {Choice[]} choices
 * @property {string | null} newChoice
 * @property {Form | null} form
 * @property {Form | null} newForm
 * @property {string} [code]
 * @property {string | null} [network]
 */

/**
 * @typedef {object} View
 * @property {string} language
 * @property {string} title
 * @property {string} notice
 * @property {string} payee
 * @property {'open' | 'waiting' | 'processing' | 'pin' | 'paid' | 'failed' | 'over'} state
 * @property {boolean} companion whether another device shows the sheet
 * @property {string[]} messages
 * @property {Row[]} rows
 * @property {{ label: string, amount: string, details: string[], pending: boolean }[]} items
 * @property {{ description: string, lines: View['items'] } | null} [agreement] what is charged later or again
 * @property {string[]} terms
 * @property {{ label: string, amount: string, value: string }} total
 * @property {{ text: string, enabled: boolean, confirms: boolean }} pay
 * @property {Record<string, string>} words
 */

/**
 * Where the person is, and what the page itself knows.
 *
 * @typedef {object} Place
 * @property {'whole' | 'choices' | 'form' | 'code' | 'confirmation' | 'device'} part
 * @property {string} [row]
 * @property {number | string | null} [choice] whose form is shown; null for a new contact
 * @property {Record<string, string>} [fieldErrors] what the form's last attempt got back
 * @property {number} digits how many digits of a PIN have been entered
 * @property {boolean} maySee whether the browser has shown the confirmation for long enough
 * @property {boolean} isCovered whether the browser says that something covers it
 * @property {{ image: string, page: string } | null} handover the code and the address for another device
 * @property {boolean} continuesHere whether the person goes on here though another device shows the sheet
 * @property {boolean} usesWindow whether the confirmation is asked in a window, because the browser cannot tell
 */

/** The mark of Quince's buttons: Web/apple-pay/button.js has the same path. */
export const mark = 'M12.3 7.1C13.8 6.7 15.2 7.3 15.7 8.8C16.2 10.3 17.1 10.8 18.3 11.9'
    + 'C19.8 13.2 20.6 14.9 20.3 17C20 19.4 18.4 21 16.4 22C15.3 22.5 14.4 22.2 13.6 22.4'
    + 'C12.8 22.6 12.4 23.1 11.9 23.1C11.4 23.1 11.1 22.6 10.3 22.4'
    + 'C9.4 22.2 8.6 22.5 7.5 21.9C5.5 20.9 4 19.2 3.7 16.9C3.4 14.8 4.3 13.2 5.7 11.9'
    + 'C6.9 10.8 7.8 10.2 8.3 8.8C8.8 7.3 10.1 6.8 11.4 7.1'
    + 'C11.3 5.5 10.8 4.2 9.9 3C9.6 2.5 9.7 2 10.1 1.8C10.5 1.6 10.9 1.7 11.2 2.1'
    + 'C11.8 3 12.2 3.9 12.4 4.9C13.6 2.3 16.3 1 20.2 1.2C19.9 4.5 16.9 6.6 12.3 7.1Z';

/** How many digits a PIN of a TEST card has. */
export const pinDigits = 4;

/** @param {string} className @param {string} path @param {string} box */
const drawing = (className, path, box = '0 0 24 24') =>
    h('svg', { class: className, viewBox: box, 'aria-hidden': 'true' }, h('path', { d: path }));

/** @param {string} text */
const error = (text) => h('p', { class: 'error' }, text);

/** @param {View} view @param {string} title @param {boolean} hasBack */
function top(view, title, hasBack) {
    return h('header', { class: 'top' },
        drawing('mark', mark),
        h('h1', { id: 'title', tabindex: -1 }, title),
        hasBack && h('button', { type: 'button', class: 'quiet-button', 'data-action': 'back' }, view.words.back),
        !hasBack && !['paid', 'failed', 'over'].includes(view.state)
            && h('button', { type: 'button', class: 'quiet-button', 'data-action': 'cancel' }, view.words.cancel));
}

/** @param {string | null | undefined} network */
const card = (network) => network && h('span', { class: 'card', 'data-network': network, 'aria-hidden': 'true' });

/** A text that may break before its at sign. @param {string} text @returns {(Node | string)[]} */
const breakable = (text) => text.split(/(?=@)/).flatMap((part, index) => (index ? [h('wbr'), part] : [part]));

/** @param {View} view @param {Row} row */
function rowItem(view, row) {
    const isReachable = view.state === 'open' || view.state === 'waiting';
    const errorID = `errors-${row.row}`;
    const { network } = row;
    const inside = [
        h('span', { class: 'title' }, row.title),
        h('span', { class: 'value' },
            h('span', { class: network ? 'with-card' : null }, card(network), h('span', {}, ...breakable(row.value))),
            row.detail ? h('span', { class: 'detail' }, row.detail) : null),
    ];
    const attributes = { class: 'row', 'data-row': row.row };
    const opens = row.open || (row.form?.fixed ?? false);
    return h('li', { 'data-key': row.row },
        opens
            ? h('button', {
                ...attributes, type: 'button', 'data-action': 'row', 'data-key': 'open',
                disabled: !isReachable, 'aria-describedby': row.errors.length ? errorID : null,
            }, ...inside, drawing('go', 'M1 1l4 5-4 5', '0 0 6 12'))
            : h('div', { ...attributes, 'data-key': 'closed' }, ...inside),
        row.errors.length > 0 && h('div', { id: errorID }, ...row.errors.map(error)));
}

/** @param {View['items']} items @param {string} label */
function itemList(items, label) {
    if (items.length === 0) return null;
    return h('ul', { class: 'items', 'aria-label': label }, ...items.map((item) => h('li', {},
        h('span', { class: 'label' }, item.label),
        h('span', { class: item.pending ? 'amount pending' : 'amount' }, item.amount),
        ...item.details.map((text) => h('span', { class: 'detail' }, text)))));
}

/** @param {View} view */
const totalLine = (view) => h('p', { class: 'total' },
    h('span', { class: 'label' }, view.total.label), h('span', { class: 'amount' }, view.total.amount));

/** @param {View} view @param {Place} place */
function messages(view, place) {
    const atRows = view.rows.flatMap((row) => row.errors);
    const texts = view.messages.filter((text) => !atRows.includes(text));
    if (place.part === 'confirmation' && place.isCovered) texts.push(view.words.covered);
    return texts.length > 0 && h('div', { class: 'messages', 'data-key': 'messages' },
        ...texts.map((text) => h('p', {}, text)));
}

/** @param {string} text */
const waiting = (text) => h('p', { class: 'waiting', 'data-key': 'waiting' },
    h('svg', { class: 'spinner', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        h('path', { d: 'M12 3a9 9 0 1 1-9 9' })),
    text);

/** @param {View} view @param {Place} place */
function payArea(view, place) {
    if (view.state === 'processing') return waiting(view.words.processing);
    if (view.state === 'waiting') return waiting(view.words.updating);
    return h('div', { class: 'pay-area', 'data-key': 'pay-area' },
        h('button', {
            type: 'button', class: 'main-button', 'data-action': 'pay', 'data-key': 'pay', disabled: !view.pay.enabled,
        }, view.pay.text),
        place.handover && h('button', {
            type: 'button', class: 'quiet-button', 'data-action': 'device', 'data-key': 'device',
        }, view.words.otherDevice));
}

/** The code for another device; once it shows the sheet, what to do. @param {View} view @param {Place} place */
function device(view, place) {
    const { words } = view;
    const handover = /** @type {{ image: string, page: string }} */ (place.handover);
    return [
        top(view, words.otherDevice, !view.companion),
        h('p', { class: 'notice' }, view.notice),
        view.companion
            ? h('div', { class: 'middle handover', 'data-key': 'joined' },
                h('p', { class: 'label' }, view.total.label), h('p', { class: 'amount' }, view.total.amount),
                h('p', {}, words.otherDeviceJoined),
                h('button', { type: 'button', class: 'quiet-button', 'data-action': 'here' }, words.continueHere))
            : h('div', { class: 'middle handover', 'data-key': 'code' },
                h('img', { src: handover.image, alt: words.otherDevice, width: 240, height: 240 }),
                h('p', {}, words.otherDeviceHint),
                h('a', { href: handover.page, target: '_blank', rel: 'noopener', class: 'quiet-button' }, words.otherTab)),
    ];
}

/** @param {View} view @param {Place} place */
function whole(view, place) {
    return [
        top(view, view.title, false),
        h('p', { class: 'notice' }, view.notice),
        h('div', { class: 'middle', 'data-key': 'whole' },
            h('ul', { class: 'rows' }, ...view.rows.map((row) => rowItem(view, row))),
            itemList(view.items, view.words.details),
            view.agreement && h('p', { class: 'agreement' }, view.agreement.description),
            view.agreement && itemList(view.agreement.lines, view.agreement.description),
            ...view.terms.map((text) => h('p', { class: 'terms' }, text))),
        h('div', { class: 'bottom', 'data-key': 'bottom' },
            messages(view, place), totalLine(view), payArea(view, place)),
    ];
}

/** @param {Row} row @param {Choice} choice */
function choiceLine(row, choice) {
    const name = `${row.row}-${choice.place}`;
    const isOff = choice.obstacle !== null;
    return h('label', { class: 'choice', 'data-key': name },
        h('input', {
            type: 'radio', name: row.row, value: choice.place, checked: choice.selected, disabled: isOff,
            'aria-describedby': isOff ? `${name}-why` : null,
        }),
        h('span', { class: 'text' },
            h('span', { class: choice.network ? 'with-card' : null }, card(choice.network),
                h('span', {}, ...breakable(choice.text))),
            choice.detail ? h('span', { class: 'detail' }, ...breakable(choice.detail)) : null,
            choice.amount ? h('span', { class: 'detail' }, choice.amount) : null,
            isOff ? h('span', { class: 'detail', id: `${name}-why` }, choice.obstacle) : null));
}

/** @param {View} view @param {Row} row */
function choices(view, row) {
    const selected = row.choices.find((choice) => choice.selected);
    return [
        top(view, row.title, true),
        h('form', { class: 'middle part', 'data-action': 'choose', 'data-key': `choices-${row.row}` },
            h('fieldset', {}, h('legend', { class: 'unseen' }, row.title),
                ...row.choices.map((choice) => choiceLine(row, choice))),
            row.choices.length === 0 && !row.newChoice && h('p', {}, view.words.nothingToChoose),
            ...row.errors.map(error),
            h('div', { class: 'actions' },
                row.choices.length > 0 && h('button', { type: 'submit', class: 'main-button' }, view.words.done),
                selected?.form && h('button', {
                    type: 'button', class: 'quiet-button', 'data-action': 'edit', 'data-choice': selected.place,
                }, view.words.edit),
                row.newChoice && h('button', { type: 'button', class: 'quiet-button', 'data-action': 'new' },
                    row.newChoice))),
    ];
}

/** @param {Field} field @param {string | null} problem @param {boolean} isFixed */
function fieldLine(field, problem, isFixed) {
    return h('div', { class: 'field', 'data-key': field.field },
        h('label', { for: `field-${field.field}` }, field.label),
        h('input', {
            id: `field-${field.field}`, name: field.field, value: field.text, autocomplete: field.autocomplete,
            inputmode: field.inputMode, type: 'text', spellcheck: 'false', readonly: isFixed,
            'aria-invalid': problem ? 'true' : null,
            'aria-describedby': problem ? `problem-${field.field}` : null,
        }),
        problem && h('p', { class: 'error', id: `problem-${field.field}` }, problem));
}

/** @param {Row} row @param {Place} place @returns {Form | null} */
export function formAt(row, place) {
    if (place.choice === null) return row.newForm;
    return row.choices.find((choice) => choice.place === place.choice)?.form ?? row.form;
}

/** @param {View} view @param {Row} row @param {Place} place */
function contactForm(view, row, place) {
    const form = formAt(row, place);
    if (!form) return choices(view, row);
    const title = place.choice === null && row.newChoice ? row.newChoice : row.title;
    return [
        top(view, title, true),
        h('form', {
            class: 'middle part', 'data-action': 'write', 'data-key': `form-${row.row}-${place.choice}`,
            novalidate: true,
        },
        ...form.errors.map(error),
        ...form.fields.map((field) => fieldLine(field, place.fieldErrors?.[field.field] ?? field.error, form.fixed)),
        h('div', { class: 'actions' },
            !form.fixed && h('button', { type: 'submit', class: 'main-button' }, view.words.done))),
    ];
}

/** @param {View} view @param {Row} row */
function couponForm(view, row) {
    const problem = row.errors[0];
    return [
        top(view, row.title, true),
        h('form', { class: 'middle part', 'data-action': 'code', 'data-key': 'code' },
            fieldLine({
                field: 'couponCode', label: row.title, text: row.code ?? '', error: null, autocomplete: 'off',
                inputMode: 'text',
            }, problem ?? null, false),
            h('div', { class: 'actions' },
                h('button', { type: 'submit', class: 'main-button' }, view.words.apply))),
    ];
}

/** @param {View} view @param {Place} place */
function confirmation(view, place) {
    const cardRow = view.rows.find((row) => row.row === 'card');
    const mayPress = place.usesWindow || place.maySee;
    return [
        top(view, view.title, true),
        h('p', { class: 'notice' }, view.notice),
        h('section', { class: 'middle', 'data-key': 'confirmation', 'aria-labelledby': 'title' },
            h('div', { class: 'confirmation' },
                h('svg', { class: 'seal', viewBox: '0 0 48 48', 'aria-hidden': 'true' },
                    h('circle', { cx: 24, cy: 24, r: 21 }),
                    h('g', { transform: 'translate(12 11.5)' }, h('path', { d: mark }))),
                // What has to be seen as a whole, in the lowest window too.
                h('div', { class: 'essence', id: 'confirmation' },
                    h('p', { class: 'payee' }, view.total.label),
                    h('p', { class: 'amount' }, view.total.amount),
                    cardRow && h('p', { class: 'detail' }, cardRow.value),
                    h('button', {
                        type: 'button', class: 'main-button', 'data-action': 'confirm', 'data-key': 'confirm',
                        'aria-describedby': 'confirm-hint', 'aria-disabled': mayPress ? null : 'true',
                    }, place.usesWindow ? view.words.confirmInWindow : view.words.confirm)),
                h('p', { class: 'detail', id: 'confirm-hint' }, view.words.confirmHint),
                messages(view, place))),
    ];
}

/** @param {View} view @param {Place} place */
function pin(view, place) {
    const dots = Array.from({ length: pinDigits }, (_, index) =>
        h('span', { class: index < place.digits ? 'filled' : null }));
    const key = (digit) => h('button', { type: 'button', 'data-action': 'digit', 'data-key': `digit-${digit}` },
        String(digit));
    return [
        top(view, view.messages[0] ?? view.words.pinTitle, false),
        h('p', { class: 'notice' }, view.notice),
        h('div', { class: 'middle part', 'data-key': 'pin' },
            h('div', { class: 'digits', role: 'img', 'aria-label': `${place.digits} / ${pinDigits}` }, ...dots),
            h('div', { class: 'pad', role: 'group', 'aria-labelledby': 'title' },
                ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(key), h('span'), key(0),
                h('button', { type: 'button', 'data-action': 'delete', 'aria-label': view.words.pinDelete }, '⌫'))),
    ];
}

/** @param {View} view */
function outcome(view) {
    const isPaid = view.state === 'paid';
    const texts = view.messages.length > 0 ? view.messages : [isPaid ? view.words.paid : view.words.notCompleted];
    return [
        top(view, view.title, false),
        h('div', { class: 'middle outcome', 'data-key': 'outcome', 'data-kind': isPaid ? 'paid' : 'failed' },
            h('svg', { viewBox: '0 0 48 48', 'aria-hidden': 'true' },
                h('circle', { cx: 24, cy: 24, r: 20 }),
                h('path', { d: isPaid ? 'M15 25l6.5 6.5L33.5 18' : 'M24 13v14M24 33.5v.5' })),
            ...texts.map((text) => h('p', {}, text)),
            isPaid ? h('p', { class: 'detail' }, view.total.amount) : null,
            h('button', { type: 'button', class: 'quiet-button', 'data-action': 'close' }, view.words.close)),
    ];
}

/** Whether the person is busy on another device, or looks at the code for it. @param {View} view @param {Place} place */
function isElsewhere(view, place) {
    return place.handover !== null && (view.companion ? !place.continuesHere : place.part === 'device');
}

/** @param {View} view @param {Place} place @returns {Element} */
export function picture(view, place) {
    const row = view.rows.find((each) => each.row === place.row);
    /** @type {(Element | null | false)[]} */
    let parts;
    if (['paid', 'failed', 'over'].includes(view.state)) parts = outcome(view);
    else if (isElsewhere(view, place)) parts = device(view, place);
    else if (view.state === 'pin') parts = pin(view, place);
    else if (place.part === 'confirmation' && view.state !== 'processing') parts = confirmation(view, place);
    else if (row && place.part === 'choices') parts = choices(view, row);
    else if (row && place.part === 'form') parts = contactForm(view, row, place);
    else if (row && place.part === 'code') parts = couponForm(view, row);
    else parts = whole(view, place);
    return h('main', {}, ...parts);
}
