internal import Bytes
internal import Cryptography
public import JSON
public import PaymentToken

/// A token in parts, each of which may be changed, left out or written differently.
public struct TokenParts: Sendable {
    /// The version.
    public var version: String
    /// The sealed payload with its tag.
    public var data: [UInt8]
    /// The CMS signature.
    public var signature: [UInt8]
    /// The ephemeral key as SubjectPublicKeyInfo.
    public var ephemeralPublicKey: [UInt8]?
    /// The wrapped key of the other version.
    public var wrappedKey: [UInt8]?
    /// The digest of the merchant's key.
    public var publicKeyHash: [UInt8]
    /// The identifier in the header.
    public var transactionID: [UInt8]
    /// The digest of the app's own data.
    public var applicationData: [UInt8]?
    /// The wallet's description of the card.
    public var paymentMethod: UntrustedPaymentMethod?
    /// The identifier outside, as it is written.
    public var transactionIdentifier: String?

    /// The parts of a token.
    public init(of token: SealedPaymentToken) {
        version = token.version.rawValue
        data = token.data
        signature = token.signature
        switch token.keyMaterial {
        case .ephemeralPublicKey(let key): ephemeralPublicKey = key
        case .wrappedKey(let key): wrappedKey = key
        }
        publicKeyHash = token.publicKeyHash
        transactionID = token.transactionID.bytes
        applicationData = token.applicationDataHash
        paymentMethod = token.paymentMethod
    }

    /// The signed content, put together here from Apple's words a second time.
    public var signedContent: [UInt8] {
        (ephemeralPublicKey ?? wrappedKey ?? []) + data + transactionID + (applicationData ?? [])
    }

    /// SHA-256 of what a signature is over.
    public var contentDigest: [UInt8] { SHA256.digest(signedContent) }

    /// The header's members in Apple's order.
    public var header: [JSONMember] {
        Self.members([
            ("ephemeralPublicKey", ephemeralPublicKey.map(Base64.encode)),
            ("wrappedKey", wrappedKey.map(Base64.encode)),
            ("publicKeyHash", Base64.encode(publicKeyHash)),
            ("transactionId", Hexadecimal.encode(transactionID)),
            ("applicationData", applicationData.map { Hexadecimal.encode($0) }),
        ])
    }

    /// The payment data's members in Apple's order.
    public var paymentData: [JSONMember] {
        Self.members([
            ("version", version),
            ("data", Base64.encode(data)),
            ("signature", Base64.encode(signature)),
        ]) + [JSONMember(name: "header", value: .object(header))]
    }

    /// The whole token's members.
    public var members: [JSONMember] {
        [JSONMember(name: "paymentData", value: .object(paymentData))] + outerMembers
    }

    /// The members beside the payment data.
    public var outerMembers: [JSONMember] {
        let method = paymentMethod.map { method in
            Self.members([
                ("displayName", method.displayName), ("network", method.network),
                ("type", method.type),
            ])
        }
        return (method.map { [JSONMember(name: "paymentMethod", value: .object($0))] } ?? [])
            + Self.members([("transactionIdentifier", transactionIdentifier)])
    }

    /// Writes the header's transaction identifier outside, too.
    mutating func nameTransactionOutside() {
        transactionIdentifier = Hexadecimal.encode(transactionID).uppercased()
    }

    /// The token as text.
    public var json: String { JSONOutput.object(members).compact }

    /// The token as the product reads it.
    public func read() throws(TokenRefusal) -> SealedPaymentToken {
        try SealedPaymentToken(json: Array(json.utf8))
    }

    /// The parts with a signature of another making.
    public func signed(by recipe: SignatureRecipe) throws -> TokenParts {
        var signed = self
        signed.signature = try recipe.sign(contentDigest: contentDigest)
        return signed
    }

    private static func members(_ pairs: [(String, String?)]) -> [JSONMember] {
        pairs.compactMap { name, value in
            value.map { JSONMember(name: name, value: .string($0)) }
        }
    }
}
