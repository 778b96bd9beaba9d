// A payment by PaymentRequest with Apple Pay, from show() to complete(), and what differs from other methods.
import { equal, fail, inClick, isTrue, next, rejection, rejects, test, throws, turn, until } from '../harness.js';
import {
    address, amount, answerMerchant, applePay, applePayData, item, modifier, option, paymentRequest, prepareSheet, showInClick,
} from '../payment-requests.js';
import { request as sessionRequest } from '../requests.js';

/** Shows a request; waits until the sheet has reported the shipping contact, if the page wants to know. */
async function shown(request, update = undefined) {
    const sheet = await prepareSheet();
    answerMerchant(request);
    const change = next(request, 'shippingaddresschange');
    const [promise] = await showInClick(request);
    // The sheet waits for an answer that comes after the event was dispatched.
    (await change).updateWith(update ?? {});
    await turn();
    return { sheet, promise };
}

/** The page's answer to the next event of a type. */
function answering(request, type, update) {
    request.addEventListener(type, (event) => event.updateWith(update), { once: true });
}

async function accepted(request) {
    const { sheet, promise } = await shown(request);
    sheet.acceptPayment();
    return { sheet, response: await promise };
}

test('a payment goes through, with every event on its way', async () => {
    const request = paymentRequest({}, { requestShipping: true, requestPayerName: true });
    const sheet = await prepareSheet();
    const question = next(request, 'merchantvalidation');
    const [promise] = await showInClick(request);
    const merchant = await question;
    equal(merchant.validationURL, 'https://webkit.org/');
    equal(merchant.methodName, applePay);
    isTrue(merchant instanceof MerchantValidationEvent);
    const change = next(request, 'shippingaddresschange');
    merchant.complete({ nonce: '1' });
    const contact = await change;
    isTrue(contact instanceof PaymentRequestUpdateEvent);
    equal(request.shippingAddress.toJSON(), {
        country: 'US', addressLine: ['1 Infinite Loop'], region: 'CA', city: 'Cupertino', dependentLocality: 'West',
        postalCode: '95014', sortingCode: '', organization: '', recipient: 'Ada Lovelace', phone: '555-0100',
    });
    contact.updateWith({ total: item('Shop', '12.50') });
    await turn();
    equal(sheet.total.amount, '12.50');
    sheet.acceptPayment();
    const response = await promise;
    isTrue(response instanceof PaymentResponse);
    equal(response.methodName, applePay);
    equal(response.requestId, request.id);
    equal(response.payerName, 'Ada Lovelace');
    equal(response.payerEmail, null);
    equal(response.details.token.transactionIdentifier, 'Simulated Identifier');
    await response.complete('success');
    await rejects(response.complete('success'), 'InvalidStateError');
});

test('the method is found by host and path, with a query or without', () => {
    for (const supportedMethods of [applePay, 'https://apple.com/apple-pay?v=1', 'https://APPLE.com/apple-pay']) {
        throws(
            () => new PaymentRequest([{ supportedMethods, data: { version: 3 } }], { total: item('Shop', '1') }),
            'TypeError',
        );
    }
    for (const supportedMethods of ['https://apple.com/apple-pay/', 'https://www.apple.com/apple-pay']) {
        new PaymentRequest([{ supportedMethods, data: { version: 3 } }], { total: item('Shop', '1') });
    }
});

test('the data is checked by the constructor', () => {
    const wrong = [
        [{ version: 0 }, 'InvalidAccessError', '"0" is not a supported version.'],
        [{ version: 16 }, 'InvalidAccessError', '"16" is not a supported version.'],
        [{ merchantCapabilities: [] }, 'TypeError', 'At least one merchant capability must be provided.'],
        [{ supportedNetworks: [] }, 'TypeError', 'At least one supported network must be provided.'],
        [{ supportedNetworks: ['cash'] }, 'TypeError', '"cash" is not a valid payment network.'],
        [{ countryCode: 'us' }, 'TypeError', '"us" is not a valid country code.'],
        [{ merchantIdentifier: undefined }, 'TypeError'],
    ];
    for (const [data, name, message] of wrong) throws(() => paymentRequest({}, {}, data), name, message);
});

test('show() without a click, a second time, and while another sheet is up', async () => {
    await prepareSheet();
    await rejects(paymentRequest().show(), 'SecurityError', 'show() must be triggered by user activation.');
    const [first, second] = [paymentRequest(), paymentRequest()];
    const [promise] = await showInClick(first);
    const [again] = await showInClick(first);
    await rejects(again, 'InvalidStateError');
    const [other] = await showInClick(second);
    await rejects(other, 'AbortError');
    await rejects(second.canMakePayment(), 'InvalidStateError');
    await first.abort();
    await rejects(promise, 'AbortError');
    await rejects(first.abort(), 'InvalidStateError');
});

test('one click shows one sheet', async () => {
    await prepareSheet();
    const [first, second] = await inClick(() => {
        const [one, two] = [paymentRequest(), paymentRequest()];
        const shown = one.show();
        return [[one, shown], [two, two.show()]];
    });
    await rejects(second[1], 'SecurityError');
    await first[0].abort();
    await rejects(first[1], 'AbortError');
});

test('a session and a request share the one sheet', async () => {
    await prepareSheet();
    const [session, request, promise] = await inClick(() => {
        const begun = new ApplePaySession(3, sessionRequest());
        begun.begin();
        const made = paymentRequest();
        return [begun, made, made.show()];
    });
    await rejects(promise, 'AbortError');
    session.abort();
    isTrue(!(await request.canMakePayment().catch(() => false)));
});

test('Apple Pay without data is refused by show()', async () => {
    await prepareSheet();
    const request = new PaymentRequest([{ supportedMethods: applePay }], { total: item('Shop', '1.00') });
    const [promise] = await showInClick(request);
    await rejects(promise, 'TypeError', 'Missing payment method data.');
});

test('amounts in two currencies are refused by show()', async () => {
    await prepareSheet();
    const message = '"EUR" does not match the expected currency of "USD". Apple Pay requires all PaymentCurrencyAmounts '
        + 'to use the same currency code.';
    const wrong = [
        paymentRequest({ displayItems: [item('A', '1', 'eur')] }),
        paymentRequest({ shippingOptions: [option('a', '1', { amount: amount('1', 'EUR') })] }, { requestShipping: true }),
    ];
    for (const request of wrong) {
        const [promise] = await showInClick(request);
        await rejects(promise, 'TypeError', message);
    }
});

test('the options ask for parts of the contact, beside those of the data', async () => {
    const everything = {
        requestPayerName: true, requestPayerEmail: true, requestPayerPhone: true, requestShipping: true,
        requestBillingAddress: true, shippingType: 'pickup',
    };
    const request = paymentRequest({}, everything, { requiredShippingContactFields: ['phoneticName'] });
    equal(request.shippingType, 'pickup');
    const { sheet } = await shown(request);
    equal(sheet.requiredShippingContactFields,
        { postalAddress: true, phone: true, email: true, name: true, phoneticName: true });
    equal(sheet.requiredBillingContactFields.postalAddress, true);
    await request.abort();
    const bare = paymentRequest({}, {});
    equal(bare.shippingType, null);
    const second = await shown(bare);
    equal(second.sheet.requiredShippingContactFields,
        { postalAddress: false, phone: false, email: false, name: false, phoneticName: false });
    await bare.abort();
});

test('line items and shipping options become those of the sheet', async () => {
    const request = paymentRequest({
        displayItems: [item('A', '1.00'), { ...item('B', '2.00'), pending: true }],
        shippingOptions: [option('a', '0.00'), option('b', '5.00', { selected: true })],
    }, { requestShipping: true });
    equal(request.shippingOption, 'b');
    const { sheet } = await shown(request, { displayItems: [item('A', '1.50'), { ...item('B', '2.00'), pending: true }] });
    equal(sheet.lineItems.map(({ label, amount: value, type }) => [label, value, type]),
        [['A', '1.50', 'final'], ['B', '2.00', 'pending']]);
    equal(sheet.shippingMethods.map(({ identifier, label, amount: value, selected }) =>
        [identifier, label, value, selected]), [['a', 'Option a', '0.00', false], ['b', 'Option b', '5.00', true]]);
    answering(request, 'shippingoptionchange', { total: item('Shop', '10.01') });
    sheet.changeShippingOption('a');
    await until(() => sheet.total.amount === '10.01');
    equal(request.shippingOption, 'a');
    equal(sheet.shippingMethods.map(({ selected }) => selected), [true, false]);
    await request.abort();
});

test('a modifier counts for its type of card only, and a total from the first update on', async () => {
    const request = paymentRequest({
        modifiers: [
            modifier(undefined, { total: item('No data', '1.00') }),
            { supportedMethods: 'basic-card', data: {}, total: item('Other', '2.00') },
            modifier({ paymentMethodType: 'credit' }, {
                total: item('Credit', '10.30'), additionalDisplayItems: [item('Surcharge', '0.30')],
            }),
            modifier(
                { additionalLineItems: [{ label: 'Everyone', amount: 1 }], total: { label: 'All', amount: '11' } },
                { total: item('Unused', '3.00') },
            ),
        ],
    });
    const { sheet } = await shown(request);
    equal([sheet.total.label, sheet.total.amount], ['All', '11']);
    equal(sheet.lineItems.map(({ label, amount: value }) => [label, value]), [['Everyone', '1']]);
    sheet.changePaymentMethod({ type: 'credit' });
    await until(() => sheet.total.label === 'Credit');
    equal(sheet.total.amount, '10.30');
    equal(sheet.lineItems.map(({ label }) => label), ['Surcharge']);
    await request.abort();
});

test('a modifier of payments of another kind reaches the sheet', async () => {
    const recurringPaymentRequest = {
        paymentDescription: 'Box', managementURL: 'https://example.com/manage',
        regularBilling: { label: 'Monthly', amount: '9.99', paymentTiming: 'recurring' },
    };
    const request = paymentRequest({ modifiers: [modifier({ recurringPaymentRequest })] });
    const { sheet } = await shown(request);
    equal(sheet.recurringPaymentRequest.regularBilling.label, 'Monthly');
    await request.abort();
    const broken = paymentRequest({
        modifiers: [modifier({ recurringPaymentRequest: { ...recurringPaymentRequest, managementURL: 'nowhere' } })],
    });
    const [promise] = await showInClick(broken);
    await rejects(promise, 'TypeError', '"nowhere" is not a valid URL.');
});

test('a coupon code is a payment method change', async () => {
    const request = paymentRequest({}, {}, { version: 12, supportsCouponCode: true });
    const { sheet } = await shown(request);
    isTrue(sheet.supportsCouponCode);
    const change = next(request, 'paymentmethodchange');
    sheet.changeCouponCode('SUMMER');
    const event = await change;
    isTrue(event instanceof PaymentMethodChangeEvent);
    equal(event.methodDetails, { couponCode: 'SUMMER' });
    event.updateWith({
        total: item('Shop', '8.00'),
        paymentMethodErrors: [new ApplePayError('couponCodeExpired', undefined, 'Too late')],
    });
    await until(() => sheet.total.amount === '8.00');
    equal(sheet.errors, [{ code: 'couponCodeExpired', message: 'Too late' }]);
    await request.abort();
});

test('a card change without a listener is answered with the details as they are', async () => {
    const request = paymentRequest({ modifiers: [modifier({ paymentMethodType: 'store' }, { total: item('S', '7') })] });
    const { sheet } = await shown(request);
    sheet.changePaymentMethod({ type: 'store' });
    await until(() => sheet.total.amount === '7');
    await request.abort();
});

test('the errors of an update are mapped, those of the payer only where they were asked for', async () => {
    const request = paymentRequest({}, { requestShipping: true, requestPayerEmail: true });
    const { sheet } = await shown(request, {
        error: 'E', payerErrors: { email: 'e', phone: 'p', name: 'n' },
        shippingAddressErrors: {
            addressLine: 'a', city: 'c', country: 'k', dependentLocality: 'd', organization: 'o', phone: 'p',
            postalCode: 'z', recipient: 'r', region: 'g', sortingCode: 's',
        },
        paymentMethodErrors: { not: 'a list' },
    });
    equal(sheet.errors.map(({ contactField = '-', message }) => `${contactField} ${message}`), [
        '- E', 'addressLines a', 'locality c', 'country k', 'subLocality d', 'phoneNumber p', 'postalCode z', 'name r',
        'administrativeArea g', 'emailAddress e',
    ]);
    isTrue(sheet.errors.every(({ code }) => code === 'shippingContactInvalid'));
    await request.abort();
});

test('errors of the address are dropped with shipping options, and where no shipping was asked for', async () => {
    const update = { error: 'E', shippingAddressErrors: { city: 'c' } };
    for (const [options, shippingOptions] of [[{ requestShipping: true }, [option('a', '1')]], [{}, []]]) {
        const request = paymentRequest({}, options);
        const { sheet } = await shown(request, { ...update, shippingOptions });
        equal(sheet.errors, []);
        await request.abort();
    }
});

test('an update that is not valid aborts the request with its error', async () => {
    const cases = [
        [Promise.reject(new Error('lost')), 'AbortError'],
        [{ total: item('Shop', '-1') }, 'TypeError', 'Total currency values cannot be negative.'],
        [{ total: item('Shop', '1', 'dollars') }, 'RangeError', '"DOLLARS" is not a valid currency code.'.replace('DOLLARS', 'dollars')],
        [{ total: item('Shop', '1,0') }, 'TypeError', '"1,0" is not a valid decimal monetary value.'],
        [{ total: item('Shop', '1', 'EUR'), displayItems: [item('A', '1')] }, 'TypeError'],
        [{ modifiers: [{ supportedMethods: 'Not valid' }] }, 'RangeError',
            '"Not valid" is an invalid payment method identifier.'],
        [{ shippingOptions: [option('a', '1'), option('a', '2')] }, 'TypeError', 'Shipping option IDs must be unique.'],
        [5, 'TypeError'],
    ];
    for (const [update, name, message] of cases) {
        const request = paymentRequest({}, { requestShipping: true });
        const { promise } = await shown(request, update);
        await rejects(promise, name, message);
        await rejects(request.abort(), 'InvalidStateError');
    }
});

test('events of scripts, and answers that come twice or when it is over, are refused', async () => {
    for (const event of [new PaymentRequestUpdateEvent('shippingaddresschange'), new PaymentMethodChangeEvent('x')]) {
        throws(() => event.updateWith({}), 'InvalidStateError');
    }
    throws(() => new MerchantValidationEvent('merchantvalidation').complete({}), 'InvalidStateError');
    const request = paymentRequest();
    await prepareSheet();
    const question = next(request, 'merchantvalidation');
    const reported = next(request, 'shippingaddresschange');
    await showInClick(request);
    const merchant = await question;
    merchant.complete({});
    throws(() => merchant.complete({}), 'InvalidStateError');
    const change = await reported;
    change.updateWith({});
    throws(() => change.updateWith({}), 'InvalidStateError');
    await turn();
    await request.abort();
});

test('a merchant session that is a text, and a promise of one that fails, abort the request', async () => {
    for (const [session, name] of [['{}', 'TypeError'], [null, 'TypeError'], [Promise.reject(new Error()), 'AbortError']]) {
        const request = paymentRequest();
        await prepareSheet();
        const question = next(request, 'merchantvalidation');
        const [promise] = await showInClick(request);
        (await question).complete(session);
        await rejects(promise, name);
    }
});

test('an answer after the event was dispatched still counts', async () => {
    const request = paymentRequest();
    const sheet = await prepareSheet();
    answerMerchant(request);
    const change = next(request, 'shippingaddresschange');
    await showInClick(request);
    const event = await change;
    await turn();
    event.updateWith({ total: item('Shop', '11.00') });
    await until(() => sheet.total?.amount === '11.00');
    await request.abort();
});

test('cancel rejects at once, or when the update settles that the sheet waits for', async () => {
    const first = paymentRequest();
    const { sheet, promise } = await shown(first);
    sheet.cancelPayment();
    await rejects(promise, 'AbortError');
    const second = paymentRequest();
    answerMerchant(second);
    await prepareSheet();
    const change = next(second, 'shippingaddresschange');
    const [waiting] = await showInClick(second);
    let settle;
    (await change).updateWith(new Promise((resolve) => { settle = resolve; }));
    sheet.cancelPayment();
    let isOver = false;
    waiting.catch(() => { isOver = true; });
    await turn();
    await turn();
    isTrue(!isOver);
    settle({});
    await rejects(waiting, 'AbortError');
});

test('complete() without an argument fails the payment, and its data may hold order details', async () => {
    const results = [[[], 1], [['unknown'], 1], [['fail'], 1], [['success'], 0]];
    for (const [given] of results) {
        const { response } = await accepted(paymentRequest());
        equal(await response.complete(...given), undefined);
    }
    const { response } = await accepted(paymentRequest());
    await rejects(response.complete('maybe'), 'TypeError');
    const orderDetails = {
        orderTypeIdentifier: 'order.com.example', orderIdentifier: '1', webServiceURL: 'nowhere',
        authenticationToken: 't',
    };
    await rejects(response.complete('success', { data: { orderDetails } }), 'TypeError', '"nowhere" is not a valid URL.');
    await response.complete('success', { data: { orderDetails: { ...orderDetails, webServiceURL: 'https://example.com/' } } });
});

test('retry() keeps the sheet up, and resolves with the next authorization', async () => {
    const request = paymentRequest({}, { requestShipping: true, requestPayerPhone: true });
    const { sheet, response } = await accepted(request);
    const retried = response.retry({ payer: { phone: 'Too short', name: 'unasked' }, shippingAddress: { city: 'Where?' } });
    await rejects(response.complete('success'), 'InvalidStateError');
    await rejects(response.retry(), 'InvalidStateError');
    await rejects(request.abort(), 'InvalidStateError');
    equal(sheet.errors.map(({ contactField, message }) => [contactField, message]),
        [['locality', 'Where?'], ['phoneNumber', 'Too short']]);
    sheet.setShippingAddress({ ...address, phoneNumber: '555-010-0199' });
    sheet.acceptPayment();
    equal(await retried, undefined);
    equal(response.payerPhone, '555-010-0199');
    const again = response.retry();
    equal(sheet.errors, [{ code: 'unknown', message: '' }]);
    sheet.cancelPayment();
    await rejects(again, 'AbortError');
    await rejects(response.complete('success'), 'InvalidStateError');
});

test('retry() takes a list of ApplePayErrors for the payment method, and nothing else', async () => {
    const { sheet, response } = await accepted(paymentRequest());
    await rejects(response.retry({ paymentMethod: {} }), 'TypeError');
    const retried = response.retry({ paymentMethod: [new ApplePayError('billingContactInvalid', 'postalCode', 'm')] });
    equal(sheet.errors, [{ code: 'billingContactInvalid', message: 'm', contactField: 'postalCode' }]);
    sheet.acceptPayment();
    await retried;
    await response.complete('success');
});

test('show() takes a promise of details, and events wait for it', async () => {
    const request = paymentRequest();
    const sheet = await prepareSheet();
    answerMerchant(request);
    let settle;
    await showInClick(request, new Promise((resolve) => { settle = resolve; }));
    let hasChanged = false;
    request.addEventListener('shippingaddresschange', () => { hasChanged = true; });
    for (let turns = 0; turns < 5; turns += 1) await turn();
    isTrue(!hasChanged);
    const change = next(request, 'shippingaddresschange');
    settle({ total: item('Shop', '99.00') });
    (await change).updateWith({});
    await until(() => sheet.total?.amount === '99.00');
    await request.abort();
});

test('canMakePayment() asks the sheet', async () => {
    const sheet = await prepareSheet();
    sheet.setCanMakePayments(false);
    equal(await paymentRequest().canMakePayment(), false);
    sheet.setCanMakePayments(true);
    equal(await paymentRequest().canMakePayment(), true);
});

test('handlers are attributes, and merchant validation without one waits', async () => {
    const request = paymentRequest();
    for (const type of ['merchantvalidation', 'shippingaddresschange', 'shippingoptionchange', 'paymentmethodchange']) {
        equal(request[`on${type}`], null);
        const handler = () => {};
        request[`on${type}`] = handler;
        equal(request[`on${type}`], handler);
        request[`on${type}`] = 'nothing';
        equal(request[`on${type}`], null);
    }
    await prepareSheet();
    const [promise] = await showInClick(request);
    await turn();
    await request.abort();
    equal((await rejection(promise)).name, 'AbortError');
});

test('the data of a request is read once', () => {
    let reads = 0;
    const data = { ...applePayData(), get countryCode() { reads += 1; return 'US'; } };
    new PaymentRequest([{ supportedMethods: applePay, data }], { total: item('Shop', '1.00') });
    equal(reads, 1);
});
