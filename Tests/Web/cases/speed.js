// only: Chromium (it measures beside Chromium's PaymentRequest)
// How long a session takes to be made, beside the browser's own PaymentRequest in the same run.
import { mock, request } from '../requests.js';
import { fail, test } from '../harness.js';

mock();
quince.userGesture = 'none';

const limit = 0.2;
const runs = 401;

const line = (index) => ({ label: `Toy ${index}`, amount: '22.99', type: 'final' });
const method = (index) => ({
    label: `Post ${index}`, detail: '3 to 5 days', amount: '4.00', identifier: `post-${index}`,
    dateComponentsRange: {
        startDateComponents: { years: 2026, months: 12, days: 21 },
        endDateComponents: { years: 2026, months: 12, days: 24, hours: 12 },
    },
});
const contact = {
    phoneNumber: '+1 555 0100', emailAddress: 'ann@example.com', givenName: 'Ann', familyName: 'Example',
    addressLines: ['1 Road', 'Flat 2'], locality: 'Springfield', postalCode: '94114', administrativeArea: 'CA',
    country: 'United States', countryCode: 'US',
};
const full = request({
    lineItems: Array.from({ length: 10 }, (_, index) => line(index)),
    shippingMethods: Array.from({ length: 4 }, (_, index) => method(index)),
    requiredBillingContactFields: ['postalAddress', 'name'],
    requiredShippingContactFields: ['postalAddress', 'name', 'email', 'phone'],
    billingContact: contact, shippingContact: contact, supportedCountries: ['US', 'CA', 'GB'],
    supportsCouponCode: true, couponCode: 'SAVE', applicationData: 'aGVsbG8=', merchantCategoryCode: '5411',
    recurringPaymentRequest: {
        paymentDescription: 'A box a month', billingAgreement: 'Cancel when you like',
        regularBilling: { label: 'Monthly', amount: '9.99', paymentTiming: 'recurring' },
        managementURL: 'https://shop.example/manage',
    },
});

function median(make) {
    const times = [];
    for (let run = 0; run < runs; run += 1) {
        const start = performance.now();
        for (let count = 0; count < 5; count += 1) make();
        times.push((performance.now() - start) / 5);
    }
    return times.sort((a, b) => a - b)[(runs - 1) / 2];
}

test('a session with a full request is made in less than 0.2 ms', () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { PaymentRequest: Native } = frame.contentWindow;
    const details = {
        total: { label: 'Shop', amount: { currency: 'USD', value: '10.75' } },
        displayItems: full.lineItems.map(({ label }) => ({ label, amount: { currency: 'USD', value: '22.99' } })),
    };
    const own = median(() => new ApplePaySession(15, full));
    const native = Native && median(() => new Native([{ supportedMethods: 'https://pay.example' }], details));
    if (own >= limit) fail(`the median is ${own} ms; the browser's own PaymentRequest takes ${native} ms`);
    return `ApplePaySession ${own.toFixed(4)} ms, the browser's own PaymentRequest ${native.toFixed(4)} ms`;
});
