// page: policy.html
// only: Chromium (Firefox does not tell pages of their permissions policy)
// A page whose own policy forbids payments.
import { equal, rejects, test, throws } from '../harness.js';
import { paymentRequest } from '../payment-requests.js';
import { request } from '../requests.js';

const message = 'Third-party iframes are not allowed to request payments unless explicitly allowed via Feature-Policy '
    + '(payment)';

test('every way in is a SecurityError', async () => {
    throws(() => ApplePaySession.supportsVersion(3), 'SecurityError', message);
    throws(() => ApplePaySession.canMakePayments(), 'SecurityError', message);
    throws(() => new ApplePaySession(3, request()), 'SecurityError', message);
    throws(() => paymentRequest(), 'SecurityError', message);
    await rejects(ApplePaySession.canMakePaymentsWithActiveCard('a'), 'SecurityError', message);
    await rejects(ApplePaySession.openPaymentSetup('a'), 'SecurityError', message);
    await rejects(ApplePaySession.applePayCapabilities('a'), 'SecurityError', message);
});

test('version 0 and the types of members come before it', () => {
    throws(() => ApplePaySession.supportsVersion(0), 'InvalidAccessError');
    throws(() => new ApplePaySession(3, {}), 'TypeError');
    throws(() => paymentRequest({ total: null }), 'TypeError');
    equal(ApplePaySession.STATUS_SUCCESS, 0);
});
