// ApplePayError: https://developer.apple.com/documentation/applepayontheweb/applepayerror
import { domString, enumeration, nullable, requireArguments } from './webidl.js';

export const errorCode = enumeration('ApplePayErrorCode', [
    'unknown', 'shippingContactInvalid', 'billingContactInvalid', 'addressUnserviceable', 'couponCodeInvalid',
    'couponCodeExpired', 'unsupportedCard', 'recipientContactInvalid',
]);

export const errorContactField = enumeration('ApplePayErrorContactField', [
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
export class ApplePayError {
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
