// ApplePaySetup: https://developer.apple.com/documentation/applepayontheweb/applepaysetup
// https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applepay/ApplePaySetup.cpp
import { coordinator } from './coordinator.js';
import { setupConfiguration } from './dictionaries.js';
import { asInterface } from './interfaces.js';
import { checkDocument, domException, hasUserGesture } from './page-access.js';
import { instance, requireArguments, sequence } from './webidl.js';

/** What lets this file, and no page, make features. */
const maker = Symbol('ApplePaySetupFeature');

/** Something that the person could set up: Apple Pay, or a card. */
export class ApplePaySetupFeature {
    #values;

    constructor(key, values) {
        if (key !== maker) throw new TypeError('Illegal constructor');
        this.#values = values;
    }

    get type() { return this.#values.type; }
    get state() { return this.#values.state; }
    get supportsInstallments() { return this.#values.supportsInstallments; }
}

/** Opens the setup of Apple Pay for a person who has no card yet. */
export class ApplePaySetup {
    #configuration;
    #isGettingFeatures = false;
    #isBegun = false;
    /** @type {{ reject: (error: any) => void }[]} */
    #pending = [];

    constructor(configuration) {
        requireArguments(arguments.length, 1);
        this.#configuration = setupConfiguration.convert(
            configuration,
            "Argument 1 ('configuration') to the ApplePaySetup constructor",
        );
        window.addEventListener('pagehide', () => this.#stop());
    }

    async getSetupFeatures() {
        checkDocument();
        if (this.#isGettingFeatures) throw domException('InvalidStateError');
        this.#isGettingFeatures = true;
        try {
            const features = await this.#untilStopped(coordinator.getSetupFeatures(this.#configuration));
            return features.map((values) => new ApplePaySetupFeature(maker, values));
        } finally {
            this.#isGettingFeatures = false;
        }
    }

    async begin(setupFeatures) {
        requireArguments(arguments.length, 1);
        const features = sequence(instance('ApplePaySetupFeature', ApplePaySetupFeature))
            .convert(setupFeatures, "Argument 1 ('setupFeatures') to ApplePaySetup.begin");
        checkDocument();
        if (!hasUserGesture()) {
            throw domException('InvalidAccessError', 'Must call ApplePaySetup.begin from a user gesture handler.');
        }
        if (this.#isBegun) throw domException('InvalidStateError');
        this.#isBegun = true;
        try {
            const plain = features.map(({ type, state, supportsInstallments }) => ({
                type, state, supportsInstallments,
            }));
            return await this.#untilStopped(coordinator.beginSetup(this.#configuration, plain));
        } finally {
            this.#isBegun = false;
        }
    }

    /** @template T @param {Promise<T>} promise @returns {Promise<T>} */
    #untilStopped(promise) {
        return new Promise((resolve, reject) => {
            const entry = { reject };
            this.#pending.push(entry);
            promise.then(resolve, reject).finally(() => {
                this.#pending = this.#pending.filter((other) => other !== entry);
            });
        });
    }

    /** The page goes away: what has not been answered never will be. */
    #stop() {
        for (const { reject } of this.#pending) reject(domException('AbortError'));
        this.#pending = [];
    }
}

asInterface(ApplePaySetup);
asInterface(ApplePaySetupFeature);
