// The sheet as a page of the wallet, in a frame over the page. The frame is of another origin: the page can neither
// read nor press anything in it. The two speak over a port that the page gives to the wallet's origin alone.
import { coordinator, useTransport } from './coordinator.js';

/** How long the sheet may take until it is shown, in milliseconds. A policy of the page's may have kept it out. */
const longestLoad = 10_000;

/**
 * After what time the wallet counts as not answering, in milliseconds: the shopper is told, and a page that was loaded
 * is taken for the browser's own about an error.
 */
const patience = 2500;

const waitingWords = {
    en: ['The wallet does not answer yet.', 'Cancel'],
    zh: ['钱包尚未响应。', '取消'],
    ru: ['Кошелёк пока не отвечает.', 'Отменить'],
};

const overlayRules = `
dialog {
  all: unset;
  position: fixed;
  inset: 0;
  width: 100vw;
  height: 100vh;
  height: 100dvh;
}
dialog:not([open]) { display: none; }
dialog::backdrop { background: none; }
iframe {
  display: block;
  border: 0;
  width: 100%;
  height: 100%;
  background: none;
  color-scheme: light dark;
}
dialog:not([data-state]) { background: rgb(0 0 0 / 45%); }
dialog:not([data-state]) iframe { visibility: hidden; }
dialog[data-state=shown] .waiting { display: none; }
.waiting {
  position: fixed;
  inset: auto 0 0;
  display: grid;
  justify-items: center;
  gap: 0.75rem;
  box-sizing: border-box;
  width: min(100%, 27rem);
  margin: 0 auto;
  padding: 1.5rem;
  border-radius: 1rem 1rem 0 0;
  background: Canvas;
  color: CanvasText;
  color-scheme: light dark;
  font: 1rem system-ui, sans-serif;
  text-align: center;
}
@media (min-width: 34rem) and (min-height: 34rem) { .waiting { inset: 0; margin: auto; height: fit-content; border-radius: 1rem; } }
.waiting p { margin: 0; }
.waiting button { min-height: 2.75rem; padding: 0 1.5rem; font: inherit; }
.spinner {
  width: 1.75rem;
  height: 1.75rem;
  box-sizing: border-box;
  border: 3px solid;
  border-top-color: transparent;
  border-radius: 50%;
}
@media (prefers-reduced-motion: no-preference) { .spinner { animation: turn 0.9s linear infinite; } }
@keyframes turn { to { rotate: 360deg; } }
`;

/** Which call of the page's session brings an event of the sheet, and which attribute of the event it gets. */
const deliveries = {
    paymentmethodselected: ['didSelectPaymentMethod', 'paymentMethod'],
    shippingcontactselected: ['didSelectShippingContact', 'shippingContact'],
    shippingmethodselected: ['didSelectShippingMethod', 'shippingMethod'],
    couponcodechanged: ['didChangeCouponCode', 'couponCode'],
    paymentauthorized: ['didAuthorizePayment', 'payment'],
};

/** The page's error as JSON has it. Its attributes are the class's, which JSON leaves out. */
function plainError({ code, contactField, message, domain }) {
    return { code, contactField: contactField ?? undefined, message, domain: domain ?? undefined };
}

/** What a page answered, as JSON has it. */
function plainAnswer(value) {
    if (value === undefined) return null;
    const errors = value.errors?.map(plainError);
    return JSON.parse(JSON.stringify(errors ? { ...value, errors } : value));
}

/** One frame with the wallet's page, in a dialog over the page. It shows one sheet. */
class Overlay {
    host = document.createElement('quince-sheet');
    dialog = document.createElement('dialog');
    frame = document.createElement('iframe');
    /** Stands in the sheet's place until it is shown. */
    waiting = document.createElement('div');
    /** @type {ReturnType<typeof setTimeout>[]} */
    timers = [];
    isReady = false;
    /** Whether the browser's page about an error is in the place of the wallet's. */
    hasFailed = false;
    /** What waits until it is ready. @type {(() => void)[]} */
    whenReady = [];
    /** The escape key was pressed while the page had the focus. @type {() => void} */
    whenEscaped = () => {};
    /** @type {() => void} */
    whenDismissed = () => {};

    /** @param {string} wallet the wallet's origin */
    constructor(wallet) {
        this.wallet = wallet;
        const root = this.host.attachShadow({ mode: 'closed' });
        // A constructed sheet is no inline style for the page's policy.
        const rules = new CSSStyleSheet();
        rules.replaceSync(overlayRules);
        root.adoptedStyleSheets = [rules];
        this.frame.setAttribute('allow', '');
        this.frame.title = 'Quince Pay';
        this.frame.src = `${wallet}/sheet.html`;
        this.frame.addEventListener('load', () => setTimeout(() => this.judge(), patience));
        this.dialog.setAttribute('aria-label', 'Quince Pay');
        this.waiting.className = 'waiting';
        this.waiting.append(Object.assign(document.createElement('div'), { className: 'spinner' }));
        this.dialog.append(this.frame, this.waiting);
        root.append(this.dialog);
        this.dialog.addEventListener('cancel', (event) => {
            event.preventDefault();
            this.whenEscaped();
        });
        this.dialog.addEventListener('close', () => this.whenDismissed());
        window.addEventListener('message', this.hear);
        document.documentElement.append(this.host);
    }

    /** @param {MessageEvent} event */
    hear = (event) => {
        if (event.source !== this.frame.contentWindow || event.origin !== this.wallet) return;
        if (event.data?.quince !== 'ready' || this.isReady) return;
        this.isReady = true;
        this.dialog.dataset.state = 'ready';
        this.whenReady.forEach((act) => act());
        this.whenReady = [];
    };

    /** @param {() => void} act */
    onceReady(act) {
        if (this.isReady) act();
        else this.whenReady.push(act);
    }

    /** Asks the wallet whether it has a card now. @returns {Promise<boolean>} */
    hasActiveCard() {
        const { port1, port2 } = new MessageChannel();
        this.onceReady(() => this.frame.contentWindow?.postMessage({ quince: 'card' }, this.wallet, [port2]));
        return new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data === true); });
    }

    /** Tells whether the page that was loaded is the wallet's. */
    judge() {
        this.hasFailed = !this.isReady;
        if (this.dialog.open) this.retry();
    }

    /** Loads the wallet's page again, where it failed to load. */
    retry() {
        if (!this.hasFailed) return;
        this.hasFailed = false;
        this.frame.src = `${this.wallet}/sheet.html`;
    }

    /** Shows the frame, and gives it a port once it answers. */
    open(begin, failed) {
        this.dialog.showModal();
        this.frame.focus();
        const channel = new MessageChannel();
        const give = () => {
            this.frame.contentWindow?.postMessage(begin, this.wallet, [channel.port2]);
            // A frame whose page came after it was focused may have the focus and not get the keys, until it is focused
            // again; and Chromium does nothing for an element that has the focus.
            this.frame.blur();
            this.frame.focus();
        };
        this.timers = [setTimeout(() => this.tellOfWaiting(failed), patience), setTimeout(failed, longestLoad)];
        this.onceReady(give);
        return channel.port1;
    }

    /** The sheet is there: nothing stands in its place any more. */
    show() {
        this.timers.forEach(clearTimeout);
        this.dialog.dataset.state = 'shown';
    }

    /** Says to the shopper that nothing comes. @param {() => void} givenUp */
    tellOfWaiting(givenUp) {
        const language = /** @type {keyof typeof waitingWords} */ (navigator.language.slice(0, 2));
        const [text, cancel] = waitingWords[language] ?? waitingWords.en;
        const told = Object.assign(document.createElement('p'), { role: 'status', textContent: text });
        const button = Object.assign(document.createElement('button'), { type: 'button', textContent: cancel });
        button.addEventListener('click', givenUp);
        this.waiting.append(told, button);
        button.focus();
    }

    /** Takes the sheet away. What its page has still to say to the wallet outlives the frame. */
    remove() {
        this.timers.forEach(clearTimeout);
        this.whenReady = [];
        this.whenDismissed = () => {};
        window.removeEventListener('message', this.hear);
        this.host.remove();
    }
}

/** Shows sheets in frames of the wallet's origin. */
class WalletTransport {
    /**
     * The frame that waits for the next sheet.
     *
     * @type {Overlay | null}
     */
    spare = null;
    /**
     * The sheet that is up.
     *
     * @type {{ overlay: Overlay, port: MessagePort, client: any } | null}
     */
    shown = null;
    /**
     * The number of the question that the page has not answered.
     *
     * @type {number | null}
     */
    question = null;

    /** @param {string} wallet */
    constructor(wallet) {
        this.wallet = wallet;
    }

    /** Loads the frame before it is needed, so that the sheet is there with the click. */
    prepare() {
        if (this.spare) this.spare.retry();
        else if (document.documentElement) this.spare = new Overlay(this.wallet);
    }

    /** Whether the wallet has a card, as its page says; not where it does not answer. @returns {Promise<boolean>} */
    hasActiveCard() {
        this.prepare();
        const overlay = this.shown?.overlay ?? this.spare;
        const never = new Promise((resolve) => setTimeout(() => resolve(false), longestLoad));
        return Promise.race([overlay?.hasActiveCard() ?? false, never]);
    }

    show(request, client) {
        this.close();
        this.prepare();
        const overlay = /** @type {Overlay} */ (this.spare);
        this.spare = null;
        const begin = { quince: 'begin', request: JSON.parse(JSON.stringify(request)) };
        const port = overlay.open(begin, () => this.fail());
        this.shown = { overlay, port, client };
        port.onmessage = ({ data }) => this.take(port, data);
        overlay.whenEscaped = () => this.send('escape');
        overlay.whenDismissed = () => this.cancel();
        return true;
    }

    /** What the frame says. A port of a sheet that is gone says nothing more. */
    take(port, message) {
        if (!this.shown || this.shown.port !== port) return;
        const { client } = this.shown;
        if (message.type === 'shown') this.shown.overlay.show();
        else if (message.type === 'question') this.ask(client, message);
        else if (message.type === 'complaint') console.error(`apple-pay.js: ${message.text}`);
        else if (message.type === 'end') client.didCancel({ code: 'unknown' });
        else if (message.type === 'gone') this.close();
    }

    ask(client, { question, name, event }) {
        this.question = question;
        if (name === 'validatemerchant') {
            if (!client.validateMerchant(event.validationURL)) this.answer(undefined);
            return;
        }
        const delivery = deliveries[name];
        if (delivery) client[delivery[0]](event[delivery[1]]);
    }

    answer(value) {
        if (this.question === null) return;
        const question = this.question;
        this.question = null;
        this.shown?.port.postMessage({ type: 'answer', question, value: plainAnswer(value) });
    }

    /** The sheet did not come. */
    fail() {
        console.error(`apple-pay.js: ${this.wallet} has shown no sheet: the wallet does not answer, the page's `
            + `Content-Security-Policy does not allow it (frame-src ${this.wallet}), or the browser does not let a page `
            + 'of another machine reach this one (permission local-network-access).');
        const client = this.shown?.client;
        this.close();
        client?.didCancel({ code: 'unknown' });
    }

    /** Asks the frame to close the sheet as if the shopper had. */
    cancel() {
        this.send('cancel');
    }

    /** Tells the frame, without which the sheet is over. @param {string} type */
    send(type) {
        if (!this.shown) return;
        if (this.shown.overlay.isReady) this.shown.port.postMessage({ type });
        else this.fail();
    }

    /** Closes the sheet at the page's wish. */
    abort() {
        this.shown?.port.postMessage({ type: 'abort' });
        this.close(true);
    }

    /** @param {boolean} [isHeard] whether the frame has still to read what it was sent */
    close(isHeard = false) {
        if (!this.shown) return;
        const { overlay } = this.shown;
        this.shown = null;
        this.question = null;
        overlay.whenDismissed = () => {};
        overlay.dialog.close();
        if (isHeard) setTimeout(() => overlay.remove(), 1000);
        else overlay.remove();
        this.prepare();
    }

    /** @returns {import('./coordinator.js').Transport} */
    transport() {
        const answer = (value) => this.answer(value);
        return {
            canMakePayments: () => true,
            canMakePaymentsWithActiveCard: () => this.hasActiveCard(),
            openPaymentSetup: async () => window.open(`${this.wallet}/`, '_blank') !== null,
            show: (request, client) => this.show(request, client),
            completeMerchantValidation: answer,
            completeShippingMethodSelection: answer,
            completeShippingContactSelection: answer,
            completePaymentMethodSelection: answer,
            completeCouponCodeChange: answer,
            completePaymentSession: answer,
            abort: () => this.abort(),
            cancel: () => this.cancel(),
        };
    }
}

/** @type {WalletTransport | null} */
let wallet = null;

/**
 * Shows the sheets of this page from now on.
 *
 * @param {string} origin the wallet's origin
 */
export function showSheets(origin) {
    if (wallet) return;
    wallet = new WalletTransport(new URL(origin).origin);
    useTransport(wallet.transport());
    const prepare = () => { if (!coordinator.hasActiveSession) wallet?.prepare(); };
    if (document.readyState === 'complete') prepare();
    else window.addEventListener('load', prepare, { once: true });
}
