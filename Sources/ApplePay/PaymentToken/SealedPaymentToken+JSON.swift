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
        guard bytes.count <= Self.sizeLimit else { throw .format(.tooLong(limit: Self.sizeLimit)) }
        guard !bytes.isEmpty else { throw .format(.empty) }
        let document: JSONDocument
        do { document = try JSONDocument(plainOrBase64: bytes) } catch {
            throw .format(.notJSON(error))
        }
        let reader = TokenReader(document.root)
        do { try self.init(try reader.unwrapped()) } catch {
            throw .format(TokenPlace(in: document.root).map { .elsewhere($0) } ?? error)
        }
    }

    private init(_ outer: TokenReader) throws(TokenRefusal.FormatProblem) {
        guard outer.value.isObject else { throw .wrongType(.token) }
        let payment = try outer.paymentData()
        version = try payment.version()
        data = try payment.base64(.data)
        signature = try payment.base64(.signature)
        let header = try payment.object(.header)
        keyMaterial = try header.keyMaterial(of: version)
        publicKeyHash = try header.base64(.publicKeyHash, length: 32)
        transactionID = try header.transactionID(.transactionId)
        applicationDataHash = try header.optional(.applicationData)?
            .hexadecimal(.applicationData, length: 32)
        paymentMethod = outer.paymentMethod()
        guard data.count > 16 else {
            throw .wrongLength(.data, expected: 17, found: data.count)
        }
        if let identifier = outer.optional(.transactionIdentifier) {
            let outside = try identifier.hexadecimal(.transactionIdentifier, length: 32)
            guard outside == transactionID.bytes else { throw .transactionIdentifiersDiffer }
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
