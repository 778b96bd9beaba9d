// Sessions whose sheets the automation interface drives, and what cases ask of them.
import { next, turn } from './harness.js';
import { mock, request } from './requests.js';

quince.userGesture = 'none';
const total = { label: 'Shop', amount: '1' };
export const update = { newTotal: total };
export const withAddress = { requiredShippingContactFields: ['postalAddress'] };

export async function begun(changes = {}, version = 3) {
    const session = new ApplePaySession(version, request(changes));
    session.begin();
    await next(session, 'validatemerchant');
    return session;
}

export async function validated(changes = {}) {
    const session = await begun(changes);
    session.completeMerchantValidation({});
    await turn();
    return session;
}

/** The payment of a page whose sheet asks for something. */
export async function paid(changes, version = 3) {
    const session = await begun(changes, version);
    session.completeMerchantValidation({});
    mock().acceptPayment();
    const { payment } = await next(session, 'paymentauthorized');
    session.completePayment(0);
    return payment;
}

const told = [];
for (const name of ['error', 'warn']) {
    const say = console[name];
    console[name] = (text) => {
        told.push(text);
        say(text);
    };
}

/** What the console was told since this was asked. */
export function complaints() {
    return told.splice(0).join('\n');
}

/** Whether a page is asked to be paid when the shopper accepts. */
export async function isPaying(session) {
    let isAsked = false;
    session.onpaymentauthorized = () => { isAsked = true; };
    mock().acceptPayment();
    for (let count = 0; count < 4; count += 1) await turn();
    return isAsked;
}
