// What a page answers while the sheet of its PaymentRequest is up, and how the request ends.
import { equal, isTrue, next, rejects, test, throws, turn, until } from '../harness.js';
import {
    accepted, address, amount, answerMerchant, item, option, paymentRequest, prepareSheet, showInClick, shown,
} from '../payment-requests.js';

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

test('a request without shipping needs no listener but that for the merchant', async () => {
    const request = answerMerchant(paymentRequest({ displayItems: [item('A', '1.00')] }));
    const sheet = await prepareSheet();
    const [promise] = await showInClick(request);
    sheet.acceptPayment();
    const response = await promise;
    equal(sheet.lineItems.map(({ label }) => label), ['A']);
    await response.complete('success');
});

test('a request with shipping and no listener waits, as in Safari', async () => {
    const request = answerMerchant(paymentRequest({}, { requestShipping: true }));
    const sheet = await prepareSheet();
    const [promise] = await showInClick(request);
    sheet.acceptPayment();
    for (let turns = 0; turns < 10; turns += 1) await turn();
    sheet.cancelPayment();
    await rejects(promise, 'AbortError');
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
        [{ total: item('Shop', '1', 'dollars') }, 'RangeError', '"dollars" is not a valid currency code.'],
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
    const reported = next(request, 'paymentmethodchange');
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
    const sessions = [['{}', 'TypeError'], [null, 'TypeError'], [Promise.reject(new Error()), 'AbortError']];
    for (const [session, name] of sessions) {
        const request = paymentRequest();
        await prepareSheet();
        const question = next(request, 'merchantvalidation');
        const [promise] = await showInClick(request);
        (await question).complete(session);
        await rejects(promise, name);
    }
});

test('an answer ends the dispatch of its event', async () => {
    const request = paymentRequest({}, { requestShipping: true });
    await prepareSheet();
    const seen = [];
    request.addEventListener('merchantvalidation', (event) => { seen.push('first'); event.complete({}); });
    request.addEventListener('merchantvalidation', () => seen.push('second'));
    request.addEventListener('shippingaddresschange', (event) => { seen.push('third'); event.updateWith({}); });
    request.onshippingaddresschange = () => seen.push('fourth');
    const [promise] = await showInClick(request);
    await until(() => seen.length === 2);
    const change = next(request, 'paymentmethodchange');
    internals.mockPaymentCoordinator.changePaymentMethod({ type: 'credit' });
    (await change).updateWith({});
    equal(seen, ['first', 'third']);
    await request.abort();
    await rejects(promise, 'AbortError');
});

test('leaving the page aborts the request, and a response that waits', async () => {
    const leave = () => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    const first = paymentRequest({}, { requestShipping: true });
    const { promise } = await shown(first);
    leave();
    await rejects(promise, 'AbortError');
    const { response } = await accepted(paymentRequest({}, { requestShipping: true }));
    const retried = response.retry();
    leave();
    await rejects(retried, 'AbortError');
    await rejects(response.complete('success'), 'AbortError');
    const second = await accepted(paymentRequest({}, { requestShipping: true }));
    await second.response.complete('success');
    leave();
    await rejects(second.response.complete('success'), 'InvalidStateError');
});

test('a response as JSON has the address as JSON', async () => {
    const { response } = await accepted(paymentRequest(
        { id: 'abc', shippingOptions: [option('a', '1', { selected: true })] },
        { requestShipping: true, requestPayerEmail: true },
    ));
    const json = JSON.parse(JSON.stringify(response));
    equal(Object.keys(json), [
        'requestId', 'methodName', 'details', 'shippingAddress', 'shippingOption', 'payerName', 'payerEmail',
        'payerPhone',
    ]);
    equal([json.requestId, json.shippingOption], ['abc', 'a']);
    equal([json.payerName, json.payerEmail], [null, address.emailAddress]);
    equal(json.shippingAddress.city, 'Cupertino');
    const { locality, localizedName } = json.details.shippingContact;
    equal([locality, localizedName], ['Cupertino', undefined]);
    equal(json.details.token.transactionIdentifier, 'Simulated Identifier');
    await response.complete('success');
});

test('an answer after the event was dispatched still counts', async () => {
    const request = paymentRequest();
    const sheet = await prepareSheet();
    answerMerchant(request);
    const change = next(request, 'paymentmethodchange');
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
    const change = next(second, 'paymentmethodchange');
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
    for (const [given, status] of results) {
        const { response } = await accepted(paymentRequest());
        equal(await response.complete(...given), undefined);
        equal(quince.result, { status, errors: [], orderDetails: null });
    }
    const { response } = await accepted(paymentRequest());
    await rejects(response.complete('maybe'), 'TypeError');
    const orderDetails = {
        orderTypeIdentifier: 'order.com.example', orderIdentifier: '1', webServiceURL: 'nowhere',
        authenticationToken: 't',
    };
    const wrong = response.complete('success', { data: { orderDetails } });
    await rejects(wrong, 'TypeError', '"nowhere" is not a valid URL.');
    orderDetails.webServiceURL = 'https://example.com/';
    await response.complete('success', { data: { orderDetails } });
    equal(quince.result.orderDetails.orderIdentifier, '1');
});

test('retry() keeps the sheet up, and resolves with the next authorization', async () => {
    const request = paymentRequest({}, { requestShipping: true, requestPayerPhone: true });
    const { sheet, response } = await accepted(request);
    const retried = response.retry({
        payer: { phone: 'Too short', name: 'unasked' }, shippingAddress: { city: 'Where?' },
    });
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
    quince.billingContact = null;
    sheet.acceptPayment();
    await retried;
    await response.complete('success');
});
