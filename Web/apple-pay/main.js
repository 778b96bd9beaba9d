// What the file defines on window, once.
import { defineQuince, isAskedFor } from './automation.js';
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

let areInterfacesDefined = false;

/** Defines Apple's interfaces, over the browser's own where it has them. */
function defineInterfaces() {
    if (areInterfacesDefined) return;
    areInterfacesDefined = true;
    watchGestures();
    defineGlobal('ApplePaySession', ApplePaySession);
    defineGlobal('ApplePayError', asInterface(ApplePayError));
    definePaymentRequest();
    defineButton();
    defineGlobal('ApplePaySetup', ApplePaySetup);
    defineGlobal('ApplePaySetupFeature', ApplePaySetupFeature);
}

if (!isLoaded()) {
    // Safari takes real payments: its own interfaces stay, unless a test asks for these.
    if (isAskedFor() || !('ApplePaySession' in window)) defineInterfaces();
    defineQuince(defineInterfaces);
}
