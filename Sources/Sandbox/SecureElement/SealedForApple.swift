public import Bytes
public import Cryptography
internal import JSON
internal import PaymentToken

/// Payment data that only Apple's server can open, as it leaves a Secure Element (mission 11.2).
///
/// The form is the sandbox's own, because Apple's is not published: a fresh P-256 key agreed with
/// the server's, the single-step derivation, AES-256-GCM, and an ECDSA signature of the Secure
/// Element over all of it, so that the server knows which chip speaks.
public struct SealedForApple: Hashable, Sendable {
    /// The chip that sealed it.
    public let secureElement: SecureElementID
    /// The payment that it is for.
    public let instruction: PaymentInstruction
    /// The chip's key for this message, a SubjectPublicKeyInfo.
    public let ephemeralPublicKey: [UInt8]
    /// The sealed payload with its tag.
    public let data: [UInt8]
    /// The chip's signature.
    public let signature: [UInt8]
}

extension SealedForApple {
    /// Seals a payload for Apple's server.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure``.
    init(
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

    /// Opens the payload, as Apple's server.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure/authenticationFailed`` where the chip's
    ///   signature or the seal is not good.
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

    /// Everything that the payload must not be moved away from, each part with its length.
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
        return parts.flatMap { [UInt8($0.count >> 8), UInt8($0.count & 0xff)] + $0 }
    }
}

extension PaymentInstruction {
    /// What is more than in a payment of one amount to one merchant, each kind under its name.
    fileprivate var contextOfTypedPayment: [[UInt8]] {
        let token = merchantToken.map {
            ["merchant token", $0.identifier, $0.metadata.json.compact]
        }
        let shares = parts.flatMap { ["part", $0.merchantIdentifier, String($0.amountMinorUnits)] }
        return ((token ?? []) + shares).map { Array($0.utf8) }
    }
}
