// page: twice.html
// Loaded twice, the file does nothing the second time.
import { isTrue, test } from '../harness.js';

for (const name of ['ApplePaySession', 'ApplePayError', 'ApplePaySetup', 'quince', 'PaymentRequest']) {
    test(`${name} is the first one`, () => isTrue(window[name] === window.first[name]));
}

test('the mock stays on', () => isTrue(internals.mockPaymentCoordinator === window.first.mock));
