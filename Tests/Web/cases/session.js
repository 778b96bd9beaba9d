// The way of a payment through ApplePaySession, driven by the automation interface.
import { equal, inClick, isTrue, next, test, throws } from '../harness.js';
import { mock, request } from '../requests.js';

test('a payment goes through, with every event on its way', async () => {
    const session = await inClick(() => new ApplePaySession(3, request({ requiredShippingContactFields: ['postalAddress'] })));
    const merchant = next(session, 'validatemerchant');
    session.begin();
    equal((await merchant).validationURL, 'https://webkit.org/');
    const contact = next(session, 'shippingcontactselected');
    mock().setShippingAddress({ countryCode: 'US', locality: 'San Francisco', postalCode: '94114' });
    session.completeMerchantValidation({ nonce: '1' });
    equal((await contact).shippingContact.postalCode, '94114');
    session.completeShippingContactSelection({ newTotal: { label: 'Shop', amount: '12.75' } });
    equal(mock().total.amount, '12.75');
    const authorized = next(session, 'paymentauthorized');
    mock().acceptPayment();
    equal((await authorized).payment.token.transactionIdentifier, 'Simulated Identifier');
    session.completePayment(ApplePaySession.STATUS_SUCCESS);
    throws(() => session.abort(), 'InvalidAccessError');
});

test('a second sheet is refused while one is up', async () => {
    const [first, second] = await inClick(() => [
        new ApplePaySession(3, request()), new ApplePaySession(3, request()),
    ]);
    first.begin();
    throws(() => second.begin(), 'InvalidAccessError', 'Page already has an active payment session.');
    first.abort();
    second.begin();
    second.abort();
    isTrue(ApplePaySession.canMakePayments());
});
