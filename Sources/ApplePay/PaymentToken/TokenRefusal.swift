public import BERTLV
public import Bytes
public import Certificates
public import JSON
public import World

/// Why a payment token was refused.
///
/// One case a step of Apple's procedure. Every case carries what an operator needs to act and
/// nothing that must stay out of a log: no key, no plaintext, and no text that the sender chose.
///
/// - Source: Apple, *Payment token format reference*, "Verify the signature" and the steps after.
public enum TokenRefusal: Error, Hashable, Sendable {
    /// The bytes are not a payment token.
    case format(FormatProblem)
    /// The token is well formed, but its signature is not of the required form or not over it.
    case signature(SignatureProblem)
    /// The signer's certificates do not lead to the trusted root.
    case chain(ChainFailure)
    /// The certificates name the trusted TEST root as issuer, and another key signed them: each mint
    /// makes a root of its own under the same name.
    case anotherTestRoot
    /// The certificates lead to the root, but are not those that Apple signs tokens with.
    case markers(MarkerProblem)
    /// Signed in another environment than the one that payments are taken from.
    case environment(EnvironmentProblem)
    /// Signed too long before or after the moment of the check.
    case signingTime(signedAt: UnixTime, checkedAt: UnixTime, window: SigningTimeWindow)
    /// Sealed to a key that is not ours.
    case publicKeyHash(token: [UInt8], of: PaymentTokenVersion, ours: [KnownKey])
    /// Authentic and sealed to our key, yet it does not open, or what is inside is no payment.
    case decryption(DecryptionProblem)
    /// Accepted once already.
    case replay(TransactionID)

    /// The steps at which a token can be refused, as `quince token --json` names them.
    public enum Step: String, Hashable, Sendable, CaseIterable {
        /// Reading the token.
        case format
        /// Checking the signature over it.
        case signature
        /// Checking the signer's certificates.
        case chain
        /// Checking that they are meant for tokens.
        case markers
        /// Telling test payments from real ones.
        case environment
        /// Comparing the signing time with the time of the check.
        case signingTime
        /// Finding the key to open it with.
        case publicKeyHash
        /// Opening it.
        case decryption
        /// Making sure that it was not used before.
        case replay
    }

    /// What is wrong with the form.
    public enum FormatProblem: Error, Hashable, Sendable {
        /// There are no bytes at all.
        case empty
        /// There is no payment data: the token comes from Apple's Simulator.
        case simulatorToken
        /// A token stands inside `token` and another beside it.
        case severalTokens
        /// More bytes than any token has.
        case tooLong(limit: Int)
        /// Not JSON, or JSON that readers could take differently.
        case notJSON(JSONFailure)
        /// A field is not there.
        case missing(TokenField)
        /// A field is of another JSON type.
        case wrongType(TokenField)
        /// A field is not Base64 in its one canonical form.
        case notBase64(TokenField, Base64.Failure)
        /// A field is not hexadecimal.
        case notHexadecimal(TokenField, Hexadecimal.Failure)
        /// A field has another number of bytes.
        case wrongLength(TokenField, expected: Int, found: Int)
        /// The version is neither EC_v1 nor RSA_v1.
        case unknownVersion
        /// A field of the header belongs to the other version.
        case fieldOfAnotherVersion(TokenField)
        /// The ephemeral key is not an uncompressed P-256 key.
        case ephemeralKeyNotP256
        /// The ephemeral key is not a point on P-256.
        case ephemeralKeyNotOnCurve
        /// The identifiers outside and inside the payment data differ.
        case transactionIdentifiersDiffer
    }

    /// What is wrong with the signature.
    public enum SignatureProblem: Hashable, Sendable {
        /// Not the signed data that Apple makes.
        case form(SignedDataFailure)
        /// Good in itself, but over other bytes than these.
        case otherContent
        /// Neither of the two certificates is the signer's.
        case signerIsNotTheLeaf
        /// One of the two certificates cannot be read.
        case certificate(CertificateFailure)
        /// The algorithm is not that of the token's version or of the signer's key.
        case algorithmOfAnotherVersion
        /// The signer's key did not make this signature.
        case invalid
    }

    /// Which marker extension is missing.
    public enum MarkerProblem: Hashable, Sendable {
        /// 1.2.840.113635.100.6.29 in the leaf.
        case leaf
        /// 1.2.840.113635.100.6.2.14 in the intermediate.
        case intermediate
    }

    /// Which environments were mixed up.
    public enum EnvironmentProblem: Hashable, Sendable {
        /// A TEST root of Quince's sandbox, at a verifier that trusts another root.
        case testRoot
        /// Apple's sandbox, at a verifier of real payments.
        case sandboxSigner
        /// A real payment, at a verifier for Apple's sandbox.
        case productionSigner
    }

    /// Why an authentic token does not open.
    public enum DecryptionProblem: Error, Hashable, Sendable {
        /// Sealed to this key for another merchant identifier, which is among those of our keys.
        case anotherMerchantIdentifier
        /// The hash names one key of ours, and the token was sealed to another of ours.
        case anotherKey
        /// The boundaries between the signed fields were moved: the payload opens in the other
        /// reading of the signed bytes.
        case boundariesMoved
        /// The hash names a key of ours that tokens of the other version are sealed to.
        case keyOfAnotherVersion(token: PaymentTokenVersion, key: PaymentTokenVersion)
        /// The wrapped key does not unwrap by Apple's padding.
        case keyNotUnwrapped
        /// The wrapped key unwraps, and is not an AES-128 key of 16 bytes.
        case wrappedKeyLength(bytes: Int)
        /// The tag of the payload does not match, and why is not known.
        case tagMismatch(PaymentTokenVersion)
        /// The merchant's key lives elsewhere and cannot be asked just now.
        case keyUnavailable
        /// What was sealed is not JSON.
        case payloadNotJSON
        /// What was sealed is JSON in which an object has one name twice.
        case payloadRepeatsName
        /// What was sealed is JSON that is nested deeper, or has more members, than is read.
        case payloadTooLarge
        /// A field of the payload is missing or not what Apple documents.
        case payloadField(PayloadField)
        /// The chip data is not BER-TLV.
        case chipData(BERTLVFailure)
        /// An object of the chip data is not in EMV's format.
        case chipDataField(ChipData.Field)
        /// The chip says another amount or currency than the payload around it.
        case chipDataDiffers(ChipData.Field)
        /// libcrypto failed for a reason of its own.
        case libraryFailed
    }

    /// A key that tokens could have been opened with.
    public struct KnownKey: Hashable, Sendable {
        /// SHA-256 of its SubjectPublicKeyInfo.
        public let publicKeyHash: [UInt8]
        /// Which tokens are sealed to such a key.
        public let version: PaymentTokenVersion

        /// A key by its hash.
        public init(publicKeyHash: [UInt8], version: PaymentTokenVersion) {
            self.publicKeyHash = publicKeyHash
            self.version = version
        }

        /// What a refusal says of a merchant's key.
        public init(_ key: MerchantKey) {
            self.init(publicKeyHash: key.publicKeyHash, version: key.version)
        }
    }

    /// The step at which the token was refused.
    public var step: Step {
        switch self {
        case .format: .format
        case .signature: .signature
        case .chain, .anotherTestRoot: .chain
        case .markers: .markers
        case .environment: .environment
        case .signingTime: .signingTime
        case .publicKeyHash: .publicKeyHash
        case .decryption: .decryption
        case .replay: .replay
        }
    }
}
