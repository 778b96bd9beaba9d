// Whether the person can see a part of the sheet, so that a page cannot have it pressed unseen: the browser says
// whether anything covers it, or makes it transparent, also from outside of the frame.
// https://w3c.github.io/IntersectionObserver/v2/

/** How long a part has to be seen before it may be pressed, in milliseconds. */
const shortestSight = 500;

/**
 * The least height of a part that can be read, in pixels of the screen. A browser's own zoom makes none so small; a
 * page's `zoom` does, which counts as no transformation.
 */
const leastHeight = 24;

/** Whether this browser can tell that. A page that no other page frames cannot be covered by one. */
export function canTellVisibility() {
    return typeof IntersectionObserverEntry === 'function' && 'isVisible' in IntersectionObserverEntry.prototype;
}

/** Watches one element at a time. */
export class VisibilityWatch {
    /** @type {Element | null} */
    element = null;
    /** @type {IntersectionObserver | null} */
    observer = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    timer = undefined;
    /** `new` until the browser has said something. @type {'new' | 'seen' | 'covered'} */
    state = 'new';
    /** Whether the element has been seen for long enough, and still is. */
    isSeen = false;

    /** @param {() => void} changed */
    constructor(changed) {
        this.changed = changed;
    }

    /** @param {Element | null} element */
    watch(element) {
        if (element === this.element) return;
        this.stop();
        this.element = element;
        if (!element) return;
        const options = /** @type {any} */ ({ threshold: [0, 0.5, 0.99, 1], trackVisibility: true, delay: 100 });
        this.observer = new IntersectionObserver((entries) => {
            const last = /** @type {any} */ (entries.at(-1));
            this.note(last.isVisible && last.intersectionRatio >= 0.99 && this.isLarge());
        }, options);
        this.observer.observe(element);
    }

    /** Whether the element is not shrunk to nothing: the ratio of pixels has every zoom in it. */
    isLarge() {
        const height = this.element?.getBoundingClientRect().height ?? 0;
        return height * window.devicePixelRatio >= leastHeight;
    }

    stop() {
        this.observer?.disconnect();
        this.observer = null;
        clearTimeout(this.timer);
        this.element = null;
        this.state = 'new';
        this.isSeen = false;
    }

    /** What is shown has changed: it has to be seen anew. */
    restart() {
        const { element } = this;
        this.stop();
        this.watch(element);
    }

    /** @param {boolean} isVisible */
    note(isVisible) {
        clearTimeout(this.timer);
        if (isVisible) {
            this.state = 'seen';
            this.timer = setTimeout(() => {
                this.isSeen = true;
                this.changed();
            }, shortestSight);
            return;
        }
        this.state = 'covered';
        this.isSeen = false;
        this.changed();
    }
}
