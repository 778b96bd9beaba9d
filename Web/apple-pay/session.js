// ApplePaySession: https://developer.apple.com/documentation/applepayontheweb/applepaysession
// Its states and what may be called in each are WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/ApplePaySession.cpp
import { coordinator, isFinalResult } from './coordinator.js';
import {
    authorizationResult, couponCodeUpdate, lineItem, paymentMethodUpdate, paymentRequest, shippingContactUpdate,
    shippingMethod, shippingMethodUpdate,
} from './dictionaries.js';
import { ApplePayError } from './errors.js';
import { addConstants, addEventHandlers, asInterface, eventInterface, ListenerCount } from './interfaces.js';
import { checkDocument, domException, hasUserGesture } from './page-access.js';
import { checkStatus, errorOfStatus, validRequest, validResult, validUpdate } from './rules.js';
import { isSupportedVersion } from './versions.js';
import { domString, requireArguments, sequence, unsignedLong, unsignedShort } from './webidl.js';

const ended = ['completed', 'aborted', 'canceled'];

/** In which states a call is allowed. Events of the sheet come in the state "active" alone. */
const allowedStates = {
    begin: ['idle'],
    abort: [
        'active', 'authorized', 'shippingMethodSelected', 'shippingContactSelected', 'paymentMethodSelected',
        'couponCodeChanged', 'cancelRequested',
    ],
    completeMerchantValidation: ['active'],
    completeShippingMethodSelection: ['shippingMethodSelected'],
    completeShippingContactSelection: ['shippingContactSelected'],
    completePaymentMethodSelection: ['paymentMethodSelected'],
    completeCouponCodeChange: ['couponCodeChanged'],
    completePayment: ['authorized'],
};

const ValidateMerchantEvent = eventInterface('ApplePayValidateMerchantEvent', ['validationURL']);
const PaymentMethodSelectedEvent = eventInterface('ApplePayPaymentMethodSelectedEvent', ['paymentMethod']);
const ShippingContactSelectedEvent = eventInterface('ApplePayShippingContactSelectedEvent', ['shippingContact']);
const ShippingMethodSelectedEvent = eventInterface('ApplePayShippingMethodSelectedEvent', ['shippingMethod']);
const CouponCodeChangedEvent = eventInterface('ApplePayCouponCodeChangedEvent', ['couponCode']);
const PaymentAuthorizedEvent = eventInterface('ApplePayPaymentAuthorizedEvent', ['payment']);
const CancelEvent = eventInterface('ApplePayCancelEvent', ['sessionError']);

/** The selections of the shopper: the event, its class and attribute, the state it leads to, and the answer's name. */
const selections = {
    didSelectPaymentMethod: {
        type: 'paymentmethodselected', event: PaymentMethodSelectedEvent, attribute: 'paymentMethod',
        state: 'paymentMethodSelected', answer: 'completePaymentMethodSelection',
    },
    didSelectShippingMethod: {
        type: 'shippingmethodselected', event: ShippingMethodSelectedEvent, attribute: 'shippingMethod',
        state: 'shippingMethodSelected', answer: 'completeShippingMethodSelection',
    },
    didSelectShippingContact: {
        type: 'shippingcontactselected', event: ShippingContactSelectedEvent, attribute: 'shippingContact',
        state: 'shippingContactSelected', answer: 'completeShippingContactSelection',
    },
    didChangeCouponCode: {
        type: 'couponcodechanged', event: CouponCodeChangedEvent, attribute: 'couponCode',
        state: 'couponCodeChanged', answer: 'completeCouponCodeChange',
    },
};

/** A page's payment: its sheet, from `begin` to the end. */
export class ApplePaySession extends EventTarget {
    #state = 'idle';
    #merchantValidation = 'idle';
    #request;
    #listeners;
    /** @type {((event: PageTransitionEvent) => void) | null} */
    #leave = null;

    constructor(version, request) {
        requireArguments(arguments.length, 2);
        const number = unsignedLong.convert(version, "Argument 1 ('version') to the ApplePaySession constructor");
        const converted = paymentRequest.convert(
            request,
            "Argument 2 ('paymentRequest') to the ApplePaySession constructor",
        );
        checkDocument();
        if (!hasUserGesture()) {
            throw domException(
                'InvalidAccessError',
                'Must create a new ApplePaySession from a user gesture handler.',
            );
        }
        super();
        this.#request = validRequest(number, converted);
        this.#listeners = new ListenerCount(this);
    }

    static supportsVersion(version) {
        requireArguments(arguments.length, 1);
        const number = unsignedLong.convert(version, "Argument 1 ('version') to ApplePaySession.supportsVersion");
        if (number === 0) throw domException('InvalidAccessError');
        checkDocument();
        return isSupportedVersion(number);
    }

    static canMakePayments() {
        checkDocument();
        return coordinator.canMakePayments();
    }

    static async canMakePaymentsWithActiveCard(merchantIdentifier) {
        requireArguments(arguments.length, 1);
        const identifier = domString.convert(merchantIdentifier, "Argument 1 ('merchantIdentifier')");
        checkDocument();
        return coordinator.canMakePaymentsWithActiveCard(identifier);
    }

    static async openPaymentSetup(merchantIdentifier) {
        requireArguments(arguments.length, 1);
        const identifier = domString.convert(merchantIdentifier, "Argument 1 ('merchantIdentifier')");
        checkDocument();
        if (!hasUserGesture()) {
            throw domException(
                'InvalidAccessError',
                'Must call ApplePaySession.openPaymentSetup from a user gesture handler.',
            );
        }
        return coordinator.openPaymentSetup(identifier);
    }

    /** Not in WebKit: Apple's own script has it, for browsers other than Safari. */
    static async applePayCapabilities(merchantIdentifier) {
        requireArguments(arguments.length, 1);
        const identifier = domString.convert(merchantIdentifier, "Argument 1 ('merchantIdentifier')");
        checkDocument();
        if (!coordinator.canMakePayments()) return { paymentCredentialStatus: 'applePayUnsupported' };
        const hasCard = await coordinator.canMakePaymentsWithActiveCard(identifier);
        return {
            paymentCredentialStatus: hasCard ? 'paymentCredentialsAvailable' : 'paymentCredentialsUnavailable',
        };
    }

    begin() {
        if (!this.#allows('begin')) throw domException('InvalidAccessError', 'Payment session is already active.');
        if (!coordinator.begin(this.#request, this.#client())) {
            throw domException('InvalidAccessError', 'There is already has an active payment session.');
        }
        this.#state = 'active';
        this.#leave = (event) => this.#leavePage(event.persisted);
        window.addEventListener('pagehide', this.#leave);
    }

    abort() {
        this.#require('abort');
        this.#end('aborted');
        coordinator.abort();
    }

    completeMerchantValidation(merchantSession) {
        requireArguments(arguments.length, 1);
        this.#require('completeMerchantValidation');
        if (this.#merchantValidation !== 'validating') throw domException('InvalidAccessError');
        const isObject = typeof merchantSession === 'object' && merchantSession !== null;
        if (!isObject && typeof merchantSession !== 'function') {
            throw new TypeError('The merchant session is not an object: parse the JSON that the gateway answered.');
        }
        const copy = merchantSessionCopy(merchantSession);
        // Reading the object may have run code of the page's that ended the session.
        if (!coordinator.hasActiveSession) throw domException('InvalidStateError');
        this.#merchantValidation = 'complete';
        coordinator.completeMerchantValidation(copy);
    }

    completePaymentMethodSelection(update) {
        requireArguments(arguments.length, 1);
        const where = "Argument 1 ('update') to ApplePaySession.completePaymentMethodSelection";
        const converted = arguments.length >= 2
            ? positionalUpdate(arguments[0], arguments[1])
            : paymentMethodUpdate.convert(update, where);
        this.#answer('completePaymentMethodSelection', converted);
    }

    completeShippingMethodSelection(update) {
        requireForm(arguments.length, 3);
        if (arguments.length === 1) {
            const where = "Argument 1 ('update') to ApplePaySession.completeShippingMethodSelection";
            this.#answer('completeShippingMethodSelection', shippingMethodUpdate.convert(update, where));
            return;
        }
        const status = unsignedShort.convert(arguments[0], "Argument 1 ('status')");
        const converted = positionalUpdate(arguments[1], arguments[2]);
        checkStatus(status);
        if (status !== 0) {
            this.#require('completeShippingMethodSelection');
            this.#state = 'cancelRequested';
            coordinator.cancel();
            return;
        }
        this.#answer('completeShippingMethodSelection', converted);
    }

    completeShippingContactSelection(update) {
        requireForm(arguments.length, 4);
        if (arguments.length === 1) {
            const where = "Argument 1 ('update') to ApplePaySession.completeShippingContactSelection";
            this.#answer('completeShippingContactSelection', shippingContactUpdate.convert(update, where));
            return;
        }
        const status = unsignedShort.convert(arguments[0], "Argument 1 ('status')");
        const methods = sequence(shippingMethod).convert(arguments[1], "Argument 2 ('newShippingMethods')");
        const converted = positionalUpdate(arguments[2], arguments[3]);
        checkStatus(status);
        const error = status === 0 ? [] : [errorOfStatus(status) ?? new ApplePayError('unknown')];
        this.#answer(
            'completeShippingContactSelection',
            { ...converted, errors: error, newShippingMethods: methods },
        );
    }

    completeCouponCodeChange(update) {
        requireArguments(arguments.length, 1);
        const where = "Argument 1 ('update') to ApplePaySession.completeCouponCodeChange";
        this.#answer('completeCouponCodeChange', couponCodeUpdate.convert(update, where));
    }

    completePayment(result) {
        requireArguments(arguments.length, 1);
        // As in Web IDL, null and undefined are a dictionary without members: never a status of 0.
        const isDictionary = typeof result === 'object' || typeof result === 'function' || result === undefined;
        const converted = isDictionary
            ? authorizationResult.convert(result, "Argument 1 ('result') to ApplePaySession.completePayment")
            : { status: unsignedShort.convert(result, "Argument 1 ('status')"), errors: [] };
        this.#require('completePayment');
        const checked = validResult(converted);
        if (isFinalResult(checked)) this.#end('completed');
        else this.#state = 'active';
        coordinator.completePaymentSession(checked);
    }

    #allows(call) {
        return allowedStates[call].includes(this.#state);
    }

    #require(call) {
        if (!this.#allows(call)) {
            throw domException('InvalidAccessError', `${call} cannot be called while the session is ${this.#state}.`);
        }
    }

    #answer(call, update) {
        this.#require(call);
        const checked = validUpdate(update);
        this.#state = 'active';
        coordinator[call](checked);
    }

    #end(state) {
        this.#state = state;
        if (this.#leave) window.removeEventListener('pagehide', this.#leave);
        this.#leave = null;
    }

    /** The page goes away: the sheet closes, and a page that the person may come back to is told. */
    #leavePage(isKept) {
        if (ended.includes(this.#state)) return;
        this.#end(isKept ? 'canceled' : 'aborted');
        coordinator.abort();
        if (!isKept) return;
        setTimeout(() => this.#fire('cancel', new CancelEvent('cancel', { sessionError: sessionError() })));
    }

    #fire(type, event) {
        this.dispatchEvent(event);
        this.#listeners.didDispatch(type);
    }

    /** What the sheet speaks to. @returns {import('./coordinator.js').PaymentClient} */
    #client() {
        const client = /** @type {any} */ ({
            validateMerchant: (url) => {
                this.#merchantValidation = 'validating';
                const isListening = this.#listeners.has('validatemerchant');
                this.#fire('validatemerchant', new ValidateMerchantEvent('validatemerchant', { validationURL: url }));
                return isListening;
            },
            didAuthorizePayment: (payment) => {
                this.#state = 'authorized';
                this.#fire('paymentauthorized', new PaymentAuthorizedEvent('paymentauthorized', { payment }));
            },
            didCancel: (error) => {
                this.#end('canceled');
                this.#fire('cancel', new CancelEvent('cancel', { sessionError: sessionError(error) }));
            },
        });
        for (const [name, selection] of Object.entries(selections)) {
            client[name] = (value) => {
                if (!this.#listeners.has(selection.type)) {
                    coordinator[selection.answer]();
                    return;
                }
                this.#state = selection.state;
                this.#fire(selection.type, new selection.event(selection.type, { [selection.attribute]: value }));
            };
        }
        return client;
    }
}

/** @param {{ code: string, info?: any }} [error] */
function sessionError(error) {
    return { code: error?.code ?? 'unknown', info: error?.info ?? {} };
}

/** Throws unless a call has one argument, an update, or as many as its early form. */
function requireForm(given, early) {
    requireArguments(given, 1);
    if (given > 1 && given < early) throw new TypeError(`The call takes 1 argument or ${early}, not ${given}`);
}

function positionalUpdate(newTotal, newLineItems) {
    return {
        newTotal: lineItem.convert(newTotal, "Argument 'newTotal'"),
        newLineItems: sequence(lineItem).convert(newLineItems, "Argument 'newLineItems'"),
        errors: [],
    };
}

/** The session that the gateway answered: what its JSON holds. */
function merchantSessionCopy(merchantSession) {
    try {
        const copy = JSON.parse(JSON.stringify(merchantSession));
        if (typeof copy === 'object' && copy !== null) return copy;
    } catch (error) {
        console.error(`The merchant session cannot be written as JSON: ${error}`);
    }
    throw domException('InvalidAccessError', 'The merchant session is not an object that JSON can hold.');
}

addConstants(asInterface(ApplePaySession), {
    STATUS_SUCCESS: 0,
    STATUS_FAILURE: 1,
    STATUS_INVALID_BILLING_POSTAL_ADDRESS: 2,
    STATUS_INVALID_SHIPPING_POSTAL_ADDRESS: 3,
    STATUS_INVALID_SHIPPING_CONTACT: 4,
    STATUS_PIN_REQUIRED: 5,
    STATUS_PIN_INCORRECT: 6,
    STATUS_PIN_LOCKOUT: 7,
});
addEventHandlers(ApplePaySession, [
    'validatemerchant', 'paymentmethodselected', 'paymentauthorized', 'shippingmethodselected',
    'shippingcontactselected', 'couponcodechanged', 'cancel',
]);
