// page: native.html
// only: Chromium (Firefox has no PaymentRequest)
// What PaymentRequest does here beside what the browser's own does, measured in the same run: the same calls with
// both, and the same outcomes, but for a list of differences with their reasons.
import { equal, fail, isTrue, test } from '../harness.js';
import { amount, details, item, method, option } from '../payment-requests.js';

const native = window.nativeInterfaces;
const own = Object.fromEntries(Object.keys(native).map((name) => [name, window[name]]));

/** Where ours differs on purpose. The recommendation is https://www.w3.org/TR/payment-request/ */
const differences = {
    'PaymentRequest.length': 'details are required by the recommendation; Chromium converts what is missing',
    'PaymentRequest.prototype.onmerchantvalidation': 'an event of Safari alone',
    'constructor: modifiers: wrong identifier': 'WebKit looks at the identifiers of modifiers in updates only',
    'call: show() without a click': 'Safari always wants a click; Chromium shows one sheet of a page without',
};

/** What a closure gives, or the name of what it throws or rejects with. */
async function outcome(body) {
    try {
        const value = await body();
        return value instanceof EventTarget || value instanceof Event ? 'made' : JSON.stringify(value) ?? 'undefined';
    } catch (error) {
        return error.name;
    }
}

function shape(constructor) {
    const members = {};
    const add = (place, object) => {
        for (const key of Reflect.ownKeys(object)) {
            const { value, get, set, ...flags } = Object.getOwnPropertyDescriptor(object, key);
            const text = (member) => (member ? `${member.name}/${member.length}` : 'none');
            const kind = key === 'constructor' || key === 'prototype' ? 'object'
                : typeof value === 'function' ? text(value) : get ? `${text(get)} ${text(set)}` : String(value);
            members[`${place}${String(key)}`] = `${JSON.stringify(flags)} ${kind}`;
        }
    };
    add('', constructor);
    add('prototype.', constructor.prototype);
    return members;
}

function compare(what, ours, theirs) {
    const wrong = [];
    for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
        const name = `${what}${key}`;
        if ((ours[key] === theirs[key]) === (name in differences)) {
            wrong.push(`${name}: ${ours[key]}, the browser's own ${theirs[key]}`);
        }
    }
    if (wrong.length > 0) fail(wrong.join('\n'));
}

for (const name of Object.keys(native)) {
    test(`the interface ${name} has the members of the browser's own`, () => {
        compare(`${name}.`, shape(own[name]), shape(native[name]));
    });
}

const currencies = ['USD', 'usd', 'UsD', 'XTS', '', 'US', 'USDD', 'U$D', '840', 'ÜSD', ' USD'];
const amounts = [
    '0', '1', '1.00', '-1', '-0', '+1', '', ' 1', '1 ', '.5', '1.', '1e3', '1,00', '٣', '0x10', '00.10', '1.2.3',
    '--1', '100000000000000000000.00', 'Infinity',
];
const identifiers = [
    'basic-card', 'basic', 'Basic', 'basic-', '-basic', 'b4sic', '4basic', 'basic-4', 'basic--card', '', ' basic',
    'https://example.com/pay', 'http://example.com/pay', 'https://user@example.com/pay', 'https://:pw@example.com',
    'https://', 'example.com/pay', 'https://example.com:443/pay', 'ftp://example.com',
];
const circular = {};
circular.itself = circular;

/** Calls of the constructor, with Apple Pay among the methods so that both make the request themselves. */
const constructions = {
    'no arguments': (Request) => new Request(),
    'no details': (Request) => new Request([method()]),
    'methods: undefined': (Request) => new Request(undefined, details()),
    'methods: null': (Request) => new Request(null, details()),
    'methods: an object': (Request) => new Request({}, details()),
    'methods: a text': (Request) => new Request('abc', details()),
    'methods: none': (Request) => new Request([], details()),
    'methods: an iterator': (Request) => new Request(new Set([method()]), details()),
    'methods: a number': (Request) => new Request([method(), 5], details()),
    'methods: null in the list': (Request) => new Request([method(), null], details()),
    'methods: no identifier': (Request) => new Request([method(), {}], details()),
    'methods: a symbol': (Request) => new Request([method(), { supportedMethods: Symbol('a') }], details()),
    'method data: a text': (Request) => new Request([method(), { supportedMethods: 'basic', data: 'a' }], details()),
    'method data: null': (Request) => new Request([method(), { supportedMethods: 'basic', data: null }], details()),
    'method data: circular': (Request) =>
        new Request([method(), { supportedMethods: 'basic-card', data: circular }], details()),
    'method data: a list': (Request) => new Request([method(), { supportedMethods: 'basic', data: [1] }], details()),
    'one method twice': (Request) => new Request([method(), method()], details()),
    'details: null': (Request) => new Request([method()], null),
    'details: a text': (Request) => new Request([method()], 'details'),
    'details: no total': (Request) => new Request([method()], {}),
    'total: null': (Request) => new Request([method()], { total: null }),
    'total: no label': (Request) => new Request([method()], { total: { amount: amount('1') } }),
    'total: no amount': (Request) => new Request([method()], { total: { label: 'A' } }),
    'total: no value': (Request) => new Request([method()], { total: { label: 'A', amount: { currency: 'USD' } } }),
    'total: a number': (Request) => new Request([method()], { total: item('A', 5) }),
    'total: pending': (Request) => new Request([method()], { total: { ...item('A', '5'), pending: true } }),
    'id: a text': (Request) => new Request([method()], details({ id: 'abc' })).id,
    'id: empty': (Request) => new Request([method()], details({ id: '' })).id,
    'id: a number': (Request) => new Request([method()], details({ id: 5 })).id,
    'id: none': (Request) => /^[0-9a-f-]{36}$/.test(new Request([method()], details()).id),
    'items: null': (Request) => new Request([method()], details({ displayItems: null })),
    'items: none': (Request) => new Request([method()], details({ displayItems: [] })),
    'items: negative': (Request) => new Request([method()], details({ displayItems: [item('A', '-1')] })),
    'items: wrong': (Request) => new Request([method()], details({ displayItems: [item('A', 'x')] })),
    'items: another currency': (Request) => new Request([method()], details({ displayItems: [item('A', '1', 'EUR')] })),
    'modifiers: wrong identifier': (Request) =>
        new Request([method()], details({ modifiers: [{ supportedMethods: 'Not valid' }] })),
    'modifiers: no identifier': (Request) => new Request([method()], details({ modifiers: [{}] })),
    'modifiers: negative total': (Request) =>
        new Request([method()], details({ modifiers: [{ supportedMethods: 'basic-card', total: item('A', '-1') }] })),
    'modifiers: wrong item': (Request) => new Request([method()], details({
        modifiers: [{ supportedMethods: 'basic-card', additionalDisplayItems: [item('A', 'x')] }],
    })),
    'modifiers: circular data': (Request) =>
        new Request([method()], details({ modifiers: [{ supportedMethods: 'basic-card', data: circular }] })),
    'options: null': (Request) => new Request([method()], details(), null).shippingType,
    'options: a number': (Request) => new Request([method()], details(), 5),
    'options: an unknown shipping type': (Request) =>
        new Request([method()], details(), { requestShipping: true, shippingType: 'air' }),
    'options: shipping types': (Request) => ['shipping', 'delivery', 'pickup'].map((shippingType) =>
        [true, false].map((requestShipping) =>
            new Request([method()], details(), { requestShipping, shippingType }).shippingType)),
    'shipping options: none selected': (Request) =>
        new Request([method()], details({ shippingOptions: [option('a', '1')] }), { requestShipping: true })
            .shippingOption,
    'shipping options: the last selected one counts': (Request) => new Request([method()], details({
        shippingOptions: [option('a', '1', { selected: true }), option('b', '1', { selected: true }), option('c', '1')],
    }), { requestShipping: true }).shippingOption,
    'shipping options: not requested': (Request) => new Request([method()], details({
        shippingOptions: [option('a', '1', { selected: true }), option('a', '1')],
    }), {}).shippingOption,
    'shipping options: the same identifier': (Request) => new Request([method()], details({
        shippingOptions: [option('a', '1'), option('a', '1')],
    }), { requestShipping: true }),
    'shipping options: a wrong amount': (Request) => new Request([method()], details({
        shippingOptions: [option('a', 'x')],
    }), { requestShipping: true }),
    'shipping options: negative': (Request) => new Request([method()], details({
        shippingOptions: [option('a', '-1')],
    }), { requestShipping: true }),
    'shipping options: no identifier': (Request) => new Request([method()], details({
        shippingOptions: [{ label: 'A', amount: amount('1') }],
    }), { requestShipping: true }),
    'no address yet': (Request) => new Request([method()], details(), { requestShipping: true }).shippingAddress,
    'called as a function': (Request) => Request([method()], details()),
    'a subclass': (Request) => {
        class Sub extends Request { get own() { return 1; } }
        const made = new Sub([method()], details());
        return [
            made.own, made instanceof Request, made instanceof EventTarget,
            Object.getPrototypeOf(made) === Sub.prototype,
        ];
    },
    'the kind of an object': (Request) => Object.prototype.toString.call(new Request([method()], details())),
    'the constructor of an object': (Request) => new Request([method()], details()).constructor === Request,
};
for (const code of currencies) {
    constructions[`currency "${code}"`] = (Request) => new Request([method()], { total: item('A', '1', code) });
}
for (const value of amounts) {
    constructions[`amount "${value}"`] = (Request) => new Request([method()], { total: item('A', value) });
    constructions[`item's amount "${value}"`] = (Request) =>
        new Request([method()], details({ displayItems: [item('A', value)] }));
}
for (const supportedMethods of identifiers) {
    constructions[`identifier "${supportedMethods}"`] = (Request) =>
        new Request([method(), { supportedMethods }], details());
}

test('the constructor does what the browser\'s own does', async () => {
    const [ours, theirs] = [{}, {}];
    for (const [name, body] of Object.entries(constructions)) {
        ours[name] = await outcome(() => body(own.PaymentRequest));
        theirs[name] = await outcome(() => body(native.PaymentRequest));
    }
    compare('constructor: ', ours, theirs);
});

/** Calls of members. */
const calls = {
    'canMakePayment() of a new request': async ({ PaymentRequest }) =>
        typeof await new PaymentRequest([method()], details()).canMakePayment(),
    'abort() of a new request': ({ PaymentRequest }) => new PaymentRequest([method()], details()).abort(),
    'show() without a click': ({ PaymentRequest }) => new PaymentRequest([method()], details()).show(),
    'a method of another object is a rejection': ({ PaymentRequest }) =>
        ['show', 'abort', 'canMakePayment'].map((name) => PaymentRequest.prototype[name].call({}) instanceof Promise),
    'a method of another object': ({ PaymentRequest }) => PaymentRequest.prototype.show.call({}),
    'an attribute of another object': ({ PaymentRequest }) => Reflect.get(PaymentRequest.prototype, 'id', {}),
    'an attribute of the prototype': ({ PaymentRequest }) => PaymentRequest.prototype.shippingOption,
    'an attribute is not assigned to': ({ PaymentRequest }) => {
        const request = new PaymentRequest([method()], details({ id: 'a' }));
        return Reflect.set(request, 'id', 'b') || request.id;
    },
    'new PaymentResponse()': ({ PaymentResponse }) => new PaymentResponse(),
    'new PaymentAddress()': ({ PaymentAddress }) => new PaymentAddress(),
    'an attribute of another response': ({ PaymentResponse }) => Reflect.get(PaymentResponse.prototype, 'details', {}),
    'complete() of another object': ({ PaymentResponse }) => PaymentResponse.prototype.complete.call({}),
    'toJSON() of another object': ({ PaymentResponse }) => PaymentResponse.prototype.toJSON.call({}),
    'an attribute of another address': ({ PaymentAddress }) => Reflect.get(PaymentAddress.prototype, 'city', {}),
    'an update event': ({ PaymentRequestUpdateEvent }) => {
        const event = new PaymentRequestUpdateEvent('a', { bubbles: true });
        return [event.type, event.bubbles, event.cancelable, event.composed, event.isTrusted];
    },
    'an update event without a type': ({ PaymentRequestUpdateEvent }) => new PaymentRequestUpdateEvent(),
    'an update event of a symbol': ({ PaymentRequestUpdateEvent }) => new PaymentRequestUpdateEvent(Symbol('a')),
    'an update event with null': ({ PaymentRequestUpdateEvent }) => new PaymentRequestUpdateEvent('a', null),
    'an update event with a number': ({ PaymentRequestUpdateEvent }) => new PaymentRequestUpdateEvent('a', 5),
    'updateWith() of a script\'s event': ({ PaymentRequestUpdateEvent }) =>
        new PaymentRequestUpdateEvent('a').updateWith({}),
    'updateWith() without an argument': ({ PaymentRequestUpdateEvent }) =>
        new PaymentRequestUpdateEvent('a').updateWith(),
    'updateWith() of another event': ({ PaymentRequestUpdateEvent }) =>
        PaymentRequestUpdateEvent.prototype.updateWith.call(new Event('a'), {}),
    'a method change event': ({ PaymentMethodChangeEvent }) => {
        const { methodName, methodDetails } = new PaymentMethodChangeEvent('a');
        return [methodName, methodDetails];
    },
    'a method change event with members': ({ PaymentMethodChangeEvent }) => {
        const event = new PaymentMethodChangeEvent('a', { methodName: 5, methodDetails: { b: 1 } });
        return [event.methodName, event.methodDetails];
    },
    'a method change event keeps the object': ({ PaymentMethodChangeEvent }) => {
        const methodDetails = {};
        return new PaymentMethodChangeEvent('a', { methodDetails }).methodDetails === methodDetails;
    },
    'a method change event with a text': ({ PaymentMethodChangeEvent }) =>
        new PaymentMethodChangeEvent('a', { methodDetails: 'b' }),
    'handlers': ({ PaymentRequest }) => {
        const request = new PaymentRequest([method()], details());
        const seen = [];
        request.onshippingoptionchange = () => seen.push('replaced');
        request.addEventListener('shippingoptionchange', () => seen.push('listener'));
        request.onshippingoptionchange = function handler(event) { seen.push(this === request, event.type); };
        request.dispatchEvent(new Event('shippingoptionchange'));
        request.onshippingoptionchange = { handleEvent() { seen.push('object'); } };
        request.dispatchEvent(new Event('shippingoptionchange'));
        request.onshippingoptionchange = 5;
        return [seen, request.onshippingoptionchange, request.onshippingaddresschange];
    },
};

test('members do what the browser\'s own do', async () => {
    const [ours, theirs] = [{}, {}];
    for (const [name, body] of Object.entries(calls)) {
        ours[name] = await outcome(() => body(own));
        theirs[name] = await outcome(() => body(native));
    }
    compare('call: ', ours, theirs);
});

test('a request for another method is the browser\'s own, as an instance of ours', async () => {
    const request = new PaymentRequest([{ supportedMethods: 'https://example.com/pay' }], details({ id: 'abc' }));
    isTrue(request instanceof PaymentRequest);
    equal(request.id, 'abc');
    equal(Reflect.get(native.PaymentRequest.prototype, 'id', request), 'abc');
    equal(typeof await request.canMakePayment(), 'boolean');
    equal(await outcome(() => request.show()), 'SecurityError');
    const event = Object.create(native.PaymentMethodChangeEvent.prototype);
    isTrue(event instanceof PaymentMethodChangeEvent && event instanceof PaymentRequestUpdateEvent);
    const real = new native.PaymentMethodChangeEvent('a', { methodName: 'b' });
    equal(real.methodName, 'b');
    equal(await outcome(() => real.updateWith({})), 'InvalidStateError');
});

test('what else the browser has on PaymentRequest is still there', () => {
    for (const name of Object.getOwnPropertyNames(native.PaymentRequest)) isTrue(name in PaymentRequest, name);
    for (const name of Object.getOwnPropertyNames(native.PaymentRequest.prototype)) {
        isTrue(name in PaymentRequest.prototype, name);
    }
});
