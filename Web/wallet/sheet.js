// The payment sheet: what it shows, and what follows from each thing that the person does.
import { become } from './dom.js';
import { ConfirmationWindow } from './confirmation-window.js';
import { Refusal, SheetSession } from './sheet-session.js';
import { formAt, picture, pinDigits } from './sheet-view.js';
import { canTellVisibility, VisibilityWatch } from './visibility.js';
import { word } from './wallet-words.js';

/** @typedef {import('./sheet-view.js').View} View */
/** @typedef {import('./sheet-view.js').Place} Place */

/** How long the outcome stays before the frame goes, in milliseconds; longer where a sentence says why. */
const outcomeTime = { plain: 1600, explained: 6000 };

export const root = /** @type {HTMLElement} */ (document.getElementById('sheet'));
const news = /** @type {HTMLElement} */ (document.getElementById('news'));

export class Sheet {
    /** @type {SheetSession | null} */
    session = null;
    /** @type {View | null} */
    view = null;
    /** @type {Place} */
    place = {
        part: 'whole', digits: 0, maySee: false, isCovered: false, usesWindow: false, handover: null,
        continuesHere: false,
    };
    isEnded = false;
    /** Whether it says by itself why it cannot go on. */
    isAlone = false;
    /** The page does not wait for what the sheet shows at its end. */
    isGone = false;
    sight = new VisibilityWatch(() => this.draw());
    confirmation = new ConfirmationWindow(() => this.authorize());

    /** @param {MessagePort | null} port to the page; null where the sheet is an app's */
    constructor(port) {
        this.port = port;
        this.place.usesWindow = port !== null && !canTellVisibility();
        port?.addEventListener('message', ({ data }) => this.hear(data));
    }

    /** @type {import('./sheet-session.js').Listener} */
    listener = {
        view: (view) => this.take(view),
        question: (question) => this.tell({ type: 'question', ...question }),
        end: (end) => this.end(end),
        replaced: () => this.stopAlone('replaced', 'the sheet was opened at another place, and goes on there.'),
        lost: () => this.lose(),
    };

    /** Starts the session of a page's request. @param {string} origin @param {any} request */
    async begin(origin, request) {
        try {
            const { session, view } = await SheetSession.start({ origin, request }, this.listener);
            if (this.isGone) {
                session.abort();
                return;
            }
            this.session = session;
            this.place.handover = { image: `${session.path}/code.svg`, page: `/sheet.html#${session.id}-companion` };
            session.listen();
            this.take(view);
        } catch (error) {
            this.refuse(error);
        }
        this.port?.start();
    }

    /**
     * Joins the session of an app, or one that a page has opened elsewhere.
     *
     * @param {string} id
     * @param {boolean} isCompanion
     */
    join(id, isCompanion) {
        this.session = new SheetSession(id, this.listener, isCompanion);
        this.session.listen();
    }

    /** @param {any} message */
    tell(message) {
        this.port?.postMessage(message);
    }

    /** What the page says. @param {any} message */
    hear(message) {
        if (message?.type === 'answer') {
            this.session?.answer(message.question, message.value).catch((error) => this.complain(error));
        } else if (message?.type === 'cancel') {
            this.cancel();
        } else if (message?.type === 'escape') {
            this.escape();
        } else if (message?.type === 'abort') {
            this.isGone = true;
            this.sight.stop();
            this.confirmation.close();
            this.session?.abort();
            root.hidden = true;
        }
    }

    /** Says to the developer what the server found wrong. @param {any} error */
    complain(error) {
        if (this.port) this.tell({ type: 'complaint', text: error.message });
        else console.error(error.message);
    }

    /** @param {View} view */
    take(view) {
        const before = this.view;
        this.view = view;
        document.documentElement.lang = view.language;
        if (!view.companion) this.place.continuesHere = false;
        if (view.state !== 'pin') this.place.digits = 0;
        else if (before && before.state !== 'pin') this.place.digits = 0;
        if (before && before.total.value !== view.total.value && this.place.part === 'confirmation') {
            this.sight.restart();
            this.confirmation.close();
        }
        const isAway = this.place.part === 'confirmation' && (view.state !== 'open' || view.messages.length > 0);
        if (isAway) this.confirmation.close();
        if (isAway) this.go({ part: 'whole' }, true);
        else this.draw();
        this.announce(before);
    }

    /** Says what has changed to those who do not see it. @param {View | null} before */
    announce(before) {
        const view = /** @type {View} */ (this.view);
        const { words } = view;
        const texts = [...view.messages, ...view.rows.flatMap((row) => row.errors)];
        if (view.state === 'waiting') texts.push(words.updating);
        if (view.state === 'processing') texts.push(words.processing);
        if (view.state === 'paid') texts.push(words.paid);
        if (before && before.total.amount !== view.total.amount) texts.push(`${view.total.label} ${view.total.amount}`);
        const text = texts.join(' ');
        if (news.textContent !== text) news.textContent = text;
    }

    draw() {
        if (!this.view || this.isGone) return;
        const isFirst = root.hidden;
        root.hidden = false;
        this.place.maySee = !this.port || this.sight.isSeen;
        this.place.isCovered = Boolean(this.port) && this.sight.state === 'covered';
        become(root, picture(this.view, this.place));
        this.sight.watch(this.port && canTellVisibility() ? document.getElementById('confirmation') : null);
        root.setAttribute('data-state', this.view.state);
        if (isFirst) {
            this.tell({ type: 'shown' });
            this.focusTitle();
        } else if (document.activeElement === document.body) this.focusTitle();
    }

    focusTitle() {
        document.getElementById('title')?.focus({ preventScroll: true });
    }

    /** Goes to another part of the sheet. @param {Partial<Place>} place @param {boolean} [isKept] whether the focus is */
    go(place, isKept = false) {
        const from = this.place.row;
        this.place = { ...this.place, row: undefined, choice: undefined, fieldErrors: undefined, part: 'whole', ...place };
        this.draw();
        if (isKept) return;
        root.scrollTop = 0;
        const back = from && this.place.part === 'whole' && root.querySelector(`button[data-row="${from}"]`);
        if (back instanceof HTMLElement) back.focus();
        else this.focusTitle();
    }

    /** @param {any} step @returns {Promise<boolean>} whether the server took it, and the person is where they were */
    async step(step) {
        const { place } = this;
        try {
            await this.session?.step(step);
            return this.place === place;
        } catch (error) {
            if (!(error instanceof Refusal)) {
                this.lose();
            } else if (Object.keys(error.fields).length > 0 && this.place === place) {
                place.fieldErrors = error.fields;
                this.draw();
                this.focusFirstField('[aria-invalid="true"]');
            } else {
                console.error(error.message);
            }
            return false;
        }
    }

    /** Goes back to the whole sheet when the server has taken a step, unless the person has gone elsewhere. @param {any} step */
    async stepAndLeave(step) {
        if (await this.step(step)) this.go({ part: 'whole' });
    }

    cancel() {
        if (this.view && ['paid', 'failed', 'over'].includes(this.view.state)) this.leave();
        else if (this.session) this.step('cancel');
        else this.end({ outcome: 'notPaid', reason: 'cancelled' });
    }

    /** @param {{ outcome: string, reason: string | null, detail?: string | null }} end */
    end(end) {
        if (this.isEnded) return;
        this.isEnded = true;
        if (end.detail) this.complain({ message: end.detail });
        this.confirmation.close();
        this.tell({ type: 'end', ...end });
        if (!this.view || this.view.state === 'over') this.leave();
        else if (this.port) setTimeout(() => this.leave(), outcomeTime[this.isAlone ? 'explained' : 'plain']);
    }

    /** The frame may go. */
    leave() {
        this.isGone = true;
        this.sight.stop();
        this.tell({ type: 'gone' });
        if (!this.port) window.close();
    }

    /** The server says no to the request: its words are for the developer. @param {any} error */
    refuse(error) {
        if (!(error instanceof Refusal)) {
            this.lose();
            return;
        }
        this.complain(error);
        this.showAlone('refused');
        this.end({ outcome: 'notPaid', reason: error.message });
    }

    lose() {
        this.stopAlone('lost', `the wallet at ${location.origin} does not answer: its sandbox was ended, or is stopped. `
            + 'The session is cancelled.');
    }

    /** Stops without the server. @param {'lost' | 'replaced'} cause @param {string} reason for the developer */
    stopAlone(cause, reason) {
        if (this.isEnded) return;
        this.complain({ message: reason });
        this.showAlone(cause);
        this.end({ outcome: 'notPaid', reason });
    }

    /** Says why the sheet cannot go on. @param {'lost' | 'replaced' | 'refused'} cause */
    showAlone(cause) {
        this.isAlone = true;
        // A view has all words but these.
        const text = word(cause, this.view?.language);
        const words = this.view?.words ?? { close: '×', notCompleted: text };
        const view = /** @type {any} */ ({
            language: document.documentElement.lang, title: 'Quince Pay', notice: '', payee: '', rows: [], items: [], terms: [],
            ...this.view, state: 'failed', messages: [text], words,
        });
        this.view = view;
        this.draw();
        news.textContent = text;
    }

    authorize() {
        const view = this.view;
        if (!view || this.place.part !== 'confirmation') return;
        this.go({ part: 'whole' });
        this.step({ authorize: view.total.value });
    }

    // What the person presses, by the name in `data-action`.

    /** @param {HTMLElement} control */
    press(control) {
        const view = /** @type {View} */ (this.view);
        const { action } = control.dataset;
        if (action === 'cancel') this.cancel();
        else if (action === 'close') this.leave();
        else if (action === 'back') this.back();
        else if (action === 'row') this.openRow(/** @type {string} */ (control.dataset.row));
        else if (action === 'edit') this.go({ ...this.at(), part: 'form', choice: Number(control.dataset.choice) });
        else if (action === 'new') this.go({ ...this.at(), part: 'form', choice: null });
        else if (action === 'pay' && !view.pay.confirms) this.step('pay');
        else if (action === 'pay') this.go({ part: 'confirmation' });
        else if (action === 'device') this.go({ part: 'device' });
        else if (action === 'here') this.go({ continuesHere: true });
        else if (action === 'confirm') this.confirm();
        else if (action === 'digit') this.enterDigit();
        else if (action === 'delete') this.deleteDigit();
    }

    at() {
        return { row: this.place.row, choice: this.place.choice };
    }

    escape() {
        if (root.querySelector('[data-action="back"]')) this.back();
        else this.cancel();
    }

    back() {
        if (this.place.part !== 'form') this.go({ part: 'whole' }, false);
        else if (this.row()?.choices.length) this.go({ row: this.place.row, part: 'choices' });
        else this.go({ part: 'whole' });
    }

    row() {
        return this.view?.rows.find((row) => row.row === this.place.row);
    }

    /** @param {string} name */
    openRow(name) {
        const row = this.view?.rows.find((each) => each.row === name);
        if (!row) return;
        if (name === 'couponCode') {
            this.go({ row: name, part: 'code' });
            this.focusFirstField();
            return;
        }
        const wrong = row.form && row.form.fields.some((field) => field.error);
        if (row.form && (wrong || row.form.fixed)) {
            this.go({ row: name, part: 'form', choice: row.form.place });
            this.focusFirstField('[aria-invalid="true"]');
        } else if (row.choices.length === 0 && row.newForm) {
            this.go({ row: name, part: 'form', choice: null });
            this.focusFirstField();
        } else {
            this.go({ row: name, part: 'choices' });
        }
    }

    focusFirstField(selector = 'input') {
        const field = root.querySelector(selector);
        if (field instanceof HTMLElement) field.focus();
    }

    confirm() {
        const view = /** @type {View} */ (this.view);
        if (this.place.usesWindow) this.confirmation.open(view);
        else if (this.place.maySee && (!this.port || this.sight.isLarge())) this.authorize();
    }

    enterDigit() {
        if (this.place.digits >= pinDigits) return;
        this.place.digits += 1;
        this.draw();
        // What was typed is no PIN of anyone: the TEST card has its own, and only the number of digits is sent.
        if (this.place.digits === pinDigits) this.step({ pin: pinDigits });
    }

    deleteDigit() {
        this.place.digits = Math.max(0, this.place.digits - 1);
        this.draw();
    }

    // What the person submits, by the name in `data-action`.

    /** @param {HTMLFormElement} form */
    submit(form) {
        const { action } = form.dataset;
        const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
        const { row } = this.place;
        if (!row) return;
        if (action === 'choose') {
            if (values[row] !== undefined) this.choose(Number(values[row]));
            else this.back();
        } else if (action === 'code') {
            this.stepAndLeave({ code: values.couponCode ?? '' });
        } else if (action === 'write') {
            const place = formAt(/** @type {any} */ (this.row()), this.place)?.place ?? null;
            this.stepAndLeave({ write: { row, place, fields: values } });
        }
    }

    /** @param {number} choice */
    choose(choice) {
        const { row } = this.place;
        const isSelected = this.row()?.choices.find((each) => each.place === choice)?.selected;
        if (isSelected) this.go({ part: 'whole' });
        else this.stepAndLeave({ choose: { row, place: choice } });
    }
}
