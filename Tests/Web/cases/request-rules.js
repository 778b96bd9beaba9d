// Every rule about a request, from the vectors that PageRequest in Swift runs too.
import { equal, fail, test, thrown, throws } from '../harness.js';
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

test('a network that is not known is left out with a warning, and alone it is refused', () => {
    const { warn } = console;
    const said = [];
    console.warn = (text) => said.push(text);
    const shown = (version, supportedNetworks) => {
        const session = new ApplePaySession(version, { ...vectors.base, supportedNetworks });
        session.begin();
        session.abort();
        return quince.request.supportedNetworks;
    };
    try {
        equal(shown(3, ['cash', 'VISA', 'jcb']), ['visa', 'jcb']);
        equal(said, ['"cash" is not a valid payment network, and is left out.']);
        equal(shown(1, ['visa', 'jcb']), ['visa']);
        equal(said.length, 2);
        throws(() => shown(1, ['jcb', 'cash']), 'TypeError', '"jcb" is not a valid payment network.');
        equal(said.length, 2);
    } finally {
        console.warn = warn;
    }
});
