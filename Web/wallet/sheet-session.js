// The session of a sheet at the wallet's server: its view and its questions come as events, what the person does goes
// there as steps.
import { ServerEvents } from './server-events.js';

/** What the server refused, with its words. */
export class Refusal extends Error {
    /** @param {number} status @param {any} problem */
    constructor(status, problem) {
        super(problem?.detail ?? problem?.title ?? `status ${status}`);
        this.status = status;
        /** @type {Record<string, string>} */
        this.fields = problem?.fields ?? {};
    }
}

/** @param {string} path @param {any} body @param {boolean} [keepalive] whether it outlives the frame */
async function post(path, body, keepalive = false) {
    const response = await fetch(path, {
        method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' }, keepalive,
    });
    const isJSON = response.status !== 204 && (response.headers.get('Content-Type') ?? '').includes('json');
    const answer = isJSON ? await response.json() : null;
    if (!response.ok) throw new Refusal(response.status, answer);
    return answer;
}

/** Whether the wallet's device has a card. */
export async function hasActiveCard() {
    try {
        return (await (await fetch('/sheet/card')).json()).hasActiveCard === true;
    } catch {
        return false;
    }
}

/**
 * @typedef {object} Listener
 * @property {(view: any) => void} view
 * @property {(question: { question: number, name: string, event: any }) => void} question
 * @property {(end: { outcome: string, reason: string }) => void} end
 * @property {() => void} replaced the sheet was opened at another place, and goes on there
 * @property {() => void} lost the connection is gone and does not come back
 */

export class SheetSession {
    /** @type {ServerEvents | null} */
    events = null;

    /**
     * @param {string} id
     * @param {Listener} listener
     * @param {boolean} [isCompanion] whether another page has opened the sheet, and is asked
     */
    constructor(id, listener, isCompanion = false) {
        this.id = id;
        this.isCompanion = isCompanion;
        this.path = `/sheet/sessions/${encodeURIComponent(id)}`;
        this.listener = listener;
    }

    /**
     * Starts a session for a page's request.
     *
     * @param {{ origin: string, request: any }} request
     * @param {Listener} listener
     * @returns {Promise<{ session: SheetSession, view: any }>}
     */
    static async start(request, listener) {
        const answer = await post('/sheet/sessions', { ...request, language: [...navigator.languages] });
        return { session: new SheetSession(answer.session, listener), view: answer.view };
    }

    /** Listens to the server's events. */
    listen() {
        const path = `${this.path}/events${this.isCompanion ? '?companion' : ''}`;
        this.events = new ServerEvents(path, () => this.lose());
        this.events.on('view', (view) => this.listener.view(JSON.parse(view)));
        this.events.on('question', (question) => this.listener.question(JSON.parse(question)));
        this.events.on('end', (end) => {
            this.stop();
            this.listener.end(JSON.parse(end));
        });
        this.events.on('replaced', () => {
            this.stop();
            this.listener.replaced();
        });
    }

    lose() {
        if (!this.events) return;
        this.stop();
        this.listener.lost();
    }

    stop() {
        this.events?.close();
        this.events = null;
    }

    /** What the person did. Returns when the view has it. @param {any} step */
    async step(step) {
        const { event } = await post(`${this.path}/steps`, step);
        await this.events?.reached(event);
    }

    /**
     * What the page answered. A page may leave for its receipt in the same moment, and this frame with it.
     *
     * @param {number} question
     * @param {any} value
     */
    answer(question, value) {
        // Browsers refuse more than 64 KiB that outlive a page.
        return post(`${this.path}/answers`, { question, value }, JSON.stringify(value).length < 10_000);
    }

    /** The page wants the sheet gone. It is told also when this frame goes with it. */
    abort() {
        this.stop();
        fetch(this.path, { method: 'DELETE', keepalive: true, headers: { 'Content-Type': 'application/json' } })
            .catch(() => {});
    }
}
