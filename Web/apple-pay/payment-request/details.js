// The checks of a request's details that do not depend on the payment method: "check and canonicalize amount" and the
// constructor's steps in https://www.w3.org/TR/payment-request/
// The messages are WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/paymentrequest/PaymentRequest.cpp
import { canonicalMethod } from './methods.js';

/**
 * @typedef {{ currency: string, value: string }} CurrencyAmount
 * @typedef {{ label: string, amount: CurrencyAmount, pending: boolean }} PaymentItem
 * @typedef {{ id: string, label: string, amount: CurrencyAmount, selected: boolean }} ShippingOption
 * @typedef {{ supportedMethods: string, total?: PaymentItem, additionalDisplayItems: PaymentItem[], data?: object }}
 *   DetailsModifier
 * @typedef {{ displayItems?: PaymentItem[], shippingOptions?: ShippingOption[], modifiers?: DetailsModifier[] }}
 *   DetailsBase
 * @typedef {{ shippingOption: string | null, modifierData: (string | null)[] }} CheckedDetails
 */

/** @param {CurrencyAmount} amount */
function checkCurrencyAmount(amount) {
    if (!/^[A-Za-z]{3}$/.test(amount.currency)) {
        throw new RangeError(`"${amount.currency}" is not a valid currency code.`);
    }
    if (!/^-?[0-9]+(\.[0-9]+)?$/.test(amount.value)) {
        throw new TypeError(`"${amount.value}" is not a valid decimal monetary value.`);
    }
    amount.currency = amount.currency.toUpperCase();
}

/**
 * Checks the total of a request, of an update or of a modifier.
 * @param {PaymentItem} total
 */
export function checkItemTotal(total) {
    checkCurrencyAmount(total.amount);
    if (total.amount.value.startsWith('-')) throw new TypeError('Total currency values cannot be negative.');
}

/**
 * The JSON text of a member `data`. A page's objects are not read again after the call that brought them.
 * @param {object} data
 * @returns {string}
 */
export function serializedData(data) {
    const text = JSON.stringify(data);
    if (text === undefined) throw new TypeError('The payment method data cannot be written as JSON.');
    return text;
}

/**
 * The option that the page selected: the last one that says so, as in W3C's steps.
 * @param {ShippingOption[]} options
 * @returns {string | null}
 */
function checkOptions(options) {
    const seen = new Set();
    let selected = null;
    for (const option of options) {
        checkCurrencyAmount(option.amount);
        if (seen.has(option.id)) throw new TypeError('Shipping option IDs must be unique.');
        seen.add(option.id);
        if (option.selected) selected = option.id;
    }
    return selected;
}

/**
 * @param {DetailsModifier} modifier
 * @param {boolean} isUpdate Whether it is part of an update: only there are identifiers checked.
 * @returns {string | null} Its data as JSON.
 */
function checkModifier(modifier, isUpdate) {
    if (isUpdate && canonicalMethod(modifier.supportedMethods) === null) {
        throw new RangeError(`"${modifier.supportedMethods}" is an invalid payment method identifier.`);
    }
    if (modifier.total) checkItemTotal(modifier.total);
    for (const item of modifier.additionalDisplayItems) checkCurrencyAmount(item.amount);
    return modifier.data ? serializedData(modifier.data) : null;
}

/**
 * Checks details, and writes currency codes in capital letters.
 *
 * @param {DetailsBase} details
 * @param {boolean} requestShipping
 * @param {boolean} isUpdate
 * @returns {CheckedDetails}
 */
export function checkDetails(details, requestShipping, isUpdate) {
    for (const item of details.displayItems ?? []) checkCurrencyAmount(item.amount);
    const shippingOption = requestShipping ? checkOptions(details.shippingOptions ?? []) : null;
    if (!requestShipping && !isUpdate) delete details.shippingOptions;
    const modifierData = (details.modifiers ?? []).map((modifier) => checkModifier(modifier, isUpdate));
    return { shippingOption, modifierData };
}
