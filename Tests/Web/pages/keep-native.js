// Keeps the browser's own interfaces, which apple-pay.js replaces, for comparisons.
window.nativeInterfaces = Object.fromEntries(
    ['PaymentRequest', 'PaymentResponse', 'PaymentRequestUpdateEvent', 'PaymentMethodChangeEvent', 'PaymentAddress']
        .map((name) => [name, window[name]]),
);
