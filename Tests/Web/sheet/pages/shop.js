// A shop as it would be written for Safari. `shop` notes what happens, for the tests.
const status = document.querySelector('#status');
const prices = { post: 3.99, air: 9.99 };
const shop = { events: [], session: null, changes: {}, version: 14 };
window.shop = shop;

let method = 'post';
let discount = 0;

const amount = (value) => value.toFixed(2);
const lines = () => [
    { label: 'Shinobi Cuddly Toy', amount: '22.99' },
    { label: 'Shipping', amount: amount(prices[method]) },
    { label: 'Tax', amount: '2.29' },
    ...(discount ? [{ label: 'Coupon', amount: amount(-discount) }] : []),
];
const total = () => ({ label: 'Shinobi', amount: amount(22.99 + 2.29 + prices[method] - discount) });
const update = (more = {}) => ({ newTotal: total(), newLineItems: lines(), ...more });

async function post(path, body) {
    const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
}

function errorsOf(contact) {
    if (contact.postalCode !== '00000') return [];
    return [new ApplePayError('shippingContactInvalid', 'postalCode', 'We do not ship there')];
}

/** Begins a payment; a test adds to the request. */
shop.begin = () => {
    method = 'post';
    discount = 0;
    const session = new ApplePaySession(shop.version, {
        countryCode: 'US', currencyCode: 'USD', merchantCapabilities: ['supports3DS'],
        supportedNetworks: ['visa', 'masterCard', 'amex'], total: total(), lineItems: lines(),
        requiredShippingContactFields: ['postalAddress', 'name', 'email'], supportsCouponCode: true,
        shippingMethods: [
            { label: 'Post', detail: '3 to 5 days', amount: '3.99', identifier: 'post', selected: true },
            { label: 'By air', detail: 'Tomorrow', amount: '9.99', identifier: 'air' },
        ],
        ...shop.changes,
    });
    shop.session = session;
    const listen = (type, handle) => session.addEventListener(type, (event) => {
        shop.events.push(type);
        handle(event);
    });
    listen('validatemerchant', async ({ validationURL }) => {
        session.completeMerchantValidation(await post('merchant-session', { validationURL }));
    });
    listen('paymentmethodselected', () => session.completePaymentMethodSelection(update()));
    listen('shippingcontactselected', ({ shippingContact }) => {
        session.completeShippingContactSelection(update({ errors: errorsOf(shippingContact) }));
    });
    listen('shippingmethodselected', ({ shippingMethod }) => {
        method = shippingMethod.identifier;
        session.completeShippingMethodSelection(update());
    });
    listen('couponcodechanged', ({ couponCode }) => {
        discount = couponCode === 'SAVE10' ? 10 : 0;
        const errors = couponCode && !discount ? [new ApplePayError('couponCodeInvalid', undefined, 'No such code')] : [];
        session.completeCouponCodeChange(update({ errors }));
    });
    listen('paymentauthorized', async ({ payment }) => {
        const { status: code, errors = [], orderDetails } = await post('charge', payment);
        session.completePayment({
            status: code,
            ...(orderDetails ? { orderDetails } : {}),
            errors: errors.map(({ code: cause, contactField, message }) =>
                new ApplePayError(cause, contactField, message)),
        });
        if (errors.length === 0 && code <= 1) status.value = code === 0 ? `Paid ${total().amount}` : 'Declined';
    });
    listen('cancel', () => { status.value = 'Canceled'; });
    session.begin();
};

document.querySelector('#pay').addEventListener('click', () => {
    try {
        shop.begin();
    } catch (error) {
        status.value = `${error.name}: ${error.message}`;
    }
});
