internal import Bytes
internal import Cryptography
internal import JSON
internal import PaymentToken
internal import World

extension TokenFault {
    /// Fields that were changed after the token was signed, or are not as they should be.
    static let fields: [TokenFault] = fieldForms + changedFields

    private static let fieldForms: [TokenFault] = [
        TokenFault("unknown-version", "version says EC_v2", .refuse(.format)) { draft in
            draft.parts.version = "EC_v2"
            return .format(.unknownVersion)
        },
        TokenFault(
            "version-swapped",
            "version, which is not signed, names the other one",
            .refuse(.format)
        ) { draft in
            switch draft.version {
            case .ecV1:
                draft.parts.version = PaymentTokenVersion.rsaV1.rawValue
                return .format(.fieldOfAnotherVersion(.ephemeralPublicKey))
            case .rsaV1:
                draft.parts.version = PaymentTokenVersion.ecV1.rawValue
                return .format(.fieldOfAnotherVersion(.wrappedKey))
            }
        },
        TokenFault(
            "both-header-keys",
            "the header has the other version's key too",
            .refuse(.format)
        ) { draft in
            switch draft.version {
            case .ecV1:
                draft.parts.wrappedKey = draft.randomness.bytes(256)
                return .format(.fieldOfAnotherVersion(.wrappedKey))
            case .rsaV1:
                let key = try PrivateKey(on: .p256, from: draft.randomness)
                draft.parts.ephemeralPublicKey = key.publicKey.publicKeyInfo
                return .format(.fieldOfAnotherVersion(.ephemeralPublicKey))
            }
        },
        TokenFault("no-signature", "signature is not there", .refuse(.format)) { draft in
            let members = draft.parts.paymentData.filter { $0.name != "signature" }
            draft.text = draft.style.written(.object(members))
            return .format(.missing(.signature))
        },
        TokenFault("short-transaction-id", "transactionId has 31 bytes", .refuse(.format)) {
            draft in
            draft.parts.transactionID.removeLast()
            draft.parts.transactionIdentifier = nil
            try draft.sign()
            return .format(.wrongLength(.transactionId, expected: 32, found: 31))
        },
        TokenFault(
            "outer-identifier-differs",
            "transactionIdentifier outside is another payment's",
            .refuse(.format)
        ) { draft in
            let other = Hexadecimal.encode(draft.randomness.bytes(32)).uppercased()
            draft.parts.transactionIdentifier = other
            return .format(.transactionIdentifiersDiffer)
        },
    ]

    private static func changed(
        _ name: String,
        _ explanation: String,
        of versions: [PaymentTokenVersion] = [.ecV1, .rsaV1],
        _ change: @escaping @Sendable (inout TokenDraft) throws -> Void
    ) -> TokenFault {
        TokenFault(name, explanation, .refuse(.signature), of: versions) { draft in
            try change(&draft)
            return .signature(.otherContent)
        }
    }

    private static let changedFields: [TokenFault] = [
        changed("data-tampered", "one bit of data is changed") { $0.parts.data[0] ^= 1 },
        changed("tag-tampered", "one bit of the tag, the last 16 bytes of data, is changed") {
            $0.parts.data[$0.parts.data.count - 1] ^= 1
        },
        changed("ephemeral-key-swapped", "ephemeralPublicKey is another good key", of: [.ecV1]) {
            draft in
            let key = try PrivateKey(on: .p256, from: draft.randomness)
            draft.parts.ephemeralPublicKey = key.publicKey.publicKeyInfo
        },
        changed("wrapped-key-tampered", "one bit of wrappedKey is changed", of: [.rsaV1]) {
            $0.parts.wrappedKey?[255] ^= 1
        },
        changed("transaction-id-swapped", "transactionId is another payment's, inside and out") {
            draft in
            draft.parts.transactionID = draft.randomness.bytes(32)
            draft.parts.nameTransactionOutside()
        },
        changed("application-data-swapped", "applicationData is the digest of another order") {
            draft in
            draft.parts.applicationData = SHA256.digest("TEST order")
            try draft.sign()
            draft.parts.applicationData = SHA256.digest("another TEST order")
        },
        changed("application-data-removed", "applicationData was signed and is not there") {
            draft in
            draft.parts.applicationData = SHA256.digest("TEST order")
            try draft.sign()
            draft.parts.applicationData = nil
        },
        changed("application-data-added", "applicationData was not signed and is there") {
            draft in
            draft.parts.applicationData = nil
            try draft.sign()
            draft.parts.applicationData = SHA256.digest("TEST order")
        },
    ]
}
