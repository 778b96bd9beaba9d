// What counts as a person's action.
import { driver, equal, inClick, test, throws, turn } from '../harness.js';
import { mock, request } from '../requests.js';

const message = 'Must create a new ApplePaySession from a user gesture handler.';
const make = () => new ApplePaySession(3, request());

test('before any action there is none', () => {
    throws(make, 'InvalidAccessError', message);
});

test('a click of a script is none', () => {
    let error;
    const button = document.createElement('button');
    button.onclick = () => {
        try {
            make();
        } catch (caught) {
            error = caught;
        }
    };
    button.click();
    equal(error?.message, message);
});

test('strict: a click of a script is none', () => {
    quince.userGesture = 'strict';
    document.body.click();
    throws(make, 'InvalidAccessError', message);
});

test('strict: only the handler itself and its promises', async () => {
    quince.userGesture = 'strict';
    await inClick(make);
    const promised = await inClick(() => Promise.resolve().then(() => Promise.resolve()).then(make));
    equal(promised instanceof ApplePaySession, true);
    const later = await inClick(() => new Promise((resolve) => {
        setTimeout(() => {
            try {
                resolve(make());
            } catch (error) {
                resolve(error.message);
            }
        }, 10);
    }));
    equal(await later, message);
    throws(make, 'InvalidAccessError', message);
});

test('browser: some seconds after it too', async () => {
    quince.userGesture = 'browser';
    await inClick(() => {});
    await turn();
    make();
});

test('a key counts, but Escape does not', async () => {
    quince.userGesture = 'strict';
    for (const [key, isCounted] of [['a', true], ['\uE00C', false]]) {
        let outcome;
        document.onkeydown = () => {
            try {
                outcome = make();
            } catch (error) {
                outcome = error.message;
            }
        };
        await driver({ command: 'press', key });
        equal(typeof outcome === 'string' ? outcome : 'made', isCounted ? 'made' : message);
    }
    document.onkeydown = null;
});

test('none: for tests whose clicks are a script\'s; and no other rule', () => {
    quince.userGesture = 'none';
    make();
    throws(() => { quince.userGesture = 'loose'; }, 'TypeError');
    equal(quince.userGesture, 'none');
});

test('begin needs none, as in Safari', async () => {
    mock();
    quince.userGesture = 'strict';
    const session = await inClick(make);
    await turn();
    await turn();
    session.begin();
    session.abort();
});
