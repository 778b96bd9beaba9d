// <apple-pay-button>, the element of Apple's SDK, with a drawing of our own. Attributes, types and variables:
// https://developer.apple.com/documentation/applepayontheweb/displaying-apple-pay-buttons-using-javascript
//
// The mark, its titles and their languages are those of PaymentButtonDrawing in Swift. It contains no artwork of
// Apple's: do not show it to shoppers.

/** The side of the mark's square view box. */
const buttonGlyphSize = 24;

/** A quince: a fruit with a neck, a stem and one leaf. */
const buttonGlyphPath =
    'M12.3 7.1C13.8 6.7 15.2 7.3 15.7 8.8C16.2 10.3 17.1 10.8 18.3 11.9' +
    'C19.8 13.2 20.6 14.9 20.3 17C20 19.4 18.4 21 16.4 22C15.3 22.5 14.4 22.2 13.6 22.4' +
    'C12.8 22.6 12.4 23.1 11.9 23.1C11.4 23.1 11.1 22.6 10.3 22.4' +
    'C9.4 22.2 8.6 22.5 7.5 21.9C5.5 20.9 4 19.2 3.7 16.9C3.4 14.8 4.3 13.2 5.7 11.9' +
    'C6.9 10.8 7.8 10.2 8.3 8.8C8.8 7.3 10.1 6.8 11.4 7.1' +
    'C11.3 5.5 10.8 4.2 9.9 3C9.6 2.5 9.7 2 10.1 1.8C10.5 1.6 10.9 1.7 11.2 2.1' +
    'C11.8 3 12.2 3.9 12.4 4.9C13.6 2.3 16.3 1 20.2 1.2C19.9 4.5 16.9 6.6 12.3 7.1Z';

/** What the accessibility label calls the mark. */
const buttonMarkName = 'Quince Pay';

/**
 * The titles by type, in English, Chinese and Russian; `%` is the position of the mark.
 * @type {Readonly<Record<string, readonly [string, string, string]>>}
 */
const buttonTitles = {
    'plain': ['%', '%', '%'],
    'add-money': ['Add money with %', '使用 % 存入资金', 'Внести деньги через %'],
    'book': ['Book with %', '使用 % 预订', 'Забронировать через %'],
    'buy': ['Buy with %', '使用 % 购买', 'Купить через %'],
    'check-out': ['Check out with %', '使用 % 结账', 'Оформить через %'],
    'continue': ['Continue with %', '使用 % 继续', 'Продолжить с %'],
    'contribute': ['Contribute with %', '使用 % 赞助', 'Внести вклад через %'],
    'donate': ['Donate with %', '使用 % 捐款', 'Пожертвовать через %'],
    'order': ['Order with %', '使用 % 下单', 'Заказать через %'],
    'pay': ['Pay with %', '使用 % 付款', 'Оплатить через %'],
    'reload': ['Reload with %', '使用 % 续充', 'Пополнить через %'],
    'rent': ['Rent with %', '使用 % 租用', 'Арендовать через %'],
    'set-up': ['Set up %', '设置 %', 'Настроить %'],
    'subscribe': ['Subscribe with %', '使用 % 订阅', 'Подписаться через %'],
    'support': ['Support with %', '使用 % 支持', 'Поддержать через %'],
    'tip': ['Tip with %', '使用 % 打赏', 'Чаевые через %'],
    'top-up': ['Top up with %', '使用 % 充值', 'Пополнить счёт через %'],
};

/** The languages of the titles, in their order. */
const buttonLanguages = ['en', 'zh', 'ru'];

/** The styles of the attribute `buttonstyle`; the first one is used for any other value. */
const buttonStyles = ['black', 'white', 'white-outline'];

/** The rules of the shadow tree. The default size is ours: Apple does not document one. */
const buttonRules = `
:host {
  display: inline-block;
  width: var(--apple-pay-button-width, 140px);
  height: var(--apple-pay-button-height, 30px);
  vertical-align: middle;
}
:host([hidden]) { display: none; }
button {
  all: unset;
  box-sizing: var(--apple-pay-button-box-sizing, border-box);
  padding: var(--apple-pay-button-padding, 0px);
  border-radius: var(--apple-pay-button-border-radius, 4px);
  width: 100%;
  height: 100%;
  display: block;
  overflow: hidden;
  cursor: pointer;
  user-select: none;
  -webkit-user-select: none;
  background: #000;
  color: #fff;
}
button:focus-visible { outline: 2px solid #0a6ed1; outline-offset: 2px; }
button:active { opacity: 0.8; }
button[data-style="white"], button[data-style="white-outline"] { background: #fff; color: #000; }
button[data-style="white-outline"] { box-shadow: inset 0 0 0 1px #000; }
span[part="content"] {
  container-type: size;
  display: flex;
  width: 100%;
  height: 100%;
}
span[part="title"] {
  margin: auto;
  display: flex;
  align-items: center;
  gap: 0.3em;
  white-space: pre;
  line-height: 1;
  font-family: system-ui, sans-serif;
  font-weight: 500;
  font-size: min(43cqh, calc((100cqw - 50cqh) / var(--letters)));
}
span[part="mark"] { display: flex; align-items: center; gap: 0.12em; font-weight: 600; }
svg { width: 1em; height: 1em; fill: currentColor; }
`;

/** @type {CSSStyleSheet | undefined} One sheet for all buttons: it needs no style that a page's policy may refuse. */
let buttonSheet;

/** @returns {CSSStyleSheet} */
function sharedButtonSheet() {
    if (!buttonSheet) {
        buttonSheet = new CSSStyleSheet();
        buttonSheet.replaceSync(buttonRules);
    }
    return buttonSheet;
}

/**
 * An estimate of a text's width, in ems; an ideograph is as wide as the font is high.
 * @param {string} text
 * @returns {number}
 */
function buttonTextWidth(text) {
    let width = 0;
    for (const letter of text) width += /\p{Ideographic}/u.test(letter) ? 1 : 0.6;
    return width;
}

/** @returns {SVGSVGElement} */
function makeButtonGlyph() {
    const namespace = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(namespace, 'svg');
    svg.setAttribute('viewBox', `0 0 ${buttonGlyphSize} ${buttonGlyphSize}`);
    svg.setAttribute('aria-hidden', 'true');
    svg.setAttribute('focusable', 'false');
    const path = document.createElementNS(namespace, 'path');
    path.setAttribute('d', buttonGlyphPath);
    svg.append(path);
    return svg;
}

/**
 * A `span` that styles find by its part.
 * @param {string} part
 * @param {(string | Node)[]} content
 * @returns {HTMLSpanElement}
 */
function makeButtonPart(part, ...content) {
    const span = document.createElement('span');
    span.setAttribute('part', part);
    span.append(...content);
    return span;
}

/**
 * The element. It is not on `window`, as Apple's is not.
 * @returns {CustomElementConstructor}
 */
function makeButtonClass() {
    return class extends HTMLElement {
        static get observedAttributes() {
            return ['buttonstyle', 'type', 'locale'];
        }

        #button = document.createElement('button');

        constructor() {
            super();
            const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
            root.adoptedStyleSheets = [sharedButtonSheet()];
            this.#button.type = 'button';
            root.append(this.#button);
            this.#draw();
        }

        attributeChangedCallback() {
            this.#draw();
        }

        #draw() {
            const style = this.getAttribute('buttonstyle') ?? '';
            const type = this.getAttribute('type') ?? '';
            const titles = Object.hasOwn(buttonTitles, type) ? buttonTitles[type] : buttonTitles.plain;
            const tag = (this.getAttribute('locale') ?? '').toLowerCase().split(/[-_]/)[0];
            const language = Math.max(0, buttonLanguages.indexOf(tag));
            const title = titles[language];
            const [before, after] = title.split('%').map((part) => part.trim());
            const button = this.#button;
            button.dataset.style = buttonStyles.includes(style) ? style : buttonStyles[0];
            button.lang = buttonLanguages[language];
            button.setAttribute('aria-label', title.replace('%', buttonMarkName));
            const words = (text) => (text === '' ? [] : [makeButtonPart('text', text)]);
            const mark = makeButtonPart('mark', makeButtonGlyph(), 'Pay');
            const parts = [...words(before), mark, ...words(after)];
            const text = makeButtonPart('title', ...parts);
            // The mark, the gaps and the letters, in ems.
            const letters = 1.12 + (parts.length - 1) * 0.3 + buttonTextWidth(`${before}Pay${after}`);
            button.replaceChildren(makeButtonPart('content', text));
            text.style.setProperty('--letters', letters.toFixed(2));
        }
    };
}

/** Defines `<apple-pay-button>`, unless the page has an element of that name. */
export function defineButton() {
    if (customElements.get('apple-pay-button')) return;
    customElements.define('apple-pay-button', makeButtonClass());
}
