// A payment by PaymentRequest with Apple Pay: its beginning, its data and what it shows.
import { equal, inClick, isTrue, next, rejection, rejects, test, throws, turn, until } from '../harness.js';
import {
    amount, answerMerchant, applePay, applePayData, item, option,
    paymentRequest, prepareSheet, showInClick, shown,
} from '../payment-requests.js';
import { request as sessionRequest } from '../requests.js';

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
        country: 'US', addressLine: [], region: 'CA', city: 'Cupertino', dependentLocality: '', postalCode: '95014',
        sortingCode: '', organization: '', recipient: '', phone: '',
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
    const message = '"EUR" does not match the expected currency of "USD". Apple Pay requires all '
        + 'PaymentCurrencyAmounts to use the same currency code.';
    const wrong = [
        paymentRequest({ displayItems: [item('A', '1', 'eur')] }),
        paymentRequest(
            { shippingOptions: [option('a', '1', { amount: amount('1', 'EUR') })] },
            { requestShipping: true },
        ),
    ];
    for (const request of wrong) {
        const [promise] = await showInClick(request);
        await rejects(promise, 'TypeError', message);
    }
});

test('show() takes a promise of details, and events wait for it', async () => {
    const request = paymentRequest();
    const sheet = await prepareSheet();
    answerMerchant(request);
    let settle;
    await showInClick(request, new Promise((resolve) => { settle = resolve; }));
    let hasChanged = false;
    request.addEventListener('paymentmethodchange', () => { hasChanged = true; });
    for (let turns = 0; turns < 5; turns += 1) await turn();
    isTrue(!hasChanged);
    const change = next(request, 'paymentmethodchange');
    settle({ total: item('Shop', '99.00') });
    // Until here the sheet has had no answer.
    (await change).updateWith({ displayItems: [item('A', '1.00')] });
    await until(() => sheet.lineItems.length === 1);
    equal([sheet.total.amount, sheet.lineItems[0].label], ['99.00', 'A']);
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
