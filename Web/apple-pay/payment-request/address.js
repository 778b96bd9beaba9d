// PaymentAddress: https://www.w3.org/TR/2019/CR-payment-request-20191212/#paymentaddress-interface
import { addAttribute, asInterface } from '../interfaces.js';
import { illegalInvocation } from './native.js';

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
export class PaymentAddress {
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
export function addressOf(contact) {
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
export function nameOf(contact) {
    return contact.localizedName ?? [contact.givenName, contact.familyName].filter(Boolean).join(' ');
}
