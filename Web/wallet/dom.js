// Making elements, and changing those that are shown into those that should be: what the person writes and where the
// keyboard is stay.

const svgNames = new Set(['svg', 'path', 'circle', 'g']);

/**
 * An element.
 *
 * @param {string} name
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes] true is an empty attribute; null
 *     and false are none
 * @param {(Node | string | null | undefined | false)[]} children
 * @returns {Element}
 */
export function h(name, attributes = {}, ...children) {
    const element = svgNames.has(name)
        ? document.createElementNS('http://www.w3.org/2000/svg', name)
        : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        element.setAttribute(key, value === true ? '' : String(value));
    }
    element.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child || child === '')));
    return element;
}

/** @param {Node} node */
function keyOf(node) {
    return node instanceof Element ? node.getAttribute('data-key') : null;
}

/** @param {Element} shown @param {Element} wanted */
function changeAttributes(shown, wanted) {
    for (const { name } of [...shown.attributes]) {
        if (!wanted.hasAttribute(name)) shown.removeAttribute(name);
    }
    for (const { name, value } of wanted.attributes) {
        if (shown.getAttribute(name) === value) continue;
        shown.setAttribute(name, value);
    }
    if (shown instanceof HTMLInputElement && shown.type === 'radio') {
        const isChecked = wanted.hasAttribute('checked');
        if (shown.defaultChecked === isChecked) shown.checked = isChecked;
    }
}

/**
 * Changes the children of an element into those of another one.
 *
 * @param {Element} shown
 * @param {Element} wanted
 */
export function become(shown, wanted) {
    const old = [...shown.childNodes];
    const keyed = new Map(old.map((node) => [keyOf(node), node]));
    keyed.delete(null);
    const plain = old.filter((node) => keyOf(node) === null);
    /** @type {Node[]} */
    const result = [];
    for (const next of [...wanted.childNodes]) {
        const key = keyOf(next);
        const match = key === null ? plain.shift() : keyed.get(key);
        if (match && match.nodeName === next.nodeName) {
            result.push(match);
            if (match instanceof Element) {
                changeAttributes(match, /** @type {Element} */ (next));
                become(match, /** @type {Element} */ (next));
            } else if (match.nodeValue !== next.nodeValue) {
                match.nodeValue = next.nodeValue;
            }
        } else {
            result.push(next);
        }
    }
    const kept = new Set(result);
    for (const node of old) if (!kept.has(node)) node.parentNode?.removeChild(node);
    result.forEach((node, index) => {
        if (shown.childNodes[index] !== node) shown.insertBefore(node, shown.childNodes[index] ?? null);
    });
    // The choice of a form is the person's; one that acts at once shows what the server has.
    if (shown instanceof HTMLSelectElement && shown.dataset.action) {
        shown.value = wanted.querySelector('option[selected]')?.getAttribute('value') ?? '';
    }
}
