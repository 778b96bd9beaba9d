// The automation interface: WebKit's internals.mockPaymentCoordinator, every method and every member.
import { equal, isTrue, next, test, throws, turn } from '../harness.js';
import { mock, request } from '../requests.js';
import { begun, complaints, paid, update, validated, withAddress } from '../sessions.js';

test('is the same object each time it is switched on', () => {
    const first = mock();
    quince.automate();
    isTrue(mock() === first);
});

test('setCanMakePayments', () => {
    mock().setCanMakePayments(false);
    equal(ApplePaySession.canMakePayments(), false);
    mock().setCanMakePayments(true);
    equal(ApplePaySession.canMakePayments(), true);
});

test('setCanMakePaymentsWithActiveCard, for all three questions about cards', async () => {
    mock().setCanMakePaymentsWithActiveCard(false);
    equal(await ApplePaySession.canMakePaymentsWithActiveCard('merchant.com.example'), false);
    const status = async () => (await ApplePaySession.applePayCapabilities('merchant.com.example'))
        .paymentCredentialStatus;
    equal(await status(), 'paymentCredentialsUnavailable');
    mock().setCanMakePaymentsWithActiveCard(true);
    equal(await ApplePaySession.canMakePaymentsWithActiveCard('merchant.com.example'), true);
    equal(await status(), 'paymentCredentialsAvailable');
    mock().setCanMakePayments(false);
    equal(await status(), 'applePayUnsupported');
    mock().setCanMakePayments(true);
    equal(await ApplePaySession.openPaymentSetup('merchant.com.example'), true);
});

test('the sheet asks for the merchant in a task of its own', async () => {
    const session = new ApplePaySession(3, request());
    let isFired = false;
    session.onvalidatemerchant = () => { isFired = true; };
    session.begin();
    await Promise.resolve();
    equal(isFired, false);
    await turn();
    equal(isFired, true);
    session.abort();
});

test('setShippingAddress is what the page gets after validation and in the payment', async () => {
    mock().setShippingAddress({ countryCode: 'US', locality: 'Cupertino', subLocality: 'West', emailAddress: 'a@b.c' });
    const session = await begun({ requiredShippingContactFields: ['postalAddress', 'email'] });
    const event = next(session, 'shippingcontactselected');
    session.completeMerchantValidation({});
    const { shippingContact } = await event;
    equal([shippingContact.locality, shippingContact.subLocality], ['Cupertino', 'West']);
    session.completeShippingContactSelection(update);
    mock().acceptPayment();
    const { payment } = await next(session, 'paymentauthorized');
    equal(payment.shippingContact.emailAddress, 'a@b.c');
    session.completePayment(0);
});

test("the request's own contact comes before it, and a page of version 2 gets no phonetic name", async () => {
    const shippingContact = { locality: 'Leeds', subLocality: 'West', phoneticGivenName: 'a' };
    for (const version of [2, 3]) {
        const requiredShippingContactFields = version === 3 ? ['postalAddress', 'phoneticName'] : ['postalAddress'];
        const contact = (await paid({ shippingContact, requiredShippingContactFields }, version)).shippingContact;
        equal([contact.locality, contact.subLocality], ['Leeds', 'West']);
        equal('phoneticGivenName' in contact, version === 3);
    }
});

test('changeShippingOption gives the method as the page described it', async () => {
    const method = { label: 'Post', detail: '3 days', amount: '4.00', identifier: 'post' };
    const session = await validated({ shippingMethods: [method] });
    const event = next(session, 'shippingmethodselected');
    mock().changeShippingOption('post');
    const { shippingMethod } = await event;
    equal([shippingMethod.identifier, shippingMethod.amount], ['post', '4.00']);
    session.completeShippingMethodSelection({ ...update, newLineItems: [{ label: 'Post', amount: 4 }] });
    equal(mock().lineItems.map((line) => [line.label, line.amount]), [['Post', '4']]);
    session.abort();
});

test('changePaymentMethod, and a type that is none', async () => {
    const session = await validated();
    const event = next(session, 'paymentmethodselected');
    throws(() => mock().changePaymentMethod({ type: 'cash' }), 'TypeError');
    mock().changePaymentMethod({ type: 'credit', network: 'visa' });
    equal((await event).paymentMethod.type, 'credit');
    session.completePaymentMethodSelection(update);
    mock().acceptPayment();
    equal((await next(session, 'paymentauthorized')).payment.token.paymentMethod.network, 'visa');
    session.completePayment(0);
});

test('changeCouponCode', async () => {
    const session = await validated({ supportsCouponCode: true, couponCode: 'OLD' });
    equal([mock().supportsCouponCode, mock().couponCode], [true, 'OLD']);
    const event = next(session, 'couponcodechanged');
    mock().changeCouponCode('SAVE');
    equal((await event).couponCode, 'SAVE');
    const error = new ApplePayError('couponCodeExpired', undefined, 'Too late');
    session.completeCouponCodeChange({ ...update, errors: [error] });
    equal(mock().errors, [{ code: 'couponCodeExpired', message: 'Too late' }]);
    session.abort();
});

test('cancelPayment tells the page, and nothing that was to come comes', async () => {
    const session = await validated();
    let count = 0;
    session.onpaymentauthorized = () => { count += 1; };
    mock().cancelPayment();
    mock().acceptPayment();
    const event = await next(session, 'cancel');
    equal(event.sessionError, { code: 'unknown', info: {} });
    await turn();
    await turn();
    equal(count, 0);
    throws(() => session.abort(), 'InvalidAccessError');
});

test('nothing happens where no sheet is up', async () => {
    const session = new ApplePaySession(3, request());
    const events = [];
    for (const type of ['paymentauthorized', 'cancel', 'paymentmethodselected', 'shippingmethodselected',
        'shippingcontactselected', 'couponcodechanged']) {
        session.addEventListener(type, (event) => events.push(event.type));
    }
    const act = () => {
        mock().acceptPayment();
        mock().cancelPayment();
        mock().changePaymentMethod({ type: 'debit' });
        mock().changeShippingOption('a');
        mock().changeCouponCode('a');
    };
    act();
    await turn();
    session.begin();
    act();
    session.abort();
    await turn();
    await turn();
    equal(events, []);
});

test('what was asked of one sheet does not reach the next', async () => {
    const first = new ApplePaySession(3, request());
    first.begin();
    mock().acceptPayment();
    first.abort();
    const second = new ApplePaySession(3, request());
    let count = 0;
    second.onpaymentauthorized = () => { count += 1; };
    second.begin();
    await next(second, 'validatemerchant');
    await turn();
    equal(count, 0);
    second.abort();
});

test('one question is open at a time, and the next waits for the answer', async () => {
    const session = await validated();
    const events = [];
    session.onpaymentmethodselected = (event) => events.push(event.type);
    session.oncouponcodechanged = (event) => events.push(event.type);
    session.onpaymentauthorized = (event) => events.push(event.type);
    mock().changePaymentMethod({ type: 'debit' });
    mock().changeCouponCode('A');
    mock().acceptPayment();
    for (let count = 0; count < 5; count += 1) await turn();
    equal(events, ['paymentmethodselected']);
    session.completePaymentMethodSelection(update);
    await next(session, 'couponcodechanged');
    equal(events, ['paymentmethodselected', 'couponcodechanged']);
    session.completeCouponCodeChange(update);
    await next(session, 'paymentauthorized');
    session.completePayment(0);
    equal(events.length, 3);
});

test('what a test asks of the sheet waits for the merchant to be validated', async () => {
    const session = new ApplePaySession(3, request(withAddress));
    const order = [];
    session.onshippingcontactselected = () => {
        order.push('contact');
        session.completeShippingContactSelection(update);
    };
    session.onpaymentauthorized = () => order.push('payment');
    session.onvalidatemerchant = async () => {
        await turn();
        await turn();
        order.push('validated');
        session.completeMerchantValidation({});
    };
    session.begin();
    mock().acceptPayment();
    await next(session, 'paymentauthorized');
    equal(order, ['validated', 'contact', 'payment']);
    session.completePayment(0);
});

test('a page that does not listen to it is not waited for', async () => {
    const session = new ApplePaySession(3, request());
    session.begin();
    mock().acceptPayment();
    await next(session, 'paymentauthorized');
    session.completePayment(0);
});

test('an event without a listener is answered with nothing, and what is shown stays', async () => {
    const session = await validated();
    const two = { newTotal: { label: 'a', amount: 2 } };
    session.onpaymentmethodselected = () => session.completePaymentMethodSelection(two);
    mock().changePaymentMethod({ type: 'debit' });
    await next(session, 'paymentmethodselected');
    equal(mock().total.amount, '2');
    mock().changeShippingOption('a');
    mock().changeCouponCode('a');
    await turn();
    await turn();
    equal(mock().total.amount, '2');
    mock().acceptPayment();
    await next(session, 'paymentauthorized');
    session.completePayment(0);
});

test('listeners count while they are there: removed, once, aborted, handlers and objects', async () => {
    const session = await validated();
    const listener = () => {};
    const abort = new AbortController();
    session.addEventListener('couponcodechanged', listener);
    session.removeEventListener('couponcodechanged', listener);
    session.addEventListener('couponcodechanged', null);
    session.addEventListener('couponcodechanged', listener, { signal: abort.signal });
    abort.abort();
    session.addEventListener('couponcodechanged', listener, { signal: abort.signal });
    session.oncouponcodechanged = listener;
    session.oncouponcodechanged = null;
    let paid = next(session, 'paymentauthorized');
    mock().changeCouponCode('a');
    mock().acceptPayment();
    await paid;
    session.completePayment({ status: 1, errors: [new ApplePayError('unknown')] });
    session.addEventListener('couponcodechanged', { handleEvent() { session.completeCouponCodeChange(update); } },
        { once: true, capture: true });
    mock().changeCouponCode('b');
    mock().changeCouponCode('c');
    mock().acceptPayment();
    paid = next(session, 'paymentauthorized');
    await paid;
    session.completePayment(0);
});

const typed = {
    recurringPaymentRequest: {
        paymentDescription: 'A box', managementURL: 'https://shop.example/',
        regularBilling: { label: 'a', amount: '1', paymentTiming: 'recurring' },
    },
    automaticReloadPaymentRequest: {
        paymentDescription: 'A card', managementURL: 'https://shop.example/',
        automaticReloadBilling: {
            label: 'a', amount: '1', paymentTiming: 'automaticReload', automaticReloadPaymentThresholdAmount: '1',
        },
    },
    multiTokenContexts: [{ merchantIdentifier: 'm', externalIdentifier: 'e', merchantName: 'n', amount: '1' }],
    deferredPaymentRequest: {
        paymentDescription: 'A night', managementURL: 'https://shop.example/',
        deferredBilling: { label: 'a', amount: '1', paymentTiming: 'deferred' },
    },
    disbursementRequest: { requiredRecipientContactFields: ['name'] },
};

test('what the page asked for can be read, and the fields as a table', async () => {
    const session = await begun({
        ...typed, supportedCountries: ['US', 'GB'], requiredBillingContactFields: ['postalAddress'],
        requiredShippingContactFields: ['email', 'phoneticName'], shippingContactEditingMode: 'storePickup',
        applePayLaterAvailability: 'available', merchantCategoryCode: '5411',
        installmentConfiguration: { bindingTotalAmount: '3' },
    });
    for (const [name, value] of Object.entries(typed)) {
        const shown = mock()[name];
        const keys = Object.keys(value);
        equal(keys.every((key) => key in shown), true, name);
    }
    equal(mock().supportedCountries, ['US', 'GB']);
    const none = { postalAddress: false, phone: false, email: false, name: false, phoneticName: false };
    equal(mock().requiredBillingContactFields, { ...none, postalAddress: true });
    equal(mock().requiredShippingContactFields, { ...none, email: true, phoneticName: true });
    equal(mock().shippingContactEditingMode, 'storePickup');
    equal(mock().applePayLaterAvailability, 'available');
    equal(mock().merchantCategoryCode, '5411');
    equal(mock().installmentConfiguration.bindingTotalAmount, '3');
    session.abort();
});

test('total, lineItems and errors are of the last completed update, not of the request', async () => {
    const session = await validated({ lineItems: [{ label: 'Toy', amount: '9' }] });
    session.oncouponcodechanged = () => session.completeCouponCodeChange({ newTotal: { label: 'Now', amount: '8' } });
    mock().changeCouponCode('a');
    await next(session, 'couponcodechanged');
    equal([mock().total.label, mock().lineItems, mock().errors], ['Now', [], []]);
    equal(mock().recurringPaymentRequest, undefined);
    session.abort();
});

for (const [name, value] of Object.entries(typed)) {
    test(`an update brings new${name[0].toUpperCase()}${name.slice(1)}`, async () => {
        const session = await validated();
        session.onpaymentmethodselected = () => session.completePaymentMethodSelection({
            ...update, [`new${name[0].toUpperCase()}${name.slice(1)}`]: value,
        });
        mock().changePaymentMethod({ type: 'debit' });
        await next(session, 'paymentmethodselected');
        isTrue(mock()[name] !== undefined, name);
        session.abort();
    });
}

test('what a test reads is a copy', async () => {
    const session = await begun({ supportedCountries: ['US'] });
    mock().supportedCountries.push('GB');
    equal(mock().supportedCountries, ['US']);
    session.abort();
});

test('a token that the test gives is handed out, and none is an empty one', async () => {
    const token = {
        paymentMethod: { displayName: 'Visa 1234', network: 'Visa', type: 'debit' },
        transactionIdentifier: 'abc', paymentData: { version: 'EC_v1' },
    };
    quince.token = token;
    let session = await validated();
    mock().acceptPayment();
    equal((await next(session, 'paymentauthorized')).payment.token, token);
    session.completePayment(0);
    quince.token = null;
    session = await validated();
    mock().changePaymentMethod({ type: 'debit' });
    mock().acceptPayment();
    const empty = (await next(session, 'paymentauthorized')).payment.token;
    equal([empty.paymentData, empty.transactionIdentifier], [{}, 'Simulated Identifier']);
    equal(empty.paymentMethod, { displayName: 'Simulated Instrument', network: 'Visa', type: 'debit' });
    session.completePayment(0);
    for (const [name, expected] of [['amex', 'AmEx'], ['cartesBancaires', 'CartesBancaires'], ['jcb', 'JCB']]) {
        equal((await paid({ supportedNetworks: [name, 'visa'] })).token.paymentMethod.network, expected);
    }
});

test('the payment has a billing contact where the page asks for one: the test\'s, or else the request\'s', async () => {
    const billingContact = { locality: 'Leeds', emailAddress: 'a@b.c' };
    const asking = { requiredBillingContactFields: ['postalAddress', 'email'], billingContact };
    complaints();
    equal((await paid(asking)).billingContact, { locality: 'Leeds' }, 'without the e-mail address');
    isTrue(complaints().includes('A billing contact has no email'));
    quince.billingContact = { locality: 'York', countryCode: 'GB' };
    equal((await paid(asking)).billingContact.locality, 'York');
    equal((await paid({})).billingContact, undefined);
    throws(() => { quince.billingContact = 'York'; }, 'TypeError');
    equal(quince.billingContact.countryCode, 'GB');
    quince.billingContact = null;
    equal((await paid(asking)).billingContact.locality, 'Leeds');
});
