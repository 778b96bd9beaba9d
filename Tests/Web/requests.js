// Requests that the cases share, and the mock that they drive the sheet with.

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

/** The automation interface, switched on. */
export function mock() {
    quince.automate();
    return internals.mockPaymentCoordinator;
}
mock();
