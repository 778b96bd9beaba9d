// Random pages with PaymentRequest against random shoppers. Whatever they do: one question at a time, one end, no
// response without an authorization, nothing after the end, and the next sheet can be shown.
import { equal, isTrue, test, turn } from '../harness.js';
import { address, item, modifier, option, paymentRequest, prepareSheet } from '../payment-requests.js';

const seeds = 80;
/** The seeds of one test: it must end in time. */
const seedsOfTest = 10;

/** Numbers below 1 from a seed: mulberry32. */
function generator(seed) {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
}

/** One page, one shopper, and what was seen of them. */
class Run {
    constructor(seed) {
        this.random = generator(seed);
        this.unanswered = 0;
        this.mostUnanswered = 0;
        this.authorizations = 0;
        this.ends = [];
        this.lateEvents = 0;
        this.events = 0;
    }

    chance(probability) { return this.random() < probability; }

    choice(values) { return values[Math.floor(this.random() * values.length)]; }

    amount() { return (this.random() * 100).toFixed(2); }

    /** An update: mostly valid, now and then one that ends the request. */
    update() {
        if (this.chance(0.03)) return { total: item('Shop', 'much') };
        if (this.chance(0.03)) return { shippingOptions: [option('a', '1'), option('a', '1')] };
        if (this.chance(0.03)) return { modifiers: [modifier({ paymentMethodType: 'gold' })] };
        const update = {};
        if (this.chance(0.5)) update.total = item('Shop', this.amount());
        if (this.chance(0.3)) update.displayItems = [item('A', this.amount()), item('B', `-${this.amount()}`)];
        if (this.chance(0.3)) update.shippingOptions = this.chance(0.5) ? [] : [option('a', '1'), option('b', '2')];
        if (this.chance(0.2)) update.error = 'Not there';
        if (this.chance(0.2)) update.modifiers = [modifier({ paymentMethodType: 'credit', total: { label: 'C', amount: 5 } })];
        return update;
    }

    /** An answer at once, after some tasks, or as a promise of the one or the other kind. */
    async answer(answering) {
        this.events += 1;
        if (this.ends.length > 0) this.lateEvents += 1;
        this.unanswered += 1;
        this.mostUnanswered = Math.max(this.mostUnanswered, this.unanswered);
        if (this.chance(0.2)) await turn();
        const value = this.chance(0.04) ? Promise.reject(new Error('lost')) : this.update();
        const isLater = this.chance(0.3);
        const settled = isLater ? turn().then(() => value) : Promise.resolve(value);
        // The page's own promise: its failure is the request's business.
        settled.catch(() => {});
        this.unanswered -= 1;
        try {
            answering(isLater ? settled : value);
        } catch (error) {
            equal(error.name, 'InvalidStateError', 'what an answer after the end throws');
        }
    }

    listen(request) {
        for (const type of ['shippingaddresschange', 'shippingoptionchange', 'paymentmethodchange']) {
            if (this.chance(0.05)) continue;
            request.addEventListener(type, (event) => this.answer((value) => event.updateWith(value)));
        }
        request.onmerchantvalidation = (event) => this.answer((value) => event.complete(value));
    }

    async shop(sheet) {
        for (let step = 0; step < 8; step += 1) {
            const action = this.choice(['accept', 'accept', 'cancel', 'card', 'method', 'code', 'contact', 'wait']);
            if (action === 'accept') {
                this.authorizations += 1;
                sheet.acceptPayment();
            } else if (action === 'cancel' && this.chance(0.3)) sheet.cancelPayment();
            else if (action === 'card') sheet.changePaymentMethod({ type: this.choice(['debit', 'credit', 'store']) });
            else if (action === 'method') sheet.changeShippingOption(this.choice(['a', 'b', 'c']));
            else if (action === 'code') sheet.changeCouponCode('CODE');
            else if (action === 'contact') sheet.setShippingAddress({ ...address, postalCode: this.amount() });
            for (let count = this.choice([0, 1, 3]); count > 0; count -= 1) await turn();
        }
    }

    /** What the page does with a response: some tries again, then the end. */
    async serve(response) {
        isTrue(this.authorizations > 0, 'a response follows an authorization');
        for (let tries = 0; tries < 2 && this.chance(0.3); tries += 1) {
            await response.retry(this.chance(0.5) ? { error: 'Again' } : {});
        }
        await turn();
        await response.complete(this.choice(['success', 'fail', 'unknown']));
        return 'completed';
    }

    async go() {
        const request = paymentRequest(
            { shippingOptions: [option('a', '1', { selected: this.chance(0.5) }), option('b', '2')] },
            { requestShipping: this.chance(0.6), requestPayerName: this.chance(0.5) },
            { version: 12, supportsCouponCode: this.chance(0.5) },
        );
        this.listen(request);
        const sheet = await prepareSheet();
        request.show(this.chance(0.2) ? turn().then(() => this.update()) : undefined)
            .then((response) => this.serve(response))
            .then((end) => this.ends.push(end), (error) => this.ends.push(error.name));
        await this.shop(sheet);
        for (let turns = 0; turns < 6; turns += 1) await turn();
        sheet.cancelPayment();
        for (let turns = 0; turns < 6; turns += 1) await turn();
    }
}

// Clicks are another test's subject.
quince.userGesture = 'none';

const ends = {};
let events = 0;

/** Lets a seed's page and shopper meet, and holds them to the rules. */
async function check(seed) {
    const run = new Run(seed);
    await run.go();
    equal(run.ends.length, 1, `seed ${seed}: the number of ends`);
    equal(run.lateEvents, 0, `seed ${seed}: events after the end`);
    isTrue(run.mostUnanswered <= 1, `seed ${seed}: one question at a time`);
    const next = paymentRequest();
    let refusal = '';
    next.show().catch((error) => { refusal = error.message; });
    await next.abort();
    await turn();
    equal(refusal, 'The payment request was aborted.', `seed ${seed}: the next sheet`);
    ends[run.ends[0]] = (ends[run.ends[0]] ?? 0) + 1;
    events += run.events;
}

for (let first = 1; first <= seeds; first += seedsOfTest) {
    test(`random pages and shoppers keep the rules, from seed ${first}`, async () => {
        for (let seed = first; seed < first + seedsOfTest; seed += 1) await check(seed);
    });
}

test('random pages and shoppers end in every way', () => {
    for (const end of ['completed', 'AbortError', 'TypeError']) {
        isTrue(ends[end] > seeds / 50, `${seeds} seeds end in ${end} often: ${JSON.stringify(ends)}`);
    }
    isTrue(events > 2 * seeds, `${events} events`);
    return `${seeds} seeds: ${JSON.stringify(ends)}, ${events} events`;
});
