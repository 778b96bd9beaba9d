// The automation interface, for tests. `quince` is always there; `internals.mockPaymentCoordinator`, with the names and
// the semantics of WebKit's, comes when it is switched on, and draws no sheet.
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/testing/MockPaymentCoordinator.idl
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/testing/MockPaymentCoordinator.cpp
import { isFinalResult, joinPage, useTransport } from './coordinator.js';
import { paymentContact, paymentMethod, setupFeatureState, setupFeatureType } from './dictionaries.js';
import { defineGlobal } from './interfaces.js';
import { gestureRule, setGestureRule } from './page-access.js';
import {
    contactFields, isAbout, limited, missingFields, redacted, sheetRefusal, shownBillingFields,
} from './sheet-rules.js';
import { passKitName } from './versions.js';
import { showSheets } from './wallet.js';
import { boolean, domString } from './webidl.js';

/** What a test hands out as the next payments' token. @type {any} */
let givenToken = null;

/** The billing contact of the next payments, where a test gives one. @type {any} */
let givenBilling = null;

/** What the page asked the last sheet to show, as a session's request. @type {any} */
let lastRequest = null;

/** What the page completed the last payment with. @type {any} */
let lastResult = null;

/** What Xcode's simulator hands out: nothing that could be opened. */
function emptyToken(method) {
    const network = passKitName(lastRequest.supportedNetworks[0]);
    return {
        paymentMethod: { displayName: 'Simulated Instrument', network, ...method },
        transactionIdentifier: 'Simulated Identifier', paymentData: {},
    };
}

/** The fields that a page asks for, each with whether it does. */
function fieldTable(names = []) {
    return Object.fromEntries(contactFields.map((name) => [name, names.includes(name)]));
}

function shownErrors(errors = []) {
    return errors.map(({ code, message, contactField }) => ({
        code, message, ...(contactField === null ? {} : { contactField }),
    }));
}

/** Says what the author of the page or of the test has to change. @param {string} text */
function complain(text) {
    console.error(`apple-pay.js: ${text}`);
}

/** A copy that a test may change. */
function copied(value) {
    return value === undefined ? undefined : structuredClone(value);
}

/** What a test reads of the sheet: its first request, and what the page completed last. */
const readable = [
    'total', 'lineItems', 'errors', 'shippingMethods', 'requiredBillingContactFields', 'requiredShippingContactFields',
    'supportedCountries', 'installmentConfiguration', 'supportsCouponCode', 'couponCode',
    'shippingContactEditingMode', 'recurringPaymentRequest', 'automaticReloadPaymentRequest', 'multiTokenContexts',
    'deferredPaymentRequest', 'disbursementRequest', 'applePayLaterAvailability', 'merchantCategoryCode',
    'setupConfiguration',
];

/** What an update says anew. */
const updated = [
    'total', 'lineItems', 'shippingMethods', 'recurringPaymentRequest', 'automaticReloadPaymentRequest',
    'multiTokenContexts', 'deferredPaymentRequest', 'disbursementRequest',
];

/** The name of a member in an update: "new", and the name with a capital letter. */
function newName(name) {
    return `new${name[0].toUpperCase()}${name.slice(1)}`;
}

/** A sheet without a picture: it remembers, and does what a test says. */
class MockSheet {
    canMakePaymentsNow = true;
    hasActiveCard = true;
    shippingAddress = {};
    setupFeatures = [];
    /** @type {Record<string, any>} */
    shown = { lineItems: [], errors: [], shippingMethods: [] };
    /** @type {import('./coordinator.js').PaymentClient | null} */
    client = null;
    method = { type: 'debit' };
    /** The shipping methods of the page that the shopper can choose from. @type {any[]} */
    offered = [];
    /** The page's errors that the shopper has not corrected, by question. @type {Record<string, any[]>} */
    standing = {};

    /** What the shopper does next, once the page has answered what is open. @type {((client: any) => void)[]} */
    queue = [];
    /** Whether the page owes an answer. */
    isAsking = false;

    /** Does something in a task of its own, if the sheet that is up now still is. */
    soon(action) {
        const client = this.client;
        if (!client) return;
        setTimeout(() => { if (this.client === client) action(client); });
    }

    /** Asks the page something in a task of its own, after what it has been asked before. */
    ask(question) {
        this.soon((client) => {
            this.queue.push(question);
            this.askNext(client);
        });
    }

    askNext(client) {
        if (this.isAsking || this.queue.length === 0) return;
        this.isAsking = true;
        this.queue.shift()(client);
    }

    /** The page has answered. */
    didAnswer() {
        this.isAsking = false;
        this.soon((client) => this.askNext(client));
    }

    /** Closes the sheet. */
    hide() {
        this.client = null;
        this.queue = [];
        this.isAsking = false;
    }

    /** The shopper has corrected a contact. @param {'shipping' | 'billing'} contact */
    didCorrect(contact) {
        for (const [question, errors] of Object.entries(this.standing)) {
            this.standing[question] = errors.filter((error) => !isAbout(contact, error));
        }
    }

    get billingContact() {
        return givenBilling ?? lastRequest.billingContact ?? {};
    }

    /** The first question about the card; the redacted billing address is in no other one. */
    askAboutCard(client) {
        const isAddressSeen = !lastRequest.requiredShippingContactFields?.length
            && lastRequest.requiredBillingContactFields?.includes('postalAddress');
        client.didSelectPaymentMethod({
            type: this.method.type, ...(isAddressSeen && { billingContact: redacted(this.billingContact) }),
        });
    }

    askAboutContact(client) {
        const isRequired = lastRequest.requiredShippingContactFields?.includes('postalAddress');
        if (!isRequired || missingFields(this.shippingAddress, ['postalAddress']).length > 0) this.didAnswer();
        else client.didSelectShippingContact(redacted(this.shippingAddress));
    }

    askAboutMethod(client, identifier) {
        const method = this.offered.find((offered) => offered.identifier === identifier);
        if (method) client.didSelectShippingMethod({ ...method });
        else this.decline(`No shipping method "${identifier}" is offered.`);
    }

    authorize(client) {
        const obstacle = this.obstacle();
        if (obstacle) this.decline(`The shopper cannot pay: ${obstacle}`);
        else client.didAuthorizePayment(this.payment());
    }

    /** The shopper cannot do that: the page is not asked. */
    decline(reason) {
        complain(reason);
        this.didAnswer();
    }

    /** What keeps the button of a real sheet disabled; nothing where it is not. */
    obstacle() {
        const [error] = Object.values(this.standing).flat()
            .filter((standing) => isAbout('shipping', standing) || isAbout('billing', standing));
        if (error) return `${error.code} "${error.message}" of the page stands until that contact is changed.`;
        const shipping = missingFields(this.shippingAddress, lastRequest.requiredShippingContactFields ?? []);
        if (shipping.length > 0) return `the shipping contact has no ${shipping}. setShippingAddress() gives it.`;
        const billing = missingFields(this.billingContact, shownBillingFields(lastRequest));
        return billing.length > 0 && `the billing contact has no ${billing}. quince.billingContact gives it.`;
    }

    payment() {
        const { requiredShippingContactFields: shipping = [] } = lastRequest;
        const billing = shownBillingFields(lastRequest);
        return {
            token: structuredClone(givenToken ?? emptyToken(this.method)),
            ...(shipping.length > 0 && { shippingContact: limited(this.shippingAddress, shipping) }),
            ...(billing.length > 0 && { billingContact: copied(limited(this.billingContact, billing)) }),
        };
    }

    /** Takes the page's answer to a question. */
    take(question, update) {
        this.standing[question] = shownErrors(update?.errors);
        if (update) {
            for (const name of updated) this.shown[name] = update[newName(name)];
            if (update.errors) this.shown.errors = this.standing[question];
            this.offered = update.newShippingMethods ?? this.offered;
            const { newTotal: total, newLineItems: lineItems } = update;
            if (this.refuse({ ...lastRequest, total, lineItems, shippingMethods: this.offered })) return;
        }
        this.didAnswer();
    }

    /** Closes the sheet where a real one refuses the request. @returns {boolean} whether it does */
    refuse(request) {
        const reason = sheetRefusal(request);
        if (!reason) return false;
        complain(`A sheet refuses this request: ${reason}`);
        this.soon((client) => this.cancel(client));
        return true;
    }

    /** @returns {import('./coordinator.js').Transport} */
    transport() {
        return {
            canMakePayments: () => this.canMakePaymentsNow,
            canMakePaymentsWithActiveCard: async () => this.hasActiveCard,
            openPaymentSetup: async () => true,
            show: (request, client) => this.show(request, client),
            completeMerchantValidation: () => {
                this.queue.unshift((client) => this.askAboutCard(client), (client) => this.askAboutContact(client));
                this.didAnswer();
            },
            completeShippingMethodSelection: (update) => this.take('shippingMethod', update),
            completeShippingContactSelection: (update) => this.take('shippingContact', update),
            completePaymentMethodSelection: (update) => this.take('paymentMethod', update),
            completeCouponCodeChange: (update) => this.take('couponCode', update),
            completePaymentSession: (result) => {
                this.shown.errors = this.standing.payment = shownErrors(result.errors);
                lastResult = {
                    status: result.status, errors: this.shown.errors, orderDetails: result.orderDetails ?? null,
                };
                if (isFinalResult(result)) this.hide();
                else this.didAnswer();
            },
            abort: () => this.hide(),
            cancel: () => this.soon((client) => this.cancel(client)),
            getSetupFeatures: async (configuration) => {
                this.shown.setupConfiguration = configuration;
                return this.setupFeatures;
            },
            beginSetup: async (configuration) => {
                this.shown.setupConfiguration = configuration;
                return true;
            },
        };
    }

    show(request, client) {
        lastRequest = copied(request);
        this.client = client;
        this.standing = {};
        this.offered = request.shippingMethods ?? [];
        if (request.shippingContact) this.shippingAddress = request.shippingContact;
        for (const name of readable) {
            if (name !== 'total' && name !== 'lineItems' && name !== 'errors' && name !== 'setupConfiguration') {
                this.shown[name] = request[name];
            }
        }
        this.shown.shippingMethods = this.offered;
        this.shown.requiredBillingContactFields = fieldTable(request.requiredBillingContactFields);
        this.shown.requiredShippingContactFields = fieldTable(request.requiredShippingContactFields);
        if (shownBillingFields(request).length < (request.requiredBillingContactFields ?? []).length) {
            console.warn('apple-pay.js: A billing contact has no email and no phone: ask for them in '
                + 'requiredShippingContactFields.');
        }
        if (this.refuse(request)) return true;
        this.soon((current) => {
            this.isAsking = true;
            // What the page answers inside the event counts. A page that does not listen is not waited for.
            if (!current.validateMerchant('https://webkit.org/')) this.isAsking = false;
        });
        return true;
    }

    cancel(client) {
        this.hide();
        client.didCancel({ code: 'unknown' });
    }
}

const sheet = new MockSheet();

/** WebKit's `internals.mockPaymentCoordinator`, over the sheet. */
function mockPaymentCoordinator() {
    const mock = {
        setCanMakePayments(value) { sheet.canMakePaymentsNow = boolean.convert(value, ''); },
        setCanMakePaymentsWithActiveCard(value) { sheet.hasActiveCard = boolean.convert(value, ''); },
        setShippingAddress(address) {
            sheet.shippingAddress = mockAddress(address);
            sheet.didCorrect('shipping');
        },
        changeShippingOption(identifier) {
            const chosen = domString.convert(identifier, 'shippingOption');
            sheet.ask((client) => sheet.askAboutMethod(client, chosen));
        },
        changePaymentMethod(method) {
            const chosen = paymentMethod.convert(method, 'paymentMethod');
            sheet.ask((client) => {
                sheet.method = chosen;
                client.didSelectPaymentMethod({ type: chosen.type });
            });
        },
        changeCouponCode(code) {
            const text = domString.convert(code, 'couponCode');
            sheet.ask((client) => client.didChangeCouponCode(text));
        },
        acceptPayment() { sheet.ask((client) => sheet.authorize(client)); },
        cancelPayment() { sheet.soon((client) => sheet.cancel(client)); },
        addSetupFeature(state, type, supportsInstallments) {
            sheet.setupFeatures.push({
                state: setupFeatureState.convert(state, 'state'),
                type: setupFeatureType.convert(type, 'type'),
                supportsInstallments: boolean.convert(supportsInstallments, ''),
            });
        },
    };
    for (const name of readable) {
        Object.defineProperty(mock, name, { get: () => copied(sheet.shown[name]), enumerable: true });
    }
    return mock;
}

/** WebKit's MockPaymentAddress as a contact. */
function mockAddress(address) {
    const { localizedName, ...contact } = address ?? {};
    return localizedName === undefined ? contact : { ...contact, localizedName };
}

let isAutomated = false;

/** Switches the automation interface on. The second time nothing happens. */
function automate() {
    if (isAutomated) return;
    isAutomated = true;
    useTransport(sheet.transport());
    const internals = /** @type {any} */ (window).internals ?? {};
    internals.mockPaymentCoordinator = mockPaymentCoordinator();
    defineGlobal('internals', internals);
}

/** Whether the page asked for automation before this file was loaded. */
export function isAskedFor() {
    return /** @type {any} */ (window).quinceAutomation === true;
}

/**
 * Defines `window.quince`, and switches automation on if the page asked for it.
 *
 * @param {() => void} defineInterfaces called before automation is switched on
 */
export function defineQuince(defineInterfaces) {
    const quince = {
        automate() {
            defineInterfaces();
            automate();
        },
        /** Shows the sheets of this page in frames of a wallet; not where a test drives them. */
        showSheets(origin) {
            const wallet = domString.convert(origin, 'origin');
            if (isAutomated) return;
            defineInterfaces();
            showSheets(wallet);
        },
        get token() { return givenToken; },
        set token(value) { givenToken = value ?? null; },
        get billingContact() { return copied(givenBilling); },
        set billingContact(contact) {
            givenBilling = contact == null ? null : paymentContact.convert(contact, 'quince.billingContact');
            sheet.didCorrect('billing');
        },
        /** What the page asked the last sheet to show, as an `ApplePayPaymentRequest`; null before. */
        get request() { return copied(lastRequest); },
        /** `status`, `errors` and `orderDetails`, as the page completed the last payment; null before. */
        get result() { return copied(lastResult); },
        get userGesture() { return gestureRule(); },
        set userGesture(rule) { setGestureRule(rule); },
    };
    joinPage(quince);
    defineGlobal('quince', quince);
    if (isAskedFor()) quince.automate();
}
