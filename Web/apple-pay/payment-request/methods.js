// Payment method identifiers: https://www.w3.org/TR/payment-method-id/
// Which of them are Apple Pay's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/paymentrequest/ApplePayPaymentHandler.cpp

/** A standardized identifier: parts of lower-case letters and digits that start with a letter, joined by hyphens. */
const standardizedMethod = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/;

/**
 * @param {string} text
 * @returns {URL | null}
 */
function absoluteURL(text) {
    try {
        return new URL(text);
    } catch {
        return null;
    }
}

/**
 * The identifier in its canonical spelling, or null if it is not valid.
 * @param {string} identifier
 * @returns {string | null}
 */
export function canonicalMethod(identifier) {
    const url = absoluteURL(identifier);
    if (!url) return standardizedMethod.test(identifier) ? identifier : null;
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
    return url.href;
}

/**
 * Whether an identifier names Apple Pay: the host and the path decide, a query is allowed.
 * @param {string} identifier
 * @returns {boolean}
 */
export function isApplePayMethod(identifier) {
    const canonical = canonicalMethod(identifier);
    const url = canonical === null ? null : absoluteURL(canonical);
    return url !== null && url.host === 'apple.com' && url.pathname === '/apple-pay';
}
