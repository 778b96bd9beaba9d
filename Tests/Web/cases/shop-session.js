// page: shops/session.html
// A shop with update objects, amounts as numbers, a coupon code, a recurring payment, order details and a second try.
import { driver, equal, test, until } from '../harness.js';

const sheet = internals.mockPaymentCoordinator;
const address = { countryCode: 'US', postalCode: '94114', givenName: 'Ada' };
const status = () => document.getElementById('status').value;

async function open() {
    await until(() => !document.getElementById('pay').hidden);
    await driver({ command: 'click', selector: '#pay' });
}

test('a payment with a coupon, and a telephone number that is corrected', async () => {
    sheet.setShippingAddress({ ...address, phoneNumber: '1' });
    await open();
    await until(() => sheet.total?.amount === '12');
    equal(sheet.recurringPaymentRequest, undefined, 'an update without it takes it away');
    sheet.changeCouponCode('WINTER');
    await until(() => sheet.errors.length === 1);
    equal([sheet.errors[0].code, sheet.errors[0].message], ['couponCodeInvalid', 'There is no WINTER']);
    sheet.changeCouponCode('SUMMER');
    await until(() => sheet.total.amount === '10');
    equal(sheet.lineItems.map(({ amount }) => amount), ['12', '-2']);
    sheet.acceptPayment();
    await until(() => sheet.errors.some(({ contactField }) => contactField === 'phoneNumber'));
    sheet.setShippingAddress({ ...address, phoneNumber: '555-0100-1234' });
    sheet.acceptPayment();
    await until(() => status() === 'Paid 10');
});

test('a contact without a ZIP code, and a shopper who gives up', async () => {
    sheet.setShippingAddress({ countryCode: 'US' });
    await open();
    await until(() => sheet.errors.some(({ contactField }) => contactField === 'postalCode'));
    sheet.cancelPayment();
    await until(() => status() === 'Canceled: unknown');
});
