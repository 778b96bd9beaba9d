import { ask, element, say } from './dom.js';
import { partView } from './parts.js';

const verdicts = {
    opened: 'Verified, and opened with the key.',
    verified: 'Verified. With the merchant’s key it would be opened, too.',
    refused: 'Refused.',
};

/**
 * The form that opens a token.
 * @returns {HTMLElement}
 */
export function tokenForm() {
    const token = field('textarea', 'The token', { rows: '8', spellcheck: 'false', required: true });
    const certificate = field(
        'textarea', 'Its Payment Processing certificate (PEM)', { rows: '4', spellcheck: 'false' },
    );
    const identifier = field('input', 'or the merchant identifier', { type: 'text', spellcheck: 'false' });
    const key = field('textarea', 'The merchant’s private key (PEM)', { rows: '4', spellcheck: 'false' });
    const signing = element('input', { type: 'checkbox', checked: true });
    const answer = element('div', { class: 'answer' });
    const form = element(
        'form',
        { class: 'form' },
        element('h1', {}, 'Open a token'),
        element('p', { class: 'quiet' },
            'Paste or drop a PKPaymentToken, its paymentData, or an ApplePayPayment of a page. ' +
            'It is read on this machine, by the program that shows this page, and is neither kept nor logged.'),
        token.label,
        element('details', {}, element('summary', {}, 'With the merchant’s key'),
            key.label, certificate.label, identifier.label),
        element('label', { class: 'check' }, signing, 'Check it as of the moment when it was signed, not now'),
        element('div', { class: 'row' }, element('button', { class: 'button button-main' }, 'Open')),
    );
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        answer.replaceChildren(element('p', { class: 'quiet' }, 'Reading…'));
        try {
            const told = await ask('/tokens', {
                token: token.input.value,
                key: key.input.value,
                certificate: certificate.input.value,
                merchantIdentifier: identifier.input.value.trim(),
                atSigning: signing.checked,
            });
            show(answer, told);
        } catch (error) {
            fail(answer, error instanceof Error ? error.message : String(error));
        }
    });
    for (const one of [token, certificate, key]) takeDrops(one.input);
    return element('div', {}, form, answer);
}

/**
 * @param {HTMLElement} answer
 * @param {any} told
 */
function show(answer, told) {
    const text = verdicts[told.verdict];
    say(text);
    answer.replaceChildren(
        element('p', { class: told.verdict === 'refused' ? 'verdict refused' : 'verdict' },
            element('strong', {}, text), ` Checked as of ${told.time}, under ${told.root}.`),
        ...told.parts.map(partView),
    );
}

/**
 * @param {HTMLElement} answer
 * @param {string} text
 */
function fail(answer, text) {
    say(text);
    answer.replaceChildren(element('p', { class: 'verdict refused' }, text));
}

/**
 * @param {"input" | "textarea"} name
 * @param {string} title
 * @param {Record<string, string | boolean>} attributes
 */
function field(name, title, attributes) {
    const input = element(name, { autocomplete: 'off', autocapitalize: 'off', ...attributes });
    return { input, label: element('label', {}, title, input) };
}

/**
 * A file that is dropped on a field is read into it.
 * @param {HTMLInputElement | HTMLTextAreaElement} input
 */
function takeDrops(input) {
    input.addEventListener('dragover', (event) => {
        event.preventDefault();
        input.classList.add('over');
    });
    input.addEventListener('dragleave', () => input.classList.remove('over'));
    input.addEventListener('drop', async (event) => {
        const transfer = /** @type {DragEvent} */ (event).dataTransfer;
        event.preventDefault();
        input.classList.remove('over');
        const file = transfer?.files[0];
        input.value = file ? await file.text() : transfer?.getData('text/plain') ?? '';
    });
}
