// What the sheet's machine in Swift did with random pages and shoppers, done once more by ApplePaySession: the same
// events, the same verdicts on every call, the same end. The record comes from PageSimulation.swift.
import { equal, fail, isTrue, test } from './harness.js';

const { ApplePaySession: Session } = await import('/Web/apple-pay/session.js');
const { ApplePayError: PageError } = await import('/Web/apple-pay/errors.js');
const { useTransport } = await import('/Web/apple-pay/coordinator.js');
const { setGestureRule } = await import('/Web/apple-pay/page-access.js');

setGestureRule('none');
const records = await (await fetch('/data.json')).json();

const attributes = {
    validatemerchant: 'validationURL', paymentmethodselected: 'paymentMethod',
    shippingmethodselected: 'shippingMethod', shippingcontactselected: 'shippingContact',
    couponcodechanged: 'couponCode', paymentauthorized: 'payment',
};
const deliveries = {
    validatemerchant: 'validateMerchant', paymentmethodselected: 'didSelectPaymentMethod',
    shippingmethodselected: 'didSelectShippingMethod', shippingcontactselected: 'didSelectShippingContact',
    couponcodechanged: 'didChangeCouponCode', paymentauthorized: 'didAuthorizePayment',
};

/** A transport that only notes what it is told. */
class Recorder {
    calls = [];
    client = null;

    constructor() {
        const note = (name) => (value) => { this.calls.push({ name, value }); };
        this.transport = { canMakePayments: () => true, show: (request, client) => this.show(request, client) };
        for (const name of ['completeMerchantValidation', 'completeShippingMethodSelection', 'abort', 'cancel',
            'completeShippingContactSelection', 'completePaymentMethodSelection', 'completeCouponCodeChange',
            'completePaymentSession']) this.transport[name] = note(name);
    }

    show(request, client) {
        this.request = request;
        this.client = client;
        return true;
    }

    take() {
        return this.calls.splice(0);
    }
}

class Replay {
    recorder = new Recorder();
    events = [];
    isAsked = false;
    wasAuthorized = false;
    ends = 0;
    isPaid = false;

    constructor(record) {
        this.record = record;
        useTransport(this.recorder.transport);
        this.session = new Session(record.version, record.request);
        for (const type of [...Object.keys(attributes), 'cancel']) {
            if (!record.unheard.includes(type)) this.session.addEventListener(type, (event) => this.events.push(event));
        }
        this.session.begin();
        equal(this.recorder.request.version, record.version);
    }

    run() {
        for (const [index, step] of this.record.steps.entries()) {
            try {
                this.perform(step);
                equal(this.recorder.calls, [], 'calls that nothing asked for');
                equal(this.events.length, 0, 'events that nothing asked for');
            } catch (error) {
                fail(`seed ${this.record.seed}, step ${index} ${JSON.stringify(step)}: ${error.message}`);
            }
        }
        equal([this.ends, this.isPaid], [1, this.record.isPaid], `seed ${this.record.seed}: ends, and whether paid`);
        this.checkEnd();
    }

    perform(step) {
        if (step.ask) this.ask(step.ask);
        else if (step.call) this.call(step);
        else if (step.cancel) this.cancel();
        else this.abort();
    }

    ask({ type, ...members }) {
        isTrue(!this.isAsked, 'one question is open at a time');
        const attribute = attributes[type];
        const value = type === 'validatemerchant' ? 'https://webkit.org/' : members[attribute];
        this.recorder.client[deliveries[type]](value);
        if (this.record.unheard.includes(type)) {
            equal(this.recorder.take(), [{ name: answerTo(type), value: undefined }]);
            return;
        }
        const events = this.events.splice(0);
        equal(events.map((event) => event.type), [type]);
        equal(events[0][attribute], value);
        this.isAsked = true;
        if (type === 'paymentauthorized') this.wasAuthorized = true;
        else checkRedacted(events[0]);
    }

    call({ call, arguments: given, verdict, errors }) {
        const values = errors ? given.map((value) => (value?.errors ? { ...value, errors: errors.map(made) } : value))
            : given;
        let name = 'nothing';
        try {
            this.session[call](...values);
        } catch (error) {
            name = error.name;
        }
        const calls = this.recorder.take();
        if (verdict === 'taken') this.taken(name, call, given, errors, calls);
        else if (verdict === 'cancels') this.canceled(name, calls);
        else equal([name, calls], [verdict, []]);
    }

    taken(name, call, given, errors, calls) {
        equal(name, 'nothing', 'what the call threw');
        equal(calls.map((entry) => entry.name), [call === 'completePayment' ? 'completePaymentSession' : call]);
        const [{ value }] = calls;
        this.isAsked = false;
        if (call === 'completePayment') this.completed(value, given[0], errors);
        else if (call !== 'completeMerchantValidation') checkUpdate(value, given, errors);
    }

    completed(result, given, errors = []) {
        isTrue(this.wasAuthorized, 'no success without an authorization');
        const status = given.status ?? given;
        const isConverted = status >= 2 && status <= 4;
        equal(result.status, isConverted ? 1 : status);
        equal(result.errors.length, errors.length + (isConverted ? 1 : 0));
        this.wasAuthorized = false;
        if (result.status > 1 || result.errors.length > 0) return;
        this.ends += 1;
        this.isPaid = status === 0;
    }

    canceled(name, calls) {
        equal([name, calls.map((entry) => entry.name)], ['nothing', ['cancel']]);
        this.cancel();
    }

    cancel() {
        this.isAsked = false;
        this.recorder.client.didCancel({ code: 'unknown' });
        equal(this.events.splice(0).map((event) => event.type), ['cancel']);
        this.ends += 1;
    }

    abort() {
        this.isAsked = false;
        this.session.abort();
        equal(this.recorder.take().map((entry) => entry.name), ['abort']);
        this.ends += 1;
    }

    /** After the end nothing is heard, and nothing may be called. */
    checkEnd() {
        for (const name of Object.values(deliveries)) this.recorder.client[name]({});
        this.recorder.client.didCancel({ code: 'unknown' });
        equal([this.events.length, this.recorder.calls.length], [0, 0], 'what is heard after the end');
        for (const call of ['begin', 'abort', 'completePayment']) {
            let name = 'nothing';
            try {
                this.session[call](0);
            } catch (error) {
                name = error.name;
            }
            equal(name, 'InvalidAccessError', `${call} after the end`);
        }
    }
}

function answerTo(type) {
    return {
        paymentmethodselected: 'completePaymentMethodSelection',
        shippingmethodselected: 'completeShippingMethodSelection',
        shippingcontactselected: 'completeShippingContactSelection',
        couponcodechanged: 'completeCouponCodeChange',
    }[type];
}

function made({ code, contactField, message }) {
    return new PageError(code, contactField, message);
}

/** Before the authorization a page sees of a person where they live roughly, and of a card how it is funded. */
function checkRedacted({ shippingContact = {}, paymentMethod = {} }) {
    const hidden = ['givenName', 'familyName', 'emailAddress', 'phoneNumber'];
    for (const name of hidden) equal(shippingContact[name], undefined, name);
    equal(shippingContact.addressLines ?? [], []);
    isTrue(!/1234|9BH|2J4/.test(shippingContact.postalCode ?? ''), 'the postal code is cut');
    equal([paymentMethod.displayName, paymentMethod.network], [undefined, undefined]);
}

/** The sheet gets what the page wrote, whichever form the call had. */
function checkUpdate(update, given, errors = []) {
    const object = given.length === 1 ? given[0] : {
        newTotal: given.at(-2), newLineItems: given.at(-1),
        ...(given.length === 4 ? { newShippingMethods: given[1] } : {}),
    };
    equal([update.newTotal.label, update.newTotal.amount], [object.newTotal.label, object.newTotal.amount]);
    equal(update.newLineItems.map((line) => line.amount), (object.newLineItems ?? []).map((line) => line.amount));
    equal((update.newShippingMethods ?? []).map((method) => method.identifier),
        (object.newShippingMethods ?? []).map((method) => method.identifier));
    equal((update.errors ?? []).map((error) => error.code), errors.map((error) => error.code));
}

for (let start = 0; start < records.length; start += 50) {
    const part = records.slice(start, start + 50);
    test(`seeds ${part[0].seed} to ${part.at(-1).seed} end as in Swift, step by step`, () => {
        for (const record of part) {
            const replay = new Replay(record);
            try {
                replay.run();
            } catch (error) {
                replay.recorder.client.didCancel();
                throw error;
            }
        }
    });
}
