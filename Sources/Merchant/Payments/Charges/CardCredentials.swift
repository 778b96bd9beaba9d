public import Bytes

/// The last month in which a card number is valid.
public struct CardExpiry: Hashable, Sendable {
    /// The year, 2000 to 2099.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int

    /// An expiry; nil if the year or the month is out of range.
    public init?(year: Int, month: Int) {
        guard (2000...2099).contains(year), (1...12).contains(month) else { return nil }
        self.year = year
        self.month = month
    }

    /// Reads a token's `YYMMDD`; nil if the text has another form. The day is dropped.
    ///
    /// - Source: Apple, *Payment Token Format Reference*, `applicationExpirationDate`.
    public init?(applicationExpirationDate text: String) {
        let digits = text.utf8.map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.count == 6, digits.allSatisfy((0...9).contains),
            (1...31).contains(digits[4] * 10 + digits[5])
        else { return nil }
        self.init(year: 2000 + digits[0] * 10 + digits[1], month: digits[2] * 10 + digits[3])
    }
}

extension Secret {
    /// The last four digits of an account number.
    var lastFourDigits: String { String(masked(keepingLast: 4).suffix(4)) }
}

/// The card of an opened token. It is used for one charge and never stored.
public struct CardCredentials: Sendable {
    /// The device account number: 12 to 19 digits.
    public let accountNumber: Secret
    /// The proof of the payment for the network.
    public let proof: Proof
    /// When the device account number expires.
    public let expiry: CardExpiry
    /// The electronic commerce indicator as in the token, not padded; nil if it has none.
    ///
    /// - Source: Apple, *Payment Token Format Reference*, `eciIndicator`. Absent and `00` differ.
    public let electronicCommerceIndicator: String?

    /// A proof of a payment for the network.
    public enum Proof: Sendable {
        /// The cryptogram of this payment, as raw bytes.
        case cryptogram(Secret)
        /// The data objects of the card's chip, for ISO 8583 field 55, and the PIN that is encrypted
        /// for the issuer, where there is one. A processor takes it that has
        /// ``ProcessorCapability/chipData``.
        case chipData(Secret, encryptedPIN: Secret?)

        fileprivate var isPresent: Bool {
            switch self {
            case .cryptogram(let bytes), .chipData(let bytes, _): bytes.count > 0
            }
        }
    }

    /// Card data from a token.
    ///
    /// - Throws: ``Problem`` where the number is malformed or the proof is empty: a device account
    ///   number must never be charged without its cryptogram.
    public init(
        accountNumber: Secret,
        proof: Proof,
        expiry: CardExpiry,
        electronicCommerceIndicator: String?
    ) throws(Problem) {
        let isNumber = accountNumber.withBytes { digits in
            digits.indices.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digits[$0])
            }
        }
        guard isNumber, (12...19).contains(accountNumber.count) else {
            throw .accountNumberMalformed
        }
        guard proof.isPresent else { throw .cryptogramMissing }
        self.accountNumber = accountNumber
        self.proof = proof
        self.expiry = expiry
        self.electronicCommerceIndicator = electronicCommerceIndicator
    }

    /// The last four digits of the device account number: the only ones that are stored or shown.
    ///
    /// - Source: PCI DSS 4.0.1, requirement 3.4.1.
    public var accountSuffix: String { accountNumber.lastFourDigits }

    /// Why a card cannot be charged.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The account number is not 12 to 19 digits.
        case accountNumberMalformed
        /// There is neither a cryptogram nor chip data.
        case cryptogramMissing

        /// One line for a log.
        public var description: String {
            switch self {
            case .accountNumberMalformed: "the account number is not 12 to 19 digits"
            case .cryptogramMissing: "the token carries no cryptogram"
            }
        }
    }
}
