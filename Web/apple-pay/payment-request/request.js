// PaymentRequest: https://www.w3.org/TR/payment-request/#paymentrequest-interface
//
// A request with the method of Apple Pay is ours. Any other one is the browser's own, where it has them: its object
// gets our prototype, and each member passes the call on.
import { coordinator } from '../coordinator.js';
import { addEventHandlers, asInterface, defineGlobal } from '../interfaces.js';
import { checkDocument } from '../page-access.js';
import { requireArguments } from '../webidl.js';
import { PaymentAddress } from './address.js';
import { MerchantValidationEvent, PaymentMethodChangeEvent, PaymentRequestUpdateEvent } from './events.js';
import { isApplePayMethod } from './methods.js';
import { adoptNativeInterfaces, nativePayment } from './native.js';
import { PaymentResponse } from './response.js';
import { RequestState } from './state.js';
import { detailsInit, paymentMethods, paymentOptions } from './tables.js';

/** @type {WeakMap<PaymentRequest, RequestState>} */
const statesOfRequests = new WeakMap();

const constructorPlace = 'to the PaymentRequest constructor';

/**
 * The methods as a list that can be read twice; what is no list stays what it is.
 *
 * @param {any} methodData
 */
function listedMethods(methodData) {
    return typeof methodData?.[Symbol.iterator] === 'function' ? [...methodData] : methodData;
}

/** @param {any} methods */
function hasApplePay(methods) {
    if (!Array.isArray(methods)) return false;
    return methods.some((method) => {
        const identifier = method?.supportedMethods;
        return typeof identifier !== 'symbol' && identifier !== undefined && isApplePayMethod(String(identifier));
    });
}

/**
 * Whether a request is ours: Apple Pay is among its methods. Where nothing can show our sheet, a request that has another
 * method too is the browser's own.
 *
 * @param {any} methods
 */
function isOurs(methods) {
    return hasApplePay(methods) && (methods.length === 1 || coordinator.canShowSheets);
}

/** A request for a payment by any method. */
export class PaymentRequest extends EventTarget {
    constructor(methodData, details) {
        requireArguments(arguments.length, 2);
        const methods = listedMethods(methodData);
        const Native = nativePayment.interface('PaymentRequest');
        if (Native && !isOurs(methods)) {
            return Reflect.construct(Native, [methods, ...[...arguments].slice(1)], new.target);
        }
        const convertedMethods = paymentMethods.convert(methods, `Argument 1 ('methodData') ${constructorPlace}`);
        const convertedDetails = detailsInit.convert(details, `Argument 2 ('details') ${constructorPlace}`);
        const options = paymentOptions.convert(arguments[2], `Argument 3 ('options') ${constructorPlace}`);
        checkDocument();
        super();
        statesOfRequests.set(this, new RequestState(this, convertedMethods, convertedDetails, options));
    }

    async show(detailsPromise = undefined) {
        const state = statesOfRequests.get(this);
        if (!state) return nativePayment.call('PaymentRequest', 'show', this, [...arguments]);
        return state.show(detailsPromise === undefined ? undefined : Promise.resolve(detailsPromise));
    }

    async abort() {
        const state = statesOfRequests.get(this);
        return state ? state.abort() : nativePayment.call('PaymentRequest', 'abort', this, []);
    }

    async canMakePayment() {
        const state = statesOfRequests.get(this);
        return state ? state.canMakePayment() : nativePayment.call('PaymentRequest', 'canMakePayment', this, []);
    }

    get id() { return attributeOf(this, 'id', (state) => state.id); }

    get shippingAddress() { return attributeOf(this, 'shippingAddress', (state) => state.shippingAddress); }

    get shippingOption() { return attributeOf(this, 'shippingOption', (state) => state.shippingOption); }

    get shippingType() {
        return attributeOf(
            this,
            'shippingType',
            ({ options }) => (options.requestShipping ? options.shippingType : null),
        );
    }
}

/** @param {PaymentRequest} request @param {string} name @param {(state: RequestState) => any} value */
function attributeOf(request, name, value) {
    const state = statesOfRequests.get(request);
    return state ? value(state) : nativePayment.get('PaymentRequest', name, request);
}

addEventHandlers(asInterface(PaymentRequest), [
    'merchantvalidation', 'shippingaddresschange', 'shippingoptionchange', 'paymentmethodchange',
]);

const enrolled = {
    async hasEnrolledInstrument() {
        const state = statesOfRequests.get(/** @type {any} */ (this));
        return state
            ? state.canMakePayment()
            : nativePayment.call('PaymentRequest', 'hasEnrolledInstrument', this, []);
    },
};

/**
 * Members that the browser has beyond the recommendation, such as `hasEnrolledInstrument`: pages find them as before. A
 * request with Apple Pay answers that one as `canMakePayment`.
 */
function addNativeMembers() {
    const Native = nativePayment.interface('PaymentRequest');
    for (const name of Object.getOwnPropertyNames(Native.prototype)) {
        if (name in PaymentRequest.prototype) continue;
        const descriptor = Object.getOwnPropertyDescriptor(Native.prototype, name) ?? {};
        if (name === 'hasEnrolledInstrument') descriptor.value = enrolled.hasEnrolledInstrument;
        Object.defineProperty(PaymentRequest.prototype, name, descriptor);
    }
    for (const name of Object.getOwnPropertyNames(Native)) {
        if (Object.hasOwn(PaymentRequest, name)) continue;
        Object.defineProperty(PaymentRequest, name, Object.getOwnPropertyDescriptor(Native, name) ?? {});
    }
}

/** Puts the interfaces on `window`. As the browser's own, they are there in secure contexts only. */
export function definePaymentRequest() {
    if (!window.isSecureContext) return;
    const interfaces = {
        PaymentRequest, PaymentResponse, PaymentRequestUpdateEvent, PaymentMethodChangeEvent, PaymentAddress,
        MerchantValidationEvent,
    };
    if (nativePayment.interface('PaymentRequest')) addNativeMembers();
    const { PaymentRequest: _, ...adopting } = interfaces;
    adoptNativeInterfaces(adopting);
    for (const [name, value] of Object.entries(interfaces)) defineGlobal(name, value);
}
