// Payment requests that the cases share.
import { inClick, next, turn } from './harness.js';
import { mock } from './requests.js';

/** W3C's form of an amount. @param {string} value @param {string} [currency] */
export function amount(value, currency = 'USD') {
    return { currency, value };
}

/** W3C's form of a line. */
export function item(label, value, currency = 'USD') {
    return { label, amount: amount(value, currency) };
}

/** A shipping option. */
export function option(id, value, changes = {}) {
    return { id, label: `Option ${id}`, amount: amount(value), ...changes };
}

/** The data of the method of Apple Pay. */
export function applePayData(changes = {}) {
    return {
        version: 3,
        merchantIdentifier: 'merchant.com.example',
        countryCode: 'US',
        merchantCapabilities: ['supports3DS'],
        supportedNetworks: ['visa', 'masterCard'],
        ...changes,
    };
}

export const applePay = 'https://apple.com/apple-pay';

/** The method of Apple Pay. */
export function method(changes = {}) {
    return { supportedMethods: applePay, data: applePayData(changes) };
}

/** Details with a total of 10.00 dollars. */
export function details(changes = {}) {
    return { total: item('Shop', '10.00'), ...changes };
}

/** A request for Apple Pay. */
export function paymentRequest(detailChanges = {}, options = {}, data = {}) {
    return new PaymentRequest([method(data)], details(detailChanges), options);
}

/** A modifier for Apple Pay. */
export function modifier(data, changes = {}) {
    return { supportedMethods: applePay, ...(data === undefined ? {} : { data }), ...changes };
}

/** The sheet's address. */
export const address = {
    countryCode: 'US', addressLines: ['1 Infinite Loop'], administrativeArea: 'CA', locality: 'Cupertino',
    subLocality: 'West', postalCode: '95014', localizedName: 'Ada Lovelace', phoneNumber: '555-0100',
    emailAddress: 'ada@example.com',
};

/** Answers the question for a merchant session. */
export function answerMerchant(request, session = { nonce: '1' }) {
    request.addEventListener('merchantvalidation', (event) => event.complete(Promise.resolve(session)));
    return request;
}

/** The automation of a sheet, after the sheet that an earlier test left has gone. */
export async function prepareSheet() {
    const sheet = mock();
    sheet.cancelPayment();
    await turn();
    sheet.setCanMakePayments(true);
    sheet.setShippingAddress(address);
    return sheet;
}

/** Shows a request in a click. The promise is in a list, so that waiting for the click does not wait for it. */
export async function showInClick(request, ...given) {
    const [promise] = await inClick(() => [request.show(...given)]);
    promise.catch(() => {});
    return [promise];
}

/** The sheet's first question about the address, or about the card where there is no shipping. */
export function firstChange(request) {
    return next(request, request.shippingType === null ? 'paymentmethodchange' : 'shippingaddresschange');
}

/** Shows a request, and answers its first change. */
export async function shown(request, update = undefined) {
    const sheet = await prepareSheet();
    answerMerchant(request);
    const change = firstChange(request);
    const [promise] = await showInClick(request);
    // The sheet waits for an answer that comes after the event was dispatched.
    (await change).updateWith(update ?? {});
    await turn();
    return { sheet, promise };
}

/** The page's answer to the next event of a type. */
export function answering(request, type, update) {
    request.addEventListener(type, (event) => event.updateWith(update), { once: true });
}

export async function accepted(request) {
    const { sheet, promise } = await shown(request);
    sheet.acceptPayment();
    return { sheet, response: await promise };
}
