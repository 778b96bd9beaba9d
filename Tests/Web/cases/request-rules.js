// Every rule about a request, from the vectors that PageRequest in Swift runs too.
import { equal, fail, test, thrown } from '../harness.js';
import { mock } from '../requests.js';

mock();
quince.userGesture = 'none';

const vectors = await (await fetch('/Tests/Vectors/page-requests.json')).json();

/** A case's request. */
export function changed(base, { set = {}, remove = [], undefined: unset = [] }) {
    const request = { ...structuredClone(base), ...structuredClone(set) };
    for (const name of remove) delete request[name];
    for (const name of unset) request[name] = undefined;
    return request;
}

for (const vector of vectors.cases) {
    test(vector.name, () => {
        const request = changed(vectors.base, vector);
        const error = thrown(() => new ApplePaySession(vector.version ?? 3, request));
        equal(error.name, vector.error?.name ?? 'nothing', `the error's name (${error.message})`);
        if (!vector.error) return;
        if (vector.error.message === 'Type error') {
            if (error.message.length < 20) fail(`the message says too little: ${error.message}`);
        } else {
            equal(error.message, vector.error.message, "the error's message");
        }
    });
}

test('an error of the page itself passes through', () => {
    const applicationData = { toString() { throw new RangeError('the page'); } };
    equal(thrown(() => new ApplePaySession(3, { ...vectors.base, applicationData })).name, 'RangeError');
});
