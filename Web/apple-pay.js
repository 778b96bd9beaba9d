// apple-pay.js: Apple Pay's web API in any browser, a part of Quince. Not made or endorsed by Apple.
// Made by Web/build from the modules in Web/apple-pay. Change those, then run Web/build.
// Copyright the authors of Quince. Licensed under the Apache License, Version 2.0.
(() => {
'use strict';

// ---- apple-pay/webidl.js

// How Web IDL converts what a page hands over: https://webidl.spec.whatwg.org/#js-type-mapping
//
// A type is a name, for messages, and a conversion. A dictionary's members are converted in the order of the
// specification: those of the dictionary it inherits from first, each level in the order of their names.

/**
 * @template T
 * @typedef {{ name: string, convert: (value: any, where: string) => T }} IDLType
 */

/**
 * @typedef {{ type: IDLType<any>, isRequired?: boolean, fallback?: any }} Member
 */

/** A TypeError about a value. `where` says which, such as "Member ApplePayLineItem.amount". */
function refusal(where, problem) {
    return new TypeError(`${where} ${problem}`);
}

/** @type {IDLType<string>} */
const domString = {
    name: 'DOMString',
    convert(value, where) {
        if (typeof value === 'symbol') throw refusal(where, 'is a symbol, which is no string');
        return String(value);
    },
};

/** @type {IDLType<boolean>} */
const boolean = { name: 'boolean', convert: Boolean };

/** @type {IDLType<any>} */
const anyValue = { name: 'any', convert: (value) => value };

/** A whole number of some bits, without a sign: larger numbers wrap, what is no number is 0. */
function unsigned(name, bits) {
    const size = 2 ** bits;
    return {
        name,
        convert(value, where) {
            if (typeof value === 'symbol' || typeof value === 'bigint') throw refusal(where, 'is not a number');
            const number = Math.trunc(Number(value));
            if (!Number.isFinite(number)) return 0;
            return ((number % size) + size) % size;
        },
    };
}

/** @type {IDLType<number>} */
const unsignedShort = unsigned('unsigned short', 16);
/** @type {IDLType<number>} */
const unsignedLong = unsigned('unsigned long', 32);

/**
 * WebKit's own type for dates: a Date, a number of milliseconds or a text; anything else is no date.
 *
 * @type {IDLType<Date | undefined>}
 */
const dateValue = {
    name: 'Date',
    convert(value) {
        const isDate = value instanceof Date || typeof value === 'number' || typeof value === 'string';
        const date = new Date(isDate ? value : Number.NaN);
        return Number.isNaN(date.getTime()) ? undefined : date;
    },
};

/** One of some texts. @param {string} name @param {readonly string[]} values @returns {IDLType<string>} */
function enumeration(name, values) {
    const known = new Set(values);
    return {
        name,
        convert(value, where) {
            const text = domString.convert(value, where);
            if (known.has(text)) return text;
            throw refusal(where, `must be one of: ${values.map((choice) => `"${choice}"`).join(', ')}`);
        },
    };
}

/** A list of some type. @param {IDLType<any>} element @returns {IDLType<any[]>} */
function sequence(element) {
    return {
        name: 'sequence',
        convert(value, where) {
            const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
            if (!isObject) throw new TypeError('Value is not a sequence');
            if (typeof value[Symbol.iterator] !== 'function') throw refusal(where, 'cannot be iterated over');
            const result = [];
            for (const item of value) result.push(element.convert(item, `${where}[${result.length}]`));
            return result;
        },
    };
}

/** An instance of a class. @param {string} name @param {Function} constructor @returns {IDLType<any>} */
function instance(name, constructor) {
    return {
        name,
        convert(value, where) {
            if (!(value instanceof constructor)) throw refusal(where, `is not an instance of ${name}`);
            return value;
        },
    };
}

/** A type whose values may be null, as what is undefined is. @param {IDLType<any>} type @returns {IDLType<any>} */
function nullable(type) {
    return {
        name: `${type.name}?`,
        convert: (value, where) => (value === null || value === undefined ? null : type.convert(value, where)),
    };
}

/** A member that must be there. @param {IDLType<any>} type @returns {Member} */
function required(type) {
    return { type, isRequired: true };
}

/** A member that has a value where it is not there. @param {IDLType<any>} type @returns {Member} */
function optional(type, fallback) {
    return { type, fallback };
}

/**
 * @typedef {{ key: string, type: IDLType<any>, isRequired: boolean, fallback: any }} NamedMember
 * @typedef {IDLType<any> & { levels: NamedMember[][], memberNames: string[] }} DictionaryType
 */

/** @returns {NamedMember} */
function namedMember([key, member]) {
    const { type, isRequired = false, fallback = undefined } = 'type' in member ? member : { type: member };
    return { key, type, isRequired, fallback };
}

/**
 * A dictionary. Members are given as types, or with `required` or `optional`.
 *
 * @param {string} name
 * @param {Record<string, IDLType<any> | Member>} members
 * @param {{ levels: NamedMember[][] }} [parent] the dictionary that it inherits from
 * @returns {DictionaryType}
 */
function dictionary(name, members, parent = undefined) {
    const own = Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)).map(namedMember);
    const levels = [...(parent?.levels ?? []), own];
    // Messages name the dictionary that is converted, not the one that the member is inherited from.
    const all = levels.flat().map((member) => ({ ...member, where: `Member ${name}.${member.key}` }));
    return {
        name,
        levels,
        memberNames: all.map((member) => member.key),
        convert(value, where) {
            const isMissing = value === undefined || value === null;
            if (!isMissing && typeof value !== 'object' && typeof value !== 'function') {
                throw refusal(where, `is not an object, and cannot be converted to ${name}`);
            }
            /** @type {Record<string, any>} */
            const result = {};
            for (const member of all) {
                const given = isMissing ? undefined : value[member.key];
                if (given !== undefined) {
                    const converted = member.type.convert(given, member.where);
                    if (converted !== undefined) result[member.key] = converted;
                } else if (member.isRequired) {
                    throw refusal(member.where, `is required and must be an instance of ${member.type.name}`);
                } else if (member.fallback !== undefined) {
                    result[member.key] = typeof member.fallback === 'function' ? member.fallback() : member.fallback;
                }
            }
            return result;
        },
    };
}

/** Throws unless a call has as many arguments as it needs. */
function requireArguments(given, needed) {
    if (given < needed) throw new TypeError('Not enough arguments');
}

// ---- apple-pay/page-access.js

// Whether a page may take payments: its permissions policy, a secure context, and a person's action.

/** An error of the kind that browsers name. */
function domException(name, message = '') {
    return new DOMException(message, name);
}

/**
 * Whether the page's permissions policy lets it take payments. A browser that does not say is taken to allow it to
 * frames of the top page's own origin, as the policy does where nothing is declared.
 */
function isAllowedByPolicy() {
    const policy = /** @type {any} */ (document).permissionsPolicy ?? /** @type {any} */ (document).featurePolicy;
    if (policy && policy.features().includes('payment')) return policy.allowsFeature('payment');
    try {
        return Boolean(window.top?.document);
    } catch {
        return false;
    }
}

/**
 * Throws where a page may not take payments.
 *
 * WebKit asks for https; here it is what the browser calls a secure context, so that http://localhost is one.
 */
function checkDocument() {
    if (!isAllowedByPolicy()) {
        throw domException(
            'SecurityError',
            'Third-party iframes are not allowed to request payments unless explicitly allowed via Feature-Policy '
                + '(payment)',
        );
    }
    if (!document.defaultView) {
        throw domException('InvalidAccessError', 'Trying to start an Apple Pay session from an inactive document.');
    }
    if (!window.isSecureContext) {
        throw domException('InvalidAccessError', 'Trying to start an Apple Pay session from an insecure document.');
    }
}

/**
 * What counts as a person's action.
 *
 * - `browser`: the browser's transient activation, some seconds after a click or a key.
 * - `strict`: Safari's rule: the handler of the click or the key itself, and what its promises run at once.
 * - `none`: everything, for tests whose clicks are a script's.
 */
const gestureRules = ['browser', 'strict', 'none'];

const gesture = { rule: 'browser', isInHandler: false, isConsumed: false };

/** The rule in force. */
function gestureRule() {
    return gesture.rule;
}

/** Changes the rule. @param {string} rule */
function setGestureRule(rule) {
    const name = domString.convert(rule, 'quince.userGesture');
    if (!gestureRules.includes(name)) {
        throw new TypeError(`quince.userGesture is "${name}", which is not one of: ${gestureRules.join(', ')}`);
    }
    gesture.rule = name;
}

/** Whether a person has just acted. */
function hasUserGesture() {
    if (gesture.rule === 'none') return true;
    if (gesture.isConsumed) return false;
    if (gesture.rule === 'strict') return gesture.isInHandler;
    const { userActivation } = /** @type {any} */ (navigator);
    return userActivation ? userActivation.isActive : gesture.isInHandler;
}

/** Uses up the person's action, as PaymentRequest.show does. */
function consumeUserGesture() {
    gesture.isConsumed = gesture.rule !== 'none';
}

/** A task of its own right after the current one: what the handler's promises run comes before it. */
const afterHandler = new MessageChannel();
afterHandler.port1.onmessage = () => { gesture.isInHandler = false; };

/** @param {Event} event */
function noteAction(event) {
    if (!event.isTrusted || (event instanceof KeyboardEvent && event.key === 'Escape')) return;
    gesture.isInHandler = true;
    if (event.type !== 'click') gesture.isConsumed = false;
    afterHandler.port2.postMessage(null);
}

/**
 * Watches for a person's actions.
 * https://html.spec.whatwg.org/multipage/interaction.html#activation-triggering-input-event
 */
function watchGestures() {
    for (const type of ['keydown', 'mousedown', 'pointerdown', 'pointerup', 'touchend', 'click']) {
        window.addEventListener(type, noteAction, { capture: true, passive: true });
    }
}

// ---- apple-pay/coordinator.js

// Between a page's session and what shows its sheet: one sheet at a time, whoever asks for it and whoever shows it.
// The names are those of WebKit's PaymentCoordinator, PaymentCoordinatorClient and PaymentSession:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/PaymentCoordinator.h

/**
 * What a sheet tells its session. It tells it in a task of its own, never inside a call of the transport.
 *
 * @typedef {object} PaymentClient
 * @property {(url: string) => boolean} validateMerchant whether the page listens, so that an answer is to come
 * @property {(payment: any) => void} didAuthorizePayment
 * @property {(method: any) => void} didSelectPaymentMethod
 * @property {(method: any) => void} didSelectShippingMethod
 * @property {(contact: any) => void} didSelectShippingContact
 * @property {(code: string) => void} didChangeCouponCode
 * @property {(sessionError?: { code: string, info?: any }) => void} didCancel
 */

/**
 * What shows sheets. An update that is undefined leaves the sheet as it is.
 *
 * @typedef {object} Transport
 * @property {() => boolean} canMakePayments
 * @property {(merchantIdentifier: string, domain: string) => Promise<boolean>} canMakePaymentsWithActiveCard
 * @property {(merchantIdentifier: string, domain: string) => Promise<boolean>} openPaymentSetup
 * @property {(request: any, client: PaymentClient) => boolean} show
 * @property {(session: object) => void} completeMerchantValidation
 * @property {(update?: any) => void} completeShippingMethodSelection
 * @property {(update?: any) => void} completeShippingContactSelection
 * @property {(update?: any) => void} completePaymentMethodSelection
 * @property {(update?: any) => void} completeCouponCodeChange
 * @property {(result: any) => void} completePaymentSession
 * @property {() => void} abort
 * @property {() => void} cancel
 * @property {(configuration: any) => Promise<any[]>} [getSetupFeatures]
 * @property {(configuration: any, features: any[]) => Promise<boolean>} [beginSetup]
 */

/** @type {Transport | null} */
let transport = null;

/**
 * The sheet of the whole page, frames and all: what it speaks to, if one is up.
 *
 * @type {{ activeClient: PaymentClient | null }}
 */
let page = { activeClient: null };

/** Under this name `quince` keeps the record of the page's sheet, for frames of the same origin. */
const pageKey = Symbol.for('quince.page');

/** Takes part in the record of the top page, where that is of the same origin and has this file too. */
function joinPage(quince) {
    try {
        page = /** @type {any} */ (window.top).quince?.[pageKey] ?? page;
    } catch {
        // A frame of another origin has a record of its own.
    }
    Object.defineProperty(quince, pageKey, { value: page });
}

const noSheet = 'apple-pay.js shows no payment sheet in this page. Load it from a sandbox, whose wallet shows the sheet '
    + 'to a person; or, for a test, call quince.automate() and drive it with internals.mockPaymentCoordinator.';

/** Chooses what shows sheets from now on. @param {Transport} newTransport */
function useTransport(newTransport) {
    transport = newTransport;
}

/**
 * Whether a result of a payment ends the sheet: it succeeded or failed, and the shopper can correct nothing.
 *
 * @param {{ status: number, errors: any[] }} result
 */
function isFinalResult(result) {
    return result.status <= 1 && result.errors.length === 0;
}

/**
 * A client that the transport may keep: what it says after the sheet's end has no effect.
 *
 * @param {PaymentClient} client
 */
function whileActive(client) {
    const isActive = () => page.activeClient === kept;
    /** @type {PaymentClient} */
    const kept = {
        validateMerchant: (url) => isActive() && client.validateMerchant(url),
        didAuthorizePayment: (payment) => { if (isActive()) client.didAuthorizePayment(payment); },
        didSelectPaymentMethod: (method) => { if (isActive()) client.didSelectPaymentMethod(method); },
        didSelectShippingMethod: (method) => { if (isActive()) client.didSelectShippingMethod(method); },
        didSelectShippingContact: (contact) => { if (isActive()) client.didSelectShippingContact(contact); },
        didChangeCouponCode: (code) => { if (isActive()) client.didChangeCouponCode(code); },
        didCancel: (sessionError) => {
            if (!isActive()) return;
            page.activeClient = null;
            client.didCancel(sessionError);
        },
    };
    return kept;
}

const coordinator = {
    /** Whether a sheet is up. */
    get hasActiveSession() {
        return page.activeClient !== null;
    },

    /** Whether there is something that shows sheets. */
    get canShowSheets() {
        return transport !== null;
    },

    canMakePayments() {
        return transport?.canMakePayments() ?? false;
    },

    /** @param {string} merchantIdentifier @returns {Promise<boolean>} */
    async canMakePaymentsWithActiveCard(merchantIdentifier) {
        return (await transport?.canMakePaymentsWithActiveCard(merchantIdentifier, location.hostname)) ?? false;
    },

    /** @param {string} merchantIdentifier @returns {Promise<boolean>} */
    async openPaymentSetup(merchantIdentifier) {
        return (await transport?.openPaymentSetup(merchantIdentifier, location.hostname)) ?? false;
    },

    /** @param {any} configuration @returns {Promise<any[]>} */
    async getSetupFeatures(configuration) {
        return (await transport?.getSetupFeatures?.(configuration)) ?? [];
    },

    /** @param {any} configuration @param {any[]} features @returns {Promise<boolean>} */
    async beginSetup(configuration, features) {
        return (await transport?.beginSetup?.(configuration, features)) ?? false;
    },

    /**
     * Shows a sheet.
     *
     * @param {any} request converted and validated, with its `version`
     * @param {PaymentClient} client what the sheet speaks to
     * @returns {boolean} false where nothing shows it
     */
    begin(request, client) {
        if (page.activeClient) throw domException('InvalidAccessError', 'Page already has an active payment session.');
        if (!transport) {
            console.error(noSheet);
            return false;
        }
        const kept = whileActive(client);
        page.activeClient = kept;
        if (transport.show(request, kept)) return true;
        page.activeClient = null;
        return false;
    },

    /** @param {object} session */
    completeMerchantValidation(session) {
        transport?.completeMerchantValidation(session);
    },

    completeShippingMethodSelection(update = undefined) {
        transport?.completeShippingMethodSelection(update);
    },

    completeShippingContactSelection(update = undefined) {
        transport?.completeShippingContactSelection(update);
    },

    completePaymentMethodSelection(update = undefined) {
        transport?.completePaymentMethodSelection(update);
    },

    completeCouponCodeChange(update = undefined) {
        transport?.completeCouponCodeChange(update);
    },

    /** @param {{ status: number, errors: any[] }} result */
    completePaymentSession(result) {
        if (isFinalResult(result)) page.activeClient = null;
        transport?.completePaymentSession(result);
    },

    /** Closes the sheet at the page's wish. */
    abort() {
        page.activeClient = null;
        transport?.abort();
    },

    /** Closes the sheet as if the shopper had: the session is told. */
    cancel() {
        transport?.cancel();
    },
};

// ---- apple-pay/errors.js

// ApplePayError: https://developer.apple.com/documentation/applepayontheweb/applepayerror

const errorCode = enumeration('ApplePayErrorCode', [
    'unknown', 'shippingContactInvalid', 'billingContactInvalid', 'addressUnserviceable', 'couponCodeInvalid',
    'couponCodeExpired', 'unsupportedCard', 'recipientContactInvalid',
]);

const errorContactField = enumeration('ApplePayErrorContactField', [
    'phoneNumber', 'emailAddress', 'name', 'phoneticName', 'postalAddress', 'addressLines', 'subLocality',
    'locality', 'postalCode', 'subAdministrativeArea', 'administrativeArea', 'country', 'countryCode',
]);

const errorDomain = enumeration('ApplePayErrorDomain', ['disbursement']);

/** The value, or, as assigning to an attribute of an enumeration does, what was there before. */
function assigned(type, value, before) {
    try {
        return type.convert(value, '');
    } catch (error) {
        if (typeof value === 'symbol') throw error;
        return before;
    }
}

/** What a page tells the shopper: what is wrong with a contact, a coupon code, a card or an address. */
class ApplePayError {
    #code;
    #contactField;
    #message;
    #domain;

    constructor(code, contactField = undefined, message = '', domain = undefined) {
        requireArguments(arguments.length, 1);
        this.#code = errorCode.convert(code, "Argument 1 ('errorCode') to the ApplePayError constructor");
        // Null is no field, though the attribute may become null.
        this.#contactField = contactField === undefined ? null : errorContactField
            .convert(contactField, "Argument 2 ('contactField') to the ApplePayError constructor");
        this.#message = domString.convert(message, "Argument 3 ('message') to the ApplePayError constructor");
        this.#domain = nullable(errorDomain)
            .convert(domain, "Argument 4 ('domain') to the ApplePayError constructor");
    }

    get code() { return this.#code; }
    set code(value) { this.#code = assigned(errorCode, value, this.#code); }

    get contactField() { return this.#contactField; }
    set contactField(value) { this.#contactField = assigned(nullable(errorContactField), value, this.#contactField); }

    get message() { return this.#message; }
    set message(value) { this.#message = domString.convert(value, 'ApplePayError.message'); }

    get domain() { return this.#domain; }
    set domain(value) { this.#domain = assigned(nullable(errorDomain), value, this.#domain); }
}

// ---- apple-pay/versions.js

// Versions of Apple Pay on the web, its features and its card networks.
// https://developer.apple.com/documentation/applepayontheweb/apple-pay-on-the-web-version-history

/** The last version: what came after it is told by `features`. */
const latestVersion = 15;

/** Whether a page may ask for a version. */
function isSupportedVersion(version) {
    return version >= 1 && version <= latestVersion;
}

/** What a request may say that its page needs. */
const feature = enumeration('ApplePayFeature', [
    'applePayLaterAvailability', 'authorizationResultOrderDetails', 'lineItemPaymentTiming',
    'paymentRequestAutomaticReload', 'paymentRequestCouponCode', 'paymentRequestDeferred',
    'paymentRequestDelegation', 'paymentRequestDisbursements', 'paymentRequestMerchantCategoryCode', 'paymentRequestMultiTokenContexts',
    'paymentRequestRecurring', 'paymentRequestShippingContactEditingMode', 'paymentTimingAutomaticReload',
    'paymentTimingDeferred', 'paymentTimingImmediate', 'paymentTimingRecurring',
    'shippingContactEditingModeEnabled', 'shippingContactEditingModeStorePickup',
    'shippingMethodDateComponentsRange',
]);

/** The card networks. WebKit refuses two of them to pages of an early version, as it tells them from all others. */
const networkNames = [
    'amex', 'bancomat', 'bancontact', 'bankAxept', 'barcode', 'carteBancaire', 'carteBancaires', 'cartesBancaires',
    'chinaUnionPay', 'conecs', 'dankort', 'discover', 'eftpos', 'elCorteIngles', 'elcard', 'electron', 'elo',
    'girocard', 'himyan', 'humo', 'iD', 'idCredit', 'interac', 'jaywan', 'jcb', 'maal', 'mada', 'maestro', 'masterCard',
    'meeza', 'mir', 'myDebit', 'nanaco', 'napas', 'pagoBancomat', 'payPak', 'postFinance', 'privateLabel',
    'quicPay', 'ruPay', 'suica', 'tmoney', 'uzCard', 'vPay', 'verve', 'visa', 'waon',
];
const firstVersions = new Map([['jcb', 2], ['cartebancaire', 3]]);
const networksByKey = new Map(networkNames.map((name) => [name.toLowerCase(), name]));

/**
 * The name of a network, whatever the case in which a page writes it.
 *
 * @param {number} version
 * @param {string} name
 * @returns {string | undefined} nothing where there is no such network in that version
 */
function networkName(version, name) {
    const key = name.toLowerCase();
    return version < (firstVersions.get(key) ?? 1) ? undefined : networksByKey.get(key);
}

const irregularNames = { amex: 'AmEx', iD: 'iD', idCredit: 'iD', jcb: 'JCB', napas: 'NAPAS', quicPay: 'QUICPay' };

/** A network in the spelling of PassKit, as a payment has it. @param {string | undefined} name */
function passKitName(name) {
    return name && (irregularNames[name] ?? name[0].toUpperCase() + name.slice(1));
}

// ---- apple-pay/dictionaries.js

// The dictionaries of Apple Pay on the web: https://developer.apple.com/documentation/applepayontheweb
// Their members, types and fallbacks are those of WebKit's interface definitions:
// https://github.com/WebKit/WebKit/tree/main/Source/WebCore/Modules/applepay

const none = () => [];

const contactField = enumeration('ApplePayContactField', [
    'email', 'name', 'phone', 'phoneticName', 'postalAddress',
]);

const merchantCapability = enumeration('ApplePayMerchantCapability', [
    'supports3DS', 'supportsEMV', 'supportsCredit', 'supportsDebit', 'supportsInstantFundsOut',
]);

const paymentMethodType = enumeration('ApplePayPaymentMethodType', ['debit', 'credit', 'prepaid', 'store']);

const setupFeatureType = enumeration('ApplePaySetupFeatureType', ['applePay', 'appleCard']);

const setupFeatureState = enumeration('ApplePaySetupFeatureState', [
    'unsupported', 'supported', 'supplementarySupported', 'completed',
]);

const paymentContact = dictionary('ApplePayPaymentContact', {
    phoneNumber: domString,
    emailAddress: domString,
    givenName: domString,
    familyName: domString,
    phoneticGivenName: domString,
    phoneticFamilyName: domString,
    addressLines: sequence(domString),
    subLocality: domString,
    locality: domString,
    postalCode: domString,
    subAdministrativeArea: domString,
    administrativeArea: domString,
    country: domString,
    countryCode: domString,
});

const lineItem = dictionary('ApplePayLineItem', {
    type: optional(enumeration('ApplePayLineItemType', ['final', 'pending']), 'final'),
    label: domString,
    amount: domString,
    paymentTiming: optional(
        enumeration('ApplePayPaymentTiming', ['immediate', 'recurring', 'deferred', 'automaticReload']),
        'immediate',
    ),
    recurringPaymentStartDate: dateValue,
    recurringPaymentIntervalUnit: optional(
        enumeration('ApplePayRecurringPaymentDateUnit', ['year', 'month', 'day', 'hour', 'minute']),
        'month',
    ),
    recurringPaymentIntervalCount: optional(unsignedLong, 1),
    recurringPaymentEndDate: dateValue,
    deferredPaymentDate: dateValue,
    automaticReloadPaymentThresholdAmount: domString,
    disbursementLineItemType: enumeration('ApplePayDisbursementLineItemType', ['disbursement', 'instantFundsOutFee']),
});

const dateComponents = dictionary('ApplePayDateComponents', {
    years: unsignedLong,
    months: unsignedLong,
    days: unsignedLong,
    hours: unsignedLong,
});

const shippingMethod = dictionary('ApplePayShippingMethod', {
    label: required(domString),
    detail: required(domString),
    amount: required(domString),
    identifier: required(domString),
    dateComponentsRange: dictionary('ApplePayDateComponentsRange', {
        startDateComponents: required(dateComponents),
        endDateComponents: required(dateComponents),
    }),
    selected: optional(boolean, false),
});

const recurringPaymentRequest = dictionary('ApplePayRecurringPaymentRequest', {
    paymentDescription: required(domString),
    regularBilling: required(lineItem),
    trialBilling: lineItem,
    billingAgreement: domString,
    managementURL: required(domString),
    tokenNotificationURL: domString,
});

const automaticReloadPaymentRequest = dictionary('ApplePayAutomaticReloadPaymentRequest', {
    paymentDescription: required(domString),
    automaticReloadBilling: required(lineItem),
    billingAgreement: domString,
    managementURL: required(domString),
    tokenNotificationURL: domString,
});

const deferredPaymentRequest = dictionary('ApplePayDeferredPaymentRequest', {
    deferredBilling: required(lineItem),
    paymentDescription: required(domString),
    managementURL: required(domString),
    billingAgreement: domString,
    freeCancellationDate: dateValue,
    freeCancellationDateTimeZone: domString,
    tokenNotificationURL: domString,
});

const paymentTokenContext = dictionary('ApplePayPaymentTokenContext', {
    merchantIdentifier: required(domString),
    externalIdentifier: required(domString),
    merchantName: required(domString),
    merchantDomain: domString,
    amount: required(domString),
});

const disbursementRequest = dictionary('ApplePayDisbursementRequest', {
    requiredRecipientContactFields: sequence(contactField),
});

const installmentItem = dictionary('ApplePayInstallmentItem', {
    type: optional(enumeration('ApplePayInstallmentItemType', ['generic', 'phone', 'pad', 'watch', 'mac']), 'generic'),
    amount: domString,
    currencyCode: domString,
    programIdentifier: domString,
    apr: domString,
    programTerms: domString,
});

const installmentConfiguration = dictionary('ApplePayInstallmentConfiguration', {
    featureType: optional(setupFeatureType, 'appleCard'),
    merchandisingImageData: domString,
    openToBuyThresholdAmount: domString,
    bindingTotalAmount: domString,
    currencyCode: domString,
    isInStorePurchase: optional(boolean, false),
    merchantIdentifier: domString,
    referrerIdentifier: domString,
    items: sequence(installmentItem),
    applicationMetadata: anyValue,
    retailChannel: optional(
        enumeration('ApplePayInstallmentRetailChannel', ['unknown', 'app', 'web', 'inStore']),
        'unknown',
    ),
});

const requestBase = dictionary('ApplePayRequestBase', {
    features: sequence(feature),
    merchantCapabilities: required(sequence(merchantCapability)),
    supportedNetworks: required(sequence(domString)),
    countryCode: required(domString),
    requiredBillingContactFields: sequence(contactField),
    billingContact: paymentContact,
    requiredShippingContactFields: sequence(contactField),
    shippingContact: paymentContact,
    applicationData: domString,
    supportedCountries: optional(sequence(domString), none),
    installmentConfiguration,
    supportsCouponCode: boolean,
    couponCode: domString,
    shippingContactEditingMode: enumeration('ApplePayShippingContactEditingMode', [
        'available', 'enabled', 'storePickup',
    ]),
    applePayLaterAvailability: enumeration('ApplePayLaterAvailability', [
        'available', 'unavailableItemIneligible', 'unavailableRecurringTransaction',
    ]),
    merchantCategoryCode: domString,
    isDelegatedRequest: boolean,
});

/** Payments that are not of one amount at once: members of a request, and of its updates with "new" before them. */
const typedPayments = {
    recurringPaymentRequest,
    automaticReloadPaymentRequest,
    multiTokenContexts: sequence(paymentTokenContext),
    deferredPaymentRequest,
    disbursementRequest,
};

const newTypedPayments = Object.fromEntries(
    Object.entries(typedPayments).map(([name, type]) => [`new${name[0].toUpperCase()}${name.slice(1)}`, type]),
);

/** What `new ApplePaySession` takes. */
const paymentRequest = dictionary('ApplePayPaymentRequest', {
    total: required(lineItem),
    lineItems: sequence(lineItem),
    currencyCode: required(domString),
    shippingType: optional(
        enumeration('ApplePayShippingType', ['shipping', 'delivery', 'storePickup', 'servicePickup']),
        'shipping',
    ),
    shippingMethods: sequence(shippingMethod),
    ...typedPayments,
}, requestBase);

/** The `data` of the method https://apple.com/apple-pay in a PaymentRequest. */
const applePayRequest = dictionary('ApplePayRequest', {
    version: required(unsignedLong),
    merchantIdentifier: required(domString),
}, requestBase);

/** The `data` of a modifier for that method. */
const applePayModifier = dictionary('ApplePayModifier', {
    paymentMethodType,
    total: lineItem,
    additionalLineItems: sequence(lineItem),
    additionalShippingMethods: sequence(shippingMethod),
    ...typedPayments,
});

const updateBase = dictionary('ApplePayDetailsUpdateBase', {
    newTotal: required(lineItem),
    newLineItems: optional(sequence(lineItem), none),
    ...newTypedPayments,
});

const errorsAndMethods = {
    errors: optional(sequence(instance('ApplePayError', ApplePayError)), none),
    newShippingMethods: sequence(shippingMethod),
};

const paymentMethodUpdate = dictionary('ApplePayPaymentMethodUpdate', errorsAndMethods, updateBase);
const shippingContactUpdate = dictionary('ApplePayShippingContactUpdate', errorsAndMethods, updateBase);
const couponCodeUpdate = dictionary('ApplePayCouponCodeUpdate', errorsAndMethods, updateBase);
const shippingMethodUpdate = dictionary('ApplePayShippingMethodUpdate', {
    newShippingMethods: sequence(shippingMethod),
}, updateBase);

/** What `completePayment` takes. */
const authorizationResult = dictionary('ApplePayPaymentAuthorizationResult', {
    status: required(unsignedShort),
    errors: optional(sequence(instance('ApplePayError', ApplePayError)), none),
    orderDetails: dictionary('ApplePayPaymentOrderDetails', {
        orderTypeIdentifier: required(domString),
        orderIdentifier: required(domString),
        webServiceURL: required(domString),
        authenticationToken: required(domString),
    }),
});

const paymentPass = dictionary('ApplePayPaymentPass', {
    primaryAccountIdentifier: required(domString),
    primaryAccountNumberSuffix: required(domString),
    deviceAccountIdentifier: domString,
    deviceAccountNumberSuffix: domString,
    activationState: required(enumeration('ApplePayPaymentPassActivationState', [
        'activated', 'requiresActivation', 'activating', 'suspended', 'deactivated',
    ])),
});

/** A card, as a page sees it. */
const paymentMethod = dictionary('ApplePayPaymentMethod', {
    displayName: domString,
    network: domString,
    type: paymentMethodType,
    paymentPass,
    billingContact: paymentContact,
});

/** What `new ApplePaySetup` takes. */
const setupConfiguration = dictionary('ApplePaySetupConfiguration', {
    merchantIdentifier: domString,
    referrerIdentifier: domString,
    signature: domString,
    signedFields: sequence(domString),
});

// ---- apple-pay/interfaces.js

// What makes a class look as an interface does in a browser: https://webidl.spec.whatwg.org/#js-interfaces

/** Makes the members that a class declares enumerable, and names its prototype's kind. */
function asInterface(constructor, name = constructor.name) {
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
function addConstants(constructor, values) {
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
function addAttribute(constructor, name, value) {
    const get = function () {
        return value(this);
    };
    Object.defineProperty(get, 'name', { value: `get ${name}` });
    Object.defineProperty(constructor.prototype, name, {
        get, set: undefined, enumerable: true, configurable: true,
    });
}

/** Defines a global of the page, as interfaces are: not enumerable, and replaceable. */
function defineGlobal(name, value) {
    Object.defineProperty(window, name, { value, writable: true, configurable: true, enumerable: false });
}

/**
 * The listeners of a target, whose number decides what happens to an event. No browser tells a page of them, so each
 * target notes its own.
 */
class ListenerCount {
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
function addEventHandlers(constructor, types) {
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
function eventInterface(name, attributes) {
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

// ---- apple-pay/codes.js

// The codes of countries and currencies, in capital letters. WebKit takes both from ICU.

/** A table's codes. @param {string} text */
function codes(text) {
    return new Set(text.trim().split(/\s+/));
}

/** ISO 3166-1 alpha-2, with the codes that it reserves, and XK for Kosovo. */
const countryCodes = codes(`
    AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW
    BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CP CR CU CV CW CX CY CZ DE DG DJ DK DM DO DZ EA EC EE EG EH ER ES
    ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU IC ID IE IL
    IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD
    ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF
    PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX
    SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE
    YT ZA ZM ZW
`);

/** The active currencies of ISO 4217 that have a minor unit, which the sheet of an app and of the wallet's API take too. */
const currencyCodes = codes(`
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
    CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD
    HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD
    MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN
    PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD
    TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
`);

/** The currencies whose amounts have other than two digits after the decimal point. */
const currenciesOfDigits = {
    0: codes(`BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF`),
    3: codes(`BHD IQD JOD KWD LYD OMR TND`),
    4: codes(`CLF UYW`),
};

/** How many digits after the decimal point the amounts of a currency have. @param {string} currency */
function fractionDigits(currency) {
    const [digits] = Object.entries(currenciesOfDigits).find(([, currencies]) => currencies.has(currency)) ?? [2];
    return Number(digits);
}

// ---- apple-pay/sheet-rules.js

// What a sheet keeps from a page, and what it refuses, beyond WebKit's rules: Documentation/SheetRules.md.

/** The members of a contact that make each field. */
const membersOfFields = {
    postalAddress: [
        'addressLines', 'subLocality', 'locality', 'postalCode', 'subAdministrativeArea', 'administrativeArea',
        'country', 'countryCode',
    ],
    phone: ['phoneNumber'],
    email: ['emailAddress'],
    name: ['givenName', 'familyName', 'localizedName'],
    phoneticName: ['phoneticGivenName', 'phoneticFamilyName'],
};

/** All fields of a contact. */
const contactFields = Object.keys(membersOfFields);

/** The fields of a billing contact. */
const billingFields = ['postalAddress', 'name', 'phoneticName'];

/** The fields of the billing contact that the sheet asks for. @returns {string[]} */
function shownBillingFields({ requiredBillingContactFields = [] }) {
    return requiredBillingContactFields.filter((field) => billingFields.includes(field));
}

function picked(contact, members) {
    const present = members.filter((name) => contact[name] !== undefined);
    return Object.fromEntries(present.map((name) => [name, contact[name]]));
}

/** The fields of a contact that a payment has. An address includes the name. @param {string[]} fields */
function limited(contact, fields) {
    const named = fields.includes('postalAddress') || fields.includes('phoneticName') ? [...fields, 'name'] : fields;
    return picked(contact, named.flatMap((field) => membersOfFields[field]));
}

/** The required fields that a contact does not have. @param {string[]} fields */
function missingFields(contact, fields) {
    return fields.filter((field) => !membersOfFields[field].some((name) => contact[name]?.length > 0));
}

/** The part of a contact that a page sees before the shopper authorizes. */
function redacted(contact) {
    const area = contact.administrativeArea ? [] : ['subLocality'];
    const postalCode = seenPostalCode(contact);
    return {
        ...picked(contact, ['locality', 'administrativeArea', 'country', 'countryCode', ...area]),
        ...(postalCode === undefined ? {} : { postalCode }),
    };
}

function seenPostalCode({ postalCode, countryCode = '', administrativeArea }) {
    const code = postalCode?.trim();
    switch (countryCode.toUpperCase()) {
        case 'US': return code?.slice(0, 5);
        case 'HK': return code || administrativeArea;
        case 'CA': case 'GB': case '': return code?.slice(0, -3);
        default: return code;
    }
}

const blockingCodes = {
    shipping: ['shippingContactInvalid', 'addressUnserviceable'], billing: ['billingContactInvalid'],
};

/** Whether an error stands until the shopper changes that contact. @param {'shipping' | 'billing'} contact */
function isAbout(contact, { code }) {
    return blockingCodes[contact].includes(code);
}

/** Why a real sheet refuses a line; nothing where it does not. */
function lineRefusal({ label, amount }, currencyCode) {
    const given = amount?.split('.')[1]?.replace(/0+$/, '').length ?? 0;
    const allowed = fractionDigits(currencyCode);
    return given > allowed && `The amount "${amount}" of "${label}" is not valid for ${currencyCode}: it has ${given} `
        + `digits after the decimal point, not ${allowed}.`;
}

/** Why a real sheet refuses a request, or one with what an update says anew; nothing where it does not. */
function sheetRefusal({ merchantCapabilities, currencyCode, total, lineItems = [], shippingMethods = [] }) {
    if (!merchantCapabilities.includes('supports3DS')) return 'merchantCapabilities must contain "supports3DS".';
    const refusals = [...lineItems, total, ...shippingMethods].map((line) => lineRefusal(line, currencyCode));
    return refusals.find(Boolean);
}

// ---- apple-pay/wallet.js

// The sheet as a page of the wallet, in a frame over the page. The frame is of another origin: the page can neither
// read nor press anything in it. The two speak over a port that the page gives to the wallet's origin alone.

/** How long the sheet may take until it is shown, in milliseconds. A policy of the page's may have kept it out. */
const longestLoad = 10_000;

/**
 * After what time the wallet counts as not answering, in milliseconds: the shopper is told, and a page that was loaded
 * is taken for the browser's own about an error.
 */
const patience = 2500;

const waitingWords = {
    en: ['The wallet does not answer yet.', 'Cancel'],
    zh: ['\u94b1\u5305\u5c1a\u672a\u54cd\u5e94\u3002', '\u53d6\u6d88'],
    ru: ['\u041a\u043e\u0448\u0435\u043b\u0451\u043a \u043f\u043e\u043a\u0430 \u043d\u0435 \u043e\u0442\u0432\u0435\u0447\u0430\u0435\u0442.', '\u041e\u0442\u043c\u0435\u043d\u0438\u0442\u044c'],
};

const overlayRules = `
dialog {
  all: unset;
  position: fixed;
  inset: 0;
  width: 100vw;
  height: 100vh;
  height: 100dvh;
}
dialog:not([open]) { display: none; }
dialog::backdrop { background: none; }
iframe {
  display: block;
  border: 0;
  width: 100%;
  height: 100%;
  background: none;
  color-scheme: light dark;
}
dialog:not([data-state]) { background: rgb(0 0 0 / 45%); }
dialog:not([data-state]) iframe { visibility: hidden; }
dialog[data-state=shown] .waiting { display: none; }
.waiting {
  position: fixed;
  inset: auto 0 0;
  display: grid;
  justify-items: center;
  gap: 0.75rem;
  box-sizing: border-box;
  width: min(100%, 27rem);
  margin: 0 auto;
  padding: 1.5rem;
  border-radius: 1rem 1rem 0 0;
  background: Canvas;
  color: CanvasText;
  color-scheme: light dark;
  font: 1rem system-ui, sans-serif;
  text-align: center;
}
@media (min-width: 34rem) and (min-height: 34rem) { .waiting { inset: 0; margin: auto; height: fit-content; border-radius: 1rem; } }
.waiting p { margin: 0; }
.waiting button { min-height: 2.75rem; padding: 0 1.5rem; font: inherit; }
.spinner {
  width: 1.75rem;
  height: 1.75rem;
  box-sizing: border-box;
  border: 3px solid;
  border-top-color: transparent;
  border-radius: 50%;
}
@media (prefers-reduced-motion: no-preference) { .spinner { animation: turn 0.9s linear infinite; } }
@keyframes turn { to { rotate: 360deg; } }
`;

/** Which call of the page's session brings an event of the sheet, and which attribute of the event it gets. */
const deliveries = {
    paymentmethodselected: ['didSelectPaymentMethod', 'paymentMethod'],
    shippingcontactselected: ['didSelectShippingContact', 'shippingContact'],
    shippingmethodselected: ['didSelectShippingMethod', 'shippingMethod'],
    couponcodechanged: ['didChangeCouponCode', 'couponCode'],
    paymentauthorized: ['didAuthorizePayment', 'payment'],
};

/** The page's error as JSON has it. Its attributes are the class's, which JSON leaves out. */
function plainError({ code, contactField, message, domain }) {
    return { code, contactField: contactField ?? undefined, message, domain: domain ?? undefined };
}

/** What a page answered, as JSON has it. */
function plainAnswer(value) {
    if (value === undefined) return null;
    const errors = value.errors?.map(plainError);
    return JSON.parse(JSON.stringify(errors ? { ...value, errors } : value));
}

/** One frame with the wallet's page, in a dialog over the page. It shows one sheet. */
class Overlay {
    host = document.createElement('quince-sheet');
    dialog = document.createElement('dialog');
    frame = document.createElement('iframe');
    /** Stands in the sheet's place until it is shown. */
    waiting = document.createElement('div');
    /** @type {ReturnType<typeof setTimeout>[]} */
    timers = [];
    isReady = false;
    /** Whether the browser's page about an error is in the place of the wallet's. */
    hasFailed = false;
    /** What waits until it is ready. @type {(() => void)[]} */
    whenReady = [];
    /** The escape key was pressed while the page had the focus. @type {() => void} */
    whenEscaped = () => {};
    /** @type {() => void} */
    whenDismissed = () => {};

    /** @param {string} wallet the wallet's origin */
    constructor(wallet) {
        this.wallet = wallet;
        const root = this.host.attachShadow({ mode: 'closed' });
        // A constructed sheet is no inline style for the page's policy.
        const rules = new CSSStyleSheet();
        rules.replaceSync(overlayRules);
        root.adoptedStyleSheets = [rules];
        this.frame.setAttribute('allow', '');
        this.frame.title = 'Quince Pay';
        this.frame.src = `${wallet}/sheet.html`;
        this.frame.addEventListener('load', () => setTimeout(() => this.judge(), patience));
        this.dialog.setAttribute('aria-label', 'Quince Pay');
        this.waiting.className = 'waiting';
        this.waiting.append(Object.assign(document.createElement('div'), { className: 'spinner' }));
        this.dialog.append(this.frame, this.waiting);
        root.append(this.dialog);
        this.dialog.addEventListener('cancel', (event) => {
            event.preventDefault();
            this.whenEscaped();
        });
        this.dialog.addEventListener('close', () => this.whenDismissed());
        window.addEventListener('message', this.hear);
        document.documentElement.append(this.host);
    }

    /** @param {MessageEvent} event */
    hear = (event) => {
        if (event.source !== this.frame.contentWindow || event.origin !== this.wallet) return;
        if (event.data?.quince !== 'ready' || this.isReady) return;
        this.isReady = true;
        this.dialog.dataset.state = 'ready';
        this.whenReady.forEach((act) => act());
        this.whenReady = [];
    };

    /** @param {() => void} act */
    onceReady(act) {
        if (this.isReady) act();
        else this.whenReady.push(act);
    }

    /** Asks the wallet whether it has a card now. @returns {Promise<boolean>} */
    hasActiveCard() {
        const { port1, port2 } = new MessageChannel();
        this.onceReady(() => this.frame.contentWindow?.postMessage({ quince: 'card' }, this.wallet, [port2]));
        return new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data === true); });
    }

    /** Tells whether the page that was loaded is the wallet's. */
    judge() {
        this.hasFailed = !this.isReady;
        if (this.dialog.open) this.retry();
    }

    /** Loads the wallet's page again, where it failed to load. */
    retry() {
        if (!this.hasFailed) return;
        this.hasFailed = false;
        this.frame.src = `${this.wallet}/sheet.html`;
    }

    /** Shows the frame, and gives it a port once it answers. */
    open(begin, failed) {
        this.dialog.showModal();
        this.frame.focus();
        const channel = new MessageChannel();
        const give = () => {
            this.frame.contentWindow?.postMessage(begin, this.wallet, [channel.port2]);
            // A frame whose page came after it was focused may have the focus and not get the keys, until it is focused
            // again; and Chromium does nothing for an element that has the focus.
            this.frame.blur();
            this.frame.focus();
        };
        this.timers = [setTimeout(() => this.tellOfWaiting(failed), patience), setTimeout(failed, longestLoad)];
        this.onceReady(give);
        return channel.port1;
    }

    /** The sheet is there: nothing stands in its place any more. */
    show() {
        this.timers.forEach(clearTimeout);
        this.dialog.dataset.state = 'shown';
    }

    /** Says to the shopper that nothing comes. @param {() => void} givenUp */
    tellOfWaiting(givenUp) {
        const language = /** @type {keyof typeof waitingWords} */ (navigator.language.slice(0, 2));
        const [text, cancel] = waitingWords[language] ?? waitingWords.en;
        const told = Object.assign(document.createElement('p'), { role: 'status', textContent: text });
        const button = Object.assign(document.createElement('button'), { type: 'button', textContent: cancel });
        button.addEventListener('click', givenUp);
        this.waiting.append(told, button);
        button.focus();
    }

    /** Takes the sheet away. What its page has still to say to the wallet outlives the frame. */
    remove() {
        this.timers.forEach(clearTimeout);
        this.whenReady = [];
        this.whenDismissed = () => {};
        window.removeEventListener('message', this.hear);
        this.host.remove();
    }
}

/** Shows sheets in frames of the wallet's origin. */
class WalletTransport {
    /**
     * The frame that waits for the next sheet.
     *
     * @type {Overlay | null}
     */
    spare = null;
    /**
     * The sheet that is up.
     *
     * @type {{ overlay: Overlay, port: MessagePort, client: any } | null}
     */
    shown = null;
    /**
     * The number of the question that the page has not answered.
     *
     * @type {number | null}
     */
    question = null;

    /** @param {string} wallet */
    constructor(wallet) {
        this.wallet = wallet;
    }

    /** Loads the frame before it is needed, so that the sheet is there with the click. */
    prepare() {
        if (this.spare) this.spare.retry();
        else if (document.documentElement) this.spare = new Overlay(this.wallet);
    }

    /** Whether the wallet has a card, as its page says; not where it does not answer. @returns {Promise<boolean>} */
    hasActiveCard() {
        this.prepare();
        const overlay = this.shown?.overlay ?? this.spare;
        const never = new Promise((resolve) => setTimeout(() => resolve(false), longestLoad));
        return Promise.race([overlay?.hasActiveCard() ?? false, never]);
    }

    show(request, client) {
        this.close();
        this.prepare();
        const overlay = /** @type {Overlay} */ (this.spare);
        this.spare = null;
        const begin = { quince: 'begin', request: JSON.parse(JSON.stringify(request)) };
        const port = overlay.open(begin, () => this.fail());
        this.shown = { overlay, port, client };
        port.onmessage = ({ data }) => this.take(port, data);
        overlay.whenEscaped = () => this.send('escape');
        overlay.whenDismissed = () => this.cancel();
        return true;
    }

    /** What the frame says. A port of a sheet that is gone says nothing more. */
    take(port, message) {
        if (!this.shown || this.shown.port !== port) return;
        const { client } = this.shown;
        if (message.type === 'shown') this.shown.overlay.show();
        else if (message.type === 'question') this.ask(client, message);
        else if (message.type === 'complaint') console.error(`apple-pay.js: ${message.text}`);
        else if (message.type === 'end') client.didCancel({ code: 'unknown' });
        else if (message.type === 'gone') this.close();
    }

    ask(client, { question, name, event }) {
        this.question = question;
        if (name === 'validatemerchant') {
            if (!client.validateMerchant(event.validationURL)) this.answer(undefined);
            return;
        }
        const delivery = deliveries[name];
        if (delivery) client[delivery[0]](event[delivery[1]]);
    }

    answer(value) {
        if (this.question === null) return;
        const question = this.question;
        this.question = null;
        this.shown?.port.postMessage({ type: 'answer', question, value: plainAnswer(value) });
    }

    /** The sheet did not come. */
    fail() {
        console.error(`apple-pay.js: ${this.wallet} has shown no sheet: the wallet does not answer, the page's `
            + `Content-Security-Policy does not allow it (frame-src ${this.wallet}), or the browser does not let a page `
            + 'of another machine reach this one (permission local-network-access).');
        const client = this.shown?.client;
        this.close();
        client?.didCancel({ code: 'unknown' });
    }

    /** Asks the frame to close the sheet as if the shopper had. */
    cancel() {
        this.send('cancel');
    }

    /** Tells the frame, without which the sheet is over. @param {string} type */
    send(type) {
        if (!this.shown) return;
        if (this.shown.overlay.isReady) this.shown.port.postMessage({ type });
        else this.fail();
    }

    /** Closes the sheet at the page's wish. */
    abort() {
        this.shown?.port.postMessage({ type: 'abort' });
        this.close(true);
    }

    /** @param {boolean} [isHeard] whether the frame has still to read what it was sent */
    close(isHeard = false) {
        if (!this.shown) return;
        const { overlay } = this.shown;
        this.shown = null;
        this.question = null;
        overlay.whenDismissed = () => {};
        overlay.dialog.close();
        if (isHeard) setTimeout(() => overlay.remove(), 1000);
        else overlay.remove();
        this.prepare();
    }

    /** @returns {import('./coordinator.js').Transport} */
    transport() {
        const answer = (value) => this.answer(value);
        return {
            canMakePayments: () => true,
            canMakePaymentsWithActiveCard: () => this.hasActiveCard(),
            openPaymentSetup: async () => window.open(`${this.wallet}/`, '_blank') !== null,
            show: (request, client) => this.show(request, client),
            completeMerchantValidation: answer,
            completeShippingMethodSelection: answer,
            completeShippingContactSelection: answer,
            completePaymentMethodSelection: answer,
            completeCouponCodeChange: answer,
            completePaymentSession: answer,
            abort: () => this.abort(),
            cancel: () => this.cancel(),
        };
    }
}

/** @type {WalletTransport | null} */
let wallet = null;

/**
 * Shows the sheets of this page from now on.
 *
 * @param {string} origin the wallet's origin
 */
function showSheets(origin) {
    if (wallet) return;
    wallet = new WalletTransport(new URL(origin).origin);
    useTransport(wallet.transport());
    const prepare = () => { if (!coordinator.hasActiveSession) wallet?.prepare(); };
    if (document.readyState === 'complete') prepare();
    else window.addEventListener('load', prepare, { once: true });
}

// ---- apple-pay/automation.js

// The automation interface, for tests. `quince` is always there; `internals.mockPaymentCoordinator`, with the names and
// the semantics of WebKit's, comes when it is switched on, and draws no sheet.
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/testing/MockPaymentCoordinator.idl
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/testing/MockPaymentCoordinator.cpp

/** What a test hands out as the next payments' token. @type {any} */
let givenToken = null;

/** The billing contact of the next payments, where a test gives one. @type {any} */
let givenBilling = null;

/** What the page asked the last sheet to show, as a session's request. @type {any} */
let lastRequest = null;

/** What the page completed the last payment with. @type {any} */
let lastResult = null;

/** What Xcode's simulator hands out: nothing that could be opened. */
function emptyToken(method) {
    const network = passKitName(lastRequest.supportedNetworks[0]);
    return {
        paymentMethod: { displayName: 'Simulated Instrument', network, ...method },
        transactionIdentifier: 'Simulated Identifier', paymentData: {},
    };
}

/** The fields that a page asks for, each with whether it does. */
function fieldTable(names = []) {
    return Object.fromEntries(contactFields.map((name) => [name, names.includes(name)]));
}

function shownErrors(errors = []) {
    return errors.map(({ code, message, contactField }) => ({
        code, message, ...(contactField === null ? {} : { contactField }),
    }));
}

/** Says what the author of the page or of the test has to change. @param {string} text */
function complain(text) {
    console.error(`apple-pay.js: ${text}`);
}

/** A copy that a test may change. */
function copied(value) {
    return value === undefined ? undefined : structuredClone(value);
}

/** What a test reads of the sheet: its first request, and what the page completed last. */
const readable = [
    'total', 'lineItems', 'errors', 'shippingMethods', 'requiredBillingContactFields', 'requiredShippingContactFields',
    'supportedCountries', 'installmentConfiguration', 'supportsCouponCode', 'couponCode',
    'shippingContactEditingMode', 'recurringPaymentRequest', 'automaticReloadPaymentRequest', 'multiTokenContexts',
    'deferredPaymentRequest', 'disbursementRequest', 'applePayLaterAvailability', 'merchantCategoryCode',
    'setupConfiguration',
];

/** What an update says anew. */
const updated = [
    'total', 'lineItems', 'shippingMethods', 'recurringPaymentRequest', 'automaticReloadPaymentRequest',
    'multiTokenContexts', 'deferredPaymentRequest', 'disbursementRequest',
];

/** The name of a member in an update: "new", and the name with a capital letter. */
function newName(name) {
    return `new${name[0].toUpperCase()}${name.slice(1)}`;
}

/** A sheet without a picture: it remembers, and does what a test says. */
class MockSheet {
    canMakePaymentsNow = true;
    hasActiveCard = true;
    shippingAddress = {};
    setupFeatures = [];
    /** @type {Record<string, any>} */
    shown = { lineItems: [], errors: [], shippingMethods: [] };
    /** @type {import('./coordinator.js').PaymentClient | null} */
    client = null;
    method = { type: 'debit' };
    /** The shipping methods of the page that the shopper can choose from. @type {any[]} */
    offered = [];
    /** The page's errors that the shopper has not corrected, by question. @type {Record<string, any[]>} */
    standing = {};

    /** What the shopper does next, once the page has answered what is open. @type {((client: any) => void)[]} */
    queue = [];
    /** Whether the page owes an answer. */
    isAsking = false;

    /** Does something in a task of its own, if the sheet that is up now still is. */
    soon(action) {
        const client = this.client;
        if (!client) return;
        setTimeout(() => { if (this.client === client) action(client); });
    }

    /** Asks the page something in a task of its own, after what it has been asked before. */
    ask(question) {
        this.soon((client) => {
            this.queue.push(question);
            this.askNext(client);
        });
    }

    askNext(client) {
        if (this.isAsking || this.queue.length === 0) return;
        this.isAsking = true;
        this.queue.shift()(client);
    }

    /** The page has answered. */
    didAnswer() {
        this.isAsking = false;
        this.soon((client) => this.askNext(client));
    }

    /** Closes the sheet. */
    hide() {
        this.client = null;
        this.queue = [];
        this.isAsking = false;
    }

    /** The shopper has corrected a contact. @param {'shipping' | 'billing'} contact */
    didCorrect(contact) {
        for (const [question, errors] of Object.entries(this.standing)) {
            this.standing[question] = errors.filter((error) => !isAbout(contact, error));
        }
    }

    get billingContact() {
        return givenBilling ?? lastRequest.billingContact ?? {};
    }

    /** The first question about the card; the redacted billing address is in no other one. */
    askAboutCard(client) {
        const isAddressSeen = !lastRequest.requiredShippingContactFields?.length
            && lastRequest.requiredBillingContactFields?.includes('postalAddress');
        client.didSelectPaymentMethod({
            type: this.method.type, ...(isAddressSeen && { billingContact: redacted(this.billingContact) }),
        });
    }

    askAboutContact(client) {
        const isRequired = lastRequest.requiredShippingContactFields?.includes('postalAddress');
        if (!isRequired || missingFields(this.shippingAddress, ['postalAddress']).length > 0) this.didAnswer();
        else client.didSelectShippingContact(redacted(this.shippingAddress));
    }

    askAboutMethod(client, identifier) {
        const method = this.offered.find((offered) => offered.identifier === identifier);
        if (method) client.didSelectShippingMethod({ ...method });
        else this.decline(`No shipping method "${identifier}" is offered.`);
    }

    authorize(client) {
        const obstacle = this.obstacle();
        if (obstacle) this.decline(`The shopper cannot pay: ${obstacle}`);
        else client.didAuthorizePayment(this.payment());
    }

    /** The shopper cannot do that: the page is not asked. */
    decline(reason) {
        complain(reason);
        this.didAnswer();
    }

    /** What keeps the button of a real sheet disabled; nothing where it is not. */
    obstacle() {
        const [error] = Object.values(this.standing).flat()
            .filter((standing) => isAbout('shipping', standing) || isAbout('billing', standing));
        if (error) return `${error.code} "${error.message}" of the page stands until that contact is changed.`;
        const shipping = missingFields(this.shippingAddress, lastRequest.requiredShippingContactFields ?? []);
        if (shipping.length > 0) return `the shipping contact has no ${shipping}. setShippingAddress() gives it.`;
        const billing = missingFields(this.billingContact, shownBillingFields(lastRequest));
        return billing.length > 0 && `the billing contact has no ${billing}. quince.billingContact gives it.`;
    }

    payment() {
        const { requiredShippingContactFields: shipping = [] } = lastRequest;
        const billing = shownBillingFields(lastRequest);
        return {
            token: structuredClone(givenToken ?? emptyToken(this.method)),
            ...(shipping.length > 0 && { shippingContact: limited(this.shippingAddress, shipping) }),
            ...(billing.length > 0 && { billingContact: copied(limited(this.billingContact, billing)) }),
        };
    }

    /** Takes the page's answer to a question. */
    take(question, update) {
        this.standing[question] = shownErrors(update?.errors);
        if (update) {
            for (const name of updated) this.shown[name] = update[newName(name)];
            if (update.errors) this.shown.errors = this.standing[question];
            this.offered = update.newShippingMethods ?? this.offered;
            const { newTotal: total, newLineItems: lineItems } = update;
            if (this.refuse({ ...lastRequest, total, lineItems, shippingMethods: this.offered })) return;
        }
        this.didAnswer();
    }

    /** Closes the sheet where a real one refuses the request. @returns {boolean} whether it does */
    refuse(request) {
        const reason = sheetRefusal(request);
        if (!reason) return false;
        complain(`A sheet refuses this request: ${reason}`);
        this.soon((client) => this.cancel(client));
        return true;
    }

    /** @returns {import('./coordinator.js').Transport} */
    transport() {
        return {
            canMakePayments: () => this.canMakePaymentsNow,
            canMakePaymentsWithActiveCard: async () => this.hasActiveCard,
            openPaymentSetup: async () => true,
            show: (request, client) => this.show(request, client),
            completeMerchantValidation: () => {
                this.queue.unshift((client) => this.askAboutCard(client), (client) => this.askAboutContact(client));
                this.didAnswer();
            },
            completeShippingMethodSelection: (update) => this.take('shippingMethod', update),
            completeShippingContactSelection: (update) => this.take('shippingContact', update),
            completePaymentMethodSelection: (update) => this.take('paymentMethod', update),
            completeCouponCodeChange: (update) => this.take('couponCode', update),
            completePaymentSession: (result) => {
                this.shown.errors = this.standing.payment = shownErrors(result.errors);
                lastResult = {
                    status: result.status, errors: this.shown.errors, orderDetails: result.orderDetails ?? null,
                };
                if (isFinalResult(result)) this.hide();
                else this.didAnswer();
            },
            abort: () => this.hide(),
            cancel: () => this.soon((client) => this.cancel(client)),
            getSetupFeatures: async (configuration) => {
                this.shown.setupConfiguration = configuration;
                return this.setupFeatures;
            },
            beginSetup: async (configuration) => {
                this.shown.setupConfiguration = configuration;
                return true;
            },
        };
    }

    show(request, client) {
        lastRequest = copied(request);
        this.client = client;
        this.standing = {};
        this.offered = request.shippingMethods ?? [];
        if (request.shippingContact) this.shippingAddress = request.shippingContact;
        for (const name of readable) {
            if (name !== 'total' && name !== 'lineItems' && name !== 'errors' && name !== 'setupConfiguration') {
                this.shown[name] = request[name];
            }
        }
        this.shown.shippingMethods = this.offered;
        this.shown.requiredBillingContactFields = fieldTable(request.requiredBillingContactFields);
        this.shown.requiredShippingContactFields = fieldTable(request.requiredShippingContactFields);
        if (shownBillingFields(request).length < (request.requiredBillingContactFields ?? []).length) {
            console.warn('apple-pay.js: A billing contact has no email and no phone: ask for them in '
                + 'requiredShippingContactFields.');
        }
        if (this.refuse(request)) return true;
        this.soon((current) => {
            this.isAsking = true;
            // What the page answers inside the event counts. A page that does not listen is not waited for.
            if (!current.validateMerchant('https://webkit.org/')) this.isAsking = false;
        });
        return true;
    }

    cancel(client) {
        this.hide();
        client.didCancel({ code: 'unknown' });
    }
}

const sheet = new MockSheet();

/** WebKit's `internals.mockPaymentCoordinator`, over the sheet. */
function mockPaymentCoordinator() {
    const mock = {
        setCanMakePayments(value) { sheet.canMakePaymentsNow = boolean.convert(value, ''); },
        setCanMakePaymentsWithActiveCard(value) { sheet.hasActiveCard = boolean.convert(value, ''); },
        setShippingAddress(address) {
            sheet.shippingAddress = mockAddress(address);
            sheet.didCorrect('shipping');
        },
        changeShippingOption(identifier) {
            const chosen = domString.convert(identifier, 'shippingOption');
            sheet.ask((client) => sheet.askAboutMethod(client, chosen));
        },
        changePaymentMethod(method) {
            const chosen = paymentMethod.convert(method, 'paymentMethod');
            sheet.ask((client) => {
                sheet.method = chosen;
                client.didSelectPaymentMethod({ type: chosen.type });
            });
        },
        changeCouponCode(code) {
            const text = domString.convert(code, 'couponCode');
            sheet.ask((client) => client.didChangeCouponCode(text));
        },
        acceptPayment() { sheet.ask((client) => sheet.authorize(client)); },
        cancelPayment() { sheet.soon((client) => sheet.cancel(client)); },
        addSetupFeature(state, type, supportsInstallments) {
            sheet.setupFeatures.push({
                state: setupFeatureState.convert(state, 'state'),
                type: setupFeatureType.convert(type, 'type'),
                supportsInstallments: boolean.convert(supportsInstallments, ''),
            });
        },
    };
    for (const name of readable) {
        Object.defineProperty(mock, name, { get: () => copied(sheet.shown[name]), enumerable: true });
    }
    return mock;
}

/** WebKit's MockPaymentAddress as a contact. */
function mockAddress(address) {
    const { localizedName, ...contact } = address ?? {};
    return localizedName === undefined ? contact : { ...contact, localizedName };
}

let isAutomated = false;

/** Switches the automation interface on. The second time nothing happens. */
function automate() {
    if (isAutomated) return;
    isAutomated = true;
    useTransport(sheet.transport());
    const internals = /** @type {any} */ (window).internals ?? {};
    internals.mockPaymentCoordinator = mockPaymentCoordinator();
    defineGlobal('internals', internals);
}

/** Whether the page asked for automation before this file was loaded. */
function isAskedFor() {
    return /** @type {any} */ (window).quinceAutomation === true;
}

/**
 * Defines `window.quince`, and switches automation on if the page asked for it.
 *
 * @param {() => void} defineInterfaces called before automation is switched on
 */
function defineQuince(defineInterfaces) {
    const quince = {
        automate() {
            defineInterfaces();
            automate();
        },
        /** Shows the sheets of this page in frames of a wallet; not where a test drives them. */
        showSheets(origin) {
            const wallet = domString.convert(origin, 'origin');
            if (isAutomated) return;
            defineInterfaces();
            showSheets(wallet);
        },
        get token() { return givenToken; },
        set token(value) { givenToken = value ?? null; },
        get billingContact() { return copied(givenBilling); },
        set billingContact(contact) {
            givenBilling = contact == null ? null : paymentContact.convert(contact, 'quince.billingContact');
            sheet.didCorrect('billing');
        },
        /** What the page asked the last sheet to show, as an `ApplePayPaymentRequest`; null before. */
        get request() { return copied(lastRequest); },
        /** `status`, `errors` and `orderDetails`, as the page completed the last payment; null before. */
        get result() { return copied(lastResult); },
        get userGesture() { return gestureRule(); },
        set userGesture(rule) { setGestureRule(rule); },
    };
    joinPage(quince);
    defineGlobal('quince', quince);
    if (isAskedFor()) quince.automate();
}

// ---- apple-pay/button.js

// <apple-pay-button>, the element of Apple's SDK, with a drawing of our own. Attributes, types and variables:
// https://developer.apple.com/documentation/applepayontheweb/displaying-apple-pay-buttons-using-javascript
//
// The mark, its titles and their languages are those of PaymentButtonDrawing in Swift. It contains no artwork of
// Apple's: do not show it to shoppers.

/** The side of the mark's square view box. */
const buttonGlyphSize = 24;

/** A quince: a fruit with a neck, a stem and one leaf. */
const buttonGlyphPath =
    'M12.3 7.1C13.8 6.7 15.2 7.3 15.7 8.8C16.2 10.3 17.1 10.8 18.3 11.9' +
    'C19.8 13.2 20.6 14.9 20.3 17C20 19.4 18.4 21 16.4 22C15.3 22.5 14.4 22.2 13.6 22.4' +
    'C12.8 22.6 12.4 23.1 11.9 23.1C11.4 23.1 11.1 22.6 10.3 22.4' +
    'C9.4 22.2 8.6 22.5 7.5 21.9C5.5 20.9 4 19.2 3.7 16.9C3.4 14.8 4.3 13.2 5.7 11.9' +
    'C6.9 10.8 7.8 10.2 8.3 8.8C8.8 7.3 10.1 6.8 11.4 7.1' +
    'C11.3 5.5 10.8 4.2 9.9 3C9.6 2.5 9.7 2 10.1 1.8C10.5 1.6 10.9 1.7 11.2 2.1' +
    'C11.8 3 12.2 3.9 12.4 4.9C13.6 2.3 16.3 1 20.2 1.2C19.9 4.5 16.9 6.6 12.3 7.1Z';

/** What the accessibility label calls the mark. */
const buttonMarkName = 'Quince Pay';

/**
 * The titles by type, in English, Chinese and Russian; `%` is the position of the mark.
 * @type {Readonly<Record<string, readonly [string, string, string]>>}
 */
const buttonTitles = {
    'plain': ['%', '%', '%'],
    'add-money': ['Add money with %', '\u4f7f\u7528 % \u5b58\u5165\u8d44\u91d1', '\u0412\u043d\u0435\u0441\u0442\u0438 \u0434\u0435\u043d\u044c\u0433\u0438 \u0447\u0435\u0440\u0435\u0437 %'],
    'book': ['Book with %', '\u4f7f\u7528 % \u9884\u8ba2', '\u0417\u0430\u0431\u0440\u043e\u043d\u0438\u0440\u043e\u0432\u0430\u0442\u044c \u0447\u0435\u0440\u0435\u0437 %'],
    'buy': ['Buy with %', '\u4f7f\u7528 % \u8d2d\u4e70', '\u041a\u0443\u043f\u0438\u0442\u044c \u0447\u0435\u0440\u0435\u0437 %'],
    'check-out': ['Check out with %', '\u4f7f\u7528 % \u7ed3\u8d26', '\u041e\u0444\u043e\u0440\u043c\u0438\u0442\u044c \u0447\u0435\u0440\u0435\u0437 %'],
    'continue': ['Continue with %', '\u4f7f\u7528 % \u7ee7\u7eed', '\u041f\u0440\u043e\u0434\u043e\u043b\u0436\u0438\u0442\u044c \u0441 %'],
    'contribute': ['Contribute with %', '\u4f7f\u7528 % \u8d5e\u52a9', '\u0412\u043d\u0435\u0441\u0442\u0438 \u0432\u043a\u043b\u0430\u0434 \u0447\u0435\u0440\u0435\u0437 %'],
    'donate': ['Donate with %', '\u4f7f\u7528 % \u6350\u6b3e', '\u041f\u043e\u0436\u0435\u0440\u0442\u0432\u043e\u0432\u0430\u0442\u044c \u0447\u0435\u0440\u0435\u0437 %'],
    'order': ['Order with %', '\u4f7f\u7528 % \u4e0b\u5355', '\u0417\u0430\u043a\u0430\u0437\u0430\u0442\u044c \u0447\u0435\u0440\u0435\u0437 %'],
    'pay': ['Pay with %', '\u4f7f\u7528 % \u4ed8\u6b3e', '\u041e\u043f\u043b\u0430\u0442\u0438\u0442\u044c \u0447\u0435\u0440\u0435\u0437 %'],
    'reload': ['Reload with %', '\u4f7f\u7528 % \u7eed\u5145', '\u041f\u043e\u043f\u043e\u043b\u043d\u0438\u0442\u044c \u0447\u0435\u0440\u0435\u0437 %'],
    'rent': ['Rent with %', '\u4f7f\u7528 % \u79df\u7528', '\u0410\u0440\u0435\u043d\u0434\u043e\u0432\u0430\u0442\u044c \u0447\u0435\u0440\u0435\u0437 %'],
    'set-up': ['Set up %', '\u8bbe\u7f6e %', '\u041d\u0430\u0441\u0442\u0440\u043e\u0438\u0442\u044c %'],
    'subscribe': ['Subscribe with %', '\u4f7f\u7528 % \u8ba2\u9605', '\u041f\u043e\u0434\u043f\u0438\u0441\u0430\u0442\u044c\u0441\u044f \u0447\u0435\u0440\u0435\u0437 %'],
    'support': ['Support with %', '\u4f7f\u7528 % \u652f\u6301', '\u041f\u043e\u0434\u0434\u0435\u0440\u0436\u0430\u0442\u044c \u0447\u0435\u0440\u0435\u0437 %'],
    'tip': ['Tip with %', '\u4f7f\u7528 % \u6253\u8d4f', '\u0427\u0430\u0435\u0432\u044b\u0435 \u0447\u0435\u0440\u0435\u0437 %'],
    'top-up': ['Top up with %', '\u4f7f\u7528 % \u5145\u503c', '\u041f\u043e\u043f\u043e\u043b\u043d\u0438\u0442\u044c \u0441\u0447\u0451\u0442 \u0447\u0435\u0440\u0435\u0437 %'],
};

/** The languages of the titles, in their order. */
const buttonLanguages = ['en', 'zh', 'ru'];

/** The styles of the attribute `buttonstyle`; the first one is used for any other value. */
const buttonStyles = ['black', 'white', 'white-outline'];

/** The rules of the shadow tree. The default size is ours: Apple does not document one. */
const buttonRules = `
:host {
  display: inline-block;
  width: var(--apple-pay-button-width, 140px);
  height: var(--apple-pay-button-height, 30px);
  vertical-align: middle;
}
:host([hidden]) { display: none; }
button {
  all: unset;
  box-sizing: var(--apple-pay-button-box-sizing, border-box);
  padding: var(--apple-pay-button-padding, 0px);
  border-radius: var(--apple-pay-button-border-radius, 4px);
  width: 100%;
  height: 100%;
  display: block;
  overflow: hidden;
  cursor: pointer;
  user-select: none;
  -webkit-user-select: none;
  background: #000;
  color: #fff;
}
button:focus-visible { outline: 2px solid #0a6ed1; outline-offset: 2px; }
button:active { opacity: 0.8; }
button[data-style="white"], button[data-style="white-outline"] { background: #fff; color: #000; }
button[data-style="white-outline"] { box-shadow: inset 0 0 0 1px #000; }
span[part="content"] {
  container-type: size;
  display: flex;
  width: 100%;
  height: 100%;
}
span[part="title"] {
  margin: auto;
  display: flex;
  align-items: center;
  gap: 0.3em;
  white-space: pre;
  line-height: 1;
  font-family: system-ui, sans-serif;
  font-weight: 500;
  font-size: min(43cqh, calc((100cqw - 50cqh) / var(--letters)));
}
span[part="mark"] { display: flex; align-items: center; gap: 0.12em; font-weight: 600; }
svg { width: 1em; height: 1em; fill: currentColor; }
`;

/** @type {CSSStyleSheet | undefined} One sheet for all buttons: it needs no style that a page's policy may refuse. */
let buttonSheet;

/** @returns {CSSStyleSheet} */
function sharedButtonSheet() {
    if (!buttonSheet) {
        buttonSheet = new CSSStyleSheet();
        buttonSheet.replaceSync(buttonRules);
    }
    return buttonSheet;
}

/**
 * An estimate of a text's width, in ems; an ideograph is as wide as the font is high.
 * @param {string} text
 * @returns {number}
 */
function buttonTextWidth(text) {
    let width = 0;
    for (const letter of text) width += /\p{Ideographic}/u.test(letter) ? 1 : 0.6;
    return width;
}

/** @returns {SVGSVGElement} */
function makeButtonGlyph() {
    const namespace = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(namespace, 'svg');
    svg.setAttribute('viewBox', `0 0 ${buttonGlyphSize} ${buttonGlyphSize}`);
    svg.setAttribute('aria-hidden', 'true');
    svg.setAttribute('focusable', 'false');
    const path = document.createElementNS(namespace, 'path');
    path.setAttribute('d', buttonGlyphPath);
    svg.append(path);
    return svg;
}

/**
 * A `span` that styles find by its part.
 * @param {string} part
 * @param {(string | Node)[]} content
 * @returns {HTMLSpanElement}
 */
function makeButtonPart(part, ...content) {
    const span = document.createElement('span');
    span.setAttribute('part', part);
    span.append(...content);
    return span;
}

/**
 * The element. It is not on `window`, as Apple's is not.
 * @returns {CustomElementConstructor}
 */
function makeButtonClass() {
    return class extends HTMLElement {
        static get observedAttributes() {
            return ['buttonstyle', 'type', 'locale'];
        }

        #button = document.createElement('button');

        constructor() {
            super();
            const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
            root.adoptedStyleSheets = [sharedButtonSheet()];
            this.#button.type = 'button';
            root.append(this.#button);
            this.#draw();
        }

        attributeChangedCallback() {
            this.#draw();
        }

        #draw() {
            const style = this.getAttribute('buttonstyle') ?? '';
            const type = this.getAttribute('type') ?? '';
            const titles = Object.hasOwn(buttonTitles, type) ? buttonTitles[type] : buttonTitles.plain;
            const tag = (this.getAttribute('locale') ?? '').toLowerCase().split(/[-_]/)[0];
            const language = Math.max(0, buttonLanguages.indexOf(tag));
            const title = titles[language];
            const [before, after] = title.split('%').map((part) => part.trim());
            const button = this.#button;
            button.dataset.style = buttonStyles.includes(style) ? style : buttonStyles[0];
            button.lang = buttonLanguages[language];
            button.setAttribute('aria-label', title.replace('%', buttonMarkName));
            const words = (text) => (text === '' ? [] : [makeButtonPart('text', text)]);
            const mark = makeButtonPart('mark', makeButtonGlyph(), 'Pay');
            const parts = [...words(before), mark, ...words(after)];
            const text = makeButtonPart('title', ...parts);
            // The mark, the gaps and the letters, in ems.
            const letters = 1.12 + (parts.length - 1) * 0.3 + buttonTextWidth(`${before}Pay${after}`);
            button.replaceChildren(makeButtonPart('content', text));
            text.style.setProperty('--letters', letters.toFixed(2));
        }
    };
}

/** Defines `<apple-pay-button>`, unless the page has an element of that name. */
function defineButton() {
    if (customElements.get('apple-pay-button')) return;
    customElements.define('apple-pay-button', makeButtonClass());
}

// ---- apple-pay/payment-request/native.js

// The browser's own Payment Request API, for requests without Apple Pay.

/** What an object with the wrong brand gets, as in every browser. */
function illegalInvocation() {
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
const nativePayment = {
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
function adoptNativeInterfaces(replacements) {
    for (const [name, replacement] of Object.entries(replacements)) {
        const native = nativeInterfaces.get(name);
        if (native) Object.setPrototypeOf(native.prototype, replacement.prototype);
    }
}

// ---- apple-pay/payment-request/address.js

// PaymentAddress: https://www.w3.org/TR/2019/CR-payment-request-20191212/#paymentaddress-interface

/** What makes an address without a page's help: no page can construct one. */
const addressKey = Symbol('address');

/** The members in the order of the interface. */
const addressMembers = [
    'country', 'addressLine', 'region', 'city', 'dependentLocality', 'postalCode', 'sortingCode', 'organization',
    'recipient', 'phone',
];

/** @type {WeakMap<PaymentAddress, Record<string, any>>} */
const partsOfAddresses = new WeakMap();

/** @param {PaymentAddress} address @returns {Record<string, any>} */
function partsOf(address) {
    const parts = partsOfAddresses.get(address);
    if (!parts) throw illegalInvocation();
    return parts;
}

/** A postal address as the Payment Request API has it. */
class PaymentAddress {
    constructor() {
        if (arguments[0] !== addressKey) throw new TypeError('Illegal constructor');
        partsOfAddresses.set(this, arguments[1]);
    }

    toJSON() {
        const parts = partsOf(this);
        return Object.fromEntries(addressMembers.map((member) => [member, parts[member]]));
    }
}

for (const member of addressMembers) {
    addAttribute(PaymentAddress, member, (address) => partsOf(address)[member]);
}
asInterface(PaymentAddress);

/**
 * The address of a contact as WebKit maps it. What the contact does not have is empty.
 *
 * @param {Record<string, any>} contact An Apple Pay contact.
 * @returns {PaymentAddress}
 */
function addressOf(contact) {
    return Reflect.construct(PaymentAddress, [addressKey, {
        country: contact.countryCode ?? '',
        addressLine: Object.freeze([...(contact.addressLines ?? [])]),
        region: contact.administrativeArea ?? '',
        city: contact.locality ?? '',
        dependentLocality: contact.subLocality ?? '',
        postalCode: contact.postalCode ?? '',
        sortingCode: '',
        organization: '',
        recipient: nameOf(contact),
        phone: contact.phoneNumber ?? '',
    }]);
}

/**
 * The whole name of a contact; empty without one.
 *
 * @param {Record<string, any>} contact
 * @returns {string}
 */
function nameOf(contact) {
    return contact.localizedName ?? [contact.givenName, contact.familyName].filter(Boolean).join(' ');
}

// ---- apple-pay/payment-request/methods.js

// Payment method identifiers: https://www.w3.org/TR/payment-method-id/
// Which of them are Apple Pay's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/paymentrequest/ApplePayPaymentHandler.cpp

/** A standardized identifier: parts of lower-case letters and digits that start with a letter, joined by hyphens. */
const standardizedMethod = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/;

/**
 * @param {string} text
 * @returns {URL | null}
 */
function absoluteURL(text) {
    try {
        return new URL(text);
    } catch {
        return null;
    }
}

/**
 * The identifier in its canonical spelling, or null if it is not valid.
 * @param {string} identifier
 * @returns {string | null}
 */
function canonicalMethod(identifier) {
    const url = absoluteURL(identifier);
    if (!url) return standardizedMethod.test(identifier) ? identifier : null;
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
    return url.href;
}

/**
 * Whether an identifier names Apple Pay: the host and the path decide, a query is allowed.
 * @param {string} identifier
 * @returns {boolean}
 */
function isApplePayMethod(identifier) {
    const canonical = canonicalMethod(identifier);
    const url = canonical === null ? null : absoluteURL(canonical);
    return url !== null && url.host === 'apple.com' && url.pathname === '/apple-pay';
}

// ---- apple-pay/payment-request/tables.js

// The dictionaries of the Payment Request API: https://www.w3.org/TR/payment-request/
// Members that only the first recommendation has, and WebKit's, are here too.

/** An object of any kind. */
const objectValue = {
    name: 'object',
    convert(value, where) {
        if ((typeof value === 'object' && value !== null) || typeof value === 'function') return value;
        throw new TypeError(`${where} is not an object`);
    },
};

const currencyAmount = dictionary('PaymentCurrencyAmount', {
    currency: required(domString),
    value: required(domString),
});

const paymentItem = dictionary('PaymentItem', {
    label: required(domString),
    amount: required(currencyAmount),
    pending: optional(boolean, false),
});

const shippingOption = dictionary('PaymentShippingOption', {
    id: required(domString),
    label: required(domString),
    amount: required(currencyAmount),
    selected: optional(boolean, false),
});

const detailsModifier = dictionary('PaymentDetailsModifier', {
    supportedMethods: required(domString),
    total: paymentItem,
    additionalDisplayItems: optional(sequence(paymentItem), () => []),
    data: objectValue,
});

const detailsBase = dictionary('PaymentDetailsBase', {
    displayItems: sequence(paymentItem),
    shippingOptions: sequence(shippingOption),
    modifiers: sequence(detailsModifier),
});

const addressErrors = dictionary('AddressErrors', {
    addressLine: domString,
    city: domString,
    country: domString,
    dependentLocality: domString,
    organization: domString,
    phone: domString,
    postalCode: domString,
    recipient: domString,
    region: domString,
    sortingCode: domString,
});

const payerErrors = dictionary('PayerErrorFields', { email: domString, name: domString, phone: domString });

const paymentMethods = sequence(
    dictionary('PaymentMethodData', { supportedMethods: required(domString), data: objectValue }),
);

const detailsInit = dictionary(
    'PaymentDetailsInit',
    { id: domString, total: required(paymentItem) },
    detailsBase,
);

const detailsUpdate = dictionary(
    'PaymentDetailsUpdate',
    {
        error: domString,
        total: paymentItem,
        shippingAddressErrors: optional(addressErrors, () => ({})),
        payerErrors: optional(payerErrors, () => ({})),
        paymentMethodErrors: objectValue,
    },
    detailsBase,
);

const paymentOptions = dictionary('PaymentOptions', {
    requestPayerName: optional(boolean, false),
    requestBillingAddress: optional(boolean, false),
    requestPayerEmail: optional(boolean, false),
    requestPayerPhone: optional(boolean, false),
    requestShipping: optional(boolean, false),
    shippingType: optional(enumeration('PaymentShippingType', ['shipping', 'delivery', 'pickup']), 'shipping'),
});

const validationErrors = dictionary('PaymentValidationErrors', {
    error: domString,
    payer: optional(payerErrors, () => ({})),
    shippingAddress: optional(addressErrors, () => ({})),
    paymentMethod: objectValue,
});

const paymentComplete = enumeration('PaymentComplete', ['fail', 'success', 'unknown']);
const completeDetails = dictionary('PaymentCompleteDetails', { data: nullable(objectValue) });

const eventInit = dictionary('EventInit', {
    bubbles: optional(boolean, false),
    cancelable: optional(boolean, false),
    composed: optional(boolean, false),
});

const updateEventInit = dictionary('PaymentRequestUpdateEventInit', {}, eventInit);

const methodChangeEventInit = dictionary(
    'PaymentMethodChangeEventInit',
    { methodName: optional(domString, ''), methodDetails: optional(nullable(objectValue), null) },
    updateEventInit,
);

const merchantValidationEventInit = dictionary(
    'MerchantValidationEventInit',
    { methodName: optional(domString, ''), validationURL: optional(domString, '') },
    eventInit,
);

// ---- apple-pay/payment-request/events.js

// The events of a payment request. Their interfaces: https://www.w3.org/TR/payment-request/#events, and
// MerchantValidationEvent: https://www.w3.org/TR/2019/CR-payment-request-20191212/#merchantvalidationevent-interface
//
// A script cannot make an event that the browser trusts. What `isTrusted` says elsewhere is said here by whether the
// event was made for a request.

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
class PaymentRequestUpdateEvent extends Event {
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
class PaymentMethodChangeEvent extends PaymentRequestUpdateEvent {
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
class MerchantValidationEvent extends Event {
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
function ownedEvent(event, owner) {
    ownedEvents.set(event, { owner, isAnswered: false });
    return event;
}

/** Whether the page has answered an event. @param {Event} event */
function isEventAnswered(event) {
    return ownedEvents.get(event)?.isAnswered ?? false;
}

// ---- apple-pay/payment-request/details.js

// The checks of a request's details that do not depend on the payment method: "check and canonicalize amount" and the
// constructor's steps in https://www.w3.org/TR/payment-request/
// The messages are WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/paymentrequest/PaymentRequest.cpp

/**
 * @typedef {{ currency: string, value: string }} CurrencyAmount
 * @typedef {{ label: string, amount: CurrencyAmount, pending: boolean }} PaymentItem
 * @typedef {{ id: string, label: string, amount: CurrencyAmount, selected: boolean }} ShippingOption
 * @typedef {{ supportedMethods: string, total?: PaymentItem, additionalDisplayItems: PaymentItem[], data?: object }}
 *   DetailsModifier
 * @typedef {{ displayItems?: PaymentItem[], shippingOptions?: ShippingOption[], modifiers?: DetailsModifier[] }}
 *   DetailsBase
 * @typedef {{ shippingOption: string | null, modifierData: (string | null)[] }} CheckedDetails
 */

/** @param {CurrencyAmount} amount */
function checkCurrencyAmount(amount) {
    if (!/^[A-Za-z]{3}$/.test(amount.currency)) {
        throw new RangeError(`"${amount.currency}" is not a valid currency code.`);
    }
    if (!/^-?[0-9]+(\.[0-9]+)?$/.test(amount.value)) {
        throw new TypeError(`"${amount.value}" is not a valid decimal monetary value.`);
    }
    amount.currency = amount.currency.toUpperCase();
}

/**
 * Checks the total of a request, of an update or of a modifier.
 * @param {PaymentItem} total
 */
function checkItemTotal(total) {
    checkCurrencyAmount(total.amount);
    if (total.amount.value.startsWith('-')) throw new TypeError('Total currency values cannot be negative.');
}

/**
 * The JSON text of a member `data`. A page's objects are not read again after the call that brought them.
 * @param {object} data
 * @returns {string}
 */
function serializedData(data) {
    const text = JSON.stringify(data);
    if (text === undefined) throw new TypeError('The payment method data cannot be written as JSON.');
    return text;
}

/**
 * The option that the page selected: the last one that says so, as in W3C's steps.
 * @param {ShippingOption[]} options
 * @returns {string | null}
 */
function checkOptions(options) {
    const seen = new Set();
    let selected = null;
    for (const option of options) {
        checkCurrencyAmount(option.amount);
        if (seen.has(option.id)) throw new TypeError('Shipping option IDs must be unique.');
        seen.add(option.id);
        if (option.selected) selected = option.id;
    }
    return selected;
}

/**
 * @param {DetailsModifier} modifier
 * @param {boolean} isUpdate Whether it is part of an update: only there are identifiers checked.
 * @returns {string | null} Its data as JSON.
 */
function checkModifier(modifier, isUpdate) {
    if (isUpdate && canonicalMethod(modifier.supportedMethods) === null) {
        throw new RangeError(`"${modifier.supportedMethods}" is an invalid payment method identifier.`);
    }
    if (modifier.total) checkItemTotal(modifier.total);
    for (const item of modifier.additionalDisplayItems) checkCurrencyAmount(item.amount);
    return modifier.data ? serializedData(modifier.data) : null;
}

/**
 * Checks details, and writes currency codes in capital letters.
 *
 * @param {DetailsBase} details
 * @param {boolean} requestShipping
 * @param {boolean} isUpdate
 * @returns {CheckedDetails}
 */
function checkDetails(details, requestShipping, isUpdate) {
    for (const item of details.displayItems ?? []) checkCurrencyAmount(item.amount);
    const shippingOption = requestShipping ? checkOptions(details.shippingOptions ?? []) : null;
    if (!requestShipping && !isUpdate) delete details.shippingOptions;
    const modifierData = (details.modifiers ?? []).map((modifier) => checkModifier(modifier, isUpdate));
    return { shippingOption, modifierData };
}

// ---- apple-pay/payment-request/response.js

// PaymentResponse: https://www.w3.org/TR/payment-request/#paymentresponse-interface
// Its states are WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/paymentrequest/PaymentResponse.cpp

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
class ResponseState {
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
class PaymentResponse extends EventTarget {
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

// ---- apple-pay/rules.js

// What a request, an update and a result must satisfy, beyond the types of their members. The rules, their order and
// their messages are WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/ApplePaySession.cpp
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/ApplePayRequestBase.cpp
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/PaymentRequestValidator.mm
//
// A table has rules in their order: a name and a check, which throws or returns. Tables of tests name the rules.

/**
 * @typedef {{ name: string, check: (value: any, version: number) => void }} Rule
 */

const decimal = /^-?\d+(\.\d+)?$/;

function isAmount(text) {
    return text !== undefined && decimal.test(text);
}

/** How a message writes a value: what is missing is empty, as in WebKit's. */
function quoted(text) {
    return `"${text ?? ''}"`;
}

function requireThat(condition, message) {
    if (!condition) throw new TypeError(message);
}

function requireAmount(text) {
    requireThat(isAmount(text), `${quoted(text)} is not a valid amount.`);
}

function requireURL(text) {
    requireThat(isURL(text), `${quoted(text)} is not a valid URL.`);
}

function isURL(text) {
    try {
        const { protocol, hostname } = new URL(text);
        // Chromium takes a space in a host and escapes it, against the URL standard; WebKit does not.
        return !/^(https?|wss?|ftp):$/.test(protocol) || !hostname.includes('%');
    } catch {
        return false;
    }
}

function isTimeZone(name) {
    try {
        return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
    } catch {
        return false;
    }
}

function requireCountry(code) {
    requireThat(countryCodes.has(code), `${quoted(code)} is not a valid country code.`);
}

/** A total: an amount, with a label, that is not negative. */
function checkTotal(total) {
    requireAmount(total.amount);
    checkTotalSign(total);
}

function checkTotalSign(total) {
    requireThat(total.label !== undefined, 'Missing total label.');
    requireThat(Number(total.amount) >= 0, 'Total amount must not be negative.');
}

/** A line has an amount, unless it is pending: then it has none. */
function checkLineItem(line) {
    if (line.type === 'pending') delete line.amount;
    else requireAmount(line.amount);
}

function checkLineItems(lines) {
    for (const line of lines ?? []) checkLineItem(line);
}

function checkShippingMethods(methods) {
    for (const method of methods ?? []) requireAmount(method.amount);
}

/** WebKit looks at the whole part alone, so that -0.5 passes. */
function checkShippingMethodSigns(methods) {
    for (const method of methods ?? []) {
        requireThat(
            Math.trunc(Number(method.amount)) >= 0,
            'Shipping method amount must be greater than or equal to zero.',
        );
    }
}

/** A line that describes a payment of its own kind, such as a recurring one. */
function checkBilling(line, name, timing) {
    const article = timing === 'automaticReload' ? 'an' : 'a';
    requireThat(line.paymentTiming === timing, `'${name}' must be ${article} '${timing}' line item.`);
    requireThat(line.label !== undefined, `Missing label for '${name}'.`);
    if (line.type !== 'pending') requireAmount(line.amount);
}

function checkAddresses(payment) {
    requireURL(payment.managementURL);
    if (payment.tokenNotificationURL !== undefined) requireURL(payment.tokenNotificationURL);
}

function checkRecurring(payment) {
    checkBilling(payment.regularBilling, 'regularBilling', 'recurring');
    if (payment.trialBilling) checkBilling(payment.trialBilling, 'trialBilling', 'recurring');
    checkAddresses(payment);
}

function checkAutomaticReload(payment) {
    const billing = payment.automaticReloadBilling;
    checkBilling(billing, 'automaticReloadBilling', 'automaticReload');
    const threshold = billing.automaticReloadPaymentThresholdAmount;
    requireThat(isAmount(threshold), `${quoted(threshold)} is not a valid automaticReloadPaymentThresholdAmount.`);
    checkAddresses(payment);
}

function checkTokenContexts(contexts) {
    for (const context of contexts) requireAmount(context.amount);
}

function checkDeferred(payment) {
    checkBilling(payment.deferredBilling, 'deferredBilling', 'deferred');
    requireURL(payment.managementURL);
    const zone = payment.freeCancellationDateTimeZone;
    if (payment.freeCancellationDate === undefined) {
        requireThat(!zone, "Unexpected 'freeCancellationDateTimeZone' when 'freeCancellationDate' is not set.");
    } else {
        requireThat(zone, "Missing 'freeCancellationDateTimeZone' when 'freeCancellationDate' is set.");
        requireThat(isTimeZone(zone), `${quoted(zone)} is not a valid time zone.`);
    }
    requireThat(payment.paymentDescription !== '', "Missing 'paymentDescription'.");
    if (payment.tokenNotificationURL !== undefined) requireURL(payment.tokenNotificationURL);
}

function checkVersion(_request, version) {
    if (!isSupportedVersion(version)) {
        throw domException('InvalidAccessError', `"${version}" is not a supported version.`);
    }
}

function checkNetworks(request, version) {
    const mayHaveNone = version >= 8 && request.installmentConfiguration !== undefined;
    requireThat(
        mayHaveNone || request.supportedNetworks.length > 0,
        'At least one supported network must be provided.',
    );
    // Since https://bugs.webkit.org/show_bug.cgi?id=305793 one that is not known is left out.
    const stated = request.supportedNetworks;
    request.supportedNetworks = stated.map((name) => networkName(version, name)).filter(Boolean);
    const unknown = stated.filter((name) => !networkName(version, name));
    const isRefused = unknown.length > 0 && request.supportedNetworks.length === 0;
    requireThat(!isRefused, `"${unknown[0]}" is not a valid payment network.`);
    for (const name of unknown) console.warn(`"${name}" is not a valid payment network, and is left out.`);
}

function checkContactFields(fields, version) {
    const isTooNew = version < 3 && fields?.includes('phoneticName');
    requireThat(!isTooNew, '"phoneticName" is not a valid contact field.');
}

function checkEditingMode(request) {
    if (request.shippingContactEditingMode !== 'enabled') return;
    console.warn("'enabled' is a deprecated value for 'shippingContactEditingMode'. Please use 'available' instead.");
}

/** The rules of ApplePayRequestBase. @type {Rule[]} */
const requestBaseRules = [
    { name: 'version', check: checkVersion },
    {
        name: 'merchantCapabilities',
        check: ({ merchantCapabilities }) =>
            requireThat(merchantCapabilities.length > 0, 'At least one merchant capability must be provided.'),
    },
    { name: 'supportedNetworks', check: checkNetworks },
    {
        name: 'requiredBillingContactFields',
        check: (request, version) => checkContactFields(request.requiredBillingContactFields, version),
    },
    {
        name: 'requiredShippingContactFields',
        check: (request, version) => checkContactFields(request.requiredShippingContactFields, version),
    },
    {
        name: 'supportedCountries since version 3',
        check: (request, version) => { if (version < 3) request.supportedCountries = []; },
    },
    { name: 'shippingContactEditingMode', check: checkEditingMode },
];

/** The rules of payments that are not of one amount at once. @type {Rule[]} */
const typedPaymentRules = Object.entries({
    recurringPaymentRequest: checkRecurring,
    automaticReloadPaymentRequest: checkAutomaticReload,
    multiTokenContexts: checkTokenContexts,
    deferredPaymentRequest: checkDeferred,
}).map(([name, check]) => ({
    name,
    check: (request) => { if (request[name] !== undefined) check(request[name]); },
}));

/** The rules that come last, of a request whose other members have passed. @type {Rule[]} */
const closingRules = [
    { name: 'countryCode', check: (request) => requireCountry(request.countryCode) },
    {
        name: 'currencyCode',
        check: ({ currencyCode }) =>
            requireThat(currencyCodes.has(currencyCode), `${quoted(currencyCode)} is not a valid currency code.`),
    },
    {
        name: 'shipping methods are not negative',
        check: (request) => checkShippingMethodSigns(request.shippingMethods),
    },
    { name: 'supportedCountries', check: (request) => request.supportedCountries.forEach(requireCountry) },
];

/** The rules of ApplePayPaymentRequest, in their order. @type {Rule[]} */
const paymentRequestRules = [
    ...requestBaseRules,
    { name: 'total', check: (request) => checkTotal(request.total) },
    { name: 'lineItems', check: (request) => checkLineItems(request.lineItems) },
    { name: 'shippingMethods', check: (request) => checkShippingMethods(request.shippingMethods) },
    ...typedPaymentRules,
    ...closingRules,
];

/** Holds a value to rules. @param {Rule[]} rules @param {any} value @param {number} version */
function hold(rules, value, version) {
    for (const rule of rules) rule.check(value, version);
    return value;
}

/** Checks a converted ApplePayPaymentRequest. @param {number} version @param {any} request */
function validRequest(version, request) {
    return Object.assign(hold(paymentRequestRules, request, version), { version });
}

/** Checks an update: WebKit looks at its methods, its total and its lines, in this order. */
function validUpdate(update) {
    checkShippingMethods(update.newShippingMethods);
    checkTotal(update.newTotal);
    checkLineItems(update.newLineItems);
    return update;
}

/** What the statuses of early versions say, as an error's code and field. */
const statusErrors = new Map([
    [2, ['billingContactInvalid']],
    [3, ['shippingContactInvalid', 'postalAddress']],
    [4, ['shippingContactInvalid']],
]);

/** The error that a status of an early version stands for; nothing where it stands for none. */
function errorOfStatus(status) {
    const words = statusErrors.get(status);
    return words && new ApplePayError(...words);
}

/** Throws unless a status is one of the constants. */
function checkStatus(status) {
    if (status > 7) throw domException('InvalidAccessError', `${status} is none of the STATUS constants, 0 to 7.`);
}

/** Checks an authorization result, and converts the statuses of early versions. */
function validResult(result) {
    checkStatus(result.status);
    const error = errorOfStatus(result.status);
    if (error) {
        result.status = 1;
        result.errors.unshift(error);
    }
    if (result.orderDetails) requireURL(result.orderDetails.webServiceURL);
    return result;
}

// ---- apple-pay/payment-request/apple-pay-handler.js

// Apple Pay as the method of a payment request. The mapping is WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/paymentrequest/ApplePayPaymentHandler.cpp

/** @typedef {import('./state.js').RequestState} RequestState */

/** The members of payments of other kinds that a modifier adds to a request or an update. */
const modifierPayments = [
    'recurringPaymentRequest', 'automaticReloadPaymentRequest', 'multiTokenContexts', 'deferredPaymentRequest',
    'disbursementRequest',
];

/** W3C's members of an address, and Apple Pay's fields. */
const addressErrorFields = Object.entries({
    addressLine: 'addressLines',
    city: 'locality',
    country: 'country',
    dependentLocality: 'subLocality',
    phone: 'phoneNumber',
    postalCode: 'postalCode',
    recipient: 'name',
    region: 'administrativeArea',
});

/** W3C's payer errors, the option that asks for the value, and Apple Pay's fields. */
const payerErrorFields = [
    ['name', 'requestPayerName', 'name'],
    ['email', 'requestPayerEmail', 'emailAddress'],
    ['phone', 'requestPayerPhone', 'phoneNumber'],
];

/** The options that ask for parts of the shipping contact. */
const optionFields = [
    ['requestPayerEmail', 'email'],
    ['requestPayerName', 'name'],
    ['requestPayerPhone', 'phone'],
    ['requestShipping', 'postalAddress'],
];

const statusOfSuccess = 0;
const statusOfFailure = 1;
const shippingTypes = { shipping: 'shipping', delivery: 'delivery', pickup: 'storePickup' };
const applePayErrors = sequence(instance('ApplePayError', ApplePayError));

/** @param {string[] | undefined} fields @param {string} field @returns {string[]} */
function withField(fields, field) {
    return fields?.includes(field) ? fields : [...(fields ?? []), field];
}

/** @param {string | undefined} message @param {string | undefined} field @param {ApplePayError[]} errors */
function addContactError(message, field, errors) {
    if (message !== undefined) errors.push(new ApplePayError('shippingContactInvalid', /** @type {any} */ (field), message));
}

/**
 * Converts and checks the `data` of the Apple Pay method.
 *
 * @param {string | null} data As JSON.
 * @returns {any} The request without the members that W3C's details give it.
 */
function checkedApplePayData(data) {
    if (data === null) throw new TypeError('Missing payment method data.');
    const request = applePayRequest.convert(JSON.parse(data), 'The payment method data');
    hold(requestBaseRules, request, request.version);
    return hold(closingRules.filter((rule) => rule.name !== 'currencyCode'), request, request.version);
}

/** One sheet of Apple Pay for a payment request: what the request asks of it, and what the sheet says. */
class ApplePayHandler {
    /** @type {RequestState} */
    #request;
    #methodName;
    #data;
    /**
     * The call of the coordinator that the sheet waits for.
     *
     * @type {string | null}
     */
    #question = null;
    /** @type {string | null} */
    #cardType = null;

    /**
     * @param {RequestState} request
     * @param {string} methodName
     * @param {string | null} data As JSON.
     */
    constructor(request, methodName, data) {
        this.#request = request;
        this.#methodName = methodName;
        this.#data = data;
        checkedApplePayData(data);
    }

    /** Shows the sheet. */
    show() {
        const request = checkedApplePayData(this.#data);
        const { details, options } = this.#request;
        request.currencyCode = details.total.amount.currency;
        request.total = this.#lineItem(details.total);
        const modifier = this.#applicableModifier()?.applePay;
        request.lineItems = [
            ...(details.displayItems ?? []).map((item) => this.#lineItem(item)),
            ...(modifier?.additionalLineItems ?? []),
        ];
        for (const [option, field] of optionFields) {
            if (!options[option]) continue;
            request.requiredShippingContactFields = withField(request.requiredShippingContactFields, field);
        }
        if (options.requestBillingAddress) {
            request.requiredBillingContactFields = withField(request.requiredBillingContactFields, 'postalAddress');
        }
        request.shippingType = options.requestShipping ? shippingTypes[options.shippingType] : 'shipping';
        request.shippingMethods = this.#shippingMethods();
        for (const name of modifierPayments) if (modifier?.[name]) request[name] = modifier[name];
        hold(closingRules, request, request.version);
        checkTotal(request.total);
        if (!coordinator.begin(request, this)) throw domException('AbortError', 'The payment sheet was not shown.');
    }

    /** Closes the sheet. */
    hide() {
        coordinator.abort();
    }

    /** @param {any} session The merchant session that the page got. */
    completeMerchantValidation(session) {
        if (!coordinator.hasActiveSession) throw domException('InvalidStateError', 'There is no payment sheet.');
        if (typeof session !== 'object' || session === null) {
            throw new TypeError('The merchant session is not an object. Parse the JSON text that the server sent.');
        }
        coordinator.completeMerchantValidation(JSON.parse(JSON.stringify(session)));
    }

    /**
     * Answers the sheet's last question with the request's details.
     *
     * @param {any} update The page's update, for its errors.
     */
    detailsUpdated(update) {
        const question = this.#question;
        if (!question) return;
        /** @type {any} */
        const answer = {};
        if (question !== 'completeShippingMethodSelection') answer.errors = this.#errorsOfUpdate(update);
        if (!coordinator.hasActiveSession) throw domException('InvalidStateError', 'There is no payment sheet.');
        this.#question = null;
        answer.newShippingMethods = this.#shippingMethods();
        Object.assign(answer, this.#totalAndLineItems());
        const modifier = this.#applicableModifier()?.applePay;
        for (const name of modifierPayments) {
            if (modifier?.[name]) answer[`new${name[0].toUpperCase()}${name.slice(1)}`] = modifier[name];
        }
        coordinator[question](answer);
    }

    /**
     * Ends the sheet.
     *
     * @param {string} result
     * @param {string | null} data What the page adds, as JSON.
     */
    complete(result, data) {
        const status = result === 'success' ? statusOfSuccess : statusOfFailure;
        const added = data === null ? null : JSON.parse(data);
        const converted = authorizationResult.convert({ status, orderDetails: added?.orderDetails }, 'The details');
        coordinator.completePaymentSession(validResult(converted));
    }

    /** Keeps the sheet up for another try. @param {any} validationErrors */
    retry(validationErrors) {
        /** @type {ApplePayError[]} */
        const errors = [];
        this.#addAddressErrors(validationErrors.error, validationErrors.shippingAddress, errors);
        this.#addPayerErrors(validationErrors.payer, errors);
        if (validationErrors.paymentMethod) {
            errors.push(...applePayErrors.convert(validationErrors.paymentMethod, 'paymentMethod'));
        }
        if (!coordinator.hasActiveSession) throw domException('AbortError', 'There is no payment sheet.');
        // Without an error the result would end the sheet.
        if (errors.length === 0) errors.push(new ApplePayError('unknown'));
        coordinator.completePaymentSession({ status: statusOfFailure, errors });
    }

    // What the sheet says.

    validateMerchant(url) {
        return this.#request.merchantValidation(this.#methodName, url);
    }

    didAuthorizePayment(payment) {
        const contact = payment.shippingContact ?? {};
        // A page gets the name of a contact in parts only.
        const { localizedName: _, ...shippingContact } = contact;
        this.#request.accept({
            methodName: this.#methodName,
            details: payment.shippingContact ? { ...payment, shippingContact } : payment,
            shippingAddress: addressOf(contact),
            payerName: nameOf(contact),
            payerEmail: contact.emailAddress ?? null,
            payerPhone: contact.phoneNumber ?? null,
        });
    }

    didSelectShippingMethod(method) {
        this.#question = 'completeShippingMethodSelection';
        this.#request.shippingOptionChanged(method.identifier);
    }

    didSelectShippingContact(contact) {
        this.#question = 'completeShippingContactSelection';
        this.#request.shippingAddressChanged(addressOf(contact));
    }

    didSelectPaymentMethod(method) {
        this.#question = 'completePaymentMethodSelection';
        this.#cardType = method.type ?? null;
        this.#request.paymentMethodChanged(this.#methodName, method);
    }

    didChangeCouponCode(code) {
        this.#question = 'completeCouponCodeChange';
        this.#request.paymentMethodChanged(this.#methodName, { couponCode: code });
    }

    didCancel() {
        this.#request.cancel();
    }

    // The mapping of details.

    /** @param {{ currency: string, value: string }} amount @returns {string} */
    #value(amount) {
        const { currency } = this.#request.details.total.amount;
        if (amount.currency !== currency) {
            throw new TypeError(
                `"${amount.currency}" does not match the expected currency of "${currency}". Apple Pay requires all `
                    + 'PaymentCurrencyAmounts to use the same currency code.',
            );
        }
        return amount.value;
    }

    #lineItem(item) {
        const { label, pending } = item;
        return lineItem.convert({ type: pending ? 'pending' : 'final', label, amount: this.#value(item.amount) }, '');
    }

    #shippingMethods() {
        const { details, shippingOption } = this.#request;
        const methods = (details.shippingOptions ?? []).map(({ id, label, amount }) =>
            shippingMethod.convert(
                { identifier: id, label, detail: '', amount: this.#value(amount), selected: id === shippingOption },
                '',
            ));
        return [...methods, ...(this.#applicableModifier()?.applePay.additionalShippingMethods ?? [])];
    }

    #totalAndLineItems() {
        const { details } = this.#request;
        let newTotal = this.#lineItem(details.total);
        const newLineItems = (details.displayItems ?? []).map((item) => this.#lineItem(item));
        const applicable = this.#applicableModifier();
        if (applicable) {
            const { modifier, applePay } = applicable;
            if (modifier.total) newTotal = this.#lineItem(modifier.total);
            newLineItems.push(...modifier.additionalDisplayItems.map((item) => this.#lineItem(item)));
            if (applePay.total) newTotal = applePay.total;
            newLineItems.push(...(applePay.additionalLineItems ?? []));
        }
        return { newTotal, newLineItems };
    }

    /** The first modifier with data for Apple Pay that is for the selected type of card, or for all. */
    #applicableModifier() {
        const { details, modifierData } = this.#request;
        for (const [index, modifier] of (details.modifiers ?? []).entries()) {
            const data = modifierData[index];
            if (!isApplePayMethod(modifier.supportedMethods) || data === null) continue;
            const applePay = applePayModifier.convert(JSON.parse(data), "The modifier's data");
            hold(typedPaymentRules, applePay, 0);
            if (applePay.paymentMethodType && applePay.paymentMethodType !== this.#cardType) continue;
            return { modifier, applePay };
        }
        return null;
    }

    // The mapping of errors.

    #errorsOfUpdate(update) {
        /** @type {ApplePayError[]} */
        const errors = [];
        const hasOptions = (this.#request.details.shippingOptions ?? []).length > 0;
        if (!hasOptions) this.#addAddressErrors(update.error, update.shippingAddressErrors ?? {}, errors);
        this.#addPayerErrors(update.payerErrors ?? {}, errors);
        try {
            if (update.paymentMethodErrors) errors.push(...applePayErrors.convert(update.paymentMethodErrors, ''));
        } catch {
            // WebKit ignores what is no list of ApplePayError here.
        }
        return errors;
    }

    #addAddressErrors(error, addressErrors, errors) {
        if (!this.#request.options.requestShipping) return;
        addContactError(error, undefined, errors);
        for (const [member, field] of addressErrorFields) addContactError(addressErrors[member], field, errors);
    }

    #addPayerErrors(payerErrors, errors) {
        for (const [member, option, field] of payerErrorFields) {
            if (this.#request.options[option]) addContactError(payerErrors[member], field, errors);
        }
    }
}

// ---- apple-pay/payment-request/state.js

// The state of a payment request: https://www.w3.org/TR/payment-request/#paymentrequest-interface
// Where WebKit differs from the recommendation, this is WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/paymentrequest/PaymentRequest.cpp

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
class RequestState {
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

// ---- apple-pay/payment-request/request.js

// PaymentRequest: https://www.w3.org/TR/payment-request/#paymentrequest-interface
//
// A request with the method of Apple Pay is ours. Any other one is the browser's own, where it has them: its object
// gets our prototype, and each member passes the call on.

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
class PaymentRequest extends EventTarget {
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
function definePaymentRequest() {
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

// ---- apple-pay/session.js

// ApplePaySession: https://developer.apple.com/documentation/applepayontheweb/applepaysession
// Its states and what may be called in each are WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/ApplePaySession.cpp

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
class ApplePaySession extends EventTarget {
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

// ---- apple-pay/setup.js

// ApplePaySetup: https://developer.apple.com/documentation/applepayontheweb/applepaysetup
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/ApplePaySetup.cpp

/** What lets this file, and no page, make features. */
const maker = Symbol('ApplePaySetupFeature');

/** Something that the person could set up: Apple Pay, or a card. */
class ApplePaySetupFeature {
    #values;

    constructor(key, values) {
        if (key !== maker) throw new TypeError('Illegal constructor');
        this.#values = values;
    }

    get type() { return this.#values.type; }
    get state() { return this.#values.state; }
    get supportsInstallments() { return this.#values.supportsInstallments; }
}

/** Opens the setup of Apple Pay for a person who has no card yet. */
class ApplePaySetup {
    #configuration;
    #isGettingFeatures = false;
    #isBegun = false;
    /** @type {{ reject: (error: any) => void }[]} */
    #pending = [];

    constructor(configuration) {
        requireArguments(arguments.length, 1);
        this.#configuration = setupConfiguration.convert(
            configuration,
            "Argument 1 ('configuration') to the ApplePaySetup constructor",
        );
        window.addEventListener('pagehide', () => this.#stop());
    }

    async getSetupFeatures() {
        checkDocument();
        if (this.#isGettingFeatures) throw domException('InvalidStateError');
        this.#isGettingFeatures = true;
        try {
            const features = await this.#untilStopped(coordinator.getSetupFeatures(this.#configuration));
            return features.map((values) => new ApplePaySetupFeature(maker, values));
        } finally {
            this.#isGettingFeatures = false;
        }
    }

    async begin(setupFeatures) {
        requireArguments(arguments.length, 1);
        const features = sequence(instance('ApplePaySetupFeature', ApplePaySetupFeature))
            .convert(setupFeatures, "Argument 1 ('setupFeatures') to ApplePaySetup.begin");
        checkDocument();
        if (!hasUserGesture()) {
            throw domException('InvalidAccessError', 'Must call ApplePaySetup.begin from a user gesture handler.');
        }
        if (this.#isBegun) throw domException('InvalidStateError');
        this.#isBegun = true;
        try {
            const plain = features.map(({ type, state, supportsInstallments }) => ({
                type, state, supportsInstallments,
            }));
            return await this.#untilStopped(coordinator.beginSetup(this.#configuration, plain));
        } finally {
            this.#isBegun = false;
        }
    }

    /** @template T @param {Promise<T>} promise @returns {Promise<T>} */
    #untilStopped(promise) {
        return new Promise((resolve, reject) => {
            const entry = { reject };
            this.#pending.push(entry);
            promise.then(resolve, reject).finally(() => {
                this.#pending = this.#pending.filter((other) => other !== entry);
            });
        });
    }

    /** The page goes away: what has not been answered never will be. */
    #stop() {
        for (const { reject } of this.#pending) reject(domException('AbortError'));
        this.#pending = [];
    }
}

asInterface(ApplePaySetup);
asInterface(ApplePaySetupFeature);

// ---- apple-pay/main.js

// What the file defines on window, once.

/** Whether the file has been loaded already: then what it defined stays. */
function isLoaded() {
    return typeof (/** @type {any} */ (window).quince?.automate) === 'function';
}

let areInterfacesDefined = false;

/** Defines Apple's interfaces, over the browser's own where it has them. */
function defineInterfaces() {
    if (areInterfacesDefined) return;
    areInterfacesDefined = true;
    watchGestures();
    defineGlobal('ApplePaySession', ApplePaySession);
    defineGlobal('ApplePayError', asInterface(ApplePayError));
    definePaymentRequest();
    defineButton();
    defineGlobal('ApplePaySetup', ApplePaySetup);
    defineGlobal('ApplePaySetupFeature', ApplePaySetupFeature);
}

if (!isLoaded()) {
    // Safari takes real payments: its own interfaces stay, unless a test asks for these.
    if (isAskedFor() || !('ApplePaySession' in window)) defineInterfaces();
    defineQuince(defineInterfaces);
}
})();
