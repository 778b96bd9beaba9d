// What the store's pages have in common.

/**
 * @param {string} id
 * @returns {any} The element.
 */
export function element(id) {
    return document.getElementById(id);
}

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, string | number | boolean>} [attributes] Its attributes; `true` is one without a value, and
 *     `false` none.
 * @param {(Node | string)[]} content
 */
export function make(name, attributes = {}, ...content) {
    const made = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) {
        if (value !== false) made.setAttribute(attribute, value === true ? '' : String(value));
    }
    made.append(...content);
    return made;
}

/**
 * @param {string} amount
 * @param {string} currency
 */
export function price(amount, currency) {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(Number(amount));
}

/** @param {{ count: number }} cart */
export function showCount(cart) {
    const count = element('count');
    count.hidden = cart.count === 0;
    count.textContent = String(cart.count);
    count.setAttribute('aria-label', cart.count === 1 ? ', one product' : `, ${cart.count} products`);
}

/**
 * A term and its value in a list.
 * @param {string} term
 * @param {string} value
 * @param {string} [className]
 */
export function row(term, value, className = '') {
    return make('div', className ? { class: className } : {}, make('dt', {}, term), make('dd', {}, value));
}
