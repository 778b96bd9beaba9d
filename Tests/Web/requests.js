// Requests that the cases share, and the door that they drive the sheet with.

/** A request that every version takes. @param {object} [changes] */
export function request(changes = {}) {
    return {
        countryCode: 'US',
        currencyCode: 'USD',
        supportedNetworks: ['visa', 'masterCard', 'amex'],
        merchantCapabilities: ['supports3DS'],
        total: { label: 'Shop', amount: '10.75' },
        ...changes,
    };
}

/** The automation door, switched on. */
export function door() {
    quince.automate();
    return internals.mockPaymentCoordinator;
}
door();
