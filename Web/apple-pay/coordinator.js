// Between a page's session and what shows its sheet: one sheet at a time, whoever asks for it and whoever shows it.
// The names are those of WebKit's PaymentCoordinator, PaymentCoordinatorClient and PaymentSession:
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/PaymentCoordinator.h
import { domException } from './page-access.js';

/**
 * What a sheet tells its session. It tells it in a task of its own, never inside a call of the transport.
 *
 * @typedef {object} PaymentClient
 * @property {(url: string) => boolean} validateMerchant whether the page listens, so that an answer is to come
 * @property {(payment: any) => void} didAuthorizePayment
 * @property {(method: any) => void} didSelectPaymentMethod
 * @property {(method: any) => void} didSelectShippingMethod
 * @property {(contact: any) => void} didSelectShippingContact
 * @property {(code: string) => void} didChangeCouponCode
 * @property {(sessionError?: { code: string, info?: any }) => void} didCancel
 */

/**
 * What shows sheets. An update that is undefined leaves the sheet as it is.
 *
 * @typedef {object} Transport
 * @property {() => boolean} canMakePayments
 * @property {(merchantIdentifier: string, domain: string) => Promise<boolean>} canMakePaymentsWithActiveCard
 * @property {(merchantIdentifier: string, domain: string) => Promise<boolean>} openPaymentSetup
 * @property {(request: any, client: PaymentClient) => boolean} show
 * @property {(session: object) => void} completeMerchantValidation
 * @property {(update?: any) => void} completeShippingMethodSelection
 * @property {(update?: any) => void} completeShippingContactSelection
 * @property {(update?: any) => void} completePaymentMethodSelection
 * @property {(update?: any) => void} completeCouponCodeChange
 * @property {(result: any) => void} completePaymentSession
 * @property {() => void} abort
 * @property {() => void} cancel
 * @property {(configuration: any) => Promise<any[]>} [getSetupFeatures]
 * @property {(configuration: any, features: any[]) => Promise<boolean>} [beginSetup]
 */

/** @type {Transport | null} */
let transport = null;

/**
 * The sheet of the whole page, frames and all: what it speaks to, if one is up.
 *
 * @type {{ activeClient: PaymentClient | null }}
 */
let page = { activeClient: null };

/** Under this name `quince` keeps the record of the page's sheet, for frames of the same origin. */
const pageKey = Symbol.for('quince.page');

/** Takes part in the record of the top page, where that is of the same origin and has this file too. */
export function joinPage(quince) {
    try {
        page = /** @type {any} */ (window.top).quince?.[pageKey] ?? page;
    } catch {
        // A frame of another origin has a record of its own.
    }
    Object.defineProperty(quince, pageKey, { value: page });
}

const noSheet = 'apple-pay.js shows no payment sheet in this page. Load it from a sandbox, whose wallet shows the sheet '
    + 'to a person; or, for a test, call quince.automate() and drive it with internals.mockPaymentCoordinator.';

/** Chooses what shows sheets from now on. @param {Transport} newTransport */
export function useTransport(newTransport) {
    transport = newTransport;
}

/**
 * Whether a result of a payment ends the sheet: it succeeded or failed, and the shopper can correct nothing.
 *
 * @param {{ status: number, errors: any[] }} result
 */
export function isFinalResult(result) {
    return result.status <= 1 && result.errors.length === 0;
}

/**
 * A client that the transport may keep: what it says after the sheet's end has no effect.
 *
 * @param {PaymentClient} client
 */
function whileActive(client) {
    const isActive = () => page.activeClient === kept;
    /** @type {PaymentClient} */
    const kept = {
        validateMerchant: (url) => isActive() && client.validateMerchant(url),
        didAuthorizePayment: (payment) => { if (isActive()) client.didAuthorizePayment(payment); },
        didSelectPaymentMethod: (method) => { if (isActive()) client.didSelectPaymentMethod(method); },
        didSelectShippingMethod: (method) => { if (isActive()) client.didSelectShippingMethod(method); },
        didSelectShippingContact: (contact) => { if (isActive()) client.didSelectShippingContact(contact); },
        didChangeCouponCode: (code) => { if (isActive()) client.didChangeCouponCode(code); },
        didCancel: (sessionError) => {
            if (!isActive()) return;
            page.activeClient = null;
            client.didCancel(sessionError);
        },
    };
    return kept;
}

export const coordinator = {
    /** Whether a sheet is up. */
    get hasActiveSession() {
        return page.activeClient !== null;
    },

    /** Whether there is something that shows sheets. */
    get canShowSheets() {
        return transport !== null;
    },

    canMakePayments() {
        return transport?.canMakePayments() ?? false;
    },

    /** @param {string} merchantIdentifier @returns {Promise<boolean>} */
    async canMakePaymentsWithActiveCard(merchantIdentifier) {
        return (await transport?.canMakePaymentsWithActiveCard(merchantIdentifier, location.hostname)) ?? false;
    },

    /** @param {string} merchantIdentifier @returns {Promise<boolean>} */
    async openPaymentSetup(merchantIdentifier) {
        return (await transport?.openPaymentSetup(merchantIdentifier, location.hostname)) ?? false;
    },

    /** @param {any} configuration @returns {Promise<any[]>} */
    async getSetupFeatures(configuration) {
        return (await transport?.getSetupFeatures?.(configuration)) ?? [];
    },

    /** @param {any} configuration @param {any[]} features @returns {Promise<boolean>} */
    async beginSetup(configuration, features) {
        return (await transport?.beginSetup?.(configuration, features)) ?? false;
    },

    /**
     * Shows a sheet.
     *
     * @param {any} request converted and validated, with its `version`
     * @param {PaymentClient} client what the sheet speaks to
     * @returns {boolean} false where nothing shows it
     */
    begin(request, client) {
        if (page.activeClient) throw domException('InvalidAccessError', 'Page already has an active payment session.');
        if (!transport) {
            console.error(noSheet);
            return false;
        }
        const kept = whileActive(client);
        page.activeClient = kept;
        if (transport.show(request, kept)) return true;
        page.activeClient = null;
        return false;
    },

    /** @param {object} session */
    completeMerchantValidation(session) {
        transport?.completeMerchantValidation(session);
    },

    completeShippingMethodSelection(update = undefined) {
        transport?.completeShippingMethodSelection(update);
    },

    completeShippingContactSelection(update = undefined) {
        transport?.completeShippingContactSelection(update);
    },

    completePaymentMethodSelection(update = undefined) {
        transport?.completePaymentMethodSelection(update);
    },

    completeCouponCodeChange(update = undefined) {
        transport?.completeCouponCodeChange(update);
    },

    /** @param {{ status: number, errors: any[] }} result */
    completePaymentSession(result) {
        if (isFinalResult(result)) page.activeClient = null;
        transport?.completePaymentSession(result);
    },

    /** Closes the sheet at the page's wish. */
    abort() {
        page.activeClient = null;
        transport?.abort();
    },

    /** Closes the sheet as if the shopper had: the session is told. */
    cancel() {
        transport?.cancel();
    },
};
