public import ASN1
public import Bytes
public import Certificates
public import JSON
public import World

/// Why a payment token was refused.
///
/// There is one case per step of Apple's procedure. A case contains what an operator needs to act
/// and nothing that must stay out of a log: no key, no plaintext, and no text from the sender.
///
/// - Source: Apple, *Payment token format reference*, "Verify the signature" and the steps after.
public enum TokenRefusal: Error, Hashable, Sendable {
    /// The bytes are not a payment token.
    case format(FormatProblem)
    /// The token is well formed, but its signature has another form or does not cover it.
    case signature(SignatureProblem)
    /// The signer's certificates do not chain to the trusted root.
    case chain(ChainFailure)
    /// The issuer has the name of the trusted TEST root, but another key: each mint creates its
    /// own root under the same name.
    case anotherTestRoot
    /// The certificates chain to the root, but are not those with which Apple signs tokens.
    case markers(MarkerProblem)
    /// Signed in another environment than the accepted one.
    case environment(EnvironmentProblem)
    /// Signed too long before or after the verification time.
    case signingTime(signedAt: UnixTime, checkedAt: UnixTime, window: SigningTimeWindow)
    /// Encrypted for a key that is not ours.
    case publicKeyHash(token: [UInt8], of: PaymentTokenVersion, ours: [KnownKey])
    /// Authentic and encrypted for our key, but it cannot be decrypted, or the payload is invalid.
    case decryption(DecryptionProblem)
    /// The transaction was accepted before.
    case replay(TransactionID)

    /// The steps at which a token can be refused, with the names of `quince token --json`.
    public enum Step: String, Hashable, Sendable, CaseIterable {
        /// Parsing the token.
        case format
        /// Verifying the signature.
        case signature
        /// Verifying the signer's certificates.
        case chain
        /// Checking that the certificates are marked for tokens.
        case markers
        /// Distinguishing test payments from real ones.
        case environment
        /// Comparing the signing time with the verification time.
        case signingTime
        /// Finding the key.
        case publicKeyHash
        /// Decrypting the payload.
        case decryption
        /// Checking that the transaction is new.
        case replay
    }

    /// The problem of the form.
    public enum FormatProblem: Error, Hashable, Sendable {
        /// There are no bytes.
        case empty
        /// There is no payment data: the token comes from Apple's Simulator.
        case simulatorToken
        /// There is a token inside `token` and another beside it.
        case severalTokens
        /// There are more bytes than in any token.
        case tooLong(limit: Int)
        /// Not JSON, or JSON that parsers could read differently.
        case notJSON(JSONFailure)
        /// A field is missing.
        case missing(TokenField)
        /// A field has another name than Apple's, such as one in snake case.
        case spelledOtherwise(TokenField, String)
        /// It is no token, and one stands inside of it.
        case elsewhere(TokenPlace)
        /// A field has another JSON type.
        case wrongType(TokenField)
        /// A field is not canonical Base64.
        case notBase64(TokenField, Base64.Failure)
        /// A field is not hexadecimal.
        case notHexadecimal(TokenField, Hexadecimal.Failure)
        /// A field has the wrong number of bytes.
        case wrongLength(TokenField, expected: Int, found: Int)
        /// The version is neither EC_v1 nor RSA_v1.
        case unknownVersion
        /// A header field belongs to the other version.
        case fieldOfAnotherVersion(TokenField)
        /// The ephemeral key is not an uncompressed P-256 key.
        case ephemeralKeyNotP256
        /// The ephemeral key is not a point on P-256.
        case ephemeralKeyNotOnCurve
        /// The identifiers outside and inside the payment data differ.
        case transactionIdentifiersDiffer
    }

    /// The problem of the signature.
    public enum SignatureProblem: Hashable, Sendable {
        /// Not signed data in Apple's form.
        case form(SignedDataFailure)
        /// Valid, but for other bytes.
        case otherContent
        /// Neither of the two certificates is the signer's.
        case signerIsNotTheLeaf
        /// One of the two certificates cannot be read.
        case certificate(CertificateFailure)
        /// The algorithm is not the one of the token's version or of the signer's key.
        case algorithmOfAnotherVersion
        /// The signature was not made with the signer's key.
        case invalid
    }

    /// Which marker extension is missing.
    public enum MarkerProblem: Hashable, Sendable {
        /// 1.2.840.113635.100.6.29 in the leaf.
        case leaf
        /// 1.2.840.113635.100.6.2.14 in the intermediate.
        case intermediate
    }

    /// Which environments were confused.
    public enum EnvironmentProblem: Hashable, Sendable {
        /// A TEST root of Quince's sandbox, in a verifier that trusts another root.
        case testRoot
        /// Apple's sandbox, in a verifier of real payments.
        case sandboxSigner
        /// A real payment, in a verifier for Apple's sandbox.
        case productionSigner
    }

    /// Why an authentic token cannot be decrypted.
    public enum DecryptionProblem: Error, Hashable, Sendable {
        /// Encrypted for this key and another merchant identifier, which belongs to one of our
        /// keys.
        case anotherMerchantIdentifier
        /// The hash names one of our keys, but the token was encrypted for another of our keys.
        case anotherKey
        /// The boundaries between the signed fields were moved: the payload can be decrypted in
        /// the other reading of the signed bytes.
        case boundariesMoved
        /// The hash names one of our keys, which is for tokens of the other version.
        case keyOfAnotherVersion(token: PaymentTokenVersion, key: PaymentTokenVersion)
        /// The wrapped key cannot be unwrapped with Apple's padding.
        case keyNotUnwrapped
        /// The unwrapped key is not an AES-128 key of 16 bytes.
        case wrappedKeyLength(bytes: Int)
        /// The payload's tag does not match, and the cause is unknown.
        case tagMismatch(PaymentTokenVersion)
        /// The merchant's key is stored elsewhere and cannot be used at the moment.
        case keyUnavailable
        /// The payload is not JSON.
        case payloadNotJSON
        /// The payload is JSON in which an object repeats a name.
        case payloadRepeatsName
        /// The payload is JSON that is nested too deeply or has too many members.
        case payloadTooLarge
        /// A field of the payload is missing or not what Apple documents.
        case payloadField(PayloadField)
        /// The chip data is not BER-TLV.
        case chipData(BERTLVFailure)
        /// An object of the chip data is not in EMV's format.
        case chipDataField(ChipData.Field)
        /// The chip's amount or currency differs from the payload's.
        case chipDataDiffers(ChipData.Field)
        /// libcrypto failed for another reason.
        case libraryFailed
    }

    /// A key that was available for decryption.
    public struct KnownKey: Hashable, Sendable {
        /// SHA-256 of its SubjectPublicKeyInfo.
        public let publicKeyHash: [UInt8]
        /// The version of the tokens that are encrypted for the key.
        public let version: PaymentTokenVersion

        /// Creates a key from its hash.
        public init(publicKeyHash: [UInt8], version: PaymentTokenVersion) {
            self.publicKeyHash = publicKeyHash
            self.version = version
        }

        /// The part of a merchant's key that a refusal contains.
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
