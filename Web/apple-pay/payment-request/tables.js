// The dictionaries of the Payment Request API: https://www.w3.org/TR/payment-request/
// Members that only the first recommendation has, and WebKit's, are here too.
import { boolean, dictionary, domString, enumeration, nullable, optional, required, sequence } from '../webidl.js';

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

export const paymentMethods = sequence(
    dictionary('PaymentMethodData', { supportedMethods: required(domString), data: objectValue }),
);

export const detailsInit = dictionary(
    'PaymentDetailsInit',
    { id: domString, total: required(paymentItem) },
    detailsBase,
);

export const detailsUpdate = dictionary(
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

export const paymentOptions = dictionary('PaymentOptions', {
    requestPayerName: optional(boolean, false),
    requestBillingAddress: optional(boolean, false),
    requestPayerEmail: optional(boolean, false),
    requestPayerPhone: optional(boolean, false),
    requestShipping: optional(boolean, false),
    shippingType: optional(enumeration('PaymentShippingType', ['shipping', 'delivery', 'pickup']), 'shipping'),
});

export const validationErrors = dictionary('PaymentValidationErrors', {
    error: domString,
    payer: optional(payerErrors, () => ({})),
    shippingAddress: optional(addressErrors, () => ({})),
    paymentMethod: objectValue,
});

export const paymentComplete = enumeration('PaymentComplete', ['fail', 'success', 'unknown']);
export const completeDetails = dictionary('PaymentCompleteDetails', { data: nullable(objectValue) });

const eventInit = dictionary('EventInit', {
    bubbles: optional(boolean, false),
    cancelable: optional(boolean, false),
    composed: optional(boolean, false),
});

export const updateEventInit = dictionary('PaymentRequestUpdateEventInit', {}, eventInit);

export const methodChangeEventInit = dictionary(
    'PaymentMethodChangeEventInit',
    { methodName: optional(domString, ''), methodDetails: optional(nullable(objectValue), null) },
    updateEventInit,
);

export const merchantValidationEventInit = dictionary(
    'MerchantValidationEventInit',
    { methodName: optional(domString, ''), validationURL: optional(domString, '') },
    eventInit,
);
