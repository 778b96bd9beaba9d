/// An optional operation of a processor, or an optional kind of card data that it takes.
///
/// Authorization and reversal are not listed: every processor has them.
public enum ProcessorCapability: String, Hashable, Sendable, CaseIterable {
    /// It captures.
    case capture
    /// It captures parts of one authorization, several times.
    case severalCaptures
    /// It releases what a final capture leaves.
    case finalCapture
    /// It voids.
    case void
    /// It refunds, in parts and several times.
    case refund
    /// It tells what became of an authorization.
    case inquiry
    /// It opens tokens itself: it takes them as the wallet made them, and no card data.
    case sealedTokens
    /// It takes chip data (ISO 8583 field 55) in place of a cryptogram, as UnionPay's cards send.
    case chipData
    /// It charges cards that it or the merchant has stored, without a token.
    case storedCredentials
}

extension ProcessorCapability: CustomStringConvertible {
    /// The capability in a few words.
    public var description: String {
        switch self {
        case .capture: "captures"
        case .severalCaptures: "a second capture of one authorization"
        case .finalCapture: "final captures"
        case .void: "voids"
        case .refund: "refunds"
        case .inquiry: "inquiries"
        case .sealedTokens: "tokens that are not opened"
        case .chipData: "chip data"
        case .storedCredentials: "stored credentials"
        }
    }
}

/// The name of a processor, such as `sandbox`: 1 to 32 lower-case letters, digits and hyphens.
public struct ProcessorName: Hashable, Sendable, CustomStringConvertible {
    /// The name as text.
    public let text: String

    /// A name; nil if it has another form.
    public init?(_ text: String) {
        let isName = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        guard isName, (1...32).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    private init(trusted text: String) { self.text = text }

    /// The sandbox's card network.
    public static let sandbox = ProcessorName(trusted: "sandbox")

    /// A card network that is asked by ISO 8583 messages.
    public static let cardNetwork = ProcessorName(trusted: "card-network")

    /// Stripe.
    public static let stripe = ProcessorName(trusted: "stripe")

    /// Checkout.com.
    public static let checkout = ProcessorName(trusted: "checkout")

    /// Adyen.
    public static let adyen = ProcessorName(trusted: "adyen")

    /// Braintree.
    public static let braintree = ProcessorName(trusted: "braintree")

    /// The name as text.
    public var description: String { text }
}
