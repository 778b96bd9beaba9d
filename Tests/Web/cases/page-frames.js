// page: frames.html
// only: Chromium (Firefox does not tell pages of their permissions policy)
// Frames follow `allow="payment"`, and share one sheet with the page.
import { equal, next, test, throws } from '../harness.js';
import { mock, request } from '../requests.js';

quince.userGesture = 'none';

async function ask(frame, call) {
    const answer = next(window, 'message');
    document.getElementById(frame).contentWindow.postMessage({ call, request: request() }, '*');
    return (await answer).data;
}

const refusal = {
    name: 'SecurityError',
    message: 'Third-party iframes are not allowed to request payments unless explicitly allowed via Feature-Policy '
        + '(payment)',
};

for (const [frame, isAllowed] of Object.entries({ same: true, other: false, allowed: true, forbidden: false })) {
    for (const call of ['supportsVersion', 'canMakePayments']) {
        test(`${call} in the frame "${frame}"`, async () => {
            equal(await ask(frame, call), isAllowed ? { value: true } : refusal);
        });
    }
}

test('a session in a frame that may not', async () => {
    equal(await ask('other', 'begin'), refusal);
});

test('a frame of the same origin and the page share one sheet', async () => {
    const busy = { name: 'InvalidAccessError', message: 'Page already has an active payment session.' };
    const session = new ApplePaySession(3, request());
    session.begin();
    equal(await ask('same', 'begin'), busy);
    session.abort();
    equal((await ask('same', 'begin')).name, undefined);
    const second = new ApplePaySession(3, request());
    throws(() => second.begin(), busy.name, busy.message);
    await ask('same', 'abort');
    second.begin();
    second.abort();
    mock();
});

test('a frame that is removed takes its sheet with it', async () => {
    equal((await ask('same', 'begin')).name, undefined);
    const session = new ApplePaySession(3, request());
    throws(() => session.begin(), 'InvalidAccessError');
    document.getElementById('same').remove();
    session.begin();
    session.abort();
});
