public import Money

/// Field 44: what was checked, one character in each position, and a space where nothing is said.
///
/// - Source: the positions of Visa's field 44, as public documentation has them.
public struct AdditionalResponseData: Hashable, Sendable {
    /// Position 1, who decided.
    public var source: Character?
    /// Position 2, the result of the address check, such as Y.
    public var addressResult: Character?
    /// Position 10, the result of the card's security code.
    public var securityCodeResult: Character?
    /// Position 13, the result of the cryptogram: 2 where it was verified, 1 where it is wrong, 0
    /// where it could not be read.
    public var cryptogramResult: Character?

    /// Position 1 where the network decided in the issuer's place.
    ///
    /// - Source: our choice.
    public static let standIn: Character = "4"

    /// Data.
    public init(
        source: Character? = nil,
        addressResult: Character? = nil,
        securityCodeResult: Character? = nil,
        cryptogramResult: Character? = nil
    ) {
        self.source = source
        self.addressResult = addressResult
        self.securityCodeResult = securityCodeResult
        self.cryptogramResult = cryptogramResult
    }

    init(_ text: String?) throws(CardMessageFailure) {
        let characters = Array((text ?? "").utf8)
        guard text == nil || (1...25).contains(characters.count) else { throw .invalidField(44) }
        func position(_ number: Int) throws(CardMessageFailure) -> Character? {
            guard characters.count >= number, characters[number - 1] != 0x20 else { return nil }
            guard Self.isResult(characters[number - 1]) else { throw .invalidField(44) }
            return Character(UnicodeScalar(characters[number - 1]))
        }
        self.init(
            source: try position(1),
            addressResult: try position(2),
            securityCodeResult: try position(10),
            cryptogramResult: try position(13)
        )
    }

    private static func isResult(_ character: UInt8) -> Bool {
        (0x30...0x39).contains(character) || (0x41...0x5a).contains(character & 0xdf)
    }

    func text() throws(CardMessageFailure) -> String? {
        var characters: [UInt8] = []
        for (number, result) in [
            (1, source), (2, addressResult), (10, securityCodeResult), (13, cryptogramResult),
        ] {
            guard let result else { continue }
            guard let character = result.asciiValue, Self.isResult(character) else {
                throw .invalidField(44)
            }
            characters += repeatElement(0x20, count: number - 1 - characters.count)
            characters.append(character)
        }
        return characters.isEmpty ? nil : String(decoding: characters, as: UTF8.self)
    }
}

/// An amount of field 54, such as the amount that was asked for where only a part was approved.
///
/// - Source: ISO 8583:1987, field 54: account type, amount type, currency, C or D, and 12 digits.
public struct AdditionalAmount: Hashable, Sendable {
    /// The account type: two digits; 00 where none is meant.
    public let accountType: String
    /// The amount type: two digits.
    public let amountType: String
    /// The amount; below zero for a debit.
    public let amount: Money

    /// Amount type 57: the amount that was asked for.
    ///
    /// - Source: Visa's amount types, as public integration guides have them.
    public static let originalAmount = "57"
    /// Amount type 02: the available balance.
    public static let availableBalance = "02"

    /// An amount; nil where a type is not two digits.
    public init?(accountType: String = "00", amountType: String, amount: Money) {
        guard FieldText.isDigits(accountType, count: 2...2),
            FieldText.isDigits(amountType, count: 2...2)
        else { return nil }
        self.accountType = accountType
        self.amountType = amountType
        self.amount = amount
    }

    func text() throws(CardMessageFailure) -> String {
        guard amount.minorUnits.magnitude <= 999_999_999_999 else { throw .invalidField(54) }
        let digits = FieldText.zeros(before: "\(amount.minorUnits.magnitude)", to: 12)
        return accountType + amountType + amount.currency.numericCode
            + (amount.isNegative ? "D" : "C") + digits
    }

    static func read(
        from fields: inout FieldReader
    ) throws(CardMessageFailure) -> [AdditionalAmount] {
        guard let text = try fields.optional(54) else { return [] }
        let characters = Array(text)
        guard !characters.isEmpty, characters.count.isMultiple(of: 20) else {
            throw .invalidField(54)
        }
        var amounts: [AdditionalAmount] = []
        for start in stride(from: 0, to: characters.count, by: 20) {
            func part(_ range: Range<Int>) -> String {
                String(characters[(start + range.lowerBound)..<(start + range.upperBound)])
            }
            guard let currency = Currency(numericCode: part(4..<7)),
                ["C", "D"].contains(part(7..<8)),
                FieldText.isDigits(part(8..<20), count: 12...12), let units = Int64(part(8..<20)),
                let amount = AdditionalAmount(
                    accountType: part(0..<2),
                    amountType: part(2..<4),
                    amount: Money(
                        minorUnits: part(7..<8) == "D" ? -units : units,
                        currency: currency
                    )
                )
            else { throw .invalidField(54) }
            amounts.append(amount)
        }
        return amounts
    }
}
