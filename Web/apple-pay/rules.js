// What a request, an update and a result must satisfy, beyond the types of their members. The rules, their order and
// their messages are WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/ApplePaySession.cpp
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/ApplePayRequestBase.cpp
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/PaymentRequestValidator.mm
//
// A table has rules in their order: a name and a check, which throws or returns. Tables of tests name the rules.
import { countryCodes, currencyCodes } from './codes.js';
import { ApplePayError } from './errors.js';
import { domException } from './page-access.js';
import { isSupportedVersion, networkName } from './versions.js';

/**
 * @typedef {{ name: string, check: (value: any, version: number) => void }} Rule
 */

const decimal = /^-?\d+(\.\d+)?$/;

function isAmount(text) {
    return text !== undefined && decimal.test(text);
}

/** How a message writes a value: what is missing is empty, as in WebKit's. */
function quoted(text) {
    return `"${text ?? ''}"`;
}

function requireThat(condition, message) {
    if (!condition) throw new TypeError(message);
}

function requireAmount(text) {
    requireThat(isAmount(text), `${quoted(text)} is not a valid amount.`);
}

function requireURL(text) {
    requireThat(isURL(text), `${quoted(text)} is not a valid URL.`);
}

function isURL(text) {
    try {
        const { protocol, hostname } = new URL(text);
        // Chromium takes a space in a host and escapes it, against the URL standard; WebKit does not.
        return !/^(https?|wss?|ftp):$/.test(protocol) || !hostname.includes('%');
    } catch {
        return false;
    }
}

function isTimeZone(name) {
    try {
        return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
    } catch {
        return false;
    }
}

function requireCountry(code) {
    requireThat(countryCodes.has(code), `${quoted(code)} is not a valid country code.`);
}

/** A total: an amount, with a label, that is not negative. */
export function checkTotal(total) {
    requireAmount(total.amount);
    checkTotalSign(total);
}

function checkTotalSign(total) {
    requireThat(total.label !== undefined, 'Missing total label.');
    requireThat(Number(total.amount) >= 0, 'Total amount must not be negative.');
}

/** A line has an amount, unless it is pending: then it has none. */
export function checkLineItem(line) {
    if (line.type === 'pending') delete line.amount;
    else requireAmount(line.amount);
}

export function checkLineItems(lines) {
    for (const line of lines ?? []) checkLineItem(line);
}

export function checkShippingMethods(methods) {
    for (const method of methods ?? []) requireAmount(method.amount);
}

/** WebKit looks at the whole part alone, so that -0.5 passes. */
function checkShippingMethodSigns(methods) {
    for (const method of methods ?? []) {
        requireThat(
            Math.trunc(Number(method.amount)) >= 0,
            'Shipping method amount must be greater than or equal to zero.',
        );
    }
}

/** A line that describes a payment of its own kind, such as a recurring one. */
function checkBilling(line, name, timing) {
    const article = timing === 'automaticReload' ? 'an' : 'a';
    requireThat(line.paymentTiming === timing, `'${name}' must be ${article} '${timing}' line item.`);
    requireThat(line.label !== undefined, `Missing label for '${name}'.`);
    if (line.type !== 'pending') requireAmount(line.amount);
}

function checkAddresses(payment) {
    requireURL(payment.managementURL);
    if (payment.tokenNotificationURL !== undefined) requireURL(payment.tokenNotificationURL);
}

export function checkRecurring(payment) {
    checkBilling(payment.regularBilling, 'regularBilling', 'recurring');
    if (payment.trialBilling) checkBilling(payment.trialBilling, 'trialBilling', 'recurring');
    checkAddresses(payment);
}

export function checkAutomaticReload(payment) {
    const billing = payment.automaticReloadBilling;
    checkBilling(billing, 'automaticReloadBilling', 'automaticReload');
    const threshold = billing.automaticReloadPaymentThresholdAmount;
    requireThat(isAmount(threshold), `${quoted(threshold)} is not a valid automaticReloadPaymentThresholdAmount.`);
    checkAddresses(payment);
}

export function checkTokenContexts(contexts) {
    for (const context of contexts) requireAmount(context.amount);
}

export function checkDeferred(payment) {
    checkBilling(payment.deferredBilling, 'deferredBilling', 'deferred');
    requireURL(payment.managementURL);
    const zone = payment.freeCancellationDateTimeZone;
    if (payment.freeCancellationDate === undefined) {
        requireThat(!zone, "Unexpected 'freeCancellationDateTimeZone' when 'freeCancellationDate' is not set.");
    } else {
        requireThat(zone, "Missing 'freeCancellationDateTimeZone' when 'freeCancellationDate' is set.");
        requireThat(isTimeZone(zone), `${quoted(zone)} is not a valid time zone.`);
    }
    requireThat(payment.paymentDescription !== '', "Missing 'paymentDescription'.");
    if (payment.tokenNotificationURL !== undefined) requireURL(payment.tokenNotificationURL);
}

function checkVersion(_request, version) {
    if (!isSupportedVersion(version)) {
        throw domException('InvalidAccessError', `"${version}" is not a supported version.`);
    }
}

function checkNetworks(request, version) {
    const mayHaveNone = version >= 8 && request.installmentConfiguration !== undefined;
    requireThat(
        mayHaveNone || request.supportedNetworks.length > 0,
        'At least one supported network must be provided.',
    );
    // Since https://bugs.webkit.org/show_bug.cgi?id=305793 one that is not known is left out.
    const stated = request.supportedNetworks;
    request.supportedNetworks = stated.map((name) => networkName(version, name)).filter(Boolean);
    const unknown = stated.filter((name) => !networkName(version, name));
    const isRefused = unknown.length > 0 && request.supportedNetworks.length === 0;
    requireThat(!isRefused, `"${unknown[0]}" is not a valid payment network.`);
    for (const name of unknown) console.warn(`"${name}" is not a valid payment network, and is left out.`);
}

function checkContactFields(fields, version) {
    const isTooNew = version < 3 && fields?.includes('phoneticName');
    requireThat(!isTooNew, '"phoneticName" is not a valid contact field.');
}

function checkEditingMode(request) {
    if (request.shippingContactEditingMode !== 'enabled') return;
    console.warn("'enabled' is a deprecated value for 'shippingContactEditingMode'. Please use 'available' instead.");
}

/** The rules of ApplePayRequestBase. @type {Rule[]} */
export const requestBaseRules = [
    { name: 'version', check: checkVersion },
    {
        name: 'merchantCapabilities',
        check: ({ merchantCapabilities }) =>
            requireThat(merchantCapabilities.length > 0, 'At least one merchant capability must be provided.'),
    },
    { name: 'supportedNetworks', check: checkNetworks },
    {
        name: 'requiredBillingContactFields',
        check: (request, version) => checkContactFields(request.requiredBillingContactFields, version),
    },
    {
        name: 'requiredShippingContactFields',
        check: (request, version) => checkContactFields(request.requiredShippingContactFields, version),
    },
    {
        name: 'supportedCountries since version 3',
        check: (request, version) => { if (version < 3) request.supportedCountries = []; },
    },
    { name: 'shippingContactEditingMode', check: checkEditingMode },
];

/** The rules of payments that are not of one amount at once. @type {Rule[]} */
export const typedPaymentRules = Object.entries({
    recurringPaymentRequest: checkRecurring,
    automaticReloadPaymentRequest: checkAutomaticReload,
    multiTokenContexts: checkTokenContexts,
    deferredPaymentRequest: checkDeferred,
}).map(([name, check]) => ({
    name,
    check: (request) => { if (request[name] !== undefined) check(request[name]); },
}));

/** The rules that come last, of a request whose other members have passed. @type {Rule[]} */
export const closingRules = [
    { name: 'countryCode', check: (request) => requireCountry(request.countryCode) },
    {
        name: 'currencyCode',
        check: ({ currencyCode }) =>
            requireThat(currencyCodes.has(currencyCode), `${quoted(currencyCode)} is not a valid currency code.`),
    },
    {
        name: 'shipping methods are not negative',
        check: (request) => checkShippingMethodSigns(request.shippingMethods),
    },
    { name: 'supportedCountries', check: (request) => request.supportedCountries.forEach(requireCountry) },
];

/** The rules of ApplePayPaymentRequest, in their order. @type {Rule[]} */
export const paymentRequestRules = [
    ...requestBaseRules,
    { name: 'total', check: (request) => checkTotal(request.total) },
    { name: 'lineItems', check: (request) => checkLineItems(request.lineItems) },
    { name: 'shippingMethods', check: (request) => checkShippingMethods(request.shippingMethods) },
    ...typedPaymentRules,
    ...closingRules,
];

/** Holds a value to rules. @param {Rule[]} rules @param {any} value @param {number} version */
export function hold(rules, value, version) {
    for (const rule of rules) rule.check(value, version);
    return value;
}

/** Checks a converted ApplePayPaymentRequest. @param {number} version @param {any} request */
export function validRequest(version, request) {
    return Object.assign(hold(paymentRequestRules, request, version), { version });
}

/** Checks an update: WebKit looks at its methods, its total and its lines, in this order. */
export function validUpdate(update) {
    checkShippingMethods(update.newShippingMethods);
    checkTotal(update.newTotal);
    checkLineItems(update.newLineItems);
    return update;
}

/** What the statuses of early versions say, as an error's code and field. */
const statusErrors = new Map([
    [2, ['billingContactInvalid']],
    [3, ['shippingContactInvalid', 'postalAddress']],
    [4, ['shippingContactInvalid']],
]);

/** The error that a status of an early version stands for; nothing where it stands for none. */
export function errorOfStatus(status) {
    const words = statusErrors.get(status);
    return words && new ApplePayError(...words);
}

/** Throws unless a status is one of the constants. */
export function checkStatus(status) {
    if (status > 7) throw domException('InvalidAccessError', `${status} is none of the STATUS constants, 0 to 7.`);
}

/** Checks an authorization result, and converts the statuses of early versions. */
export function validResult(result) {
    checkStatus(result.status);
    const error = errorOfStatus(result.status);
    if (error) {
        result.status = 1;
        result.errors.unshift(error);
    }
    if (result.orderDetails) requireURL(result.orderDetails.webServiceURL);
    return result;
}
