import { element, say } from './dom.js';
import { partView } from './parts.js';

/** The words for how a payment ended. */
export const outcomes = { paid: 'paid', notPaid: 'not paid', unresolved: 'unresolved', refused: 'refused', open: 'open' };

/**
 * A payment as a sequence diagram, whose steps open one by one.
 * @param {any} story the server's answer
 * @param {Set<number>} opened the numbers of the steps that are open at first; it is kept up to date
 * @returns {HTMLElement}
 */
export function diagram(story, opened) {
    const lanes = story.parties.map((party) => party.party);
    const rows = [];
    const list = element('ol', { class: 'steps' });
    let phase = '';
    for (const step of story.steps) {
        if (step.phase !== phase) {
            phase = step.phase;
            const name = story.phases.find((one) => one.phase === phase).name;
            list.append(element('li', { class: 'phase' }, element('h2', {}, name)));
        }
        const row = stepView(step, story.parties, lanes, opened);
        rows.push(row);
        list.append(row.item);
    }
    const parties = element('div', { class: 'parties' }, ...story.parties.map((party) => element(
        'div',
        { class: 'party' },
        element('strong', {}, party.name),
    )));
    const notes = element('div', { class: 'notes' }, ...story.parties.map((party) => element('span', {}, party.note)));
    const lines = element('div', { class: 'lines', 'aria-hidden': 'true' }, ...lanes.map(() => element('span')));
    const drawing = element('div', { class: 'diagram' }, lines, parties, notes, list);
    drawing.style.setProperty('--lanes', String(lanes.length));
    return element('div', {}, headline(story.payment), walk(rows, opened), drawing);
}

function headline(payment) {
    if (!payment) {
        return element(
            'div',
            { class: 'headline' },
            element('h1', {}, 'Card network'),
            element('span', { class: 'quiet' }, 'The last 50 messages, also those of other programs'),
        );
    }
    return element(
        'div',
        { class: 'headline' },
        element('h1', {}, payment.payee || `Payment ${payment.number}`, ' ',
            element('span', { class: 'amount' }, payment.total || '')),
        element('span', { class: `outcome outcome-${payment.outcome}` }, outcomes[payment.outcome]),
        element('span', { class: 'quiet' }, [payment.client, time(payment.time)].filter(Boolean).join(' · ')),
        element('a', { href: `/payments/${payment.number}`, download: `payment-${payment.number}.json` }, 'Save as JSON'),
        payment.wallet ? element('a', { href: payment.wallet }, 'In the wallet') : null,
    );
}

/** @param {string} text a time of ISO 8601 */
export function time(text) {
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? text : date.toLocaleTimeString();
}

/** The buttons that go through the steps. */
function walk(rows, opened) {
    const place = element('span', { class: 'place' });
    const next = element('button', { class: 'button button-main', type: 'button' }, 'Next step');
    const previous = element('button', { class: 'button', type: 'button' }, 'Back');
    const all = element('button', { class: 'button', type: 'button' }, 'Open all');
    let at = rows.findLastIndex((row) => opened.has(row.number));
    const show = () => {
        place.textContent = at < 0 ? `${rows.length} steps` : `step ${at + 1} of ${rows.length}`;
        next.disabled = at >= rows.length - 1;
        previous.disabled = at <= 0;
        all.textContent = rows.every((row) => opened.has(row.number)) ? 'Close all' : 'Open all';
    };
    const go = (number) => {
        for (const row of rows) row.open(false);
        at = number;
        rows[at].open(true);
        rows[at].button.scrollIntoView({ block: 'center' });
        say(`Step ${at + 1}: ${rows[at].title}`);
        show();
    };
    next.addEventListener('click', () => go(at + 1));
    previous.addEventListener('click', () => go(at - 1));
    all.addEventListener('click', () => {
        const opens = !rows.every((row) => opened.has(row.number));
        for (const row of rows) row.open(opens);
        show();
    });
    rows.forEach((row, number) => row.button.addEventListener('click', () => {
        row.open(!opened.has(row.number));
        at = number;
        show();
    }));
    show();
    return element('div', { class: 'walk', role: 'group', 'aria-label': 'Steps' }, next, previous, all, place);
}

function stepView(step, parties, lanes, opened) {
    const [from, to] = [lanes.indexOf(step.from), lanes.indexOf(step.to)];
    const isAlone = from === to;
    const name = (lane) => parties[lane].name;
    const way = isAlone ? name(from) : `${name(from)} → ${name(to)}`;
    const label = element('span', { class: 'label' }, element('span', {}, step.title));
    const arrow = element('span', { class: to < from ? 'arrow back' : 'arrow', 'aria-hidden': 'true' });
    const button = element(
        'button',
        { class: `step mood-${step.mood}${isAlone ? ' alone' : ''}`, type: 'button', 'aria-expanded': 'false' },
        element('span', { class: 'number', 'aria-hidden': 'true' }, String(step.number)),
        element('span', { class: 'way' }, way),
        label,
        isAlone ? null : arrow,
    );
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const [left, right] = isAlone ? [Math.max(0, first - 1), Math.min(lanes.length - 1, last + 1)] : [first, last];
    // The step's number stands there.
    label.classList.toggle('outermost', left === 0);
    label.style.gridColumn = `${left + 1} / ${right + 2}`;
    arrow.style.gridColumn = `${first + 1} / ${last + 2}`;
    arrow.style.setProperty('--span', String(last - first + 1));
    const item = element('li', {}, button);
    let detail = null;
    const open = (opens) => {
        if (opens) opened.add(step.number); else opened.delete(step.number);
        button.setAttribute('aria-expanded', String(opens));
        if (opens && !detail) {
            detail = detailView(step, way);
            item.append(detail);
        } else if (detail) {
            detail.hidden = !opens;
        }
    };
    if (opened.has(step.number)) open(true);
    return { number: step.number, title: `${way}: ${step.title}`, item, button, open };
}

function detailView(step, way) {
    return element(
        'div',
        { class: 'detail' },
        element('p', {}, step.text || step.title),
        element('p', { class: 'time' }, `${way} · ${time(step.time)}`),
        ...step.parts.map(partView),
    );
}
