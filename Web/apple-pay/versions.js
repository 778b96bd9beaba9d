// Versions of Apple Pay on the web, its features and its card networks.
// https://developer.apple.com/documentation/applepayontheweb/apple-pay-on-the-web-version-history
import { enumeration } from './webidl.js';

/** The last version: what came after it is told by `features`. */
export const latestVersion = 15;

/** Whether a page may ask for a version. */
export function isSupportedVersion(version) {
    return version >= 1 && version <= latestVersion;
}

/** What a request may say that its page needs. */
export const feature = enumeration('ApplePayFeature', [
    'applePayLaterAvailability', 'authorizationResultOrderDetails', 'lineItemPaymentTiming',
    'paymentRequestAutomaticReload', 'paymentRequestCouponCode', 'paymentRequestDeferred',
    'paymentRequestDelegation', 'paymentRequestDisbursements', 'paymentRequestMerchantCategoryCode', 'paymentRequestMultiTokenContexts',
    'paymentRequestRecurring', 'paymentRequestShippingContactEditingMode', 'paymentTimingAutomaticReload',
    'paymentTimingDeferred', 'paymentTimingImmediate', 'paymentTimingRecurring',
    'shippingContactEditingModeEnabled', 'shippingContactEditingModeStorePickup',
    'shippingMethodDateComponentsRange',
]);

/** The card networks. WebKit refuses two of them to pages of an early version, as it tells them from all others. */
const networkNames = [
    'amex', 'bancomat', 'bancontact', 'bankAxept', 'barcode', 'carteBancaire', 'carteBancaires', 'cartesBancaires',
    'chinaUnionPay', 'conecs', 'dankort', 'discover', 'eftpos', 'elCorteIngles', 'elcard', 'electron', 'elo',
    'girocard', 'himyan', 'humo', 'iD', 'idCredit', 'interac', 'jaywan', 'jcb', 'maal', 'mada', 'maestro', 'masterCard',
    'meeza', 'mir', 'myDebit', 'nanaco', 'napas', 'pagoBancomat', 'payPak', 'postFinance', 'privateLabel',
    'quicPay', 'ruPay', 'suica', 'tmoney', 'uzCard', 'vPay', 'verve', 'visa', 'waon',
];
const firstVersions = new Map([['jcb', 2], ['cartebancaire', 3]]);
const networksByKey = new Map(networkNames.map((name) => [name.toLowerCase(), name]));

/**
 * The name of a network, whatever the case in which a page writes it.
 *
 * @param {number} version
 * @param {string} name
 * @returns {string | undefined} nothing where there is no such network in that version
 */
export function networkName(version, name) {
    const key = name.toLowerCase();
    return version < (firstVersions.get(key) ?? 1) ? undefined : networksByKey.get(key);
}

const irregularNames = { amex: 'AmEx', iD: 'iD', idCredit: 'iD', jcb: 'JCB', napas: 'NAPAS', quicPay: 'QUICPay' };

/** A network in the spelling of PassKit, as a payment has it. @param {string | undefined} name */
export function passKitName(name) {
    return name && (irregularNames[name] ?? name[0].toUpperCase() + name.slice(1));
}
