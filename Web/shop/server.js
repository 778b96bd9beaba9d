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
    return error instanceof Error ? error.message : String(error);
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
