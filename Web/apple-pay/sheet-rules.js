// What a sheet keeps from a page, and what it refuses, beyond WebKit's rules: Documentation/SheetRules.md.
import { fractionDigits } from './codes.js';

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
export const contactFields = Object.keys(membersOfFields);

/** The fields of a billing contact. */
const billingFields = ['postalAddress', 'name', 'phoneticName'];

/** The fields of the billing contact that the sheet asks for. @returns {string[]} */
export function shownBillingFields({ requiredBillingContactFields = [] }) {
    return requiredBillingContactFields.filter((field) => billingFields.includes(field));
}

function picked(contact, members) {
    const present = members.filter((name) => contact[name] !== undefined);
    return Object.fromEntries(present.map((name) => [name, contact[name]]));
}

/** The fields of a contact that a payment has. An address includes the name. @param {string[]} fields */
export function limited(contact, fields) {
    const named = fields.includes('postalAddress') || fields.includes('phoneticName') ? [...fields, 'name'] : fields;
    return picked(contact, named.flatMap((field) => membersOfFields[field]));
}

/** The required fields that a contact does not have. @param {string[]} fields */
export function missingFields(contact, fields) {
    return fields.filter((field) => !membersOfFields[field].some((name) => contact[name]?.length > 0));
}

/** The part of a contact that a page sees before the shopper authorizes. */
export function redacted(contact) {
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
export function isAbout(contact, { code }) {
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
export function sheetRefusal({ merchantCapabilities, currencyCode, total, lineItems = [], shippingMethods = [] }) {
    if (!merchantCapabilities.includes('supports3DS')) return 'merchantCapabilities must contain "supports3DS".';
    const refusals = [...lineItems, total, ...shippingMethods].map((line) => lineRefusal(line, currencyCode));
    return refusals.find(Boolean);
}
