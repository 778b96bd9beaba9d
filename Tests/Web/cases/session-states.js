// Every state of a session times every call: what WebKit's ApplePaySession.cpp allows, written down here a second time.
import { equal, isTrue, next, test, thrown, turn } from '../harness.js';
import { mock, request } from '../requests.js';

mock().setShippingAddress({ countryCode: 'US' });
quince.userGesture = 'none';

const total = { label: 'Shop', amount: '1' };
const update = { newTotal: total };

/** How a session comes into each state. */
const ways = {
    idle: async () => newSession(),
    begun: async () => begun(),
    validating: async () => validating(),
    validated: async () => validated(),
    paymentMethodSelected: async () =>
        asked('paymentmethodselected', () => mock().changePaymentMethod({ type: 'credit' })),
    shippingMethodSelected: async () => asked('shippingmethodselected', () => mock().changeShippingOption('a')),
    shippingContactSelected: async () => {
        const session = begun();
        const event = next(session, 'shippingcontactselected');
        await next(session, 'validatemerchant');
        session.completeMerchantValidation({});
        await event;
        return session;
    },
    couponCodeChanged: async () => asked('couponcodechanged', () => mock().changeCouponCode('SAVE')),
    authorized: async () => asked('paymentauthorized', () => mock().acceptPayment()),
    authorizedAgain: async () => {
        const session = await ways.authorized();
        const event = next(session, 'paymentauthorized');
        session.completePayment({ status: 1, errors: [new ApplePayError('unknown')] });
        mock().acceptPayment();
        await event;
        return session;
    },
    cancelRequested: async () => {
        const session = await ways.shippingMethodSelected();
        session.completeShippingMethodSelection(1, total, []);
        return session;
    },
    completed: async () => {
        const session = await ways.authorized();
        session.completePayment(0);
        return session;
    },
    aborted: async () => {
        const session = begun();
        session.abort();
        return session;
    },
    canceled: async () => {
        const session = begun();
        mock().cancelPayment();
        await next(session, 'cancel');
        return session;
    },
};

function newSession() {
    return new ApplePaySession(3, request({
        requiredShippingContactFields: ['postalAddress'],
        shippingMethods: [{ label: 'Post', detail: '', amount: '0', identifier: 'a' }],
    }));
}

function begun() {
    const session = newSession();
    session.begin();
    return session;
}

async function validating() {
    const session = begun();
    await next(session, 'validatemerchant');
    return session;
}

async function validated() {
    const session = await validating();
    session.completeMerchantValidation({});
    await turn();
    return session;
}

async function asked(type, act) {
    const session = await validated();
    const event = next(session, type);
    act();
    await event;
    return session;
}

const calls = {
    begin: (session) => session.begin(),
    abort: (session) => session.abort(),
    completeMerchantValidation: (session) => session.completeMerchantValidation({}),
    completePaymentMethodSelection: (session) => session.completePaymentMethodSelection(update),
    'completePaymentMethodSelection by position': (session) => session.completePaymentMethodSelection(total, []),
    completeShippingMethodSelection: (session) => session.completeShippingMethodSelection(update),
    'completeShippingMethodSelection by position': (session) => session.completeShippingMethodSelection(0, total, []),
    'completeShippingMethodSelection that failed': (session) => session.completeShippingMethodSelection(1, total, []),
    completeShippingContactSelection: (session) => session.completeShippingContactSelection(update),
    'completeShippingContactSelection by position': (session) =>
        session.completeShippingContactSelection(0, [], total, []),
    completeCouponCodeChange: (session) => session.completeCouponCodeChange(update),
    completePayment: (session) => session.completePayment({ status: 0 }),
    'completePayment by position': (session) => session.completePayment(0),
    'completePayment that failed and may be corrected': (session) =>
        session.completePayment({ status: 1, errors: [new ApplePayError('unknown')] }),
};

/** What each state allows; all else is an InvalidAccessError. */
const allowed = {
    idle: ['begin'],
    begun: ['abort'],
    validating: ['abort', 'completeMerchantValidation'],
    validated: ['abort'],
    paymentMethodSelected: ['abort', 'completePaymentMethodSelection', 'completePaymentMethodSelection by position'],
    shippingMethodSelected: [
        'abort', 'completeShippingMethodSelection', 'completeShippingMethodSelection by position',
        'completeShippingMethodSelection that failed',
    ],
    shippingContactSelected: [
        'abort', 'completeShippingContactSelection', 'completeShippingContactSelection by position',
    ],
    couponCodeChanged: ['abort', 'completeCouponCodeChange'],
    authorized: [
        'abort', 'completePayment', 'completePayment by position', 'completePayment that failed and may be corrected',
    ],
    authorizedAgain: [
        'abort', 'completePayment', 'completePayment by position', 'completePayment that failed and may be corrected',
    ],
    cancelRequested: ['abort'],
    completed: [],
    aborted: [],
    canceled: [],
};

/** The calls after which no sheet is up, where they are allowed. */
const ending = ['abort', 'completePayment', 'completePayment by position'];

/** The shopper corrects both contacts. */
function correct() {
    mock().setShippingAddress({ countryCode: 'US' });
    quince.billingContact = null;
}

function sheetIsUp() {
    const probe = newSession();
    const error = thrown(() => probe.begin());
    if (error.name === 'nothing') probe.abort();
    return error.message === 'Page already has an active payment session.';
}

for (const [state, enter] of Object.entries(ways)) {
    for (const [name, call] of Object.entries(calls)) {
        test(`${state}: ${name}`, async () => {
            const session = await enter();
            const wasUp = sheetIsUp();
            const isAllowed = allowed[state].includes(name);
            equal(thrown(() => call(session)).name, isAllowed ? 'nothing' : 'InvalidAccessError');
            const isUp = isAllowed ? name === 'begin' || !ending.includes(name) : wasUp;
            equal(sheetIsUp(), isUp, 'whether a sheet is up');
            if (isUp && wasUp && isAllowed && name !== 'completeShippingMethodSelection that failed') {
                // The state is "active" again: the shopper can go on.
                const event = next(session, 'paymentauthorized');
                mock().acceptPayment();
                await event;
            }
            if (sheetIsUp()) session.abort();
            isTrue(!sheetIsUp(), 'no sheet is left');
        });
    }
}

test('a legacy shipping failure cancels, and the page is told', async () => {
    const session = await ways.shippingMethodSelected();
    const event = next(session, 'cancel');
    session.completeShippingMethodSelection(ApplePaySession.STATUS_FAILURE, total, []);
    equal((await event).sessionError, { code: 'unknown', info: {} });
    isTrue(!sheetIsUp());
});

for (const status of [8, 9, 65535]) {
    test(`the unknown status ${status} is refused in each call, and the state stays`, async () => {
        let session = await ways.shippingMethodSelected();
        equal(thrown(() => session.completeShippingMethodSelection(status, total, [])).name, 'InvalidAccessError');
        session.completeShippingMethodSelection(update);
        session.abort();
        session = await ways.shippingContactSelected();
        equal(thrown(() => session.completeShippingContactSelection(status, [], total, [])).name, 'InvalidAccessError');
        session.completeShippingContactSelection(update);
        session.abort();
        session = await ways.authorized();
        equal(thrown(() => session.completePayment(status)).name, 'InvalidAccessError');
        equal(thrown(() => session.completePayment({ status })).name, 'InvalidAccessError');
        session.completePayment(0);
    });
}

const contactStatuses = {
    1: { code: 'unknown', message: '' },
    2: { code: 'billingContactInvalid', message: '' },
    3: { code: 'shippingContactInvalid', message: '', contactField: 'postalAddress' },
    4: { code: 'shippingContactInvalid', message: '' },
    5: { code: 'unknown', message: '' },
    6: { code: 'unknown', message: '' },
    7: { code: 'unknown', message: '' },
};
for (const [status, error] of Object.entries(contactStatuses)) {
    test(`the status ${status} for a contact is an error`, async () => {
        const session = await ways.shippingContactSelected();
        session.completeShippingContactSelection(Number(status), [], total, []);
        equal(mock().errors, [error]);
        session.abort();
    });
}

const { 2: billing, 3: address, 4: contact } = contactStatuses;
for (const [status, errors] of Object.entries({ 2: [billing], 3: [address], 4: [contact], 5: [], 6: [], 7: [] })) {
    test(`the status ${status} for a payment keeps the sheet open`, async () => {
        const session = await ways.authorized();
        session.completePayment(Number(status));
        equal(mock().errors, errors);
        equal(quince.result.status, errors.length > 0 ? 1 : Number(status));
        equal(thrown(() => session.completePayment(0)).name, 'InvalidAccessError', 'a second answer');
        correct();
        const event = next(session, 'paymentauthorized');
        mock().acceptPayment();
        await event;
        session.completePayment(0);
    });
}

test('a success with errors keeps the sheet open, as a failure does', async () => {
    const session = await ways.authorized();
    session.completePayment({ status: 0, errors: [new ApplePayError('addressUnserviceable', 'locality', 'No')] });
    equal(mock().errors, [{ code: 'addressUnserviceable', message: 'No', contactField: 'locality' }]);
    correct();
    const event = next(session, 'paymentauthorized');
    mock().acceptPayment();
    await event;
    session.completePayment(1);
    isTrue(!sheetIsUp());
});

test('null and undefined are no status: no payment succeeds by mistake', async () => {
    const session = await ways.authorized();
    const message = 'Member ApplePayPaymentAuthorizationResult.status is required and must be an instance of '
        + 'unsigned short';
    for (const value of [undefined, null, {}, [], () => {}]) {
        equal(thrown(() => session.completePayment(value)).message, message);
    }
    session.abort();
});

test('a number of arguments between the two forms of a call is a TypeError', async () => {
    const session = await ways.shippingContactSelected();
    equal(thrown(() => session.completeShippingContactSelection(0, [])).name, 'TypeError');
    equal(thrown(() => session.completeShippingContactSelection(0, [], total)).name, 'TypeError');
    equal(thrown(() => session.completeShippingMethodSelection(0, total)).name, 'TypeError');
    session.completeShippingContactSelection(0, [], total, [], 'more');
    session.abort();
});

test('order details need an address, and can be corrected', async () => {
    const session = await ways.authorized();
    const details = { orderTypeIdentifier: 'a', orderIdentifier: 'b', authenticationToken: 'c' };
    equal(thrown(() => session.completePayment({ status: 0, orderDetails: details })).name, 'TypeError');
    const result = { status: 0, orderDetails: { ...details, webServiceURL: 'nowhere' } };
    equal(thrown(() => session.completePayment(result)).message, '"nowhere" is not a valid URL.');
    session.completePayment({ status: 0, orderDetails: { ...details, webServiceURL: 'https://shop.example/o' } });
    isTrue(!sheetIsUp());
});

test('an update that is refused leaves the state, and can be corrected', async () => {
    const session = await ways.couponCodeChanged();
    const bad = (newTotal, others = {}) => thrown(() => session.completeCouponCodeChange({ newTotal, ...others }));
    equal(bad(undefined).message, 'Member ApplePayCouponCodeUpdate.newTotal is required and must be an instance of '
        + 'ApplePayLineItem');
    equal(bad({ label: 'a', amount: '-1' }).message, 'Total amount must not be negative.');
    equal(bad({ amount: '1' }).message, 'Missing total label.');
    equal(bad(total, { newLineItems: [{ amount: 'x' }] }).message, '"x" is not a valid amount.');
    const method = { label: 'a', detail: '', amount: 'y', identifier: 'i' };
    equal(bad(total, { newShippingMethods: [method] }).message, '"y" is not a valid amount.');
    equal(bad(total, { errors: [{ code: 'unknown' }] }).name, 'TypeError');
    equal(thrown(() => session.completeCouponCodeChange(null)).name, 'TypeError');
    session.completeCouponCodeChange(update);
    session.abort();
});

test('a merchant session that is no object can be corrected', async () => {
    const session = await ways.validating();
    for (const value of ['{}', 1, null, undefined]) {
        equal(thrown(() => session.completeMerchantValidation(value)).name, 'TypeError');
    }
    const circular = {};
    circular.self = circular;
    equal(thrown(() => session.completeMerchantValidation(circular)).name, 'InvalidAccessError');
    session.completeMerchantValidation({ nonce: 'a' });
    session.abort();
});

test('a merchant session whose reading ends the session', async () => {
    const session = await ways.validating();
    const error = thrown(() => session.completeMerchantValidation({ get nonce() { session.abort(); return 'a'; } }));
    equal(error.name, 'InvalidStateError');
});
