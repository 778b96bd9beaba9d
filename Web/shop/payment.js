// The payment, as a page does it that was written for Safari. Every sum is the store's server's.
import { call, reason, Refusal } from './server.js';

/** What Safari has, and apple-pay.js gives to other browsers. */
const { ApplePaySession, ApplePayError } = /** @type {any} */ (window);

const version = 14;
/** How long the sheet shows that it is done, in milliseconds, before the receipt is opened. */
const outcomeTime = 1800;

/** Whether the button is shown. */
export function canPay() {
    return Boolean(ApplePaySession?.supportsVersion(version) && ApplePaySession.canMakePayments());
}

/** @param {{ code: any, contactField?: any, message: string }[]} problems */
function errors(problems) {
    return problems.map(({ code, contactField, message }) => new ApplePayError(code, contactField, message));
}

/**
 * Shows the payment sheet. It has to be called in the handler of a click.
 * @param {any} request The cart's request, from the store's server.
 * @param {(text: string) => void} say Shows a sentence to the shopper.
 */
export function begin(request, say) {
    const session = new ApplePaySession(version, request);
    /** What the shopper has chosen on the sheet. @type {{ shippingContact?: object, shippingMethod?: string }} */
    const chosen = {};
    /** Whether the store has a payment that it has not answered: closing the sheet does not take it back. */
    let isPosted = false;
    let isClosed = false;

    /**
     * What the cart costs now, as an update of the sheet.
     * @param {{ couponCode?: string }} [change]
     */
    async function quote(change = {}) {
        const update = await call('/api/checkout/quote', { ...chosen, ...change });
        return { ...update, errors: errors(update.errors) };
    }

    /**
     * @param {() => Promise<void>} answer
     */
    async function orAbort(answer) {
        try {
            await answer();
        } catch (error) {
            session.abort();
            say(`The payment was not made: ${reason(error)}`);
        }
    }

    session.onvalidatemerchant = ({ validationURL }) =>
        orAbort(async () => session.completeMerchantValidation(await call('/api/checkout/session', { validationURL })));
    session.onshippingcontactselected = ({ shippingContact }) =>
        orAbort(async () => {
            chosen.shippingContact = shippingContact;
            session.completeShippingContactSelection(await quote());
        });
    session.onshippingmethodselected = ({ shippingMethod }) =>
        orAbort(async () => {
            chosen.shippingMethod = shippingMethod.identifier;
            session.completeShippingMethodSelection(await quote());
        });
    session.oncouponcodechanged = ({ couponCode }) =>
        orAbort(async () => session.completeCouponCodeChange(await quote({ couponCode })));
    session.onpaymentauthorized = async ({ payment }) => {
        isPosted = true;
        let result = { status: ApplePaySession.STATUS_FAILURE };
        try {
            const answer = await call('/api/checkout/payment', { payment, shippingMethod: chosen.shippingMethod });
            result = { ...answer.result, errors: errors(answer.result.errors) };
            if (answer.order) setTimeout(() => location.assign(answer.order), outcomeTime);
            else if (isClosed) say('The payment was not made. Your cart is as it was.');
        } catch (error) {
            say(error instanceof Refusal
                ? `The payment was not made: ${reason(error)}`
                : 'The store did not answer, so nobody can say here whether you have paid. Ask before you pay again.');
        }
        isPosted = false;
        if (!isClosed) session.completePayment(result);
    };
    session.oncancel = () => {
        isClosed = true;
        say(isPosted
            ? 'The sheet was closed, but the payment is with the store already. Wait for what became of it.'
            : 'The payment was cancelled. Your cart is as it was.');
    };
    session.begin();
}
