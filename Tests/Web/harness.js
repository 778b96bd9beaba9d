// Runs the test cases of one file in the page. What only a browser's driver can do, such as a click that the
// browser takes for a person's, is asked of the program that runs the tests: it takes one command after another.

const tests = [];
let onlyCommand = null;
let waitingDriver = null;
let pendingReply = null;
let isUnderWay = false;

/** Registers a test. What it returns is shown as measured. @param {string} name @param {() => any} body */
export function test(name, body) {
    tests.push({ name, body });
}

/** Fails the running test. @param {string} message @returns {never} */
export function fail(message) {
    throw new Error(message);
}

function shown(value) {
    if (typeof value === 'string') return JSON.stringify(value);
    if (value instanceof Error || value instanceof DOMException) return `${value.name}: ${value.message}`;
    try {
        return JSON.stringify(value) ?? String(value);
    } catch {
        return String(value);
    }
}

/** Fails unless two values are the same, or, of objects, have the same JSON. */
export function equal(actual, expected, what = 'value') {
    if (Object.is(actual, expected)) return;
    if (typeof actual === 'object' && typeof expected === 'object' && shown(actual) === shown(expected)) return;
    fail(`${what}: ${shown(actual)}, not ${shown(expected)}`);
}

export function isTrue(value, what = 'condition') {
    if (value !== true) fail(`${what}: ${shown(value)}, not true`);
}

/** What a closure throws. @returns {{name: string, message: string}} of the error, `{name: "nothing"}` without */
export function thrown(body) {
    try {
        body();
    } catch (error) {
        return { name: error.name, message: error.message };
    }
    return { name: 'nothing', message: '' };
}

/** What a promise is rejected with. */
export async function rejection(promise) {
    try {
        await promise;
    } catch (error) {
        return { name: error.name, message: error.message };
    }
    return { name: 'nothing', message: '' };
}

/** Fails unless a closure throws an error of this name, with this message where one is given. */
export function throws(body, name, message) {
    const error = thrown(body);
    if (error.name !== name || (message !== undefined && error.message !== message)) {
        fail(`threw ${shown(error)}, not ${name}${message === undefined ? '' : `: ${message}`}`);
    }
}

/** Fails unless a promise is rejected with an error of this name. */
export async function rejects(promise, name, message) {
    const error = await rejection(promise);
    if (error.name !== name || (message !== undefined && error.message !== message)) {
        fail(`was rejected with ${shown(error)}, not ${name}${message === undefined ? '' : `: ${message}`}`);
    }
}

/** Asks the driver for something, such as `{ command: "click", selector: "#pay" }`. */
export function driver(command) {
    return new Promise((resolve) => {
        pendingReply = resolve;
        onlyCommand = command;
        deliver();
    });
}

/** The event that a target fires next. @returns {Promise<any>} */
export function next(target, type) {
    return new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}

/** Lets every task that is queued now run. */
export function turn() {
    return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Waits until a condition holds. */
export async function until(condition) {
    while (!condition()) await turn();
}

/** Runs a closure while the browser dispatches a click that it takes for a person's; returns its result. */
export async function inClick(body) {
    let button = document.getElementById('harness-button');
    if (!button) {
        button = document.createElement('button');
        button.id = 'harness-button';
        button.append('Click');
        document.body.prepend(button);
        await drawn();
    }
    const outcome = new Promise((resolve, reject) => {
        button.onclick = () => {
            try {
                resolve([body()]);
            } catch (error) {
                reject(error);
            }
        };
    });
    outcome.catch(() => {});
    await driver({ command: 'click', selector: '#harness-button' });
    return (await outcome)[0];
}

/** Waits until the browser has drawn the page twice: only then a click meets a new element. */
function drawn() {
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

function deliver() {
    if (!waitingDriver || !onlyCommand) return;
    const [answer, command] = [waitingDriver, onlyCommand];
    waitingDriver = onlyCommand = null;
    isUnderWay = true;
    answer(command);
}

/** What the program that runs the tests calls: the reply to the last command, and where the next goes. */
export function exchange(reply, callback) {
    waitingDriver = callback;
    // The first exchange brings no reply: a test may have asked for something before it.
    if (isUnderWay) {
        const resolve = pendingReply;
        pendingReply = null;
        isUnderWay = false;
        resolve?.(reply);
    }
    deliver();
}

/** The longest that one test may take: a test that waits for what never comes fails, and the next one runs. */
const longestTest = 30_000;

function overdue() {
    return new Promise((_, reject) => {
        setTimeout(() => reject(new Error(`did not end within ${longestTest} ms`)), longestTest);
    });
}

/** Errors that nothing caught; one that a test expects is marked as handled, by `preventDefault` or `onerror`. */
let uncaught = [];
window.addEventListener('error', (event) => uncaught.push(event));

function refuseUncaught() {
    const [first] = uncaught.filter((event) => !event.defaultPrevented);
    uncaught = [];
    if (first) throw new Error(`nothing caught ${shown(first.error ?? first.message)}`);
}

/** Runs every test of a file, and says at the end how each went. */
export async function run(path, filter) {
    const results = [];
    try {
        await import(path);
    } catch (error) {
        results.push({ name: '(the file)', failure: `${error.name}: ${error.message}`, milliseconds: 0 });
    }
    for (const { name, body } of tests) {
        if (filter && !name.includes(filter)) continue;
        const start = performance.now();
        let failure = null;
        let measured;
        try {
            measured = await Promise.race([body(), overdue()]);
            refuseUncaught();
        } catch (error) {
            const place = String(error.stack ?? '').split('\n').find((line) => line.includes('/cases/'));
            failure = `${error.name}: ${error.message}${place ? ` (${place.trim()})` : ''}`;
        }
        results.push({ name, failure, measured, milliseconds: Math.round(performance.now() - start) });
    }
    driver({ command: 'done', results });
}
