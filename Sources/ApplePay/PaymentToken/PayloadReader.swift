internal import Bytes
internal import JSON

/// Reads the fields of a payload in one pass. A field that is not as documented is thrown by its
/// name.
struct PayloadReader {
    typealias Problem = TokenRefusal.DecryptionProblem

    /// Maximum number of characters of a merchant token's identifier.
    ///
    /// - Source: Apple, *Payment token format reference*, `merchantTokenIdentifier`.
    static let merchantTokenIdentifierLimit = 64

    private var members: [(field: PayloadField, value: JSONValue)] = []

    private init() {}

    init(_ object: JSONValue) {
        members.reserveCapacity(12)
        object.forEachMember { name, value in
            guard let field = PayloadField(name: name) else { return }
            members.append((field, value))
        }
    }

    func accountNumber() throws(Problem) -> Secret {
        guard let number = try optionalSecret(.applicationPrimaryAccountNumber),
            (8...19).contains(number.count),
            number.withBytes({ bytes in bytes.indices.allSatisfy { Self.isDigit(bytes[$0]) } })
        else { throw .payloadField(.applicationPrimaryAccountNumber) }
        return number
    }

    func digits(_ field: PayloadField, count: Int) throws(Problem) -> String {
        let text = try text(field)
        guard text.utf8.count == count, text.utf8.allSatisfy(Self.isDigit) else {
            throw .payloadField(field)
        }
        return text
    }

    func amount() throws(Problem) -> Int64 {
        guard let amount = member(.transactionAmount)?.integer, amount >= 0 else {
            throw .payloadField(.transactionAmount)
        }
        return amount
    }

    func text(_ field: PayloadField) throws(Problem) -> String {
        guard let text = try optionalText(field) else { throw .payloadField(field) }
        return text
    }

    /// A string, or nil if the field is absent or null.
    func optionalText(_ field: PayloadField) throws(Problem) -> String? {
        guard let found = member(field) else { return nil }
        guard let text = found.string else { throw .payloadField(field) }
        return text
    }

    /// A string, or nil if the field is absent or null.
    func optionalSecret(_ field: PayloadField) throws(Problem) -> Secret? {
        guard let found = member(field) else { return nil }
        guard let secret = found.secretString else { throw .payloadField(field) }
        return secret
    }

    func proof() throws(Problem) -> PaymentPayload.Proof {
        let inner = try paymentData()
        switch try text(.paymentDataType) {
        case "3DSecure":
            return .threeDSecure(
                cryptogram: try inner.decoded(.onlinePaymentCryptogram) {
                    try? Base64.decodeSecret($0)
                },
                eciIndicator: try inner.optionalText(.eciIndicator)
            )
        case "EMV":
            guard let chip = try inner.decoded(.emvData, by: { try? Base64.decodeSecret($0) })
            else { throw .payloadField(.emvData) }
            return .emv(
                try ChipData(chip),
                encryptedPIN: try inner.decoded(.encryptedPINData) {
                    try? Hexadecimal.decodeSecret($0)
                }
            )
        default: throw .payloadField(.paymentDataType)
        }
    }

    func authenticationResponses() throws(Problem) -> [AuthenticationResponse]? {
        guard let list = member(.authenticationResponses) else { return nil }
        guard let elements = list.elements else { throw .payloadField(.authenticationResponses) }
        var responses: [AuthenticationResponse] = []
        for element in elements {
            guard let merchant = element.member("merchantIdentifier")?.string,
                let data = element.member("authenticationData")?.secretString,
                let amount = element.member("transactionAmount")?.string, Self.isAmount(amount)
            else { throw .payloadField(.authenticationResponses) }
            responses.append(
                AuthenticationResponse(
                    merchantIdentifier: merchant,
                    authenticationData: data,
                    transactionAmount: amount
                )
            )
        }
        return responses
    }

    func merchantTokenIdentifier() throws(Problem) -> String? {
        guard let identifier = try optionalText(.merchantTokenIdentifier) else { return nil }
        guard identifier.count <= Self.merchantTokenIdentifierLimit else {
            throw .payloadField(.merchantTokenIdentifier)
        }
        return identifier
    }

    func merchantTokenMetadata() throws(Problem) -> MerchantTokenMetadata? {
        guard let value = member(.merchantTokenMetadata) else { return nil }
        guard let metadata = MerchantTokenMetadata(value) else {
            throw .payloadField(.merchantTokenMetadata)
        }
        return metadata
    }

    /// That it may be missing if there are authentication responses is a guess.
    private func paymentData() throws(Problem) -> PayloadReader {
        guard let data = member(.paymentData) else {
            guard member(.authenticationResponses) != nil else {
                throw .payloadField(.paymentData)
            }
            return PayloadReader()
        }
        guard data.isObject else { throw .payloadField(.paymentData) }
        return PayloadReader(data)
    }

    /// A string decoded directly to a secret, or nil if the field is absent or null.
    private func decoded(
        _ field: PayloadField,
        by decode: (Span<UInt8>) -> Secret?
    ) throws(Problem) -> Secret? {
        guard let found = member(field) else { return nil }
        guard let secret = found.withString(decode), let secret else {
            throw .payloadField(field)
        }
        return secret
    }

    /// A field, or nil if it is absent or null.
    private func member(_ field: PayloadField) -> JSONValue? {
        members.first { $0.field == field && !$0.value.isNull }?.value
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether a text is digits, optionally with a decimal point between digits.
    private static func isAmount(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
    }
}

extension PayloadField {
    /// The fields by the length of their names, so that few names are compared.
    private static let byLength: [[(field: PayloadField, name: [UInt8])]] = {
        let named = allCases.map { (field: $0, name: Array($0.rawValue.utf8)) }
        let longest = named.map(\.name.count).max() ?? 0
        return (0...longest).map { length in named.filter { $0.name.count == length } }
    }()

    fileprivate init?(name: Span<UInt8>) {
        guard name.count < Self.byLength.count else { return nil }
        for candidate in Self.byLength[name.count] {
            if name.indices.allSatisfy({ name[$0] == candidate.name[$0] }) {
                self = candidate.field
                return
            }
        }
        return nil
    }
}
