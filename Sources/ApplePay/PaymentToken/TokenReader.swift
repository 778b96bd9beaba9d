internal import Bytes
internal import Cryptography
internal import JSON

/// Reads the fields of a token. Each has its own refusal.
struct TokenReader {
    typealias Problem = TokenRefusal.FormatProblem

    let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    /// The token inside a page's payment, or the value itself if there is no such wrapper.
    ///
    /// - Source: Apple, *Apple Pay on the Web*, `ApplePayPayment.token`.
    func unwrapped() throws(Problem) -> TokenReader {
        guard let inner = value.member("token"), inner.isObject else { return self }
        guard value.member("paymentData") == nil, value.member("data") == nil else {
            throw .severalTokens
        }
        return TokenReader(inner)
    }

    /// The payment data: a member of the token, or the value itself if it is the payment data
    /// alone.
    func paymentData() throws(Problem) -> TokenReader {
        guard let inner = value.member("paymentData") else { return self }
        if let isEmpty = inner.withString({ $0.isEmpty }), isEmpty { throw .simulatorToken }
        guard !inner.isNull else { throw .simulatorToken }
        if let text = inner.withString({ [UInt8](copying: $0) }) {
            guard let document = try? JSONDocument(plainOrBase64: text), document.root.isObject
            else { throw .wrongType(.paymentData) }
            return TokenReader(document.root)
        }
        guard inner.isObject else { throw .wrongType(.paymentData) }
        guard !inner.isEmptyObject else { throw .simulatorToken }
        return TokenReader(inner)
    }

    func version() throws(Problem) -> PaymentTokenVersion {
        guard let text = try required(.version).value.string else { throw .wrongType(.version) }
        guard let version = PaymentTokenVersion(rawValue: text) else { throw .unknownVersion }
        return version
    }

    func object(_ field: TokenField) throws(Problem) -> TokenReader {
        let reader = try required(field)
        guard reader.value.isObject else { throw .wrongType(field) }
        return reader
    }

    func keyMaterial(
        of version: PaymentTokenVersion
    ) throws(Problem) -> SealedPaymentToken.KeyMaterial {
        switch version {
        case .ecV1:
            guard optional(.wrappedKey) == nil else { throw .fieldOfAnotherVersion(.wrappedKey) }
            let info = try base64(.ephemeralPublicKey)
            let prefix = EllipticCurve.p256.publicKeyInfoPrefix
            guard info.count == prefix.count + 65, info.starts(with: prefix),
                info[prefix.count] == 4
            else { throw .ephemeralKeyNotP256 }
            return .ephemeralPublicKey(info)
        case .rsaV1:
            guard optional(.ephemeralPublicKey) == nil else {
                throw .fieldOfAnotherVersion(.ephemeralPublicKey)
            }
            return .wrappedKey(try base64(.wrappedKey, length: 256))
        }
    }

    func base64(_ field: TokenField, length: Int? = nil) throws(Problem) -> [UInt8] {
        let reader = try required(field)
        let decoded: [UInt8]?
        do {
            decoded = try reader.value.withString { (text) throws(Base64.Failure) in
                try Base64.decode(text)
            }
        } catch { throw .notBase64(field, error) }
        guard let decoded else { throw .wrongType(field) }
        return try checked(decoded, field, length)
    }

    func transactionID(_ field: TokenField) throws(Problem) -> TransactionID {
        let bytes = try required(field).hexadecimal(field, length: TransactionID.length)
        guard let identifier = TransactionID(bytes) else { throw .wrongType(field) }
        return identifier
    }

    func hexadecimal(_ field: TokenField, length: Int) throws(Problem) -> [UInt8] {
        let decoded: [UInt8]?
        do {
            decoded = try value.withString { (text) throws(Hexadecimal.Failure) in
                try Hexadecimal.decode(text)
            }
        } catch { throw .notHexadecimal(field, error) }
        guard let decoded else { throw .wrongType(field) }
        return try checked(decoded, field, length)
    }

    /// A field, or nil if it is absent or null: servers between the app and the merchant's server
    /// write null for missing members.
    func optional(_ field: TokenField) -> TokenReader? {
        guard let value = member(field), !value.isNull else { return nil }
        return TokenReader(value)
    }

    func paymentMethod() -> UntrustedPaymentMethod? {
        guard let method = value.member("paymentMethod"), method.isObject else { return nil }
        return UntrustedPaymentMethod(
            displayName: method.member("displayName")?.string,
            network: method.member("network")?.string,
            type: method.member("type")?.string
        )
    }

    private func required(_ field: TokenField) throws(Problem) -> TokenReader {
        if let value = member(field) { return TokenReader(value) }
        let plain = TokenField.plain(field.rawValue)
        // The name is repeated to the sender and in logs.
        let other =
            value.isObject
            ? value.members.first {
                $0.name.utf8.count <= 40 && TokenField.plain($0.name) == plain
            } : nil
        throw other.map { .spelledOtherwise(field, $0.name) } ?? .missing(field)
    }

    private func checked(
        _ bytes: [UInt8],
        _ field: TokenField,
        _ length: Int?
    ) throws(Problem) -> [UInt8] {
        guard let length, bytes.count != length else { return bytes }
        throw .wrongLength(field, expected: length, found: bytes.count)
    }

    private func member(_ field: TokenField) -> JSONValue? {
        switch field {
        case .token: value
        case .paymentData: value.member("paymentData")
        case .transactionIdentifier: value.member("transactionIdentifier")
        case .version: value.member("version")
        case .data: value.member("data")
        case .signature: value.member("signature")
        case .header: value.member("header")
        case .ephemeralPublicKey: value.member("ephemeralPublicKey")
        case .wrappedKey: value.member("wrappedKey")
        case .publicKeyHash: value.member("publicKeyHash")
        case .transactionId: value.member("transactionId")
        case .applicationData: value.member("applicationData")
        }
    }
}

extension JSONDocument {
    /// Parses JSON, or Base64 of JSON with only white space around it.
    ///
    /// If both fail, the failure is the one of the JSON, because most senders intend JSON.
    convenience init(plainOrBase64 bytes: [UInt8]) throws(JSONFailure) {
        let failure: JSONFailure
        do {
            try self.init(bytes)
            return
        } catch { failure = error }
        let isText: (UInt8) -> Bool = { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
        guard let first = bytes.firstIndex(where: isText),
            let last = bytes.lastIndex(where: isText),
            let decoded = try? Base64.decode(bytes.span.extracting(first...last)),
            !decoded.isEmpty
        else { throw failure }
        try self.init(decoded)
    }
}
