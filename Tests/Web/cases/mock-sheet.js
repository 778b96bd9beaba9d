// What the sheet of a test keeps from a page and refuses, as a real sheet does, beyond WebKit's mock.
import { equal, isTrue, next, test } from '../harness.js';
import { mock, request } from '../requests.js';
import { begun, complaints, isPaying, paid, update, validated, withAddress } from '../sessions.js';

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
    complaints();
    for (const identifier of ['post', 'post', 'air']) mock().changeShippingOption(identifier);
    isTrue(await isPaying(session) || await isPaying(session), 'the shopper goes on');
    equal(labels, ['By post', 'By air']);
    isTrue(complaints().includes('No shipping method "post" is offered.'));
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
    complaints();
    equal(await isPaying(session), false);
    isTrue(complaints().includes('Too far'));
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
    complaints();
    equal(await isPaying(session), false);
    isTrue(complaints().includes('has no phone,name'));
    mock().setShippingAddress(ada);
    equal(await isPaying(session), false);
    isTrue(complaints().includes('the billing contact has no postalAddress.'));
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
        complaints();
        session.begin();
        await next(session, 'cancel');
        equal(isAsked, false);
        return complaints();
    };
    const long = { label: 'Shop', amount: String(19.99 + 10.31) };
    const words = '30.299999999999997" of "Shop" is not valid for USD: it has 15 digits after the decimal point, '
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
    const newTotal = { label: 'Shop', amount: 0.1 + 0.2 };
    session.oncouponcodechanged = () => session.completeCouponCodeChange({ newTotal });
    let isAsked = false;
    session.onpaymentauthorized = () => { isAsked = true; };
    complaints();
    mock().changeCouponCode('SAVE');
    mock().acceptPayment();
    await next(session, 'cancel');
    isTrue(complaints().includes('0.30000000000000004'));
    equal(isAsked, false);
});
