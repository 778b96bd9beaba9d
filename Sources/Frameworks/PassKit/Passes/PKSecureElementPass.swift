internal import PaymentDevice

/// A card's pass. Since iOS 13.4.
open class PKSecureElementPass: PKPass {
    /// How far a card is on its way into use.
    public enum PassActivationState: Int, Hashable, Sendable {
        /// It can pay.
        case activated = 0
        /// Its issuer wants something of its holder first.
        case requiresActivation = 1
        /// It is being made ready.
        case activating = 2
        /// Its issuer has suspended it.
        case suspended = 3
        /// It cannot pay any more.
        case deactivated = 4
    }

    /// A card.
    open override var passType: PKPassType { .secureElement }

    /// A name for the card's account that says nothing about its number.
    open var primaryAccountIdentifier: String { content.primaryAccountIdentifier }

    /// The last digits of the card's number.
    open var primaryAccountNumberSuffix: String { content.primaryAccountNumberSuffix }

    /// A name for the device's account that says nothing about its number.
    open var deviceAccountIdentifier: String { content.deviceAccountIdentifier }

    /// The last digits of the device's account.
    open var deviceAccountNumberSuffix: String { content.deviceAccountNumberSuffix }

    /// How far it is on its way into use; a device shows apps only cards that can pay.
    open var passActivationState: PassActivationState { .activated }

    /// The pass's name on its device; nil here.
    open var devicePassIdentifier: String? { nil }

    /// The terminal that it is paired with; nil here.
    open var pairedTerminalIdentifier: String? { nil }
}

/// A card's pass that pays.
open class PKPaymentPass: PKSecureElementPass {
    /// ``PKSecureElementPass/passActivationState`` until iOS 13.4.
    open var activationState: PKPaymentPassActivationState {
        PKPaymentPassActivationState(rawValue: UInt(passActivationState.rawValue)) ?? .deactivated
    }
}
