// How W3C's options, amounts and errors become Apple Pay's, for every combination of options. The table is WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/paymentrequest/ApplePayPaymentHandler.cpp
import { equal, test, turn } from '../harness.js';
import { address, answerMerchant, firstChange, item, option, paymentRequest, prepareSheet } from '../payment-requests.js';

const flags = [
    'requestPayerName', 'requestPayerEmail', 'requestPayerPhone', 'requestShipping', 'requestBillingAddress',
];

/** Every set of options that ask for something. */
function* everyOptions(names) {
    for (let bits = 0; bits < 2 ** names.length; bits += 1) {
        yield Object.fromEntries(names.map((name, index) => [name, Boolean(bits & (1 << index))]));
    }
}

/** W3C's members with Apple Pay's fields, in the order of the errors. */
const addressFields = [
    ['addressLine', 'addressLines'], ['city', 'locality'], ['country', 'country'],
    ['dependentLocality', 'subLocality'], ['phone', 'phoneNumber'], ['postalCode', 'postalCode'],
    ['recipient', 'name'], ['region', 'administrativeArea'],
];
const payerFields = [
    ['name', 'name', 'requestPayerName'], ['email', 'emailAddress', 'requestPayerEmail'],
    ['phone', 'phoneNumber', 'requestPayerPhone'],
];

const allAddressErrors = Object.fromEntries(
    [...addressFields.map(([member]) => member), 'organization', 'sortingCode']
        .map((name) => [name, `address ${name}`]),
);
const allPayerErrors = Object.fromEntries(payerFields.map(([member]) => [member, `payer ${member}`]));

/** What the sheet must show of all errors at once. */
function expectedErrors(options, hasAddressErrors) {
    const errors = [];
    if (options.requestShipping && hasAddressErrors) {
        errors.push(['shippingContactInvalid', undefined, 'in general']);
        for (const [member, field] of addressFields) {
            errors.push(['shippingContactInvalid', field, `address ${member}`]);
        }
    }
    for (const [member, field, flag] of payerFields) {
        if (options[flag]) errors.push(['shippingContactInvalid', field, `payer ${member}`]);
    }
    return errors;
}

function shownErrors(sheet) {
    return sheet.errors.map(({ code, contactField, message }) => [code, contactField, message]);
}

/** A request whose sheet has got the answer to its first change. */
async function answered(options, detailChanges, update) {
    const request = answerMerchant(paymentRequest(detailChanges, options));
    const sheet = await prepareSheet();
    const change = firstChange(request);
    const promise = request.show();
    promise.catch(() => {});
    (await change).updateWith(update);
    await turn();
    return { request, sheet, promise };
}

// Clicks are another test's subject.
quince.userGesture = 'none';

test('every set of options asks for its parts of the contacts', async () => {
    await prepareSheet();
    for (const options of everyOptions(flags)) {
        const request = paymentRequest({}, options, { requiredBillingContactFields: ['name'] });
        request.show().catch(() => {});
        const shipping = [
            ['requestPayerEmail', 'email'], ['requestPayerName', 'name'], ['requestPayerPhone', 'phone'],
            ['requestShipping', 'postalAddress'],
        ].filter(([flag]) => options[flag]).map(([, field]) => field);
        const what = JSON.stringify(options);
        equal([...(quince.request.requiredShippingContactFields ?? [])].sort(), shipping.sort(), what);
        equal(
            quince.request.requiredBillingContactFields,
            options.requestBillingAddress ? ['name', 'postalAddress'] : ['name'],
            what,
        );
        await request.abort();
    }
});

test('fields that the data asks for already are not asked for twice', async () => {
    await prepareSheet();
    const request = paymentRequest({}, { requestShipping: true, requestPayerName: true }, {
        requiredShippingContactFields: ['postalAddress', 'name', 'email'],
    });
    request.show().catch(() => {});
    equal(quince.request.requiredShippingContactFields, ['postalAddress', 'name', 'email']);
    await request.abort();
});

test('shipping types are Apple Pay\'s, and the first one without shipping', async () => {
    await prepareSheet();
    const types = { shipping: 'shipping', delivery: 'delivery', pickup: 'storePickup' };
    for (const [shippingType, expected] of Object.entries(types)) {
        for (const requestShipping of [true, false]) {
            const request = paymentRequest({}, { requestShipping, shippingType });
            request.show().catch(() => {});
            equal(quince.request.shippingType, requestShipping ? expected : 'shipping');
            await request.abort();
        }
    }
});

for (const [name, shippingOptions, hasAddressErrors] of [
    ['without shipping options', [], true], ['with shipping options', [option('a', '1.00')], false],
]) {
    test(`every error of an update reaches the sheet ${name}, for every set of options`, async () => {
        for (const options of everyOptions(flags.slice(0, 4))) {
            const { request, sheet } = await answered(options, { shippingOptions }, {
                error: 'in general', shippingAddressErrors: allAddressErrors, payerErrors: allPayerErrors,
            });
            const expected = expectedErrors(options, hasAddressErrors || !options.requestShipping);
            equal(shownErrors(sheet), expected, JSON.stringify(options));
            await request.abort();
        }
    });
}

test('every error of retry() reaches the sheet, with shipping options too, for every set of options', async () => {
    for (const options of everyOptions(flags.slice(0, 4))) {
        const { sheet, promise } = await answered(options, { shippingOptions: [option('a', '1.00')] }, {});
        sheet.acceptPayment();
        const response = await promise;
        const retried = response.retry({
            error: 'in general', shippingAddress: allAddressErrors, payer: allPayerErrors,
        });
        const expected = expectedErrors(options, true);
        if (expected.length === 0) expected.push(['unknown', undefined, '']);
        equal(shownErrors(sheet), expected, JSON.stringify(options));
        sheet.setShippingAddress(address);
        sheet.acceptPayment();
        await retried;
        const { requestPayerName: name, requestPayerEmail: email, requestPayerPhone: phone } = options;
        equal([response.payerName !== null, response.payerEmail !== null, response.payerPhone !== null],
            [name, email, phone], 'the parts of the payer');
        equal(response.shippingAddress !== null, options.requestShipping, 'the address');
        await response.complete('success');
    }
});

test('empty texts are errors too, and a member that is not there is none', async () => {
    const update = { error: '', shippingAddressErrors: { city: '' } };
    const { request, sheet } = await answered({ requestShipping: true }, {}, update);
    equal(shownErrors(sheet), [['shippingContactInvalid', undefined, ''], ['shippingContactInvalid', 'locality', '']]);
    await request.abort();
});

test('the currency is that of the total, in capital letters', async () => {
    await prepareSheet();
    const request = paymentRequest({ total: item('Shop', '5.00', 'eur'), displayItems: [item('A', '5.00', 'Eur')] });
    request.show().catch(() => {});
    equal([quince.request.currencyCode, quince.request.total.amount], ['EUR', '5.00']);
    equal(quince.request.lineItems.map(({ label, amount, type }) => [label, amount, type]), [['A', '5.00', 'final']]);
    await request.abort();
});

test('a currency that is none is refused by show(), as is a country by the constructor', async () => {
    await prepareSheet();
    const request = paymentRequest({ total: item('Shop', '5.00', 'ZZZ') });
    let message = '';
    await request.show().catch((error) => { message = `${error.name}: ${error.message}`; });
    equal(message, 'TypeError: "ZZZ" is not a valid currency code.');
});

test('shipping options are those of the sheet only where shipping was asked for', async () => {
    await prepareSheet();
    for (const requestShipping of [true, false]) {
        const request = paymentRequest({ shippingOptions: [option('a', '1.00')] }, { requestShipping });
        request.show().catch(() => {});
        equal(quince.request.shippingMethods.map(({ identifier }) => identifier), requestShipping ? ['a'] : []);
        await request.abort();
    }
});
