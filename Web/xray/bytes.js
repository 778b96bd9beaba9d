import { element } from './dom.js';

/**
 * @typedef {{depth: number, name: string, meaning: string, value?: string, kind: string, start: number,
 *   end: number}} ByteNode
 * @typedef {{title: string, meaning: string, encoding: string, hex: string, nodes: ByteNode[],
 *   segments: [number, number, number, string][]}} ByteMap
 */

let count = 0;

/** The number of bytes in a line. */
function width() {
    return window.matchMedia('(max-width: 30rem)').matches ? 8 : 16;
}

/**
 * Bytes with what each of them is: the outline, the bytes in hexadecimal, and what is said of the chosen part.
 *
 * The outline is one stop for the keyboard, in which the arrows choose. The pointer chooses in the bytes, too, which
 * repeat for the eye what the outline says.
 * @param {ByteMap} map
 * @returns {HTMLElement}
 */
export function bytesPart(map) {
    count += 1;
    const id = `bytes-${count}`;
    const shown = element('div', { class: 'shown', id: `${id}-shown` });
    const outline = element('div', {
        class: 'outline', role: 'listbox', tabindex: '0', 'aria-label': `Parts of ${map.title}`,
    });
    const options = map.nodes.map((node, number) => option(node, `${id}-${number}`));
    outline.append(...options);
    const { hex, runs } = hexadecimal(map);
    const part = element(
        'section',
        { class: map.hex.length <= 256 ? 'part bytes short' : 'part bytes' },
        element('h3', {}, element('code', {}, map.title), ` ${map.hex.length / 2} bytes, written in ${map.encoding}`),
        element('p', { class: 'about' }, map.meaning),
        element('div', { class: 'panes' }, outline, hex),
        map.nodes.length > 1 ? shown : null,
    );
    let chosen = -1;
    const choose = (number, scrolls = '') => {
        if (number === chosen || number < 0 || number >= map.nodes.length) return;
        options[chosen]?.setAttribute('aria-selected', 'false');
        chosen = number;
        options[number].setAttribute('aria-selected', 'true');
        outline.setAttribute('aria-activedescendant', options[number].id);
        describe(shown, map, number);
        mark(runs, map.nodes, number);
        if (scrolls !== 'outline') reveal(outline, options[number]);
        if (scrolls !== 'hex') {
            const first = runs.find((run) => run.start >= map.nodes[number].start);
            if (first) reveal(hex, first.span);
        }
    };
    listen(outline, hex, options, () => chosen, choose);
    if (map.nodes.length > 0) choose(0);
    return part;
}

/**
 * @param {HTMLElement} outline
 * @param {HTMLElement} hex
 * @param {HTMLElement[]} options
 * @param {() => number} chosen
 * @param {(number: number, scrolls?: string) => void} choose
 */
function listen(outline, hex, options, chosen, choose) {
    const last = options.length - 1;
    const keys = {
        ArrowDown: () => Math.min(chosen() + 1, last),
        ArrowUp: () => Math.max(chosen() - 1, 0),
        PageDown: () => Math.min(chosen() + 10, last),
        PageUp: () => Math.max(chosen() - 10, 0),
        Home: () => 0,
        End: () => last,
    };
    outline.addEventListener('keydown', (event) => {
        const next = keys[event.key];
        if (!next) return;
        event.preventDefault();
        choose(next());
    });
    outline.addEventListener('pointerover', (event) => {
        if (!(event.target instanceof Element)) return;
        const found = event.target.closest('[role=option]');
        if (found) choose(options.indexOf(/** @type {HTMLElement} */ (found)), 'outline');
    });
    const point = (event) => {
        const run = event.target instanceof Element ? event.target.closest('.run') : null;
        if (run instanceof HTMLElement) choose(Number(run.dataset.node), 'hex');
    };
    hex.addEventListener('pointerover', point);
    hex.addEventListener('click', point);
}

/**
 * @param {ByteNode} node
 * @param {string} id
 */
function option(node, id) {
    const value = node.value && node.value.length > 64 ? `${node.value.slice(0, 61)}…` : node.value;
    const made = element(
        'div',
        { role: 'option', id, 'aria-selected': 'false' },
        element('span', { class: `name kind-${node.kind}` }, node.name),
        value ? element('span', { class: 'value' }, value) : null,
    );
    made.style.setProperty('--depth', String(node.depth));
    return made;
}

/**
 * The bytes in lines, as runs of one segment each.
 * @param {ByteMap} map
 */
function hexadecimal(map) {
    const hex = element('div', { class: 'hex', 'aria-hidden': 'true' });
    const runs = [];
    const step = width();
    let segment = 0;
    for (let start = 0; start < map.hex.length / 2; start += step) {
        const end = Math.min(start + step, map.hex.length / 2);
        const bytes = element('span', { class: 'data' });
        let place = start;
        while (place < end) {
            while (map.segments[segment][1] <= place) segment += 1;
            const [, segmentEnd, node, role] = map.segments[segment];
            const runEnd = Math.min(segmentEnd, end);
            const span = element(
                'span',
                { class: `run kind-${map.nodes[node].kind}`, 'data-node': String(node), 'data-role': role },
                spaced(map.hex.slice(2 * place, 2 * runEnd)),
            );
            runs.push({ start: place, end: runEnd, node, span });
            bytes.append(span, runEnd < end ? ' ' : '');
            place = runEnd;
        }
        const offset = element('span', { class: 'offset' }, start.toString(16).padStart(4, '0'));
        hex.append(element('div', { class: 'line' }, offset, bytes));
    }
    return { hex, runs };
}

/** @param {string} digits */
function spaced(digits) {
    return digits.replace(/..(?=.)/g, '$& ');
}

/**
 * @param {HTMLElement} shown
 * @param {ByteMap} map
 * @param {number} number
 */
function describe(shown, map, number) {
    const node = map.nodes[number];
    const path = [];
    let depth = node.depth;
    for (let place = number; place >= 0 && depth >= 0; place -= 1) {
        if (map.nodes[place].depth !== depth) continue;
        path.unshift(map.nodes[place].name);
        depth -= 1;
    }
    const length = node.end - node.start;
    const where = [`bytes ${node.start} to ${node.end - 1} (${length})`, path.slice(0, -1).join(' › ')];
    shown.replaceChildren(
        element('span', { class: 'where' }, where.filter(Boolean).join(' · ')),
        element('strong', {}, node.name),
        node.meaning ? element('span', {}, node.meaning) : '',
        node.value ? element('code', {}, node.value) : '',
    );
}

/**
 * Marks the bytes of a node, and those of the nodes in it.
 * @param {{start: number, end: number, node: number, span: HTMLElement}[]} runs
 * @param {ByteNode[]} nodes
 * @param {number} number
 */
function mark(runs, nodes, number) {
    const { start, end } = nodes[number];
    for (const run of runs) {
        run.span.classList.toggle('chosen', run.node === number);
        run.span.classList.toggle('within', run.node !== number && run.start >= start && run.end <= end);
    }
}

/**
 * Scrolls a pane so that something in it can be seen; the page stays where it is.
 * @param {HTMLElement} pane
 * @param {HTMLElement} inside
 */
function reveal(pane, inside) {
    const [outer, inner] = [pane.getBoundingClientRect(), inside.getBoundingClientRect()];
    if (inner.top < outer.top) pane.scrollTop -= outer.top - inner.top + 8;
    if (inner.bottom > outer.bottom) pane.scrollTop += inner.bottom - outer.bottom + 8;
}
