internal import CardMessages
internal import World

/// The payment platforms that are simulated. None of them made or endorses this; the names say whose public interface
/// is followed.
package enum Platform: String, Hashable, Sendable, CaseIterable {
    /// Stripe.
    case stripe
    /// Adyen.
    case adyen
    /// Checkout.com.
    case checkout
    /// Braintree.
    case braintree

    /// Its name, for people.
    package var name: String {
        switch self {
        case .stripe: "Stripe"
        case .adyen: "Adyen"
        case .checkout: "Checkout.com"
        case .braintree: "Braintree"
        }
    }

    /// Field 42 of the platform's messages, of 15 characters: the merchant's account at its acquirer.
    package var merchant: String {
        let zeros = String(repeating: "0", count: max(0, 14 - rawValue.count))
        return "\(rawValue.uppercased())\(zeros)1"
    }

    /// The names by which the card network knows the platform. The numbers are our choice.
    var acceptor: CardAcceptor? {
        CardAcceptor(
            acquirer: "90000\(Self.allCases.firstIndex(of: self) ?? 0)",
            terminal: String("\(rawValue.uppercased())01".suffix(8)),
            merchant: merchant
        )
    }

    /// The merchant of the platform's account in authorizations. Category 5999: miscellaneous retail.
    var details: MerchantDetails? {
        MerchantDetails(
            categoryCode: "5999",
            name: "TEST shop at \(rawValue)",
            city: "Cupertino",
            country: "US"
        )
    }
}

extension Randomness {
    /// An identifier after a prefix, such as `pi_3Qx…`.
    func identifier(
        _ prefix: String,
        length: Int = 24,
        of letters: IdentifierLetters = .alphanumeric
    ) -> String {
        let letters = Array(letters.rawValue)
        var text = prefix
        for _ in 0..<length { text.append(letters[Int(number(below: UInt64(letters.count)))]) }
        return text
    }
}

/// The characters of identifiers.
package enum IdentifierLetters: String, Sendable {
    /// Digits and letters.
    case alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    /// Digits and capitals.
    case capitals = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    /// The digits of hexadecimal numbers, in capitals.
    case hexadecimal = "0123456789ABCDEF"
    /// Base 32 in small letters.
    case base32 = "abcdefghijklmnopqrstuvwxyz234567"
}
