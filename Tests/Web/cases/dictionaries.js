// Every member of every dictionary, written down a second time after WebKit's interface definitions:
// https://github.com/WebKit/WebKit/tree/main/Source/WebCore/Modules/applepay
// A line has the member, its type, "!" where it is required, and its fallback. Cases are generated from the lines.
import { equal, isTrue, test, thrown } from '../harness.js';

const module = await import('/Web/apple-pay/dictionaries.js');
const { ApplePayError: ModuleError } = await import('/Web/apple-pay/errors.js');

const enumerations = {
    Feature: 'applePayLaterAvailability authorizationResultOrderDetails lineItemPaymentTiming '
        + 'paymentRequestAutomaticReload paymentRequestCouponCode paymentRequestDeferred paymentRequestDelegation '
        + 'paymentRequestDisbursements '
        + 'paymentRequestMerchantCategoryCode paymentRequestMultiTokenContexts paymentRequestRecurring '
        + 'paymentRequestShippingContactEditingMode paymentTimingAutomaticReload paymentTimingDeferred '
        + 'paymentTimingImmediate paymentTimingRecurring shippingContactEditingModeEnabled '
        + 'shippingContactEditingModeStorePickup shippingMethodDateComponentsRange',
    Capability: 'supports3DS supportsEMV supportsCredit supportsDebit supportsInstantFundsOut',
    ContactField: 'email name phone phoneticName postalAddress',
    EditingMode: 'available enabled storePickup',
    LaterAvailability: 'available unavailableItemIneligible unavailableRecurringTransaction',
    ShippingType: 'shipping delivery storePickup servicePickup',
    LineItemType: 'final pending',
    Timing: 'immediate recurring deferred automaticReload',
    Unit: 'year month day hour minute',
    PayoutLine: 'disbursement instantFundsOutFee',
    MethodType: 'debit credit prepaid store',
    PassState: 'activated requiresActivation activating suspended deactivated',
    SetupType: 'applePay appleCard',
    Channel: 'unknown app web inStore',
    ItemType: 'generic phone pad watch mac',
};

const base = `
    features [Feature] | merchantCapabilities! [Capability] | supportedNetworks! [text] | countryCode! text
    requiredBillingContactFields [ContactField] | requiredShippingContactFields [ContactField]
    billingContact paymentContact | shippingContact paymentContact | applicationData text
    supportedCountries [text] = [] | installmentConfiguration installmentConfiguration | supportsCouponCode bool
    couponCode text | shippingContactEditingMode EditingMode | applePayLaterAvailability LaterAvailability
    merchantCategoryCode text | isDelegatedRequest bool`;
const typed = `recurringPaymentRequest recurringPaymentRequest
    automaticReloadPaymentRequest automaticReloadPaymentRequest | multiTokenContexts [paymentTokenContext]
    deferredPaymentRequest deferredPaymentRequest | disbursementRequest disbursementRequest`;
const newTyped = `newTotal! lineItem | newLineItems [lineItem] = [] | newRecurringPaymentRequest recurringPaymentRequest
    newAutomaticReloadPaymentRequest automaticReloadPaymentRequest | newMultiTokenContexts [paymentTokenContext]
    newDeferredPaymentRequest deferredPaymentRequest | newDisbursementRequest disbursementRequest`;
const update = `${newTyped} | errors [error] = [] | newShippingMethods [shippingMethod]`;

const dictionaries = {
    paymentRequest: `${base} | total! lineItem | lineItems [lineItem] | currencyCode! text
        shippingType ShippingType = shipping | shippingMethods [shippingMethod] | ${typed}`,
    applePayRequest: `${base} | version! number | merchantIdentifier! text`,
    applePayModifier: `paymentMethodType MethodType | total lineItem | additionalLineItems [lineItem]
        additionalShippingMethods [shippingMethod] | ${typed}`,
    lineItem: `type LineItemType = final | label text | amount text | paymentTiming Timing = immediate
        recurringPaymentStartDate date | recurringPaymentIntervalUnit Unit = month
        recurringPaymentIntervalCount number = 1 | recurringPaymentEndDate date | deferredPaymentDate date
        automaticReloadPaymentThresholdAmount text | disbursementLineItemType PayoutLine`,
    shippingMethod: `label! text | detail! text | amount! text | identifier! text
        dateComponentsRange dateComponentsRange | selected bool = false`,
    recurringPaymentRequest: `paymentDescription! text | regularBilling! lineItem | trialBilling lineItem
        billingAgreement text | managementURL! text | tokenNotificationURL text`,
    automaticReloadPaymentRequest: `paymentDescription! text | automaticReloadBilling! lineItem
        billingAgreement text | managementURL! text | tokenNotificationURL text`,
    deferredPaymentRequest: `deferredBilling! lineItem | paymentDescription! text | managementURL! text
        billingAgreement text | freeCancellationDate date | freeCancellationDateTimeZone text
        tokenNotificationURL text`,
    paymentTokenContext: `merchantIdentifier! text | externalIdentifier! text | merchantName! text
        merchantDomain text | amount! text`,
    disbursementRequest: 'requiredRecipientContactFields [ContactField]',
    paymentContact: `phoneNumber text | emailAddress text | givenName text | familyName text
        phoneticGivenName text | phoneticFamilyName text | addressLines [text] | subLocality text | locality text
        postalCode text | subAdministrativeArea text | administrativeArea text | country text | countryCode text`,
    paymentMethod: `displayName text | network text | type MethodType | paymentPass paymentPass
        billingContact paymentContact`,
    paymentMethodUpdate: update,
    shippingContactUpdate: update,
    couponCodeUpdate: update,
    shippingMethodUpdate: `${newTyped} | newShippingMethods [shippingMethod]`,
    authorizationResult: 'status! number | errors [error] = [] | orderDetails orderDetails',
    setupConfiguration: 'merchantIdentifier text | referrerIdentifier text | signature text | signedFields [text]',
};

/** Dictionaries that are reached only as members. */
const inner = {
    dateComponentsRange: 'startDateComponents! dateComponents | endDateComponents! dateComponents',
    dateComponents: 'years number | months number | days number | hours number',
    orderDetails: `orderTypeIdentifier! text | orderIdentifier! text | webServiceURL! text
        authenticationToken! text`,
    paymentPass: `primaryAccountIdentifier! text | primaryAccountNumberSuffix! text | deviceAccountIdentifier text
        deviceAccountNumberSuffix text | activationState! PassState`,
    installmentConfiguration: `featureType SetupType = appleCard | merchandisingImageData text
        openToBuyThresholdAmount text | bindingTotalAmount text | currencyCode text | isInStorePurchase bool = false
        merchantIdentifier text | referrerIdentifier text | items [installmentItem] | applicationMetadata any
        retailChannel Channel = unknown`,
    installmentItem: `type ItemType = generic | amount text | currencyCode text | programIdentifier text | apr text
        programTerms text`,
};

/** The lines of a dictionary: a member follows "|" or a line break. */
function membersOf(text) {
    return text.split(/\||\n/).map((line) => line.trim()).filter(Boolean).map((line) => {
        const [, name, mark, type, , fallback] = /^(\w+)(!?) (\S+)( = (.*))?$/.exec(line);
        const isList = type.startsWith('[');
        return { name, isRequired: mark === '!', isList, type: isList ? type.slice(1, -1) : type, fallback };
    });
}

const all = { ...dictionaries, ...inner };

/** A value of a type that is taken, and what becomes of it. */
function sample(type) {
    if (type === 'text') return [7, '7'];
    if (type === 'number') return ['3', 3];
    if (type === 'bool') return ['yes', true];
    if (type === 'any') return [{ a: 1 }, { a: 1 }];
    if (type === 'date') return ['2026-12-24T12:00:00Z', new Date('2026-12-24T12:00:00Z')];
    if (type === 'error') {
        const error = new ModuleError('unknown');
        return [error, error];
    }
    if (type in enumerations) return [enumerations[type].split(' ').at(-1), enumerations[type].split(' ').at(-1)];
    return smallest(type);
}

/** The smallest value of a dictionary, and what becomes of it. */
function smallest(name) {
    const [given, expected] = [{}, {}];
    for (const member of membersOf(all[name])) {
        if (member.isRequired) {
            const [value, result] = sample(member.type);
            given[member.name] = member.isList ? [value] : value;
            expected[member.name] = member.isList ? [result] : result;
        } else if (member.fallback !== undefined) {
            expected[member.name] = fallbackOf(member);
        }
    }
    return [given, expected];
}

function fallbackOf({ type, fallback }) {
    if (fallback === '[]') return [];
    return { number: Number(fallback), bool: fallback === 'true' }[type] ?? fallback;
}

/** JSON with the members of objects in the order of their names. */
function canonical(value) {
    return JSON.stringify(value, (_, part) => (part && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part));
}

/** A value that no member of a type takes; nothing where every value is taken. */
function wrong(type) {
    if (['any', 'bool', 'date'].includes(type)) return undefined;
    if (type === 'text' || type === 'number') return Symbol('a');
    if (type === 'error') return {};
    return type in enumerations ? 'nonsense' : 7;
}

for (const [name, text] of Object.entries(dictionaries)) {
    const dictionary = module[name];
    const members = membersOf(text);
    test(`${name} has these members and no others`, () => {
        equal([...dictionary.memberNames].sort(), members.map((member) => member.name).sort());
    });
    test(`${name}: fallbacks, and what is required alone`, () => {
        const [given, expected] = smallest(name);
        equal(canonical(dictionary.convert(given, '')), canonical(expected));
    });
    for (const member of members) addCases(name, dictionary, member);
}

function addCases(name, dictionary, member) {
    const [given] = smallest(name);
    test(`${name}.${member.name} is taken and converted`, () => {
        const [value, result] = sample(member.type);
        const converted = dictionary.convert({ ...given, [member.name]: member.isList ? [value] : value }, '');
        equal(canonical(converted[member.name]), canonical(member.isList ? [result] : result));
        if (member.type in enumerations) {
            for (const choice of enumerations[member.type].split(' ')) {
                dictionary.convert({ ...given, [member.name]: member.isList ? [choice] : choice }, '');
            }
        }
    });
    test(`${name}.${member.name} of a wrong type is a TypeError`, () => {
        const value = wrong(member.type);
        if (value !== undefined) {
            const bad = { ...given, [member.name]: member.isList ? [value] : value };
            const error = thrown(() => dictionary.convert(bad, ''));
            equal(error.name, 'TypeError');
            isTrue(error.message.includes(`Member ${dictionary.name}.${member.name}`), error.message);
        }
        if (member.isList) {
            const error = thrown(() => dictionary.convert({ ...given, [member.name]: 7 }, ''));
            equal(error.message, 'Value is not a sequence');
        }
    });
    test(`${name}.${member.name} ${member.isRequired ? 'is required' : 'may be left out'}`, () => {
        const { [member.name]: _, ...rest } = given;
        const error = thrown(() => dictionary.convert(rest, ''));
        equal(error.name, member.isRequired ? 'TypeError' : 'nothing');
        if (!member.isRequired) return;
        const start = `Member ${dictionary.name}.${member.name} is required and must be an instance of `;
        isTrue(error.message.startsWith(start), error.message);
    });
}
