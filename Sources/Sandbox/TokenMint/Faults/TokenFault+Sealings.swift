internal import Cryptography
internal import PaymentToken
internal import World

extension TokenFault {
    /// Tokens with a good signature that were sealed to another key or in another way.
    static let sealings: [TokenFault] = keys + boundaries + ephemeralKeys + paddings

    private static let keys: [TokenFault] = [
        TokenFault(
            "public-key-hash-swapped",
            "publicKeyHash, which is not signed, names an unknown key",
            .refuse(.publicKeyHash)
        ) { draft in
            draft.parts.publicKeyHash = draft.randomness.bytes(32)
            return draft.unknownKey
        },
        TokenFault(
            "old-key",
            "sealed to another key of the same merchant, as before a rotation",
            .refuse(.publicKeyHash)
        ) { draft in
            let other = try draft.anotherKey()
            draft.parts.publicKeyHash = SHA256.digest(other.publicKeyInfo)
            try draft.seal { $0.publicKey = other }
            return draft.unknownKey
        },
        TokenFault(
            "sealed-to-another-key",
            "publicKeyHash names this merchant's key, and another one was sealed to",
            .refuse(.decryption)
        ) { draft in
            let other = try draft.anotherKey()
            try draft.seal { $0.publicKey = other }
            return .decryption(
                draft.version == .ecV1 ? .tagMismatch(.ecV1) : .keyNotUnwrapped
            )
        },
        TokenFault(
            "wrong-merchant",
            "sealed to this key for another merchant identifier",
            .refuse(.decryption),
            of: [.ecV1]
        ) { draft in
            let other = SHA256.digest("merchant.test.quince.other")
            try draft.seal { $0.merchantIdentifierHash = other }
            return .decryption(.tagMismatch(.ecV1))
        },
        TokenFault(
            "iv-12-bytes",
            "sealed with twelve zero bytes as the vector, not sixteen",
            .refuse(.decryption)
        ) { draft in
            try draft.seal { $0.vector = [UInt8](repeating: 0, count: 12) }
            return draft.otherKey
        },
        TokenFault(
            "bad-tag",
            "a good signature over a tag that does not match",
            .refuse(.decryption)
        ) { draft in
            draft.parts.data[draft.parts.data.count - 1] ^= 1
            try draft.sign()
            return draft.otherKey
        },
    ]

    private static let boundaryReason =
        "the fields are signed one after the other without lengths; only the tag of data tells"

    /// Bytes that move from one signed field to the next: the signature is as good as before.
    ///
    /// - Source: Documentation/Decisions/0022-verdicts-on-doubtful-tokens.md.
    private static let boundaries: [TokenFault] = [
        TokenFault(
            "boundary-shift-forward",
            "the end of data became transactionId, and that became applicationData",
            .refuse(.decryption),
            because: boundaryReason
        ) { draft in
            draft.parts.applicationData = nil
            try draft.sign()
            draft.parts.applicationData = draft.parts.transactionID
            draft.parts.transactionID = Array(draft.parts.data.suffix(32))
            draft.parts.data.removeLast(32)
            draft.parts.nameTransactionOutside()
            return .decryption(.boundariesMoved)
        },
        TokenFault(
            "boundary-shift-back",
            "applicationData became transactionId, and that became the end of data",
            .refuse(.decryption),
            because: boundaryReason
        ) { draft in
            let hash = draft.parts.applicationData ?? SHA256.digest("TEST order")
            draft.parts.applicationData = hash
            try draft.sign()
            draft.parts.data += draft.parts.transactionID
            draft.parts.transactionID = hash
            draft.parts.applicationData = nil
            draft.parts.nameTransactionOutside()
            return .decryption(.boundariesMoved)
        },
    ]

    private static func ephemeralKey(
        _ name: String,
        _ explanation: String,
        _ problem: TokenRefusal.FormatProblem,
        _ make: @escaping @Sendable (PublicKey, TokenDraft) throws -> [UInt8]
    ) -> TokenFault {
        TokenFault(name, explanation, .refuse(.format), of: [.ecV1]) { draft in
            let key = try PrivateKey(on: .p256, from: draft.randomness).publicKey
            draft.parts.ephemeralPublicKey = try make(key, draft)
            try draft.sign()
            return .format(problem)
        }
    }

    private static let ephemeralKeys: [TokenFault] = [
        ephemeralKey(
            "ephemeral-key-off-curve",
            "ephemeralPublicKey is no point on P-256, and is signed",
            .ephemeralKeyNotOnCurve
        ) { key, _ in
            var info = key.publicKeyInfo
            info[info.count - 1] ^= 1
            return info
        },
        ephemeralKey(
            "ephemeral-key-compressed",
            "ephemeralPublicKey is a compressed point",
            .ephemeralKeyNotP256
        ) { key, _ in
            let point = key.publicKeyInfo.suffix(65)
            let sign: UInt8 = (point.last ?? 0) & 1 == 0 ? 2 : 3
            return publicKeyInfo([sign] + point.dropFirst().prefix(32))
        },
        ephemeralKey(
            "ephemeral-key-infinity",
            "ephemeralPublicKey is the point at infinity",
            .ephemeralKeyNotP256
        ) { _, _ in publicKeyInfo([0]) },
        ephemeralKey(
            "ephemeral-key-p384",
            "ephemeralPublicKey is on P-384",
            .ephemeralKeyNotP256
        ) { _, draft in
            try PrivateKey(on: .p384, from: draft.randomness).publicKey.publicKeyInfo
        },
    ]

    private static let paddings: [TokenFault] = [
        padding("oaep-sha1", "wrappedKey is wrapped with SHA-1") { $0.digests = .sha1 },
        padding("mgf1-sha1", "wrappedKey is wrapped with SHA-256 and MGF1 with SHA-1") {
            $0.digests = .sha256MaskedBySHA1
        },
        padding(
            "aes-256",
            "wrappedKey holds a key of 32 bytes, not 16",
            .wrappedKeyLength(bytes: 32)
        ) { $0.keyLength = 32 },
    ]

    private static func padding(
        _ name: String,
        _ explanation: String,
        _ problem: TokenRefusal.DecryptionProblem = .keyNotUnwrapped,
        _ change: @escaping @Sendable (inout SealingRecipe) -> Void
    ) -> TokenFault {
        TokenFault(name, explanation, .refuse(.decryption), of: [.rsaV1]) { draft in
            try draft.seal(nil, change)
            return .decryption(problem)
        }
    }

    /// A SubjectPublicKeyInfo on P-256 of a point in any form.
    private static func publicKeyInfo(_ point: [UInt8]) -> [UInt8] {
        var info = EllipticCurve.p256.publicKeyInfoPrefix
        // The lengths of the whole and of the bits count an uncompressed point of 65 bytes.
        info[1] = UInt8(Int(info[1]) - 65 + point.count)
        info[info.count - 2] = UInt8(point.count + 1)
        return info + point
    }
}

extension TokenDraft {
    /// A key of the merchant's kind that is not the merchant's.
    fileprivate func anotherKey() throws -> PublicKey {
        switch version {
        case .ecV1: try PrivateKey(on: .p256, from: randomness).publicKey
        case .rsaV1: try RSAPrivateKey(bits: 2048).publicKey
        }
    }
}
