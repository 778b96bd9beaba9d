// A stream of a server's events, which tells when the server has gone silent: one that is killed or stopped does not say
// so, and a browser that cannot connect tries for ever.

/** The server says something at least every three seconds; after so many without a word it is taken to be gone. */
const longestSilence = 8;

export class ServerEvents {
    /** Seconds, counted one by one so that none pass while the machine sleeps. */
    silence = 0;
    /** The number of the last event that was handled. */
    last = 0;
    /** @type {Set<() => void>} what waits for an event */
    waiting = new Set();

    /**
     * @param {string} path
     * @param {() => void} whenSilent called once a silence
     * @param {() => void} [whenHeard] called with each word of the server
     */
    constructor(path, whenSilent, whenHeard = () => {}) {
        this.source = new EventSource(path);
        this.whenHeard = whenHeard;
        this.clock = setInterval(() => {
            this.silence += 1;
            if (this.silence === longestSilence) whenSilent();
        }, 1000);
        this.source.addEventListener('open', () => this.hear());
        this.on('pulse', () => {});
        this.source.addEventListener('error', () => {
            if (this.source.readyState === EventSource.CLOSED) whenSilent();
        });
    }

    hear() {
        this.silence = 0;
        this.whenHeard();
    }

    /** @param {string} type @param {(data: string) => void} handle */
    on(type, handle) {
        this.source.addEventListener(type, ({ data, lastEventId }) => {
            this.hear();
            handle(data);
            this.last = Math.max(this.last, Number(lastEventId));
            this.waiting.forEach((look) => look());
        });
    }

    /** Returns when the event with a number has been handled, or none comes any more. @param {number} number */
    reached(number) {
        return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
            const look = () => {
                if (this.last < number) return;
                this.waiting.delete(look);
                resolve();
            };
            this.waiting.add(look);
            look();
        });
    }

    close() {
        clearInterval(this.clock);
        this.source.close();
        this.last = Infinity;
        this.waiting.forEach((look) => look());
    }
}
