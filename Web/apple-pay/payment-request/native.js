// The browser's own Payment Request API, for requests without Apple Pay.

/** What an object with the wrong brand gets, as in every browser. */
export function illegalInvocation() {
    return new TypeError('Illegal invocation');
}

/** The interfaces that the browser has; taken before apple-pay.js replaces them. @type {Map<string, any>} */
const nativeInterfaces = new Map();

for (const name of [
    'PaymentRequest', 'PaymentResponse', 'PaymentRequestUpdateEvent', 'PaymentMethodChangeEvent', 'PaymentAddress',
    'MerchantValidationEvent',
]) {
    const constructor = window[name];
    if (typeof constructor === 'function') nativeInterfaces.set(name, constructor);
}

/** The descriptor of a member. @param {string} name @param {string} member @returns {any} */
function nativeMember(name, member) {
    const prototype = nativeInterfaces.get(name)?.prototype;
    const descriptor = prototype && Object.getOwnPropertyDescriptor(prototype, member);
    if (!descriptor) throw illegalInvocation();
    return descriptor;
}

/** Uses a member of the browser's own object; throws where the object is none. */
export const nativePayment = {
    /** @param {string} name @returns {any} The browser's interface, or undefined. */
    interface: (name) => nativeInterfaces.get(name),

    call: (name, member, object, given) => Reflect.apply(nativeMember(name, member).value, object, given),

    get: (name, member, object) => Reflect.apply(nativeMember(name, member).get, object, []),

    set: (name, member, object, value) => Reflect.apply(nativeMember(name, member).set, object, [value]),
};

/**
 * Puts our interfaces above the browser's: its objects, such as the response of another method, are instances of what
 * the page finds on `window`, and keep their own members.
 *
 * @param {Record<string, Function>} replacements
 */
export function adoptNativeInterfaces(replacements) {
    for (const [name, replacement] of Object.entries(replacements)) {
        const native = nativeInterfaces.get(name);
        if (native) Object.setPrototypeOf(native.prototype, replacement.prototype);
    }
}
