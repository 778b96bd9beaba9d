// How the interfaces look: descriptors, prototypes, constants, events and handlers, as Web IDL has them.
import { equal, isTrue, next, test, throws, turn } from '../harness.js';
import { mock, request } from '../requests.js';

mock();
quince.userGesture = 'none';

test('globals are replaceable and not listed', () => {
    for (const name of ['ApplePaySession', 'ApplePayError', 'ApplePaySetup', 'ApplePaySetupFeature']) {
        const { writable, configurable, enumerable } = Object.getOwnPropertyDescriptor(window, name);
        equal([writable, configurable, enumerable], [true, true, false], name);
        equal(window[name].name, name);
        equal(Object.getOwnPropertyDescriptor(window[name], 'prototype').writable, false);
    }
});

test('lengths are the numbers of arguments that are needed', () => {
    equal([ApplePaySession.length, ApplePayError.length, ApplePaySetup.length], [2, 1, 1]);
    const { prototype } = ApplePaySession;
    equal([prototype.begin.length, prototype.completePayment.length, prototype.completeMerchantValidation.length],
        [0, 1, 1]);
    equal([ApplePaySession.supportsVersion.length, ApplePaySession.canMakePayments.length], [1, 0]);
});

test('a session is an EventTarget with its own kind', () => {
    const session = new ApplePaySession(3, request());
    isTrue(session instanceof EventTarget);
    isTrue(Object.getPrototypeOf(ApplePaySession.prototype) === EventTarget.prototype);
    isTrue(Object.getPrototypeOf(ApplePaySession) === EventTarget);
    equal(String(session), '[object ApplePaySession]');
    equal(Object.keys(session), []);
    equal(String(new ApplePayError('unknown')), '[object ApplePayError]');
});

test('the members are those of WebKit, and listed', () => {
    const attributes = ['validatemerchant', 'paymentmethodselected', 'paymentauthorized', 'shippingmethodselected',
        'shippingcontactselected', 'couponcodechanged', 'cancel'].map((type) => `on${type}`);
    const methods = ['begin', 'abort', 'completeMerchantValidation', 'completeShippingMethodSelection',
        'completeShippingContactSelection', 'completePaymentMethodSelection', 'completeCouponCodeChange',
        'completePayment'];
    const constants = ['STATUS_SUCCESS', 'STATUS_FAILURE', 'STATUS_INVALID_BILLING_POSTAL_ADDRESS',
        'STATUS_INVALID_SHIPPING_POSTAL_ADDRESS', 'STATUS_INVALID_SHIPPING_CONTACT', 'STATUS_PIN_REQUIRED',
        'STATUS_PIN_INCORRECT', 'STATUS_PIN_LOCKOUT'];
    equal(Object.keys(ApplePaySession.prototype).sort(), [...attributes, ...methods, ...constants].sort());
    const statics = ['supportsVersion', 'canMakePayments', 'canMakePaymentsWithActiveCard', 'openPaymentSetup',
        'applePayCapabilities'];
    equal(Object.keys(ApplePaySession).sort(), [...statics, ...constants].sort());
    for (const [value, name] of constants.entries()) {
        for (const target of [ApplePaySession, ApplePaySession.prototype]) {
            const descriptor = Object.getOwnPropertyDescriptor(target, name);
            equal([descriptor.value, descriptor.writable, descriptor.configurable], [value, false, false]);
        }
    }
    equal(Object.keys(ApplePayError.prototype).sort(), ['code', 'contactField', 'domain', 'message']);
});

test('without new, with too few arguments, on another object', () => {
    throws(() => ApplePaySession(3, request()), 'TypeError');
    throws(() => new ApplePaySession(3), 'TypeError', 'Not enough arguments');
    throws(() => new ApplePaySession(), 'TypeError', 'Not enough arguments');
    throws(() => ApplePaySession.supportsVersion(), 'TypeError', 'Not enough arguments');
    throws(() => new ApplePaySession(3, 7), 'TypeError');
    throws(() => ApplePaySession.prototype.begin.call({}), 'TypeError');
    throws(() => ApplePaySession.prototype.begin.call(new EventTarget()), 'TypeError');
    const session = new ApplePaySession(3, request());
    throws(() => session.completePayment(), 'TypeError', 'Not enough arguments');
});

test('versions: 1 to 15, and numbers as Web IDL takes them', () => {
    for (let version = 1; version <= 15; version += 1) equal(ApplePaySession.supportsVersion(version), true);
    equal(ApplePaySession.supportsVersion(16), false);
    equal(ApplePaySession.supportsVersion('3'), true);
    equal(ApplePaySession.supportsVersion(3.9), true);
    equal(ApplePaySession.supportsVersion(2 ** 32 + 3), true);
    equal(ApplePaySession.supportsVersion(-1), false);
    for (const value of [0, 'word', null, Number.NaN, 0.5]) {
        throws(() => ApplePaySession.supportsVersion(value), 'InvalidAccessError');
    }
});

test('events have their class, whose name is not on window', async () => {
    const session = new ApplePaySession(3, request());
    session.begin();
    const event = await next(session, 'validatemerchant');
    equal(event.constructor.name, 'ApplePayValidateMerchantEvent');
    equal(String(event), '[object ApplePayValidateMerchantEvent]');
    equal([event instanceof Event, event.bubbles, event.cancelable, event.target === session],
        [true, false, false, true]);
    equal(window.ApplePayValidateMerchantEvent, undefined);
    throws(() => event.constructor.prototype.validationURL, 'TypeError');
    session.abort();
});

test('a handler is null, a function or an object, and keeps its place among the listeners', async () => {
    const session = new ApplePaySession(3, request());
    equal(session.oncancel, null);
    session.oncancel = 'word';
    equal(session.oncancel, null);
    const order = [];
    session.oncancel = () => order.push('first handler');
    session.addEventListener('cancel', () => order.push('listener'));
    const handler = function () { order.push(this === session ? 'handler' : 'another this'); };
    session.oncancel = handler;
    isTrue(session.oncancel === handler);
    session.begin();
    mock().cancelPayment();
    await next(session, 'cancel');
    equal(order, ['handler', 'listener']);
});

test('an error in a listener does not stop the session', async () => {
    const session = new ApplePaySession(3, request());
    const caught = [];
    window.onerror = (message) => { caught.push(message); return true; };
    session.onvalidatemerchant = () => { throw new Error('of the page'); };
    session.begin();
    await next(session, 'validatemerchant');
    window.onerror = null;
    equal(caught.length, 1);
    session.completeMerchantValidation({});
    session.abort();
});

test('a page that goes into the cache of pages cancels its sheet, one that goes for good is not told', async () => {
    for (const [persisted, count] of [[true, 1], [false, 0]]) {
        const session = new ApplePaySession(3, request());
        let canceled = 0;
        session.oncancel = () => { canceled += 1; };
        session.begin();
        window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));
        equal(canceled, 0);
        await turn();
        equal(canceled, count);
        throws(() => session.abort(), 'InvalidAccessError');
        window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));
        await turn();
        equal(canceled, count);
    }
});

test('pages of a class that inherits, and of proxies, work', () => {
    class Shop extends ApplePaySession {}
    const session = new Shop(3, request());
    isTrue(session instanceof Shop && session instanceof ApplePaySession);
    session.begin();
    session.abort();
    const read = [];
    const spy = new Proxy(request(), { get: (target, name) => { read.push(name); return target[name]; } });
    new ApplePaySession(3, spy);
    const own = read.filter((name) => typeof name === 'string');
    equal(new Set(own).size, own.length, 'each member is read once');
    equal(own.indexOf('supportsCouponCode') < own.indexOf('currencyCode'), true);
});
