// What the sheet of a PaymentRequest shows: its lines, shipping options, modifiers and coupon codes.
import { equal, isTrue, next, rejects, test, turn, until } from '../harness.js';
import {
    amount, answering, item, modifier, option, paymentRequest, prepareSheet, showInClick, shown,
} from '../payment-requests.js';

test('line items and shipping options become those of the sheet', async () => {
    const request = paymentRequest({
        displayItems: [item('A', '1.00'), { ...item('B', '2.00'), pending: true }],
        shippingOptions: [option('a', '0.00'), option('b', '5.00', { selected: true })],
    }, { requestShipping: true });
    equal(request.shippingOption, 'b');
    const { sheet } = await shown(request, {
        displayItems: [item('A', '1.50'), { ...item('B', '2.00'), pending: true }],
    });
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
    const request = paymentRequest({
        modifiers: [modifier({ paymentMethodType: 'store' }, { total: item('S', '7') })],
    });
    const { sheet } = await shown(request);
    sheet.changePaymentMethod({ type: 'store' });
    await until(() => sheet.total.amount === '7');
    await request.abort();
});

test('an update with shipping options selects anew, and one without leaves them', async () => {
    const request = paymentRequest(
        { shippingOptions: [option('a', '1', { selected: true })] },
        { requestShipping: true },
    );
    const { sheet } = await shown(request, {
        shippingOptions: [option('b', '2'), option('c', '3', { selected: true })],
    });
    equal(request.shippingOption, 'c');
    equal(sheet.shippingMethods.map(({ identifier, selected }) => [identifier, selected]), [['b', false], ['c', true]]);
    answering(request, 'paymentmethodchange', {});
    sheet.changePaymentMethod({ type: 'credit' });
    await turn();
    await turn();
    equal(request.shippingOption, 'c');
    await request.abort();
    const bare = paymentRequest();
    const second = await shown(bare, { shippingOptions: [option('b', '2', { selected: true })] });
    equal(quince.request.shippingType, 'shipping');
    equal([bare.shippingOption, second.sheet.shippingMethods], [null, []]);
    await bare.abort();
});

test('a modifier adds shipping methods, and modifiers of an update replace the first ones', async () => {
    const added = { label: 'Courier', detail: 'By bicycle', amount: '7', identifier: 'courier' };
    const request = paymentRequest({
        modifiers: [modifier({ additionalShippingMethods: [added] })], shippingOptions: [option('a', '1')],
    }, { requestShipping: true });
    const { sheet } = await shown(request);
    equal(sheet.shippingMethods.map(({ identifier }) => identifier), ['a', 'courier']);
    answering(request, 'shippingoptionchange', { modifiers: [modifier({}, { total: item('Anew', '4.00') })] });
    sheet.changeShippingOption('courier');
    await until(() => sheet.total.label === 'Anew');
    equal(sheet.shippingMethods.map(({ identifier }) => identifier), ['a']);
    await request.abort();
});

test('what show() displays has a modifier\'s lines, and not its total', async () => {
    const recurringPaymentRequest = {
        paymentDescription: 'Box', managementURL: 'https://example.com/manage',
        regularBilling: { label: 'Monthly', amount: '9.99', paymentTiming: 'recurring' },
    };
    const data = { total: { label: 'All', amount: '11' }, additionalLineItems: [{ label: 'L', amount: '1' }] };
    const request = paymentRequest({ modifiers: [modifier({ ...data, recurringPaymentRequest })] });
    const sheet = await prepareSheet();
    await showInClick(request);
    equal(sheet.recurringPaymentRequest.regularBilling.amount, '9.99');
    equal(quince.request.total.label, 'Shop');
    equal(quince.request.lineItems.map(({ label }) => label), ['L']);
    await request.abort();
});
