// What the sheet's machine in Swift did with random pages and shoppers, done once more by PaymentRequest: the same
// events, the same updates in Apple Pay's terms, the same end. The record comes from RequestSimulation.swift.
import { equal, fail, isTrue, test, turn } from './harness.js';
import { applePay, applePayData } from './payment-requests.js';

await import('/Web/apple-pay/main.js');
const { useTransport } = await import('/Web/apple-pay/coordinator.js');
const { PaymentRequest: Request } = await import('/Web/apple-pay/payment-request/request.js');
const { setGestureRule } = await import('/Web/apple-pay/page-access.js');

setGestureRule('none');
const records = await (await fetch('/data.json')).json();

const eventTypes = {
    validatemerchant: 'merchantvalidation', paymentmethodselected: 'paymentmethodchange',
    couponcodechanged: 'paymentmethodchange', shippingmethodselected: 'shippingoptionchange',
    shippingcontactselected: 'shippingaddresschange',
};
const answers = {
    paymentmethodselected: 'completePaymentMethodSelection',
    shippingmethodselected: 'completeShippingMethodSelection',
    shippingcontactselected: 'completeShippingContactSelection',
    couponcodechanged: 'completeCouponCodeChange',
};

/** An Apple Pay error, a line or a method in the members that both sides write. */
const named = (...members) => (object) => Object.fromEntries(members.map((name) => [name, object[name] ?? null]));
const line = named('label', 'amount', 'type');
const shippingMethod = named('label', 'detail', 'amount', 'identifier');
const pageError = named('code', 'contactField', 'message');

function update({ newTotal, newLineItems, newShippingMethods, errors }) {
    return {
        newTotal: line(newTotal), newLineItems: newLineItems.map(line),
        newShippingMethods: newShippingMethods.map(shippingMethod), errors: errors?.map(pageError) ?? null,
    };
}

class Replay {
    calls = [];
    events = [];
    asked = null;
    event = null;
    client = null;
    response = null;
    showEnd = null;
    /** How the last retry ended: "again" or an error; null while it goes on, undefined without one. */
    retryEnd = undefined;
    authorizations = 0;

    constructor(record) {
        this.record = record;
        const note = (name) => (value) => { this.calls.push({ name, value }); };
        const transport = { canMakePayments: () => true, show: (request, client) => this.begin(request, client) };
        for (const name of [...Object.values(answers), 'completeMerchantValidation', 'completePaymentSession', 'abort',
            'cancel']) transport[name] = note(name);
        useTransport(transport);
        const { details, options, data } = record.page;
        const method = {
            supportedMethods: applePay,
            data: applePayData({ ...data, supportedNetworks: ['visa', 'masterCard', 'amex'] }),
        };
        this.request = new Request([method], details, options);
        for (const type of new Set(Object.values(eventTypes))) {
            if (type === 'paymentmethodchange' && !record.hearsMethods) continue;
            this.request.addEventListener(type, (event) => this.events.push(event));
        }
        this.request.show().then((response) => { this.response = response; }, (error) => { this.showEnd = error.name; });
    }

    begin(request, client) {
        this.shown = request;
        this.client = client;
        return true;
    }

    take() {
        return this.calls.splice(0);
    }

    async run() {
        const { expected, steps } = this.record;
        equal(this.shown.total.amount, expected.total.amount, 'the total');
        equal(this.shown.lineItems.map(line), expected.lineItems.map(line), 'the lines');
        equal(this.shown.shippingMethods.map(shippingMethod), expected.shippingMethods.map(shippingMethod), 'the methods');
        equal([...(this.shown.requiredShippingContactFields ?? [])].sort(), expected.requiredShippingContactFields.sort());
        for (const [index, step] of steps.entries()) {
            try {
                await this.perform(step);
                equal(this.calls, [], 'calls that nothing asked for');
                equal(this.events.length, 0, 'events that nothing asked for');
            } catch (error) {
                fail(`seed ${this.record.seed}, step ${index} ${JSON.stringify(step)}: ${error.message}`);
            }
        }
        await this.checkEnd();
    }

    perform(step) {
        if (step.ask) return this.ask(step);
        if (step.validate) return this.validate(step);
        if (step.answer) return this.answer(step);
        if (step.retry) return this.retry(step);
        if (step.complete) return this.complete(step.complete);
        if (step.mistake) return this.mistake(step.mistake);
        return step.cancel ? this.cancel() : this.abort();
    }

    async ask({ ask: { type, ...members }, shippingOption, expected }) {
        equal(this.asked, null, 'one question is open at a time');
        this.asked = type;
        if (type === 'paymentauthorized') return this.authorize(members.payment, shippingOption);
        this.tell(type, members);
        if (expected) {
            this.asked = null;
            return this.updated(type, expected);
        }
        const [event, ...others] = this.events.splice(0);
        equal([event.type, others.length], [eventTypes[type], 0]);
        this.event = event;
        this.checkEvent(type, members);
        return undefined;
    }

    tell(type, { shippingContact, shippingMethod: method, paymentMethod, couponCode }) {
        if (type === 'validatemerchant') isTrue(this.client.validateMerchant('https://webkit.org/'), 'it listens');
        else if (type === 'shippingcontactselected') this.client.didSelectShippingContact(shippingContact);
        else if (type === 'shippingmethodselected') this.client.didSelectShippingMethod(method);
        else if (type === 'couponcodechanged') this.client.didChangeCouponCode(couponCode);
        else this.client.didSelectPaymentMethod(paymentMethod);
    }

    checkEvent(type, { shippingContact, shippingMethod: method, paymentMethod, couponCode }) {
        const { event, request } = this;
        if (type === 'couponcodechanged') equal(event.methodDetails, { couponCode });
        else if (type === 'paymentmethodselected') equal(event.methodDetails, paymentMethod);
        else if (type === 'shippingmethodselected') equal(request.shippingOption, method.identifier);
        else if (type === 'shippingcontactselected') {
            const { city, country, region, postalCode, addressLine, recipient, phone } = request.shippingAddress;
            const { locality, countryCode, administrativeArea, postalCode: code } = shippingContact;
            equal([city, country, region, postalCode], [locality, countryCode, administrativeArea ?? '', code]);
            equal([addressLine.length, recipient, phone], [0, '', ''], 'what is hidden before the authorization');
        }
    }

    async authorize(payment, shippingOption) {
        this.authorizations += 1;
        const isRetry = this.response !== null;
        this.client.didAuthorizePayment(payment);
        await turn();
        if (isRetry) equal(this.retryEnd, 'again', 'the end of the earlier try');
        const { options } = this.record.page;
        const { response } = this;
        const contact = payment.shippingContact ?? {};
        equal(response.payerEmail, options.requestPayerEmail ? contact.emailAddress : null);
        equal(response.payerName, options.requestPayerName ? `${contact.givenName} ${contact.familyName}` : null);
        equal(response.shippingOption, options.requestShipping ? shippingOption ?? null : null);
        equal([...(response.shippingAddress?.addressLine ?? [])], options.requestShipping ? contact.addressLines : []);
        equal(response.details.token, payment.token);
    }

    async validate({ validate, ends }) {
        this.asked = null;
        const session = { session: { nonce: '1' }, text: 'a text', lost: Promise.reject(new Error('lost')) };
        session.lost.catch(() => {});
        this.event.complete(session[validate]);
        await turn();
        if (ends) equal(this.take(), [{ name: 'abort', value: undefined }]);
        else equal(this.take(), [{ name: 'completeMerchantValidation', value: { nonce: '1' } }]);
    }

    async answer({ answer, expected, ends }) {
        const type = this.asked;
        this.asked = null;
        const value = answer === 'lost' ? Promise.reject(new Error('lost')) : answer;
        this.event.updateWith(value);
        let name = 'nothing';
        try {
            this.event.updateWith({});
        } catch (error) {
            name = error.name;
        }
        equal(name, 'InvalidStateError', 'a second answer');
        await turn();
        if (ends) equal(this.take(), [{ name: 'abort', value: undefined }]);
        else this.updated(type, expected);
    }

    updated(type, expected) {
        const [call, ...others] = this.take();
        equal([call.name, others.length], [answers[type], 0]);
        equal(update(call.value), update(expected), 'the update');
    }

    async retry({ retry, expected }) {
        this.asked = null;
        this.retryEnd = null;
        this.response.retry(retry).then(() => { this.retryEnd = 'again'; }, (error) => { this.retryEnd = error.name; });
        await turn();
        const [{ name, value }, ...others] = this.take();
        equal([name, value.status, others.length], ['completePaymentSession', 1, 0]);
        equal(value.errors.map(pageError), expected.map(pageError), 'the errors');
        equal(this.retryEnd, null, 'the end of a try that goes on');
    }

    async complete(result) {
        this.asked = null;
        await this.response.complete(result);
        const [{ name, value }] = this.take();
        equal([name, value.status, value.errors ?? []], ['completePaymentSession', result === 'success' ? 0 : 1, []]);
    }

    async mistake(call) {
        let name = 'nothing';
        try {
            await this.request[call]();
        } catch (error) {
            name = error.name;
        }
        equal(name, 'InvalidStateError', call);
    }

    async cancel() {
        this.asked = null;
        this.client.didCancel({ code: 'unknown' });
        await turn();
        // The request closes its sheet where it was not told that the sheet is gone.
        equal(this.take(), []);
    }

    async abort() {
        this.asked = null;
        await this.request.abort();
        await turn();
        equal(this.take(), [{ name: 'abort', value: undefined }]);
    }

    async checkEnd() {
        const { end, seed } = this.record;
        const isCompleted = end === 'paid' || end === 'failed';
        if (isCompleted) isTrue(this.authorizations > 0, `seed ${seed}: no response without an authorization`);
        if (!this.response) equal(this.showEnd, end, `seed ${seed}: the end of show()`);
        else if (this.retryEnd !== undefined && this.retryEnd !== 'again') equal(this.retryEnd, end, `seed ${seed}: the end of retry()`);
        else if (!isCompleted) isTrue(end === 'AbortError' || end === 'TypeError', `seed ${seed}: ${end}`);
        for (const call of ['show', 'abort', 'canMakePayment']) await this.mistake(call);
        if (this.response) {
            let name = 'nothing';
            await this.response.complete('success').catch((error) => { name = error.name; });
            equal(name, 'InvalidStateError', `seed ${seed}: complete() after the end`);
        }
        this.client.didSelectShippingMethod({ identifier: 'air' });
        await turn();
        equal([this.events.length, this.calls.length], [0, 0], `seed ${seed}: what is heard after the end`);
    }
}

for (let start = 0; start < records.length; start += 25) {
    const part = records.slice(start, start + 25);
    test(`requests of seeds ${part[0].seed} to ${part.at(-1).seed} end as in Swift, step by step`, async () => {
        for (const record of part) {
            const replay = new Replay(record);
            try {
                await replay.run();
            } catch (error) {
                replay.client?.didCancel();
                throw error;
            }
        }
    });
}
