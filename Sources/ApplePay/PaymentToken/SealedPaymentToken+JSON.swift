internal import Bytes
public import JSON

extension SealedPaymentToken {
    /// Parses a token: a whole `PKPaymentToken` with `paymentData` inside, or the payment data
    /// alone, as JSON or as Base64 of JSON.
    ///
    /// `paymentData` is bytes in an app, so some apps send it as a string or as Base64 inside the
    /// token; both are accepted. So is the payment of a page, `{"token": {…}}`. Null for an
    /// optional member means that it is absent.
    ///
    /// - Throws: ``TokenRefusal/format(_:)`` and nothing else.
    public init(json bytes: [UInt8]) throws(TokenRefusal) {
        let members = try TokenMembers(json: bytes)
        do { try self.init(members) } catch { throw .format(error) }
    }

    /// Makes a token of its members.
    ///
    /// - Throws: The problem of the first that is malformed.
    public init(_ members: TokenMembers) throws(TokenRefusal.FormatProblem) {
        version = try members.version.get()
        data = try members.data.get()
        signature = try members.signature.get()
        keyMaterial = try members.keyMaterial.get()
        publicKeyHash = try members.publicKeyHash.get()
        transactionID = try members.transactionID.get()
        applicationDataHash = try members.applicationDataHash.get()
        paymentMethod = members.paymentMethod
        guard data.count > 16 else {
            throw .wrongLength(.data, expected: 17, found: data.count)
        }
        if let outside = try members.transactionIdentifier.get(), outside != transactionID.bytes {
            throw .transactionIdentifiersDiffer
        }
    }

    /// The payment data on one line, in Apple's order and spelling.
    public var paymentData: JSONOutput {
        .object([
            "version": .string(version.rawValue),
            "data": .string(Base64.encode(data)),
            "signature": .string(Base64.encode(signature)),
            "header": header,
        ])
    }

    /// The token as a `PKPaymentToken`, with the payment data inside.
    public var json: JSONOutput {
        let method = paymentMethod.map {
            JSONOutput.object([
                "displayName": $0.displayName.map(JSONOutput.string),
                "network": $0.network.map(JSONOutput.string),
                "type": $0.type.map(JSONOutput.string),
            ])
        }
        return .object([
            "paymentData": paymentData,
            "paymentMethod": method,
            "transactionIdentifier": .string(transactionID.transactionIdentifier),
        ])
    }

    private var header: JSONOutput {
        let (ephemeral, wrapped): ([UInt8]?, [UInt8]?) =
            switch keyMaterial {
            case .ephemeralPublicKey(let key): (key, nil)
            case .wrappedKey(let key): (nil, key)
            }
        return .object([
            "ephemeralPublicKey": ephemeral.map { .string(Base64.encode($0)) },
            "wrappedKey": wrapped.map { .string(Base64.encode($0)) },
            "publicKeyHash": .string(Base64.encode(publicKeyHash)),
            "transactionId": .string(transactionID.lowercaseHexadecimal),
            "applicationData": applicationDataHash.map { .string(Hexadecimal.encode($0)) },
        ])
    }
}
