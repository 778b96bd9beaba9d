// The automation interface: WebKit's internals.mockPaymentCoordinator, every method and every member.
import { driver, equal, isTrue, next, test, throws, turn } from '../harness.js';
import { mock, request } from '../requests.js';

quince.userGesture = 'none';
const total = { label: 'Shop', amount: '1' };
const update = { newTotal: total };
const withAddress = { requiredShippingContactFields: ['postalAddress'] };

async function begun(changes = {}, version = 3) {
    const session = new ApplePaySession(version, request(changes));
    session.begin();
    await next(session, 'validatemerchant');
    return session;
}

async function validated(changes = {}) {
    const session = await begun(changes);
    session.completeMerchantValidation({});
    await turn();
    return session;
}

/** The payment of a page whose sheet asks for something. */
async function paid(changes, version = 3) {
    const session = await begun(changes, version);
    session.completeMerchantValidation({});
    mock().acceptPayment();
    const { payment } = await next(session, 'paymentauthorized');
    session.completePayment(0);
    return payment;
}

/** What the console was told since it was read. */
async function complaints() {
    return (await driver({ command: 'log' })).map(({ message }) => message).join('\n');
}

/** Whether a page is asked to be paid when the shopper accepts. */
async function isPaying(session) {
    let isAsked = false;
    session.onpaymentauthorized = () => { isAsked = true; };
    mock().acceptPayment();
    for (let count = 0; count < 4; count += 1) await turn();
    return isAsked;
}

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
    equal((await paid(asking)).billingContact, { locality: 'Leeds' }, 'without the e-mail address');
    quince.billingContact = { locality: 'York', countryCode: 'GB' };
    equal((await paid(asking)).billingContact.locality, 'York');
    equal((await paid({})).billingContact, undefined);
    throws(() => { quince.billingContact = 'York'; }, 'TypeError');
    equal(quince.billingContact.countryCode, 'GB');
    quince.billingContact = null;
    equal((await paid(asking)).billingContact.locality, 'Leeds');
});

test('the methods that were offered can be chosen after an update that says none, and no others', async () => {
    const [post, air] = ['post', 'air'].map((identifier) => (
        { label: `By ${identifier}`, detail: '', amount: '4.00', identifier }
    ));
    const session = await validated({ shippingMethods: [post] });
    const labels = [];
    session.onpaymentmethodselected = () => session.completePaymentMethodSelection(update);
    session.onshippingmethodselected = ({ shippingMethod }) => {
        labels.push(shippingMethod.label);
        session.completeShippingMethodSelection(labels.length > 1 ? update : { ...update, newShippingMethods: [air] });
    };
    mock().changePaymentMethod({ type: 'credit' });
    await complaints();
    for (const identifier of ['post', 'post', 'air']) mock().changeShippingOption(identifier);
    isTrue(await isPaying(session) || await isPaying(session), 'the shopper goes on');
    equal(labels, ['By post', 'By air']);
    isTrue((await complaints()).includes('No shipping method \\"post\\" is offered.'));
    session.completePayment(0);
});

const ada = {
    givenName: 'Ada', familyName: 'Lovelace', emailAddress: 'a@b.c', phoneNumber: '555', addressLines: ['1 Long Acre'],
    locality: 'London', administrativeArea: 'England', subLocality: 'West', postalCode: 'WC2H 9BH', countryCode: 'GB',
};

test('before the payment a page sees of a contact where the person lives roughly', async () => {
    const seen = async (contact) => {
        mock().setShippingAddress(contact);
        const session = await begun(withAddress);
        const event = next(session, 'shippingcontactselected');
        session.completeMerchantValidation({});
        const { shippingContact } = await event;
        session.abort();
        return shippingContact;
    };
    equal(await seen(ada),
        { locality: 'London', administrativeArea: 'England', countryCode: 'GB', postalCode: 'WC2H ' });
    equal(await seen({ subLocality: 'West', emailAddress: 'a@b.c' }), { subLocality: 'West' });
    for (const [countryCode, postalCode, cut] of [
        ['US', '94114-1234', '94114'], ['CA', 'M5V 2J4', 'M5V '], ['DE', ' 10115 ', '10115'], ['', '10115', '10'],
    ]) equal((await seen({ countryCode, postalCode })).postalCode, cut);
    equal(await seen({ countryCode: 'HK', administrativeArea: 'Kowloon', postalCode: '' }),
        { administrativeArea: 'Kowloon', countryCode: 'HK', postalCode: 'Kowloon' });
});

test('a page that asks for no address is told of none, and a payment has the required fields alone', async () => {
    mock().setShippingAddress(ada);
    let isTold = false;
    const session = await begun({ requiredShippingContactFields: ['email'] });
    session.onshippingcontactselected = () => { isTold = true; };
    session.completeMerchantValidation({});
    isTrue(await isPaying(session));
    equal(isTold, false);
    session.abort();
    const contactOf = async (...fields) => (await paid({ requiredShippingContactFields: fields })).shippingContact;
    equal(await contactOf(), undefined);
    equal(await contactOf('email', 'phone'), { emailAddress: 'a@b.c', phoneNumber: '555' });
    equal(await contactOf('name'), { givenName: 'Ada', familyName: 'Lovelace' });
    const { givenName, addressLines, emailAddress } = await contactOf('postalAddress');
    equal([givenName, addressLines, emailAddress], ['Ada', ['1 Long Acre'], undefined]);
});

test('the shopper cannot pay while an error about a contact stands', async () => {
    mock().setShippingAddress(ada);
    const billing = { requiredBillingContactFields: ['name'], billingContact: ada };
    const session = await begun({ ...withAddress, ...billing, supportsCouponCode: true });
    session.onshippingcontactselected = () => session.completeShippingContactSelection({
        ...update, errors: [new ApplePayError('addressUnserviceable', 'country', 'Too far')],
    });
    session.oncouponcodechanged = () => session.completeCouponCodeChange({
        ...update, errors: [new ApplePayError('couponCodeInvalid')],
    });
    session.completeMerchantValidation({});
    mock().changeCouponCode('SAVE');
    await complaints();
    equal(await isPaying(session), false);
    isTrue((await complaints()).includes('Too far'));
    mock().setShippingAddress({ ...ada, countryCode: 'US' });
    isTrue(await isPaying(session), 'the address was corrected, and a coupon does not block');
    session.completePayment({ status: 1, errors: [new ApplePayError('billingContactInvalid', 'name', 'Who?')] });
    equal(await isPaying(session), false);
    quince.billingContact = { givenName: 'Ann' };
    isTrue(await isPaying(session));
    session.completePayment(0);
    quince.billingContact = null;
});

test('the shopper cannot pay while a required field is missing', async () => {
    mock().setShippingAddress({ countryCode: 'US' });
    const session = await validated({
        requiredShippingContactFields: ['postalAddress', 'phone', 'name'],
        requiredBillingContactFields: ['postalAddress', 'email'],
    });
    await complaints();
    equal(await isPaying(session), false);
    isTrue((await complaints()).includes('has no phone,name'));
    mock().setShippingAddress(ada);
    equal(await isPaying(session), false);
    isTrue((await complaints()).includes('the billing contact has no postalAddress.'));
    quince.billingContact = ada;
    isTrue(await isPaying(session));
    session.completePayment(0);
    quince.billingContact = null;
});

test('the page is asked about the card when the sheet opens, and sees its type alone', async () => {
    mock().setShippingAddress(ada);
    const billing = { requiredBillingContactFields: ['postalAddress'], billingContact: ada };
    for (const [changes, address] of [[withAddress, undefined], [billing, 'WC2H ']]) {
        const session = await begun(changes);
        const events = [];
        session.onpaymentmethodselected = ({ paymentMethod }) => {
            events.push(paymentMethod);
            session.completePaymentMethodSelection(update);
        };
        session.onshippingcontactselected = () => {
            events.push('contact');
            session.completeShippingContactSelection(update);
        };
        session.completeMerchantValidation({});
        mock().changePaymentMethod({ type: 'credit', network: 'Visa', displayName: 'Visa 1234' });
        isTrue(await isPaying(session) || await isPaying(session));
        const [first, ...others] = events;
        equal([first.network, first.billingContact?.postalCode, first.billingContact?.givenName],
            [undefined, address, undefined]);
        equal(others, address ? [{ type: 'credit' }] : ['contact', { type: 'credit' }]);
        session.completePayment(0);
    }
});

test('a request that a real sheet refuses is not shown', async () => {
    const reasonOf = async (changes) => {
        const session = new ApplePaySession(3, request(changes));
        let isAsked = false;
        session.onvalidatemerchant = () => { isAsked = true; };
        await complaints();
        session.begin();
        await next(session, 'cancel');
        equal(isAsked, false);
        return complaints();
    };
    const long = { label: 'Shop', amount: String(19.99 + 10.31) };
    const words = '30.299999999999997\\" of \\"Shop\\" is not valid for USD: it has 15 digits after the decimal point, '
        + 'not 2.';
    isTrue((await reasonOf({ total: long })).includes(words));
    isTrue((await reasonOf({ lineItems: [long] })).includes(words));
    isTrue((await reasonOf({ shippingMethods: [{ ...long, detail: '', identifier: 'a' }] })).includes(words));
    isTrue((await reasonOf({ currencyCode: 'JPY' })).includes('not valid for JPY'));
    isTrue((await reasonOf({ merchantCapabilities: ['supportsEMV'] })).includes('supports3DS'));
    for (const [currencyCode, amount] of [['USD', '1.5'], ['USD', '1.500'], ['KWD', '1.125'], ['JPY', '1.0']]) {
        const session = await validated({ currencyCode, total: { label: 'Shop', amount } });
        session.abort();
    }
});

test('an update that a real sheet refuses closes it', async () => {
    const session = await validated();
    session.oncouponcodechanged = () => session.completeCouponCodeChange({ newTotal: { label: 'Shop', amount: 0.1 + 0.2 } });
    await complaints();
    mock().changeCouponCode('SAVE');
    await next(session, 'cancel');
    isTrue((await complaints()).includes('0.30000000000000004'));
});
