// Whether a page may take payments: its permissions policy, a secure context, and a person's action.
import { domString } from './webidl.js';

/** An error of the kind that browsers name. */
export function domException(name, message = '') {
    return new DOMException(message, name);
}

/**
 * Whether the page's permissions policy lets it take payments. A browser that does not say is taken to allow it to
 * frames of the top page's own origin, as the policy does where nothing is declared.
 */
function isAllowedByPolicy() {
    const policy = /** @type {any} */ (document).permissionsPolicy ?? /** @type {any} */ (document).featurePolicy;
    if (policy && policy.features().includes('payment')) return policy.allowsFeature('payment');
    try {
        return Boolean(window.top?.document);
    } catch {
        return false;
    }
}

/**
 * Throws where a page may not take payments.
 *
 * WebKit asks for https; here it is what the browser calls a secure context, so that http://localhost is one.
 */
export function checkDocument() {
    if (!isAllowedByPolicy()) {
        throw domException(
            'SecurityError',
            'Third-party iframes are not allowed to request payments unless explicitly allowed via Feature-Policy '
                + '(payment)',
        );
    }
    if (!document.defaultView) {
        throw domException('InvalidAccessError', 'Trying to start an Apple Pay session from an inactive document.');
    }
    if (!window.isSecureContext) {
        throw domException('InvalidAccessError', 'Trying to start an Apple Pay session from an insecure document.');
    }
}

/**
 * What counts as a person's action.
 *
 * - `browser`: the browser's transient activation, some seconds after a click or a key.
 * - `strict`: Safari's rule: the handler of the click or the key itself, and what its promises run at once.
 * - `none`: everything, for tests whose clicks are a script's.
 */
const gestureRules = ['browser', 'strict', 'none'];

const gesture = { rule: 'browser', isInHandler: false, isConsumed: false };

/** The rule in force. */
export function gestureRule() {
    return gesture.rule;
}

/** Changes the rule. @param {string} rule */
export function setGestureRule(rule) {
    const name = domString.convert(rule, 'quince.userGesture');
    if (!gestureRules.includes(name)) {
        throw new TypeError(`quince.userGesture is "${name}", which is not one of: ${gestureRules.join(', ')}`);
    }
    gesture.rule = name;
}

/** Whether a person has just acted. */
export function hasUserGesture() {
    if (gesture.rule === 'none') return true;
    if (gesture.isConsumed) return false;
    if (gesture.rule === 'strict') return gesture.isInHandler;
    const { userActivation } = /** @type {any} */ (navigator);
    return userActivation ? userActivation.isActive : gesture.isInHandler;
}

/** Uses up the person's action, as PaymentRequest.show does. */
export function consumeUserGesture() {
    gesture.isConsumed = gesture.rule !== 'none';
}

/** A task of its own right after the current one: what the handler's promises run comes before it. */
const afterHandler = new MessageChannel();
afterHandler.port1.onmessage = () => { gesture.isInHandler = false; };

/** @param {Event} event */
function noteAction(event) {
    if (!event.isTrusted || (event instanceof KeyboardEvent && event.key === 'Escape')) return;
    gesture.isInHandler = true;
    if (event.type !== 'click') gesture.isConsumed = false;
    afterHandler.port2.postMessage(null);
}

/**
 * Watches for a person's actions.
 * https://html.spec.whatwg.org/multipage/interaction.html#activation-triggering-input-event
 */
export function watchGestures() {
    for (const type of ['keydown', 'mousedown', 'pointerdown', 'pointerup', 'touchend', 'click']) {
        window.addEventListener(type, noteAction, { capture: true, passive: true });
    }
}
