internal import ASN1
internal import Bytes
internal import Certificates
internal import JSON

extension TokenRefusal: CustomStringConvertible {
    /// The cause in one line for a log, without secrets.
    public var description: String {
        switch self {
        case .format(let problem): problem.description
        case .signature(let problem): problem.description
        case .chain(let failure): "not signed under the trusted root: \(failure)"
        case .anotherTestRoot:
            "signed under another TEST root: its name is the trusted root's, its key is not"
        case .markers(.leaf):
            "the signer's certificate lacks the marker 1.2.840.113635.100.6.29"
        case .markers(.intermediate):
            "the intermediate certificate lacks the marker 1.2.840.113635.100.6.2.14"
        case .environment(let problem): problem.description
        case .signingTime(let signedAt, let checkedAt, let window):
            "signed at \(signedAt), checked at \(checkedAt): "
                + (signedAt < checkedAt ? "stale" : "from the future")
                + ", allowed apart: \(window)"
        case .publicKeyHash(let token, let version, let ours):
            "an \(version.rawValue) token, sealed to the key with publicKeyHash "
                + "\(Base64.encode(token)), ours: \(Self.list(ours))"
        case .decryption(let problem): problem.description
        case .replay(let transaction): "transaction \(transaction) was accepted before"
        }
    }

    private static func list(_ keys: [KnownKey]) -> String {
        if keys.isEmpty { return "none" }
        return keys.map { "\(Base64.encode($0.publicKeyHash)) (\($0.version.rawValue))" }
            .joined(separator: ", ")
    }
}

extension TokenRefusal.FormatProblem: CustomStringConvertible {
    /// The problem in one line.
    public var description: String {
        switch self {
        case .empty: "the token is empty: 0 bytes"
        case .severalTokens: "a token stands inside the member token and another beside it"
        case .simulatorToken: "the payment data is empty, as in tokens of Apple's Simulator"
        case .tooLong(let limit): "longer than \(limit) bytes, which no token is"
        case .notJSON(let failure): "not JSON: \(failure.explanation)"
        case .missing(let field): "\(field.rawValue) is missing"
        case .spelledOtherwise(let field, let name):
            "\(field.rawValue) is spelled \(name.debugDescription)"
        case .elsewhere(let place):
            place.path.isEmpty
                ? "the token is JSON inside of a JSON string"
                : "the token is in the member \"\(place.path)\"\(place.isText ? ", as text" : "")"
        case .wrongType(.token): "it is JSON, but not an object with the members of a token"
        case .wrongType(let field): "\(field.rawValue) has another JSON type than Apple gives it"
        case .notBase64(let field, let failure):
            "\(field.rawValue) is not canonical Base64: \(failure.explanation)"
        case .notHexadecimal(let field, let failure):
            "\(field.rawValue) is not hexadecimal: \(failure.explanation)"
        case .wrongLength(.data, _, let found):
            "data has \(found) bytes, too few for a payload and its tag"
        case .wrongLength(let field, let expected, let found):
            "\(field.rawValue) has \(found) bytes, not \(expected)"
        case .unknownVersion: "version is neither EC_v1 nor RSA_v1"
        case .fieldOfAnotherVersion(let field):
            "\(field.rawValue) does not belong to this version of token"
        case .ephemeralKeyNotP256: "ephemeralPublicKey is not an uncompressed P-256 key"
        case .ephemeralKeyNotOnCurve: "ephemeralPublicKey is not a point on P-256"
        case .transactionIdentifiersDiffer:
            "transactionIdentifier outside and transactionId inside differ"
        }
    }
}

extension TokenRefusal.SignatureProblem: CustomStringConvertible {
    /// The problem in one line.
    public var description: String {
        switch self {
        case .form(let failure): failure.description
        case .otherContent: "the signature is over other bytes: the token was changed"
        case .signerIsNotTheLeaf: "the signer is neither of the two certificates"
        case .certificate: "a certificate in the signature cannot be read"
        case .algorithmOfAnotherVersion:
            "the signature's algorithm does not fit the token's version"
        case .invalid: "the signature is not the signer's: it was changed or forged"
        }
    }
}

extension TokenRefusal.EnvironmentProblem: CustomStringConvertible {
    /// The problem in one line.
    public var description: String {
        switch self {
        case .testRoot: "signed under the TEST root of a sandbox, which is not trusted here"
        case .sandboxSigner: "signed by Apple's sandbox: a test payment where real ones are taken"
        case .productionSigner: "a real payment, where those of Apple's sandbox are taken"
        }
    }
}

extension TokenRefusal.DecryptionProblem: CustomStringConvertible {
    /// The problem in one line.
    public var description: String {
        switch self {
        case .anotherMerchantIdentifier:
            "signed, and sealed to this key for another of the merchant identifiers given"
        case .anotherKey:
            "signed, and sealed to another of the keys given than publicKeyHash names"
        case .boundariesMoved:
            "the bytes are signed, but the boundaries between data, transactionId and "
                + "applicationData were moved"
        case .keyOfAnotherVersion(let token, let key):
            "an \(token.rawValue) token that names a key for \(key.rawValue) tokens"
        case .keyNotUnwrapped:
            "wrappedKey does not unwrap with this key by RSA-OAEP, SHA-256 and MGF1-SHA-256"
        case .wrappedKeyLength(let bytes):
            "the wrapped key has \(bytes) bytes, not the 16 of AES-128"
        case .tagMismatch(.ecV1):
            "signed, and publicKeyHash names this key, but data does not open with this key and "
                + "merchant identifier"
        case .tagMismatch(.rsaV1):
            "the wrapped key unwraps, but the payload was not sealed with it"
        case .keyUnavailable: "the merchant's key cannot be asked just now"
        case .payloadNotJSON: "what was sealed is not JSON"
        case .payloadRepeatsName: "what was sealed has one name twice in an object"
        case .payloadTooLarge: "what was sealed is nested deeper or has more members than is read"
        case .payloadField(let field):
            "in the payload, \(field.rawValue) is missing or not what Apple documents"
        case .chipData(let failure): "in the payload, the chip data cannot be read: \(failure)"
        case .chipDataField(let field):
            "in the payload, the chip data's \(field) is not in EMV's format"
        case .chipDataDiffers(let field):
            "in the payload, the chip data's \(field) is another than the payload's"
        case .libraryFailed: "libcrypto could not open it"
        }
    }
}

extension ChipData.Field: CustomStringConvertible {
    /// The object's name and tag.
    public var description: String {
        switch self {
        case .amountAuthorized: "amount \(tag)"
        case .currencyCode: "currency code \(tag)"
        }
    }
}
