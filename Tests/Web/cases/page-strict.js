// page: strict.html
// Under a policy without inline script, eval or inline style, and with Trusted Types.
import { driver, equal, inClick, next, test } from '../harness.js';
import { mock, request } from '../requests.js';

test('a payment goes through, and the policy is not violated', async () => {
    const violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
    const session = await inClick(() => new ApplePaySession(3, request()));
    session.begin();
    await next(session, 'validatemerchant');
    session.completeMerchantValidation({});
    mock().acceptPayment();
    await next(session, 'paymentauthorized');
    session.completePayment(0);
    equal(violations, []);
    const log = await driver({ command: 'log' });
    equal(log.map(({ message }) => message).filter((message) => /Content Security|Trusted/i.test(message)), []);
});

test('the policy is in force', async () => {
    const violation = next(document, 'securitypolicyviolation');
    document.body.setAttribute('style', 'color: red');
    equal((await violation).violatedDirective.startsWith('style-src'), true);
    let name = 'nothing';
    try {
        document.body.innerHTML = '<b>a</b>';
    } catch (error) {
        name = error.name;
    }
    equal(name, 'TypeError');
});
