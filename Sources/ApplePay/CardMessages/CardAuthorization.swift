public import Bytes
internal import ISO8583
public import Money

/// A request to hold an amount on a card: 0100, and 0101 for a repetition.
///
/// It holds an account number and a cryptogram, which no description shows.
///
/// - Source: ISO 8583:1987; Documentation/ChargingByISO8583.md lists the fields.
public struct CardAuthorization: Sendable {
    /// The proof that the device made the payment.
    public enum Proof: Sendable, Equatable {
        /// The cryptogram, as raw bytes: 20; up to 48 for Mastercard; 20 or 40 for American Express.
        case cryptogram(Secret)
        /// Field 55, the chip's data objects, and field 52, a PIN block that is encrypted for the
        /// issuer.
        case chipData(Secret, encryptedPIN: Secret?)
        /// The network's name for the payment with which the merchant stored the account, in place of a
        /// proof of this one.
        case earlierPayment(NetworkTransaction)
    }

    /// The last month in which the account number is valid.
    public struct Expiry: Hashable, Sendable {
        /// Field 14, `YYMM`.
        public let text: String

        /// Reads `YYMM`; nil for any other text.
        public init?(_ text: String) {
            guard FieldText.isDigits(text, count: 4...4), let month = Int(text.suffix(2)),
                (1...12).contains(month)
            else { return nil }
            self.text = text
        }

        /// A month of a year; nil where there is no such month. Of the year, two digits count.
        public init?(month: Int, year: Int) {
            guard (1...12).contains(month), year >= 0 else { return nil }
            self.init(String("\(10_000 + year % 100 * 100 + month)".dropFirst()))
        }
    }

    /// Its reference.
    public let reference: MessageReference
    /// Who asks.
    public let acceptor: CardAcceptor
    /// The merchant's details; nil where the message does not have both fields of them.
    public let merchant: MerchantDetails?
    /// The device account number: 12 to 19 digits.
    public let accountNumber: Secret
    /// When it expires.
    public let expiry: Expiry
    /// The amount; zero asks whether the account is valid.
    public let amount: Money
    /// The proof of the payment; nil where the message has none, so that no issuer approves it.
    public let proof: Proof?
    /// The merchant's statement that it stores the account, or has stored it; nil for a payment that has no
    /// later ones.
    public let credential: StoredCredentialIndicator?
    /// The token's indicator; nil where it has none.
    public let indicator: ElectronicCommerceIndicator?
    /// The SHA-256 of the Apple merchant identifier: 32 bytes; nil if the message does not state it.
    ///
    /// The sandbox's token service needs it to verify the proof. Real acquirers do not send it.
    ///
    /// - Source: Documentation/Reference/SandboxCryptograms.md, section 6.
    public let merchantDigest: [UInt8]?
    /// The cardholder's address for the comparison of addresses; nil if the merchant sends none.
    public let address: AddressData?
    /// Whether the request may have been sent before.
    public let isRepetition: Bool

    /// A request.
    public init(
        reference: MessageReference,
        acceptor: CardAcceptor,
        merchant: MerchantDetails,
        accountNumber: Secret,
        expiry: Expiry,
        amount: Money,
        proof: Proof,
        credential: StoredCredentialIndicator? = nil,
        indicator: ElectronicCommerceIndicator?,
        merchantDigest: [UInt8]? = nil,
        address: AddressData? = nil,
        isRepetition: Bool = false
    ) {
        self.reference = reference
        self.acceptor = acceptor
        self.merchant = merchant
        self.accountNumber = accountNumber
        self.expiry = expiry
        self.amount = amount
        self.proof = proof
        self.credential = credential
        self.indicator = indicator
        self.merchantDigest = merchantDigest
        self.address = address
        self.isRepetition = isRepetition
    }

    /// The scheme, by which the message's fields differ.
    public var scheme: MessageScheme { MessageScheme(ofAccountNumber: accountNumber) }

    static let processingCode = "000000"
    /// Field 25: a transaction by electronic commerce.
    static let condition = "59"

    /// Field 22: how the account number was entered. The first two digits are 10 for a stored account, 81
    /// for Mastercard's electronic commerce, 09 for chip data from electronic commerce, and otherwise 01;
    /// the third says nothing of a PIN.
    var entryMode: String {
        switch proof {
        case .chipData: "090"
        case .earlierPayment: "100"
        case .cryptogram, nil: scheme == .mastercard ? "810" : "010"
        }
    }

    /// Whether it is a later payment with a stored account.
    private var isLater: Bool { if case .earlierPayment = proof { true } else { false } }

    /// The field without which the sandbox approves no payment; nil where there is none.
    public var missingForApproval: CardMessageFailure? {
        if proof == nil { return .missingField(scheme == .mastercard ? 104 : 126) }
        if isLater { return nil }
        return merchantDigest == nil ? .missingField(123) : nil
    }

    func message() throws(CardMessageFailure) -> ISO8583Message {
        var fields = FieldWriter.fields(reference, acceptor)
        fields.set(Self.processingCode, as: 3)
        fields.set(try FieldWriter.amount(amount), as: 4)
        fields.set(expiry.text, as: 14)
        fields.set(merchant?.categoryCode, as: 18)
        fields.set(entryMode, as: 22)
        fields.set(Self.condition, as: 25)
        fields.set(merchant?.field43, as: 43)
        fields.set(amount.currency.numericCode, as: 49)
        fields.set(address?.field, as: 120)
        guard (12...19).contains(accountNumber.count) else { throw .invalidField(2) }
        fields.set(accountNumber, as: 2)
        let scheme = scheme
        try SchemeFields.write(indicator, credential, of: scheme, to: &fields)
        fields[123] = try merchantDigest.map(TokenData.field)
        var cryptogram: Secret?
        switch proof {
        case nil: break
        case .cryptogram(let bytes): cryptogram = bytes
        case .earlierPayment(let transaction): fields.set(transaction.field62, as: 62)
        case .chipData(let data, let pin):
            guard (1...255).contains(data.count) else { throw .invalidField(55) }
            fields.set(data, as: 55)
            guard pin.map({ $0.count == 8 }) != false else { throw .invalidField(52) }
            fields.set(pin, as: 52)
        }
        try SchemeFields.write(cryptogram: cryptogram, credential, of: scheme, to: &fields)
        let type = CardRequest.type(.authorizationRequest, isRepetition: isRepetition)
        return ISO8583Message(type, fields: fields)
    }

    init(_ message: ISO8583Message, isRepetition: Bool) throws(CardMessageFailure) {
        var fields = FieldReader(message)
        reference = try fields.reference()
        acceptor = try fields.acceptor()
        try fields.require(3, Self.processingCode)
        try fields.require(25, Self.condition)
        amount = try fields.amount()
        guard let number = fields.bytes(2) else { throw .missingField(2) }
        guard (12...19).contains(number.count),
            number.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw .invalidField(2) }
        accountNumber = Secret(copying: number)
        guard let expiry = Expiry(try fields.text(14)) else { throw .invalidField(14) }
        self.expiry = expiry
        merchant = try fields.merchant()
        let scheme = MessageScheme(ofAccountNumber: accountNumber)
        let read = try SchemeFields(of: scheme, from: &fields)
        indicator = read.indicator
        merchantDigest = try fields.bytes(123).map(TokenData.merchantDigest)
        if let text = try fields.optional(120) {
            guard let address = AddressData(field: text) else { throw .invalidField(120) }
            self.address = address
        } else {
            address = nil
        }
        if let data = fields.bytes(55) {
            guard !data.isEmpty else { throw .invalidField(55) }
            proof = .chipData(
                Secret(copying: data),
                encryptedPIN: fields.bytes(52).map { Secret(copying: $0) }
            )
        } else if let cryptogram = read.cryptogram {
            proof = .cryptogram(cryptogram)
        } else {
            proof = try NetworkTransaction.read(from: &fields).map { .earlierPayment($0) }
        }
        self.isRepetition = isRepetition
        let isLater = if case .earlierPayment = proof { true } else { false }
        credential = try read.credential(of: scheme, isLater: isLater)
        try fields.require(22, entryMode)
        try fields.requireNoOthers()
    }
}
