public import Bytes
internal import CardAccounts
public import Cryptography
internal import JSON
internal import PaymentToken

/// Payment data that a Secure Element has encrypted for Apple's server (mission 11.2).
///
/// The format is the sandbox's own, because Apple's is not published: agreement between an
/// ephemeral P-256 key and the server's key, single-step key derivation, AES-256-GCM, and the
/// Secure Element's ECDSA signature over everything, so that the server knows which Secure Element
/// sent it.
public struct SealedForApple: Hashable, Sendable {
    /// The Secure Element that encrypted it.
    public let secureElement: SecureElementID
    /// The payment.
    public let instruction: PaymentInstruction
    /// The ephemeral public key, a SubjectPublicKeyInfo.
    public let ephemeralPublicKey: [UInt8]
    /// The encrypted payload with its tag.
    public let data: [UInt8]
    /// The Secure Element's signature.
    public let signature: [UInt8]
}

extension SealedForApple {
    /// Encrypts a payload for Apple's server.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure``.
    package init(
        _ payload: Secret,
        of instruction: PaymentInstruction,
        from secureElement: SecureElementID,
        signedBy key: PrivateKey,
        ephemeralKey: PrivateKey,
        to server: PublicKey
    ) throws(CryptographyFailure) {
        let context = Self.context(of: instruction, from: secureElement)
        let sealingKey = SingleStepKDF.key(
            sharedSecret: try ephemeralKey.sharedSecret(with: server),
            fixedInfo: context
        )
        let data = try AESGCM.seal(payload, key: sealingKey, initializationVector: Self.vector)
        let info = ephemeralKey.publicKey.publicKeyInfo
        self.init(
            secureElement: secureElement,
            instruction: instruction,
            ephemeralPublicKey: info,
            data: data,
            signature: try key.signature(overSHA256: SHA256.digest(context + info + data))
        )
    }

    /// Decrypts the payload with Apple's server's key.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure/authenticationFailed`` if the signature or the
    ///   tag is not valid.
    public func opened(
        with server: PrivateKey,
        from secureElementKey: PublicKey
    ) throws(CryptographyFailure) -> Secret {
        let context = Self.context(of: instruction, from: secureElement)
        let digest = SHA256.digest(context + ephemeralPublicKey + data)
        guard secureElementKey.isValidSignature(signature, forSHA256: digest) else {
            throw .authenticationFailed
        }
        let peer = try PublicKey(p256PublicKeyInfo: ephemeralPublicKey)
        let key = SingleStepKDF.key(
            sharedSecret: try server.sharedSecret(with: peer),
            fixedInfo: context
        )
        return try AESGCM.open(data, key: key, initializationVector: Self.vector)
    }

    private static let vector = [UInt8](repeating: 0, count: 16)

    /// The values that the payload is bound to, each with its length.
    private static func context(
        of instruction: PaymentInstruction,
        from secureElement: SecureElementID
    ) -> [UInt8] {
        let parts: [[UInt8]] =
            [
                Array("Quince TEST Secure Element".utf8),
                secureElement.bytes,
                instruction.transactionID.bytes,
                Array(instruction.merchantIdentifier.utf8),
                Array(String(instruction.amountMinorUnits).utf8),
                Array(instruction.currencyNumericCode.utf8),
                instruction.applicationDataHash ?? [],
            ] + instruction.contextOfTypedPayment
        return parts.flatMap { part in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: part.count >> $0) } + part
        }
    }
}

extension PaymentInstruction {
    /// The values of a payment that are beyond one amount for one merchant, each with its name.
    fileprivate var contextOfTypedPayment: [[UInt8]] {
        let token = merchantToken.map {
            ["merchant token", $0.identifier, $0.metadata.json.compact]
        }
        let shares = parts.flatMap { ["part", $0.merchantIdentifier, String($0.amountMinorUnits)] }
        let chip = chipTerms.map { ["chip", $0.countryNumericCode, $0.date] }
        return ((token ?? []) + shares + (chip ?? [])).map { Array($0.utf8) }
    }
}
