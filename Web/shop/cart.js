// The page with the cart: what is in it, a discount code, and the button that pays.
import { call, reason } from './server.js';
import { begin, canPay } from './payment.js';
import { element, make, price, row, showCount } from './page.js';

const message = element('message');
/** The request of the sheet, which has to be shown in the very click. */
let request;

/** @param {any} cart */
function show(cart) {
    request = cart.request;
    showCount(cart);
    element('empty').hidden = cart.count > 0;
    element('cart').hidden = cart.count === 0;
    element('items').replaceChildren(...cart.items.map((item) => line(item, cart.currency)));
    element('code').value = cart.code ?? '';
    const goods = cart.items.map((item) => {
        const label = item.quantity === 1 ? item.product.title : `${item.quantity} × ${item.product.title}`;
        return row(label, price(item.amount, cart.currency));
    });
    const discount = cart.discount ? [row(cart.discount.label, price(cart.discount.amount, cart.currency))] : [];
    const subtotal = row('Before postage', price(cart.subtotal, cart.currency), 'total');
    element('sums').replaceChildren(...goods, ...discount, subtotal);
}

/**
 * @param {any} item
 * @param {string} currency
 */
function line({ product, quantity, amount }, currency) {
    const id = `quantity-${product.id}`;
    const select = /** @type {HTMLSelectElement} */ (make('select', { id, name: id }));
    for (let number = 0; number <= 9; number += 1) {
        const text = number === 0 ? '0, take out' : String(number);
        select.append(make('option', { value: number, selected: number === quantity }, text));
    }
    select.addEventListener('change', () => void change(product, Number(select.value), id));
    return make(
        'li',
        { class: 'item' },
        make('img', { src: product.picture, alt: '', width: 96, height: 96 }),
        make('div', {}, make('h3', {}, product.title), make('label', { for: id }, 'Number '), select),
        make('span', { class: 'price' }, price(amount, currency)),
    );
}

/**
 * @param {any} product
 * @param {number} quantity
 * @param {string} id
 */
async function change(product, quantity, id) {
    try {
        show(await call(`/api/cart/items/${product.id}`, { quantity }, 'PUT'));
    } catch (error) {
        message.textContent = `The cart was not changed: ${reason(error)}`;
        return;
    }
    message.textContent = quantity === 0 ? `${product.title} was taken out.` : `${product.title}: ${quantity}.`;
    element(id)?.focus();
}

element('code-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const typed = element('code').value;
    let cart;
    try {
        cart = await call('/api/cart/code', { code: typed }, 'PUT');
    } catch (error) {
        message.textContent = `The code was not applied: ${reason(error)}`;
        return;
    }
    const isKnown = !cart.codeProblem;
    element('code-error').textContent = cart.codeProblem ?? '';
    element('code').setAttribute('aria-invalid', String(!isKnown));
    show(cart);
    if (isKnown) {
        message.textContent = cart.discount ? `${cart.discount.label} was taken off.` : 'There is no discount.';
    } else {
        message.textContent = '';
        element('code').value = typed;
        element('code').focus();
    }
});

show(await call('/api/cart'));
if (canPay()) {
    const say = (text) => { message.textContent = text; };
    if (matchMedia('(prefers-color-scheme: dark)').matches) element('button').setAttribute('buttonstyle', 'white');
    element('button').addEventListener('click', () => begin(request, say));
} else {
    element('pay').hidden = true;
    element('no-pay').hidden = false;
}
