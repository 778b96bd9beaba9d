// The dictionaries of Apple Pay on the web: https://developer.apple.com/documentation/applepayontheweb
// Their members, types and fallbacks are those of WebKit's interface definitions:
// https://github.com/WebKit/WebKit/tree/main/Source/WebCore/Modules/applepay
import { ApplePayError } from './errors.js';
import { feature } from './versions.js';
import {
    anyValue, boolean, dateValue, dictionary, domString, enumeration, instance, optional, required, sequence,
    unsignedLong, unsignedShort,
} from './webidl.js';

const none = () => [];

export const contactField = enumeration('ApplePayContactField', [
    'email', 'name', 'phone', 'phoneticName', 'postalAddress',
]);

export const merchantCapability = enumeration('ApplePayMerchantCapability', [
    'supports3DS', 'supportsEMV', 'supportsCredit', 'supportsDebit', 'supportsInstantFundsOut',
]);

export const paymentMethodType = enumeration('ApplePayPaymentMethodType', ['debit', 'credit', 'prepaid', 'store']);

export const setupFeatureType = enumeration('ApplePaySetupFeatureType', ['applePay', 'appleCard']);

export const setupFeatureState = enumeration('ApplePaySetupFeatureState', [
    'unsupported', 'supported', 'supplementarySupported', 'completed',
]);

export const paymentContact = dictionary('ApplePayPaymentContact', {
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

export const lineItem = dictionary('ApplePayLineItem', {
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

export const shippingMethod = dictionary('ApplePayShippingMethod', {
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

export const recurringPaymentRequest = dictionary('ApplePayRecurringPaymentRequest', {
    paymentDescription: required(domString),
    regularBilling: required(lineItem),
    trialBilling: lineItem,
    billingAgreement: domString,
    managementURL: required(domString),
    tokenNotificationURL: domString,
});

export const automaticReloadPaymentRequest = dictionary('ApplePayAutomaticReloadPaymentRequest', {
    paymentDescription: required(domString),
    automaticReloadBilling: required(lineItem),
    billingAgreement: domString,
    managementURL: required(domString),
    tokenNotificationURL: domString,
});

export const deferredPaymentRequest = dictionary('ApplePayDeferredPaymentRequest', {
    deferredBilling: required(lineItem),
    paymentDescription: required(domString),
    managementURL: required(domString),
    billingAgreement: domString,
    freeCancellationDate: dateValue,
    freeCancellationDateTimeZone: domString,
    tokenNotificationURL: domString,
});

export const paymentTokenContext = dictionary('ApplePayPaymentTokenContext', {
    merchantIdentifier: required(domString),
    externalIdentifier: required(domString),
    merchantName: required(domString),
    merchantDomain: domString,
    amount: required(domString),
});

export const disbursementRequest = dictionary('ApplePayDisbursementRequest', {
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
export const paymentRequest = dictionary('ApplePayPaymentRequest', {
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
export const applePayRequest = dictionary('ApplePayRequest', {
    version: required(unsignedLong),
    merchantIdentifier: required(domString),
}, requestBase);

/** The `data` of a modifier for that method. */
export const applePayModifier = dictionary('ApplePayModifier', {
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

export const paymentMethodUpdate = dictionary('ApplePayPaymentMethodUpdate', errorsAndMethods, updateBase);
export const shippingContactUpdate = dictionary('ApplePayShippingContactUpdate', errorsAndMethods, updateBase);
export const couponCodeUpdate = dictionary('ApplePayCouponCodeUpdate', errorsAndMethods, updateBase);
export const shippingMethodUpdate = dictionary('ApplePayShippingMethodUpdate', {
    newShippingMethods: sequence(shippingMethod),
}, updateBase);

/** What `completePayment` takes. */
export const authorizationResult = dictionary('ApplePayPaymentAuthorizationResult', {
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
export const paymentMethod = dictionary('ApplePayPaymentMethod', {
    displayName: domString,
    network: domString,
    type: paymentMethodType,
    paymentPass,
    billingContact: paymentContact,
});

/** What `new ApplePaySetup` takes. */
export const setupConfiguration = dictionary('ApplePaySetupConfiguration', {
    merchantIdentifier: domString,
    referrerIdentifier: domString,
    signature: domString,
    signedFields: sequence(domString),
});
