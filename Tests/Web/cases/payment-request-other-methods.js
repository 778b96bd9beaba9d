// page: native.html
// only: Chromium (Firefox has no PaymentRequest)
// Which requests are the browser's own, and which are ours, without and with something that shows sheets.
import { equal, test, thrown } from '../harness.js';

const applePay = {
    supportedMethods: 'https://apple.com/apple-pay',
    data: {
        version: 3, merchantIdentifier: 'merchant.com.example', countryCode: 'US', supportedNetworks: ['visa'],
        merchantCapabilities: ['supports3DS'],
    },
};
const other = { supportedMethods: 'https://example.com/pay' };

/** Whether the browser's own members work on a request. */
function isNative(...methods) {
    const total = { label: 'Shop', amount: { currency: 'USD', value: '1.00' } };
    const request = new PaymentRequest(methods, { total });
    const { prototype } = window.nativeInterfaces.PaymentRequest;
    return thrown(() => Reflect.get(prototype, 'id', request)).name === 'nothing';
}

test('without a sheet a request is ours for Apple Pay alone', () => {
    equal([isNative(applePay), isNative(applePay, other), isNative(other)], [false, true, true]);
});

test('with a sheet it is ours where Apple Pay is among its methods', () => {
    quince.automate();
    equal([isNative(applePay), isNative(other, applePay), isNative(other)], [false, false, true]);
});
