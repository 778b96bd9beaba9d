// The state of a payment request: https://www.w3.org/TR/payment-request/#paymentrequest-interface
// Where WebKit differs from the recommendation, this is WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/paymentrequest/PaymentRequest.cpp
import { coordinator } from '../coordinator.js';
import { ListenerCount } from '../interfaces.js';
import { consumeUserGesture, domException, hasUserGesture } from '../page-access.js';
import { ApplePayHandler, checkedApplePayData } from './apple-pay-handler.js';
import { checkDetails, checkItemTotal, serializedData } from './details.js';
import {
    MerchantValidationEvent, PaymentMethodChangeEvent, PaymentRequestUpdateEvent, isEventAnswered, ownedEvent,
} from './events.js';
import { canonicalMethod, isApplePayMethod } from './methods.js';
import { ResponseState } from './response.js';
import { detailsUpdate } from './tables.js';

const wasAborted = (message = 'The payment request was aborted.') => domException('AbortError', message);
const isWrongState = (message) => domException('InvalidStateError', message);

/** A promise, and the functions that settle it. */
function makeDeferred() {
    /** @type {any} */
    const deferred = {};
    deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, { resolve, reject }));
    return deferred;
}

/** @param {any[]} methodData @returns {{ identifier: string, data: string | null }[]} */
function checkedMethods(methodData) {
    if (methodData.length === 0) throw new TypeError('At least one payment method is required.');
    const seen = new Set();
    return methodData.map(({ supportedMethods, data }) => {
        const identifier = canonicalMethod(supportedMethods);
        if (identifier === null) {
            throw new RangeError(`"${supportedMethods}" is an invalid payment method identifier.`);
        }
        if (seen.has(identifier)) throw new RangeError('Payment method IDs must be unique.');
        seen.add(identifier);
        const text = data === undefined ? null : serializedData(data);
        if (text !== null && isApplePayMethod(identifier)) checkedApplePayData(text);
        return { identifier, data: text };
    });
}

/** What a `PaymentRequest` is inside. */
export class RequestState {
    /** @type {'created' | 'interactive' | 'closed'} */
    state = 'created';
    shippingAddress = null;
    /** @type {ApplePayHandler | null} */
    #handler = null;
    /** @type {any} */
    #showPromise = null;
    /** @type {ResponseState | null} */
    #response = null;
    #listeners;
    #isUpdating = false;
    #isCancelPending = false;
    /** @type {Promise<any> | null} */
    #detailsPromise = null;
    #leave = () => this.#suspend();

    /**
     * Checks what the constructor of `PaymentRequest` got, converted.
     *
     * @param {EventTarget} target The `PaymentRequest`.
     * @param {any[]} methodData
     * @param {any} details
     * @param {any} options
     */
    constructor(target, methodData, details, options) {
        this.target = target;
        this.#listeners = new ListenerCount(target);
        this.id = details.id ?? crypto.randomUUID();
        this.methods = checkedMethods(methodData);
        checkItemTotal(details.total);
        const checked = checkDetails(details, options.requestShipping, false);
        this.details = details;
        this.options = options;
        this.modifierData = checked.modifierData;
        this.shippingOption = checked.shippingOption;
    }

    /** @param {Promise<any> | undefined} detailsPromise @returns {Promise<any>} */
    show(detailsPromise) {
        if (!hasUserGesture()) {
            throw domException('SecurityError', 'show() must be triggered by user activation.');
        }
        consumeUserGesture();
        if (this.state !== 'created') throw isWrongState('The payment request was shown before.');
        if (coordinator.hasActiveSession) {
            this.state = 'closed';
            throw wasAborted('Another payment sheet is shown.');
        }
        this.state = 'interactive';
        const handlers = this.methods.filter(({ identifier }) => isApplePayMethod(identifier))
            .map(({ identifier, data }) => new ApplePayHandler(this, identifier, data));
        if (handlers.length === 0) throw domException('NotSupportedError', 'No payment method is supported.');
        handlers[0].show();
        this.#handler = handlers[0];
        window.addEventListener('pagehide', this.#leave);
        this.#showPromise = makeDeferred();
        if (detailsPromise) this.updateWith('show', detailsPromise);
        return this.#showPromise.promise;
    }

    abort() {
        if (this.#response?.isRetrying || this.state !== 'interactive') {
            throw isWrongState('The payment request is not shown.');
        }
        this.#abortWith(wasAborted());
    }

    canMakePayment() {
        if (this.state !== 'created') throw isWrongState('The payment request was shown before.');
        return this.methods.some(({ identifier }) => isApplePayMethod(identifier)) && coordinator.canMakePayments();
    }

    /** The person leaves the page; it may come back from the cache of pages. */
    #suspend() {
        this.#response?.stop();
        if (!this.#handler) return;
        this.#close();
        this.#rejectShow(wasAborted());
    }

    // What the response asks.

    /** @param {string} result @param {string | null} data */
    complete(result, data) {
        if (!this.#handler) throw wasAborted();
        this.#handler.complete(result, data);
        this.#release();
    }

    /** @param {any} validationErrors */
    retry(validationErrors) {
        if (!this.#handler) throw wasAborted();
        this.state = 'interactive';
        this.#handler.retry(validationErrors);
    }

    // What the page answers to events.

    /**
     * Takes new details when a promise settles.
     *
     * @param {string} reason The type of the event, or "show".
     * @param {Promise<any>} promise
     */
    updateWith(reason, promise) {
        if (this.state !== 'interactive') throw isWrongState('The payment request is not shown.');
        if (this.#isUpdating) throw isWrongState('The payment request waits for an earlier update.');
        this.#isUpdating = true;
        this.#detailsPromise = promise;
        promise.then((value) => this.#settleDetails(reason, true, value), () => this.#settleDetails(reason, false));
    }

    /** @param {Promise<any>} promise */
    completeMerchantValidation(promise) {
        if (this.state !== 'interactive') throw isWrongState('The payment request is not shown.');
        promise.then((session) => {
            if (this.state !== 'interactive') return;
            try {
                this.#handler?.completeMerchantValidation(session);
            } catch (error) {
                this.#abortWith(error);
            }
        }, () => {
            if (this.state === 'interactive') this.#abortWith(wasAborted('The merchant was not validated.'));
        });
    }

    // What the sheet says.

    /** @param {string} methodName @param {string} validationURL */
    merchantValidation(methodName, validationURL) {
        const isListening = this.#listeners.has('merchantvalidation');
        const event = new MerchantValidationEvent('merchantvalidation', { methodName, validationURL });
        this.target.dispatchEvent(ownedEvent(event, this));
        return isListening;
    }

    shippingAddressChanged(address) {
        this.#whenDetailsSettled(() => {
            this.shippingAddress = address;
            this.#dispatchUpdate(new PaymentRequestUpdateEvent('shippingaddresschange'));
        });
    }

    /** @param {string} identifier */
    shippingOptionChanged(identifier) {
        this.#whenDetailsSettled(() => {
            this.shippingOption = identifier;
            this.#dispatchUpdate(new PaymentRequestUpdateEvent('shippingoptionchange'));
        });
    }

    /** @param {string} methodName @param {object} methodDetails */
    paymentMethodChanged(methodName, methodDetails) {
        this.#whenDetailsSettled(() => {
            const type = 'paymentmethodchange';
            if (this.#listeners.has(type)) {
                this.#dispatchUpdate(new PaymentMethodChangeEvent(type, { methodName, methodDetails }));
                return;
            }
            try {
                this.#handler?.detailsUpdated({});
            } catch {
                // WebKit drops this exception, and the sheet waits.
            }
        });
    }

    accept({ methodName, details, shippingAddress, payerName, payerEmail, payerPhone }) {
        const { options } = this;
        const isRetry = this.#response !== null;
        const response = this.#response ?? (this.#response = new ResponseState(this));
        Object.assign(response.attributes, {
            requestId: this.id,
            methodName,
            details,
            shippingAddress: options.requestShipping ? shippingAddress : null,
            shippingOption: options.requestShipping ? this.shippingOption : null,
            payerName: options.requestPayerName ? payerName : null,
            payerEmail: options.requestPayerEmail ? payerEmail : null,
            payerPhone: options.requestPayerPhone ? payerPhone : null,
        });
        if (isRetry) {
            response.settleRetry();
        } else {
            const { resolve } = this.#showPromise;
            this.#showPromise = null;
            resolve(response.publicObject);
        }
        this.state = 'closed';
    }

    /** The shopper closed the sheet. */
    cancel() {
        this.#release();
        if (this.#isUpdating) {
            this.#isCancelPending = true;
            console.error('The payment sheet was closed while the page had not settled its promise of new details.');
            return;
        }
        this.#abortWith(wasAborted('The payment sheet was closed.'));
    }

    #dispatchUpdate(event) {
        this.target.dispatchEvent(ownedEvent(event, this));
        this.#listeners.didDispatch(event.type);
        if (isEventAnswered(event)) return;
        console.warn(`updateWith() was not called while "${event.type}" was dispatched: the sheet waits for it.`);
    }

    #whenDetailsSettled(callback) {
        if (!this.#detailsPromise) {
            callback();
            return;
        }
        const whenSettled = () => {
            if (this.state === 'interactive') callback();
        };
        this.#detailsPromise.then(whenSettled, whenSettled);
    }

    #settleDetails(reason, isFulfilled, value = undefined) {
        try {
            if (this.state !== 'interactive') return;
            if (this.#isCancelPending || !isFulfilled) throw wasAborted();
            this.#takeDetails(reason, value);
        } catch (error) {
            this.#abortWith(error);
        } finally {
            this.#isUpdating = false;
            this.#isCancelPending = false;
            this.#detailsPromise = null;
        }
    }

    #takeDetails(reason, value) {
        const update = detailsUpdate.convert(value, 'The update');
        if (update.total) checkItemTotal(update.total);
        const { shippingOption, modifierData } = checkDetails(update, this.options.requestShipping, true);
        const { details } = this;
        if (update.total) details.total = update.total;
        if (update.displayItems) details.displayItems = update.displayItems;
        if (update.shippingOptions && this.options.requestShipping) {
            details.shippingOptions = update.shippingOptions;
            this.shippingOption = shippingOption;
        }
        if (update.modifiers) {
            details.modifiers = update.modifiers;
            this.modifierData = modifierData;
        }
        if (reason !== 'show') this.#handler?.detailsUpdated(update);
    }

    #abortWith(error) {
        this.#close();
        if (this.#response) this.#response.abortWith(error);
        else this.#rejectShow(error);
    }

    #rejectShow(error) {
        this.#showPromise?.reject(error);
        this.#showPromise = null;
    }

    #close() {
        const handler = this.#handler;
        this.#release();
        this.#isUpdating = false;
        this.state = 'closed';
        handler?.hide();
    }

    /** The sheet is no longer this request's. */
    #release() {
        this.#handler = null;
        window.removeEventListener('pagehide', this.#leave);
    }
}
