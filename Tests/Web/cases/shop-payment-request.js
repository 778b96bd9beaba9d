// page: shops/payment-request.html
// A shop with PaymentRequest, two methods, shipping options, a modifier and a second try.
import { driver, equal, test, until } from '../harness.js';

const sheet = internals.mockPaymentCoordinator;
const status = () => document.getElementById('status').value;
const address = {
    countryCode: 'US', postalCode: '94114', localizedName: 'Ada Lovelace', emailAddress: 'ada@example.com',
};

async function open() {
    await until(() => !document.getElementById('pay').hidden);
    await driver({ command: 'click', selector: '#pay' });
}

test('a payment with faster shipping and a store card', async () => {
    sheet.setShippingAddress({ ...address, emailAddress: 'none' });
    await open();
    await until(() => sheet.total?.amount === '20.00');
    sheet.changeShippingOption('fast');
    await until(() => sheet.total.amount === '23.00');
    sheet.changePaymentMethod({ type: 'store' });
    await until(() => sheet.total.amount === '22.00');
    equal(sheet.lineItems.map(({ label }) => label), ['Book', 'Shipping', 'Store card']);
    equal(status(), 'Card: store');
    sheet.acceptPayment();
    await until(() => sheet.errors.some(({ contactField }) => contactField === 'emailAddress'));
    sheet.setShippingAddress(address);
    sheet.acceptPayment();
    await until(() => status() === 'Thank you, Ada Lovelace: fast');
});

test('a country that the shop does not ship to, and a shopper who gives up', async () => {
    sheet.setShippingAddress({ countryCode: 'CA' });
    await open();
    await until(() => sheet.errors.length === 1);
    equal(sheet.errors[0].message, 'We ship within the United States only');
    sheet.cancelPayment();
    await until(() => status() === 'AbortError');
});
