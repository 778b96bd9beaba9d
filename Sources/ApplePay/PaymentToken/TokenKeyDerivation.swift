internal import Bytes
internal import Cryptography

/// Derives the payload's key from the shared secret, for EC_v1.
///
/// - Source: Apple, *Restoring the symmetric key*: NIST SP 800-56A single-step derivation with
///   the algorithm identifier `0x0D "id-aes256-GCM"`, party U "Apple" and party V the SHA-256 of
///   the merchant identifier. The initialization vector is 16 zero bytes, not the usual 12.
enum TokenKeyDerivation {
    static let initializationVector = [UInt8](repeating: 0, count: 16)

    static func symmetricKey(sharedSecret: Secret, merchantIdentifierHash: [UInt8]) -> Secret {
        SingleStepKDF.key(
            sharedSecret: sharedSecret,
            fixedInfo: [0x0d] + Array("id-aes256-GCM".utf8) + Array("Apple".utf8)
                + merchantIdentifierHash
        )
    }
}
