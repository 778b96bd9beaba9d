// Apple Pay as the method of a payment request. The mapping is WebKit's:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/paymentrequest/ApplePayPaymentHandler.cpp
import { coordinator } from '../coordinator.js';
import { applePayModifier, applePayRequest, authorizationResult, lineItem, shippingMethod } from '../dictionaries.js';
import { ApplePayError } from '../errors.js';
import { domException } from '../page-access.js';
import { checkTotal, closingRules, hold, requestBaseRules, typedPaymentRules, validResult } from '../rules.js';
import { instance, sequence } from '../webidl.js';
import { addressOf, nameOf } from './address.js';
import { isApplePayMethod } from './methods.js';

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
export function checkedApplePayData(data) {
    if (data === null) throw new TypeError('Missing payment method data.');
    const request = applePayRequest.convert(JSON.parse(data), 'The payment method data');
    hold(requestBaseRules, request, request.version);
    return hold(closingRules.filter((rule) => rule.name !== 'currencyCode'), request, request.version);
}

/** One sheet of Apple Pay for a payment request: what the request asks of it, and what the sheet says. */
export class ApplePayHandler {
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
