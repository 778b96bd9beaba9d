internal import PaymentSheet

/// A card's pass. Since iOS 13.4.
open class PKSecureElementPass: PKPass {
    /// The activation state of a card.
    public enum PassActivationState: Int, Hashable, Sendable {
        /// It can pay.
        case activated = 0
        /// Its issuer requires a step of the holder first.
        case requiresActivation = 1
        /// It is being activated.
        case activating = 2
        /// Its issuer has suspended it.
        case suspended = 3
        /// It can no longer pay.
        case deactivated = 4
    }

    /// The type of cards.
    open override var passType: PKPassType { .secureElement }

    /// An identifier of the card's account that does not reveal its number.
    open var primaryAccountIdentifier: String { content.primaryAccountIdentifier }

    /// The last digits of the card's number.
    open var primaryAccountNumberSuffix: String { content.primaryAccountNumberSuffix }

    /// An identifier of the device's account that does not reveal its number.
    open var deviceAccountIdentifier: String { content.deviceAccountIdentifier }

    /// The last digits of the device's account number.
    open var deviceAccountNumberSuffix: String { content.deviceAccountNumberSuffix }

    /// The activation state; a device shows apps only activated cards.
    open var passActivationState: PassActivationState { .activated }

    /// The identifier of the pass on its device; nil here.
    open var devicePassIdentifier: String? { nil }

    /// The identifier of the paired terminal; nil here.
    open var pairedTerminalIdentifier: String? { nil }
}

/// A payment card's pass.
open class PKPaymentPass: PKSecureElementPass {
    /// ``PKSecureElementPass/passActivationState`` until iOS 13.4.
    open var activationState: PKPaymentPassActivationState {
        PKPaymentPassActivationState(rawValue: UInt(passActivationState.rawValue)) ?? .deactivated
    }
}
