// The checkout of the shop, as it is written for Safari. With a sandbox, apple-pay.js is loaded first.
'use strict';

const post = async (path, body) => {
    const answer = await fetch(path, {
        method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' },
    });
    return { isOkay: answer.ok, body: await answer.json() };
};

const say = (text) => { document.querySelector('[role=status]').textContent = text; };

const load = (address) => new Promise((done, failed) => {
    const script = document.createElement('script');
    Object.assign(script, { src: address, onload: done, onerror: failed });
    document.head.append(script);
});

function buy({ order, price }) {
    const session = new ApplePaySession(3, {
        countryCode: 'US', currencyCode: price.currency, merchantCapabilities: ['supports3DS'],
        supportedNetworks: ['visa', 'masterCard', 'amex'], total: { label: 'Example Shop', amount: price.amount },
    });
    session.onvalidatemerchant = async () => {
        const answer = await post('session', {});
        if (answer.isOkay) { session.completeMerchantValidation(answer.body); } else { session.abort(); }
    };
    // The shopper can close the sheet while the server has the payment, which is made nevertheless.
    let isPosted = false;
    let isClosed = false;
    session.onpaymentauthorized = async (event) => {
        isPosted = true;
        const { body } = await post('pay', { order, payment: event.payment });
        isPosted = false;
        // The server says what the sheet shows, also of a payment that was declined.
        const result = body.applePay ?? { status: ApplePaySession.STATUS_FAILURE };
        say(result.status === ApplePaySession.STATUS_SUCCESS ? `Paid: order ${body.order.number}` : 'Not paid');
        if (!isClosed) session.completePayment({ status: result.status, errors: [] });
    };
    session.oncancel = () => {
        isClosed = true;
        say(isPosted ? 'The payment was sent already: wait for its outcome' : 'Cancelled');
    };
    session.begin();
}

async function main() {
    const order = await (await fetch('order')).json();
    if (order.script) { await load(order.script); }
    document.getElementById('price').textContent = `${order.price.amount} ${order.price.currency}`;
    if (!window.ApplePaySession?.canMakePayments()) { return say('Apple Pay is not available here'); }
    const button = document.createElement('button');
    button.textContent = 'Buy with Apple Pay';
    button.addEventListener('click', () => buy(order));
    document.getElementById('pay').append(button);
}

main().catch(() => say('The shop cannot be reached'));
