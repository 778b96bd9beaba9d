internal import CardNetwork
internal import PaymentRequest
internal import World

/// A card as a person types it off into a wallet: its number and when it ends, with whatever stands
/// between the digits (mission 13.4).
///
/// Any number is taken that begins like those of a network of the sandbox's, is as long, and has a
/// right check digit; for the sandbox it is a test card then, and nothing leaves the process.
public struct TypedCard: Hashable, Sendable {
    /// The number, such as "4111 1111 1111 1111".
    public let number: String
    /// The month in which it ends, such as "12/35".
    public let expiry: String

    /// What a person types.
    public init(number: String, expiry: String) {
        self.number = number
        self.expiry = expiry
    }

    /// Why what was typed is no card.
    public enum Problem: Error, Hashable, Sendable {
        /// The number has something in it that is neither a digit, a space nor a hyphen.
        case numberUnreadable
        /// No network of the sandbox's has numbers that begin so.
        case networkUnknown
        /// The network's numbers are longer or shorter.
        case lengthWrong
        /// The check digit is wrong: a digit was mistyped.
        case checkDigitWrong
        /// The expiry is no month and year.
        case expiryUnreadable
        /// The card has ended.
        case expired
    }

    /// The card. Of a published test card its bank says what kind it is and where it was issued;
    /// of others it says nothing.
    ///
    /// - Throws: ``Problem``.
    func card(at now: UnixTime) throws(Problem) -> SandboxCard {
        let digits = number.filter { $0 != " " && $0 != "-" }
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            throw .numberUnreadable
        }
        guard let scheme = CardScheme(ofCardNumber: digits) else { throw .networkUnknown }
        guard digits.count == scheme.numberLength else { throw .lengthWrong }
        guard CheckDigit.isValid(Array(digits.utf8)) else { throw .checkDigitWrong }
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
    /// What wallets call it.
    fileprivate var brand: String { self == .unionPay ? "UnionPay" : rawValue }
}

extension TypedCard: CustomStringConvertible, CustomReflectable {
    /// The last digits of the number.
    public var description: String { "card •••• \(number.suffix(4))" }

    /// What the description shows, and nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["card": description]) }
}

extension TypedCard.Problem: CustomStringConvertible {
    /// The cause, and what to do.
    public var description: String {
        switch self {
        case .numberUnreadable: "the card's number has more in it than digits; type it again"
        case .networkUnknown: "no network of the sandbox's has numbers that begin so"
        case .lengthWrong: "the card's number is too long or too short for its network"
        case .checkDigitWrong: "the card's number fails its check digit; look for a typing mistake"
        case .expiryUnreadable: "the expiry is no month and year; type it as 12/35"
        case .expired: "the card has expired; take another"
        }
    }
}
