// PaymentResponse: https://www.w3.org/TR/payment-request/#paymentresponse-interface
// Its states are WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/paymentrequest/PaymentResponse.cpp
import { addAttribute, addEventHandlers, asInterface } from '../interfaces.js';
import { domException } from '../page-access.js';
import { serializedData } from './details.js';
import { illegalInvocation } from './native.js';
import { completeDetails, paymentComplete, validationErrors } from './tables.js';

/** What makes a response without a page's help: no page can construct one. */
const responseKey = Symbol('response');

/** @type {WeakMap<PaymentResponse, ResponseState>} */
const statesOfResponses = new WeakMap();

/** @param {PaymentResponse} response @returns {ResponseState} */
function stateOf(response) {
    const state = statesOfResponses.get(response);
    if (!state) throw illegalInvocation();
    return state;
}

/** The attributes in the order of the interface. */
const responseAttributes = [
    'requestId', 'methodName', 'details', 'shippingAddress', 'shippingOption', 'payerName', 'payerEmail', 'payerPhone',
];

/** What a `PaymentResponse` is inside. */
export class ResponseState {
    /** @type {Record<string, any>} */
    attributes = Object.fromEntries(responseAttributes.map((name) => [name, null]));
    #request;
    #isCompleted = false;
    #isStopped = false;
    /** @type {{ resolve: () => void, reject: (error: any) => void } | null} */
    #retry = null;

    /** @param {{ complete: Function, retry: Function }} request */
    constructor(request) {
        this.#request = request;
        this.publicObject = Reflect.construct(PaymentResponse, [responseKey, this]);
    }

    /** Whether the page waits for another try. */
    get isRetrying() {
        return this.#retry !== null;
    }

    #requireOpen() {
        if (this.#isStopped) throw domException('AbortError', 'The page was left.');
        if (this.#isCompleted || this.#retry) {
            throw domException('InvalidStateError', 'The payment response is completed, or waits for another try.');
        }
    }

    /** @param {string} result @param {any} details */
    complete(result, details) {
        this.#requireOpen();
        const data = details.data ? serializedData(details.data) : null;
        this.#request.complete(result, data);
        this.#isCompleted = true;
    }

    /** @param {any} errors @returns {Promise<void>} */
    retry(errors) {
        this.#requireOpen();
        this.#request.retry(errors);
        return new Promise((resolve, reject) => {
            this.#retry = { resolve, reject };
        });
    }

    /** The shopper tried again. */
    settleRetry() {
        const retry = this.#retry;
        this.#retry = null;
        retry?.resolve();
    }

    abortWith(error) {
        this.#retry?.reject(error);
        this.#retry = null;
        this.#isCompleted = true;
    }

    /** The page goes to the back/forward cache. */
    stop() {
        if (this.#isCompleted) return;
        this.#isStopped = true;
        this.#retry?.reject(domException('AbortError', 'The page was left.'));
        this.#retry = null;
    }
}

/** What a page gets when the shopper has authorized the payment. */
export class PaymentResponse extends EventTarget {
    constructor() {
        if (arguments[0] !== responseKey) throw new TypeError('Illegal constructor');
        super();
        statesOfResponses.set(this, arguments[1]);
    }

    async complete(result = 'unknown', details = {}) {
        return stateOf(this).complete(
            paymentComplete.convert(result, "Argument 1 ('result')"),
            completeDetails.convert(details, "Argument 2 ('details')"),
        );
    }

    async retry(errorFields = {}) {
        return stateOf(this).retry(validationErrors.convert(errorFields, "Argument 1 ('errorFields')"));
    }

    toJSON() {
        const { attributes } = stateOf(this);
        return { ...attributes, shippingAddress: attributes.shippingAddress?.toJSON() ?? null };
    }
}

for (const name of responseAttributes) {
    addAttribute(PaymentResponse, name, (response) => stateOf(response).attributes[name]);
}
addEventHandlers(asInterface(PaymentResponse), ['payerdetailchange']);
