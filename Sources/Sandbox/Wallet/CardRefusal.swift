public import PaymentRequest
public import PaymentSheet

/// Why a card was not added to a wallet.
public enum CardRefusal: Error, Hashable, Sendable {
    /// No tester is signed in; test cards work nowhere else (mission 13.6).
    case noTesterSignedIn
    /// The device cannot pay by itself and no watch is paired with it, or its system is older than
    /// Apple Pay (mission 2.4).
    case deviceCannotPay(DeviceModel)
    /// The device's system, or its watch's, does not know the card's network (mission 2.5, 2.7).
    case networkUnknown(PaymentNetwork)
    /// The device is a simulator, which has cards of its own (mission 13.8).
    case simulatorHasItsOwn
    /// The card's number is not one of its scheme's.
    case numberInvalid
}

extension CardRefusal: CustomStringConvertible {
    /// The cause, and what to do.
    public var description: String {
        switch self {
        case .noTesterSignedIn: "no tester account is signed in; sign in before adding test cards"
        case .deviceCannotPay(let model):
            "this \(model.rawValue) takes no cards; give it a newer system or pair a watch with it"
        case .networkUnknown(let network):
            "the device's system does not know \(network); give it, or its watch, a newer one"
        case .simulatorHasItsOwn: "a simulator has cards of its own, and takes no others"
        case .numberInvalid: "the card's number is not one of its scheme's"
        }
    }
}
