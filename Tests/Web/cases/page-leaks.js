// page: bare.html
// What the file leaves in a page: on window, on the prototypes of the browser, and in the document.
import { driver, equal, isTrue, next, test, throws } from '../harness.js';

const apples = [
    'ApplePayError', 'ApplePaySession', 'ApplePaySetup', 'ApplePaySetupFeature', 'MerchantValidationEvent',
    'PaymentAddress', 'PaymentMethodChangeEvent', 'PaymentRequest', 'PaymentRequestUpdateEvent', 'PaymentResponse',
];

function snapshot() {
    const prototypes = [Object, Array, Function, Promise, EventTarget, Event, Element, HTMLElement, Document, Window]
        .map(({ name, prototype }) => [name, Reflect.ownKeys(prototype).map(String)]);
    return {
        window: Reflect.ownKeys(window).map(String),
        prototypes,
        html: document.documentElement.outerHTML,
        sheets: document.adoptedStyleSheets.length,
    };
}

async function load() {
    const script = document.createElement('script');
    script.src = '/Web/apple-pay.js';
    document.head.append(script);
    await next(script, 'load');
    script.remove();
}

test('only Apple\'s names and quince come onto window, and internals when it is switched on', async () => {
    const before = snapshot();
    await load();
    const after = snapshot();
    const added = after.window.filter((name) => !before.window.includes(name)).sort();
    equal(added.filter((name) => !apples.includes(name)), ['quince']);
    equal(apples.filter((name) => name.startsWith('ApplePay') && !added.includes(name)), []);
    equal(before.window.filter((name) => !after.window.includes(name)), []);
    equal(after.prototypes, before.prototypes, 'the prototypes');
    equal(after.html, before.html, 'the document');
    equal(after.sheets, before.sheets, 'style sheets');
    const isListed = (name) => Object.getOwnPropertyDescriptor(window, name).enumerable;
    equal(added.filter(isListed), [], 'names that a loop over window meets');
    quince.automate();
    const switchedOn = snapshot();
    equal(switchedOn.window.filter((name) => !after.window.includes(name)), ['internals']);
});

test('without a sheet and without the mock, no payment can be made, and the console says why', async () => {
    await driver({ command: 'log' });
    delete window.quince;
    delete window.internals;
    for (const name of apples) delete window[name];
    await load();
    equal(ApplePaySession.canMakePayments(), false);
    equal(await ApplePaySession.canMakePaymentsWithActiveCard('a'), false);
    equal((await ApplePaySession.applePayCapabilities('a')).paymentCredentialStatus, 'applePayUnsupported');
    quince.userGesture = 'none';
    const session = new ApplePaySession(3, {
        countryCode: 'US', currencyCode: 'USD', supportedNetworks: ['visa'], merchantCapabilities: ['supports3DS'],
        total: { label: 'a', amount: '1' },
    });
    throws(() => session.begin(), 'InvalidAccessError');
    const log = await driver({ command: 'log' });
    isTrue(log.some(({ message }) => message.includes('quince.automate()')), 'the console names the way out');
});

test('a browser that has ApplePaySession keeps it until a test asks for this one', async () => {
    delete window.quince;
    const own = class {};
    window.ApplePaySession = own;
    await load();
    isTrue(window.ApplePaySession === own);
    quince.automate();
    isTrue(window.ApplePaySession !== own);
    equal(ApplePaySession.canMakePayments(), true);
});
