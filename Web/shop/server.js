// Calls of the store's server.

/** A refusal of the server, with its reason for people. */
export class Refusal extends Error {
    /**
     * @param {string} code
     * @param {string} detail
     */
    constructor(code, detail) {
        super(detail);
        this.code = code;
    }
}

/** Why something was not done, for people. @param {unknown} error */
export function reason(error) {
    return error instanceof Refusal ? error.message : 'the store does not answer.';
}

/**
 * @param {string} path
 * @param {object} [body]
 * @param {'GET' | 'POST' | 'PUT'} [method]
 * @returns {Promise<any>} The answer.
 * @throws {Refusal}
 */
export async function call(path, body, method = body ? 'POST' : 'GET') {
    const answer = await fetch(path, {
        method,
        headers: body ? { 'Content-Type': 'application/json' } : {},
        body: body ? JSON.stringify(body) : undefined,
        cache: 'no-store',
    });
    const value = await answer.json();
    if (!answer.ok) throw new Refusal(value.code ?? '', value.detail ?? value.title ?? '');
    return value;
}

/** How often the server is asked whether it is there, and how long its answer may take, in milliseconds. */
const [pause, patience] = [3000, 5000];

/** Says at the top of the page that the server does not answer, until it does. */
const lost = document.createElement('p');
lost.className = 'lost';
lost.setAttribute('role', 'alert');
document.body.prepend(lost);

async function look() {
    if (!document.hidden) {
        const signal = /** @type {any} */ (AbortSignal).timeout(patience);
        const isThere = await fetch('/api/store', { cache: 'no-store', signal }).then(() => true, () => false);
        lost.textContent = isThere ? '' : 'The store does not answer.';
    }
    setTimeout(look, pause);
}
setTimeout(look, pause);
