// The automation interface, for tests. `quince` is always there; `internals.mockPaymentCoordinator`, with the names and
// the semantics of WebKit's, comes when it is switched on, and draws no sheet.
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/testing/MockPaymentCoordinator.idl
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/testing/MockPaymentCoordinator.cpp
import { isFinalResult, joinPage, useTransport } from './coordinator.js';
import { paymentContact, paymentMethod, setupFeatureState, setupFeatureType } from './dictionaries.js';
import { defineGlobal } from './interfaces.js';
import { gestureRule, setGestureRule } from './page-access.js';
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
    return { paymentMethod: { ...method }, transactionIdentifier: 'Simulated Identifier', paymentData: {} };
}

/** The fields that a page asks for, each with whether it does. */
function fieldTable(names = []) {
    return Object.fromEntries(
        ['postalAddress', 'phone', 'email', 'name', 'phoneticName'].map((name) => [name, names.includes(name)]),
    );
}

function shownErrors(errors = []) {
    return errors.map(({ code, message, contactField }) => ({
        code, message, ...(contactField === null ? {} : { contactField }),
    }));
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
    version = 0;
    method = { type: 'debit' };

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

    /** The contact in the form that a page of the session's version gets. */
    contact() {
        const contact = /** @type {any} */ ({ ...this.shippingAddress });
        if (this.version < 3) {
            delete contact.phoneticGivenName;
            delete contact.phoneticFamilyName;
        }
        return contact;
    }

    payment() {
        const { requiredBillingContactFields = [], billingContact } = lastRequest;
        const billing = requiredBillingContactFields.length > 0 ? givenBilling ?? billingContact : undefined;
        return {
            token: structuredClone(givenToken ?? emptyToken(this.method)), shippingContact: this.contact(),
            ...(billing && { billingContact: copied(billing) }),
        };
    }

    take(update) {
        this.didAnswer();
        if (!update) return;
        for (const name of updated) this.shown[name] = update[newName(name)];
        if (update.errors) this.shown.errors = shownErrors(update.errors);
    }

    /** @returns {import('./coordinator.js').Transport} */
    transport() {
        return {
            canMakePayments: () => this.canMakePaymentsNow,
            canMakePaymentsWithActiveCard: async () => this.hasActiveCard,
            openPaymentSetup: async () => true,
            show: (request, client) => this.show(request, client),
            completeMerchantValidation: () => {
                this.queue.unshift((client) => client.didSelectShippingContact(this.contact()));
                this.didAnswer();
            },
            completeShippingMethodSelection: (update) => this.take(update),
            completeShippingContactSelection: (update) => this.take(update),
            completePaymentMethodSelection: (update) => this.take(update),
            completeCouponCodeChange: (update) => this.take(update),
            completePaymentSession: (result) => {
                this.shown.errors = shownErrors(result.errors);
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
        this.version = request.version;
        if (request.shippingContact) this.shippingAddress = request.shippingContact;
        for (const name of readable) {
            if (name !== 'total' && name !== 'lineItems' && name !== 'errors' && name !== 'setupConfiguration') {
                this.shown[name] = request[name];
            }
        }
        this.shown.shippingMethods = request.shippingMethods ?? [];
        this.shown.requiredBillingContactFields = fieldTable(request.requiredBillingContactFields);
        this.shown.requiredShippingContactFields = fieldTable(request.requiredShippingContactFields);
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

/** WebKit's `internals.mockPaymentCoordinator`, over a sheet. @param {MockSheet} sheet */
function mockPaymentCoordinator(sheet) {
    const mock = {
        setCanMakePayments(value) { sheet.canMakePaymentsNow = boolean.convert(value, ''); },
        setCanMakePaymentsWithActiveCard(value) { sheet.hasActiveCard = boolean.convert(value, ''); },
        setShippingAddress(address) { sheet.shippingAddress = mockAddress(address); },
        changeShippingOption(identifier) {
            const chosen = domString.convert(identifier, 'shippingOption');
            sheet.ask((client) => client.didSelectShippingMethod(methodOf(sheet, chosen)));
        },
        changePaymentMethod(method) {
            const chosen = paymentMethod.convert(method, 'paymentMethod');
            sheet.ask((client) => {
                sheet.method = chosen;
                client.didSelectPaymentMethod(chosen);
            });
        },
        changeCouponCode(code) {
            const text = domString.convert(code, 'couponCode');
            sheet.ask((client) => client.didChangeCouponCode(text));
        },
        acceptPayment() { sheet.ask((client) => client.didAuthorizePayment(sheet.payment())); },
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

/** The method that a test names: as the page described it, where it did. */
function methodOf(sheet, identifier) {
    const known = (sheet.shown.shippingMethods ?? []).find((method) => method.identifier === identifier);
    return known ? { ...known } : { label: '', detail: '', amount: '', identifier, selected: false };
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
    const sheet = new MockSheet();
    useTransport(sheet.transport());
    const internals = /** @type {any} */ (window).internals ?? {};
    internals.mockPaymentCoordinator = mockPaymentCoordinator(sheet);
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
