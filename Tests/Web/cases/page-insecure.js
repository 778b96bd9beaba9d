// page: blank.html
// host: insecure.example
// only: Chromium (the name of its host is resolved by Chromium's switch)
// A page over plain http, from another machine as far as the browser knows.
import { equal, rejects, test, throws } from '../harness.js';
import { request } from '../requests.js';

const message = 'Trying to start an Apple Pay session from an insecure document.';

test('every way in is an InvalidAccessError', async () => {
    equal(window.isSecureContext, false);
    equal(['PaymentRequest', 'MerchantValidationEvent'].filter((name) => name in window), []);
    throws(() => ApplePaySession.supportsVersion(3), 'InvalidAccessError', message);
    throws(() => ApplePaySession.canMakePayments(), 'InvalidAccessError', message);
    throws(() => new ApplePaySession(3, request()), 'InvalidAccessError', message);
    await rejects(ApplePaySession.canMakePaymentsWithActiveCard('a'), 'InvalidAccessError', message);
    await rejects(ApplePaySession.openPaymentSetup('a'), 'InvalidAccessError', message);
});
