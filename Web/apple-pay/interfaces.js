// What makes a class look as an interface does in a browser: https://webidl.spec.whatwg.org/#js-interfaces

/** Makes the members that a class declares enumerable, and names its prototype's kind. */
export function asInterface(constructor, name = constructor.name) {
    for (const target of [constructor.prototype, constructor]) {
        for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
            const isOwn = key !== 'constructor' && key !== 'prototype' && key !== 'name' && key !== 'length';
            if (isOwn) Object.defineProperty(target, key, { ...descriptor, enumerable: true });
        }
    }
    Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: name, configurable: true });
    return constructor;
}

/** Adds constants to an interface and its prototype. @param {any} constructor @param {Record<string, number>} values */
export function addConstants(constructor, values) {
    for (const target of [constructor, constructor.prototype]) {
        for (const [name, value] of Object.entries(values)) {
            Object.defineProperty(target, name, { value, enumerable: true });
        }
    }
}

/**
 * Adds an attribute that cannot be assigned to.
 *
 * @param {Function} constructor
 * @param {string} name
 * @param {(object: any) => any} value The attribute's value, of the object that it is read from.
 */
export function addAttribute(constructor, name, value) {
    const get = function () {
        return value(this);
    };
    Object.defineProperty(get, 'name', { value: `get ${name}` });
    Object.defineProperty(constructor.prototype, name, {
        get, set: undefined, enumerable: true, configurable: true,
    });
}

/** Defines a global of the page, as interfaces are: not enumerable, and replaceable. */
export function defineGlobal(name, value) {
    Object.defineProperty(window, name, { value, writable: true, configurable: true, enumerable: false });
}

/**
 * The listeners of a target, whose number decides what happens to an event. No browser tells a page of them, so each
 * target notes its own.
 */
export class ListenerCount {
    /** @type {Map<string, Set<string | object>[]>} */
    #listeners = new Map();

    /** Notes what is added to, and removed from, a target from now on. @param {EventTarget} target */
    constructor(target) {
        const count = this;
        const methods = {
            addEventListener(type, callback, options = undefined) {
                EventTarget.prototype.addEventListener.call(this, type, callback, options);
                count.#add(String(type), callback, options);
            },
            removeEventListener(type, callback, options = undefined) {
                EventTarget.prototype.removeEventListener.call(this, type, callback, options);
                count.#remove(String(type), callback, isCapture(options));
            },
        };
        for (const [name, value] of Object.entries(methods)) {
            Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
        }
    }

    /** Whether a target has a listener of a type. @param {string} type */
    has(type) {
        return (this.#listeners.get(type) ?? []).some((callbacks) => callbacks.size > 0);
    }

    /** Forgets the listeners of a type that are called once: the event has been dispatched. @param {string} type */
    didDispatch(type) {
        const callbacks = this.#listeners.get(type);
        callbacks?.[2].forEach((entry) => this.#remove(type, entry, false));
        callbacks?.[3].forEach((entry) => this.#remove(type, entry, true));
    }

    // Each type has four sets: those of all listeners, bubbling and capturing, and of those that are called once.
    #add(type, callback, options) {
        if (callback === null || callback === undefined || options?.signal?.aborted) return;
        const index = isCapture(options) ? 1 : 0;
        const callbacks = this.#listeners.get(type) ?? [new Set(), new Set(), new Set(), new Set()];
        this.#listeners.set(type, callbacks);
        if (callbacks[index].has(callback)) return;
        callbacks[index].add(callback);
        if (options?.once) callbacks[index + 2].add(callback);
        options?.signal?.addEventListener('abort', () => this.#remove(type, callback, index === 1), { once: true });
    }

    #remove(type, callback, capture) {
        const callbacks = this.#listeners.get(type);
        callbacks?.[capture ? 1 : 0].delete(callback);
        callbacks?.[capture ? 3 : 2].delete(callback);
    }
}

function isCapture(options) {
    return typeof options === 'boolean' ? options : Boolean(options?.capture);
}

/**
 * Adds event handler attributes, such as `oncancel`: the handler takes its place among the listeners when it is set
 * first. https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-attributes
 *
 * @param {Function} constructor
 * @param {readonly string[]} types
 */
export function addEventHandlers(constructor, types) {
    for (const type of types) {
        /** @type {WeakMap<EventTarget, { handler: any, listener: (event: Event) => void }>} */
        const kept = new WeakMap();
        const get = function () {
            return kept.get(this)?.handler ?? null;
        };
        const set = function (value) {
            const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
            const entry = kept.get(this);
            if (!isObject) {
                if (entry) this.removeEventListener(type, entry.listener);
                kept.delete(this);
            } else if (entry) {
                entry.handler = value;
            } else {
                const fresh = { handler: value, listener: (event) => call(fresh.handler, this, event) };
                kept.set(this, fresh);
                this.addEventListener(type, fresh.listener);
            }
        };
        Object.defineProperty(get, 'name', { value: `get on${type}` });
        Object.defineProperty(set, 'name', { value: `set on${type}` });
        Object.defineProperty(constructor.prototype, `on${type}`, { get, set, enumerable: true, configurable: true });
    }
}

function call(handler, target, event) {
    if (typeof handler !== 'function') return;
    if (handler.call(target, event) === false) event.preventDefault();
}

/**
 * An event with attributes of its own. Its class is not a global: pages only get its instances.
 *
 * @param {string} name
 * @param {readonly string[]} attributes
 * @returns {any}
 */
export function eventInterface(name, attributes) {
    const values = new WeakMap();
    const Interface = { [name]: class extends Event {
        constructor(type, init) {
            super(type, { bubbles: false, cancelable: false });
            values.set(this, init);
        }
    } }[name];
    for (const attribute of attributes) {
        const get = function () {
            if (!values.has(this)) throw new TypeError(`The ${name}.${attribute} getter was called on another object`);
            return values.get(this)[attribute];
        };
        Object.defineProperty(get, 'name', { value: `get ${attribute}` });
        Object.defineProperty(Interface.prototype, attribute, { get, enumerable: true, configurable: true });
    }
    return asInterface(Interface, name);
}
