// The events of a payment request. Their interfaces: https://www.w3.org/TR/payment-request/#events, and
// MerchantValidationEvent: https://www.w3.org/TR/2019/CR-payment-request-20191212/#merchantvalidationevent-interface
//
// A script cannot make an event that the browser trusts. What `isTrusted` says elsewhere is said here by whether the
// event was made for a request.
import { asInterface } from '../interfaces.js';
import { domString, requireArguments } from '../webidl.js';
import { canonicalMethod } from './methods.js';
import { illegalInvocation, nativePayment } from './native.js';
import { merchantValidationEventInit, methodChangeEventInit, updateEventInit } from './tables.js';

/**
 * What an event asks of the request that it was made for.
 *
 * @typedef {object} EventOwner
 * @property {(reason: string, promise: Promise<any>) => void} updateWith
 * @property {(promise: Promise<any>) => void} completeMerchantValidation
 */

/** @type {WeakMap<Event, { owner: EventOwner, isAnswered: boolean }>} */
const ownedEvents = new WeakMap();

/** Members of a dictionary that the constructor of an event has converted. @type {WeakMap<Event, any>} */
const membersOfEvents = new WeakMap();

const wrongState = () => new DOMException('The event does not wait for an answer.', 'InvalidStateError');

/** @param {Event} event @returns {any} */
function membersOf(event) {
    const members = membersOfEvents.get(event);
    if (!members) throw illegalInvocation();
    return members;
}

/** Takes the answer to an event. @param {Event} event @param {(owner: EventOwner) => void} answer */
function answerEvent(event, answer) {
    const owned = ownedEvents.get(event);
    if (!owned || owned.isAnswered) throw wrongState();
    answer(owned.owner);
    owned.isAnswered = true;
}

/** The event of a change that the page answers with new details. */
export class PaymentRequestUpdateEvent extends Event {
    constructor(type, eventInitDict = {}) {
        requireArguments(arguments.length, 1);
        const init = updateEventInit.convert(eventInitDict, "Argument 2 ('eventInitDict')");
        super(domString.convert(type, "Argument 1 ('type')"), init);
        membersOfEvents.set(this, init);
    }

    updateWith(detailsPromise) {
        // The browser's own events get here too: see `adoptNativeInterfaces`.
        if (!membersOfEvents.has(this)) {
            nativePayment.call('PaymentRequestUpdateEvent', 'updateWith', this, [...arguments]);
            return;
        }
        requireArguments(arguments.length, 1);
        const promise = Promise.resolve(detailsPromise);
        answerEvent(this, (owner) => {
            this.stopImmediatePropagation();
            owner.updateWith(this.type, promise);
        });
    }
}

/** The event of another card, or of a coupon code. */
export class PaymentMethodChangeEvent extends PaymentRequestUpdateEvent {
    constructor(type, eventInitDict = {}) {
        requireArguments(arguments.length, 1);
        const init = methodChangeEventInit.convert(eventInitDict, "Argument 2 ('eventInitDict')");
        super(type, init);
        membersOfEvents.set(this, init);
    }

    get methodName() { return membersOf(this).methodName; }

    get methodDetails() { return membersOf(this).methodDetails; }
}

/** The event that asks the page for a merchant session. */
export class MerchantValidationEvent extends Event {
    constructor(type, eventInitDict = {}) {
        requireArguments(arguments.length, 1);
        const init = merchantValidationEventInit.convert(eventInitDict, "Argument 2 ('eventInitDict')");
        super(domString.convert(type, "Argument 1 ('type')"), init);
        init.validationURL = completeURL(init.validationURL);
        if (init.methodName !== '' && canonicalMethod(init.methodName) === null) {
            throw new RangeError(`"${init.methodName}" is an invalid payment method identifier.`);
        }
        membersOfEvents.set(this, init);
    }

    get methodName() { return membersOf(this).methodName; }

    get validationURL() { return membersOf(this).validationURL; }

    complete(merchantSessionPromise) {
        membersOf(this);
        requireArguments(arguments.length, 1);
        const promise = Promise.resolve(merchantSessionPromise);
        answerEvent(this, (owner) => {
            owner.completeMerchantValidation(promise);
            this.stopImmediatePropagation();
        });
    }
}

/** @param {string} text @returns {string} */
function completeURL(text) {
    try {
        return new URL(text, document.baseURI).href;
    } catch {
        throw new TypeError(`"${text}" is not a valid URL.`);
    }
}

asInterface(PaymentRequestUpdateEvent);
asInterface(PaymentMethodChangeEvent);
asInterface(MerchantValidationEvent);

/** An event that its owner waits for. @template {Event} T @param {T} event @param {EventOwner} owner @returns {T} */
export function ownedEvent(event, owner) {
    ownedEvents.set(event, { owner, isAnswered: false });
    return event;
}

/** Whether the page has answered an event. @param {Event} event */
export function isEventAnswered(event) {
    return ownedEvents.get(event)?.isAnswered ?? false;
}
