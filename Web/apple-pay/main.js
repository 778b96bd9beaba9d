// What the file defines on window, once.
import { defineQuince } from './automation.js';
import { defineButton } from './button.js';
import { ApplePayError } from './errors.js';
import { asInterface, defineGlobal } from './interfaces.js';
import { watchGestures } from './page-access.js';
import { definePaymentRequest } from './payment-request/request.js';
import { ApplePaySession } from './session.js';
import { ApplePaySetup, ApplePaySetupFeature } from './setup.js';

/** Whether the file has been loaded already: then what it defined stays. */
function isLoaded() {
    return typeof (/** @type {any} */ (window).quince?.automate) === 'function';
}

function defineAll() {
    watchGestures();
    defineGlobal('ApplePaySession', ApplePaySession);
    defineGlobal('ApplePayError', asInterface(ApplePayError));
    definePaymentRequest();
    defineButton();
    defineGlobal('ApplePaySetup', ApplePaySetup);
    defineGlobal('ApplePaySetupFeature', ApplePaySetupFeature);
    defineQuince();
}

if (!isLoaded()) defineAll();
