// page: button.html
// <apple-pay-button>: its drawing, its attributes and variables, and how it is pressed, under a policy that allows no
// inline style or script.
import { driver, equal, isTrue, test, until } from '../harness.js';

const types = [
    'plain', 'add-money', 'book', 'buy', 'check-out', 'continue', 'contribute', 'donate', 'order', 'pay', 'reload',
    'rent', 'set-up', 'subscribe', 'support', 'tip', 'top-up',
];

function made(attributes = {}) {
    const button = document.createElement('apple-pay-button');
    for (const [name, value] of Object.entries(attributes)) button.setAttribute(name, value);
    document.body.append(button);
    return button;
}

const inner = (button) => button.shadowRoot.querySelector('button');
const label = (button) => inner(button).getAttribute('aria-label');
const style = (button) => getComputedStyle(inner(button));

test('an element that was in the page before is a button', () => {
    const button = document.getElementById('parsed');
    equal(label(button), 'Купить через Quince Pay');
    equal(inner(button).lang, 'ru');
    equal(style(button).backgroundColor, 'rgb(255, 255, 255)');
    isTrue(style(button).boxShadow.includes('inset'));
});

test('each type has a title of its own in each language', () => {
    for (const locale of ['en-US', 'zh-CN', 'ru']) {
        const labels = types.map((type) => {
            const button = made({ type, locale });
            const [text, shown] = [label(button), inner(button).textContent];
            button.remove();
            const [before, after] = text.split('Quince Pay').map((part) => part.trim());
            equal(shown, `${before}Pay${after}`);
            return text;
        });
        isTrue(new Set(labels).size >= types.length - 1, `the titles of ${locale} differ`);
    }
});

test('unknown values are those of a black plain English button', () => {
    for (const type of ['', 'BUY', 'toString', 'constructor']) {
        const button = made({ type, buttonstyle: 'pink', locale: 'xx' });
        equal(label(button), 'Quince Pay');
        equal(style(button).backgroundColor, 'rgb(0, 0, 0)');
        button.remove();
    }
});

test('attributes may change at any time', () => {
    const button = made();
    equal(label(button), 'Quince Pay');
    button.setAttribute('type', 'donate');
    equal(label(button), 'Donate with Quince Pay');
    button.setAttribute('locale', 'zh-Hans-CN');
    equal(label(button), '使用 Quince Pay 捐款');
    button.setAttribute('buttonstyle', 'white');
    equal(style(button).backgroundColor, 'rgb(255, 255, 255)');
    equal(style(button).color, 'rgb(0, 0, 0)');
    button.removeAttribute('type');
    button.removeAttribute('locale');
    equal(label(button), 'Quince Pay');
    button.remove();
});

test('the variables set its size and form', () => {
    const button = made({ type: 'buy' });
    const variables = {
        width: '300px', height: '60px', 'border-radius': '12px', padding: '5px 9px', 'box-sizing': 'content-box',
    };
    for (const [name, value] of Object.entries(variables)) {
        button.style.setProperty(`--apple-pay-button-${name}`, value);
    }
    equal([button.offsetWidth, button.offsetHeight], [300, 60]);
    equal(style(button).borderRadius, '12px');
    equal(style(button).padding, '5px 9px');
    equal(style(button).boxSizing, 'content-box');
    button.remove();
});

test('without variables it has a size, and the title fits at every size', () => {
    const button = made({ type: 'subscribe', locale: 'ru' });
    equal([button.offsetWidth, button.offsetHeight], [140, 30]);
    for (const [width, height] of [[100, 30], [140, 44], [240, 44], [600, 30], [60, 60]]) {
        button.style.setProperty('--apple-pay-button-width', `${width}px`);
        button.style.setProperty('--apple-pay-button-height', `${height}px`);
        const box = button.getBoundingClientRect();
        const title = button.shadowRoot.querySelector('[part=title]').getBoundingClientRect();
        isTrue(title.left >= box.left && title.right <= box.right, `the title is inside at ${width} by ${height}`);
        isTrue(title.top >= box.top && title.bottom <= box.bottom, `the title is inside at ${width} by ${height}`);
        isTrue(title.width > 0 && title.height > 0, 'the title is there');
    }
    button.remove();
});

test('a click and the keyboard press it, as a person\'s action', async () => {
    const button = made({ type: 'buy' });
    button.id = 'pressed';
    const seen = [];
    button.addEventListener('click', (event) => {
        seen.push([event.target === button, navigator.userActivation?.isActive ?? true]);
    });
    await driver({ command: 'click', selector: '#pressed' });
    equal(seen, [[true, true]]);
    document.activeElement.blur();
    isTrue(document.activeElement === document.body, 'nothing has the focus');
    button.focus();
    isTrue(document.activeElement === button, 'it has the focus');
    // A window of Firefox without a screen is not the active one: keys press nothing in it.
    if (document.hasFocus()) {
        for (const key of ['\uE007', ' ']) await driver({ command: 'press', key });
        await until(() => seen.length === 3);
        equal(seen, [[true, true], [true, true], [true, true]]);
    }
    button.remove();
});

test('it has one focusable part, with a name and without a picture for readers', () => {
    const button = made({ type: 'tip' });
    equal(button.shadowRoot.querySelectorAll('button, a, input, [tabindex]').length, 1);
    equal(button.shadowRoot.querySelector('svg').getAttribute('aria-hidden'), 'true');
    equal(inner(button).type, 'button');
    button.remove();
});

test('a hidden one takes no space', () => {
    const button = made({ hidden: '' });
    equal([button.offsetWidth, button.offsetHeight], [0, 0]);
    button.remove();
});

test('the file is in ASCII, so that pages of every encoding show the titles', async () => {
    const bytes = new Uint8Array(await (await fetch('/Web/apple-pay.js')).arrayBuffer());
    isTrue(bytes.every((byte) => byte < 0x80));
});

test('the policy had nothing to refuse', () => {
    equal(window.violations, []);
});
