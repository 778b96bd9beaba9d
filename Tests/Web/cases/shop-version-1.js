// page: shops/version-1.html
// A shop as pages were written for version 1: positional arguments, statuses, XMLHttpRequest.
import { driver, equal, isTrue, test, until } from '../harness.js';

const sheet = internals.mockPaymentCoordinator;
const status = () => document.getElementById('status').textContent;

async function open() {
    await until(() => document.querySelector('.visible'));
    await driver({ command: 'click', selector: '#pay' });
}

test('a payment with another shipping method', async () => {
    sheet.setShippingAddress({ countryCode: 'US', postalCode: '94114', emailAddress: 'ada@example.com' });
    await open();
    await until(() => sheet.total?.amount === '20.00');
    sheet.changeShippingOption('express');
    await until(() => sheet.total.amount === '29.00');
    equal(sheet.lineItems.map(({ label }) => label), ['Robot', 'Express']);
    sheet.changePaymentMethod({ type: 'credit' });
    sheet.acceptPayment();
    await until(() => status() === 'Thank you, 29.00');
});

test('an address that the shop refuses is an error of the sheet', async () => {
    sheet.setShippingAddress({ countryCode: 'CA' });
    await open();
    await until(() => sheet.errors.length === 1);
    equal(sheet.errors[0].code, 'shippingContactInvalid');
    isTrue(sheet.requiredShippingContactFields.email);
    sheet.cancelPayment();
    await until(() => status() === 'Canceled');
});
