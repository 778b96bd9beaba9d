internal import CardNetwork
internal import PaymentRequest
public import World

/// A card number and expiry as typed, with any separators between the digits (mission 13.4).
///
/// A number is accepted if its prefix and length are those of a network of the sandbox, its check
/// digit is correct, and it begins as published test numbers do (mission 13.6).
public struct TypedCard: Hashable, Sendable {
    /// The number, such as "4111 1111 1111 1111".
    public let number: String
    /// The month of expiry, such as "12/35".
    public let expiry: String

    /// Creates a typed card.
    public init(number: String, expiry: String) {
        self.number = number
        self.expiry = expiry
    }

    /// Why the typed text is not a card.
    public enum Problem: Error, Hashable, Sendable {
        /// The number contains a character other than a digit, a space or a hyphen.
        case numberUnreadable
        /// The prefix belongs to no network of the sandbox.
        case networkUnknown
        /// The number has the wrong length for its network.
        case lengthWrong
        /// The check digit is wrong: a digit was mistyped.
        case checkDigitWrong
        /// The number is not one of a test card, so it may be a real card's.
        case notATestNumber
        /// The expiry is not a month and a year.
        case expiryUnreadable
        /// The card has expired.
        case expired
    }

    /// The card. A published test card has its bank's type and country of issue; any other has an
    /// unknown type.
    ///
    /// - Throws: ``Problem``.
    public func card(at now: UnixTime) throws(Problem) -> SandboxCard {
        let digits = number.filter { $0 != " " && $0 != "-" }
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            throw .numberUnreadable
        }
        guard let scheme = CardScheme(ofCardNumber: digits) else { throw .networkUnknown }
        guard digits.count == scheme.numberLength else { throw .lengthWrong }
        guard CheckDigit.isValid(Array(digits.utf8)) else { throw .checkDigitWrong }
        guard TestCardNumbers.contain(digits) else { throw .notATestNumber }
        let published = SandboxCard.all.first { $0.number == digits }
        return SandboxCard(
            number: digits,
            expirationDate: try expirationDate(at: now),
            displayName: published?.displayName ?? "\(scheme.brand) \(digits.suffix(4))",
            scheme: scheme,
            type: published?.type ?? .unknown,
            issuerCountry: published?.issuerCountry
        )
    }

    private func expirationDate(at now: UnixTime) throws(Problem) -> String {
        let typed = expiry.filter { $0 != " " }
        let parts = typed.split(separator: "/", omittingEmptySubsequences: false)
        let texts = parts.count == 1 ? [typed.prefix(2), typed.dropFirst(2)] : parts
        guard texts.count == 2, texts[0].count <= 2, [2, 4].contains(texts[1].count),
            texts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let month = Int(texts[0]), (1...12).contains(month), let stated = Int(texts[1])
        else { throw .expiryUnreadable }
        let year = stated < 100 ? 2000 + stated : stated
        guard (2000...2099).contains(year) else { throw .expiryUnreadable }
        guard let today = CalendarTime(now), (year, month) >= (today.year, today.month) else {
            throw .expired
        }
        let numbers = [year % 100, month, CalendarTime.days(inMonth: month, of: year)]
        return numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
    }
}

extension CardScheme {
    /// The name of the scheme in wallets.
    fileprivate var brand: String { self == .unionPay ? "UnionPay" : rawValue }
}

extension TypedCard: CustomStringConvertible, CustomReflectable {
    /// The last digits of the number.
    public var description: String { "card •••• \(number.suffix(4))" }

    /// A mirror of the description, and of nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["card": description]) }
}

extension TypedCard.Problem: CustomStringConvertible {
    /// The cause, and what to do.
    public var description: String {
        switch self {
        case .numberUnreadable: "the card's number has more in it than digits; type it again"
        case .networkUnknown: "no card network of the sandbox has numbers that begin like this"
        case .lengthWrong: "the card's number is too long or too short for its network"
        case .checkDigitWrong: "the card's number fails its check digit; look for a typing mistake"
        case .notATestNumber:
            "the number is not known to be a test card's; take a published one, such as 4111 1111 1111"
                + " 1111, and never a real card's"
        case .expiryUnreadable: "the expiry is no month and year; type it as 12/35"
        case .expired: "the card has expired; take another"
        }
    }
}
