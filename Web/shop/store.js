// The page with the products.
import { call, reason } from './server.js';
import { element, make, price, showCount } from './page.js';

const message = element('message');

/**
 * @param {any} product
 * @param {string} currency
 */
function card(product, currency) {
    const button = make('button', { type: 'button', 'aria-describedby': `text-${product.id}` }, 'Add to cart');
    button.addEventListener('click', () => void add(product));
    return make(
        'li',
        { class: 'product' },
        make('img', { src: product.picture, alt: '', width: 240, height: 240 }),
        make('h3', {}, product.title),
        make('p', { id: `text-${product.id}` }, product.text),
        make('div', { class: 'row' }, make('span', { class: 'price' }, price(product.price, currency)), button),
    );
}

/** @param {any} product */
async function add(product) {
    try {
        const before = await call('/api/cart');
        const had = before.items.find((item) => item.product.id === product.id)?.quantity ?? 0;
        if (had === limit) {
            message.textContent = `There are ${had} in your cart, which is the most that we send.`;
            return;
        }
        showCount(await call(`/api/cart/items/${product.id}`, { quantity: had + 1 }, 'PUT'));
        const link = make('a', { href: 'cart.html' }, 'Go to the cart');
        message.replaceChildren(`${product.title} is in your cart. `, link);
    } catch (error) {
        message.textContent = `It was not added: ${reason(error)}`;
    }
}

const store = await call('/api/store');
const limit = store.largestQuantity;
const list = element('list');
list.append(...store.products.map((product) => card(product, store.currency)));
list.setAttribute('aria-busy', 'false');
showCount(await call('/api/cart'));
