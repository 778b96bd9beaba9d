// Every state of a payment request and its response times every call. The outcomes are those of WebKit's code:
// https://github.com/WebKit/WebKit/tree/main/Source/WebCore/Modules/paymentrequest
import { equal, fail, next, test, turn } from '../harness.js';
import { answerMerchant, item, paymentRequest, prepareSheet } from '../payment-requests.js';

const wrong = 'InvalidStateError';

/** Shows a request with shipping; gives the unanswered event of the sheet's address. */
async function untilAddress() {
    const request = answerMerchant(paymentRequest({}, { requestShipping: true }));
    const sheet = await prepareSheet();
    const change = next(request, 'shippingaddresschange');
    const promise = request.show();
    promise.catch(() => {});
    return { request, sheet, promise, event: await change };
}

async function untilResponse() {
    const made = await untilAddress();
    made.event.updateWith({});
    made.sheet.acceptPayment();
    return { ...made, event: undefined, response: await made.promise };
}

async function canceled(made) {
    made.sheet.cancelPayment();
    await turn();
    await turn();
    return made;
}

/** How a test gets a request into each state. */
const states = {
    created: async () => ({ request: paymentRequest() }),
    shown: untilAddress,
    updating: async () => {
        const made = await untilAddress();
        made.event.updateWith(new Promise(() => {}));
        return made;
    },
    'closed while updating': async () => {
        const made = await untilAddress();
        made.event.updateWith(new Promise(() => {}));
        return canceled(made);
    },
    'refused by show()': async () => {
        const request = paymentRequest({ displayItems: [item('A', '1', 'EUR')] });
        await prepareSheet();
        await request.show().catch(() => {});
        return { request };
    },
    aborted: async () => {
        const made = await untilAddress();
        await made.request.abort();
        return made;
    },
    canceled: async () => canceled(await untilAddress()),
    authorized: untilResponse,
    'canceled after the authorization': async () => canceled(await untilResponse()),
    retrying: async () => {
        const made = await untilResponse();
        made.response.retry().catch(() => {});
        return made;
    },
    'authorized again': async () => {
        const made = await untilResponse();
        const retried = made.response.retry();
        made.sheet.acceptPayment();
        await retried;
        return made;
    },
    'canceled while retrying': async () => {
        const made = await untilResponse();
        made.response.retry().catch(() => {});
        return canceled(made);
    },
    completed: async () => {
        const made = await untilResponse();
        await made.response.complete('success');
        return made;
    },
};

const calls = {
    show: ({ request }) => request.show(),
    abort: ({ request }) => request.abort(),
    canMakePayment: ({ request }) => request.canMakePayment(),
    updateWith: ({ event }) => event?.updateWith({}),
    complete: ({ response }) => response?.complete('success'),
    retry: ({ response }) => response?.retry(),
};

/** The outcome of each call: "done", "waits", or an error's name; nothing where the state has no such object. */
const outcomes = {
    created: { show: 'waits', abort: wrong, canMakePayment: 'done' },
    shown: { show: wrong, abort: 'done', canMakePayment: wrong, updateWith: 'done' },
    updating: { show: wrong, abort: 'done', canMakePayment: wrong, updateWith: wrong },
    'closed while updating': { show: wrong, abort: 'done', canMakePayment: wrong, updateWith: wrong },
    'refused by show()': { show: wrong, abort: 'done', canMakePayment: wrong },
    aborted: { show: wrong, abort: wrong, canMakePayment: wrong, updateWith: wrong },
    canceled: { show: wrong, abort: wrong, canMakePayment: wrong, updateWith: wrong },
    authorized: { show: wrong, abort: wrong, canMakePayment: wrong, complete: 'done', retry: 'waits' },
    'canceled after the authorization': {
        show: wrong, abort: wrong, canMakePayment: wrong, complete: wrong, retry: wrong,
    },
    retrying: { show: wrong, abort: wrong, canMakePayment: wrong, complete: wrong, retry: wrong },
    'authorized again': { show: wrong, abort: wrong, canMakePayment: wrong, complete: 'done', retry: 'waits' },
    'canceled while retrying': { show: wrong, abort: wrong, canMakePayment: wrong, complete: wrong, retry: wrong },
    completed: { show: wrong, abort: wrong, canMakePayment: wrong, complete: wrong, retry: wrong },
};

async function outcome(call, made) {
    let result = 'waits';
    try {
        // Not awaited: a call that waits for the shopper would not let the test go on.
        Promise.resolve(call(made)).then(() => { result = 'done'; }, (error) => { result = error.name; });
    } catch (error) {
        result = error.name;
    }
    for (let turns = 0; turns < 3; turns += 1) await turn();
    return result;
}

// Clicks are another test's subject.
quince.userGesture = 'none';

for (const [state, expected] of Object.entries(outcomes)) {
    test(`every call of a request that is ${state}`, async () => {
        for (const name of Object.keys(calls)) {
            const made = await states[state]();
            const has = { updateWith: 'event', complete: 'response', retry: 'response' }[name];
            if (has && !made[has]) {
                if (name in expected) fail(`there is no ${has} for ${name}`);
                continue;
            }
            equal(await outcome(calls[name], made), expected[name], name);
        }
    });
}

test('the table has every state', () => {
    equal(Object.keys(outcomes), Object.keys(states));
});
