internal import CardMessages
internal import World

/// The payment platforms that are simulated. None of them made or endorses this; the names say whose public interface
/// is followed.
package enum Platform: String, Hashable, Sendable, CaseIterable {
    /// Stripe.
    case stripe
    /// Adyen.
    case adyen

    /// Field 42 of the platform's messages: the merchant's account at its acquirer.
    var merchant: String { "\(rawValue.uppercased())000000001" }

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
            name: "TEST merchant at \(rawValue)",
            city: "Cupertino",
            country: "US"
        )
    }
}

extension Randomness {
    /// An identifier of some characters after a prefix, such as `pi_3Qx…`.
    func identifier(
        _ prefix: String,
        length: Int = 24,
        of characters: IdentifierCharacters = .lettersAndDigits
    ) -> String {
        let letters = Array(
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".prefix(
                characters.rawValue
            )
        )
        var text = prefix
        for _ in 0..<length { text.append(letters[Int(number(below: UInt64(letters.count)))]) }
        return text
    }
}

/// The characters of an identifier, by their number.
enum IdentifierCharacters: Int, Sendable {
    /// Digits, and the letters of hexadecimal numbers in capitals.
    case hexadecimal = 16
    /// Digits and capitals.
    case capitalsAndDigits = 36
    /// Digits, capitals and small letters.
    case lettersAndDigits = 62
}
