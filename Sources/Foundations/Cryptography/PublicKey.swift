internal import COpenSSL

/// A public key, by libcrypto: on P-256 or P-384, or RSA.
///
/// The point of an elliptic-curve key is always on its curve and not the point at infinity.
@safe
public final class PublicKey: @unchecked Sendable {
    /// The kind of key.
    public enum Kind: Hashable, Sendable {
        /// A key on an elliptic curve.
        case ellipticCurve(EllipticCurve)
        /// An RSA key of this many bits.
        case rsa(bits: Int)
    }

    /// The kind of key.
    public let kind: Kind
    let pointer: OpaquePointer
    /// The SubjectPublicKeyInfo, if it is known without asking libcrypto.
    private let encoded: [UInt8]?
    private let verifications: PreparedContexts

    /// Takes ownership of a reference from libcrypto.
    init(adopting pointer: OpaquePointer) throws(CryptographyFailure) {
        unsafe self.pointer = pointer
        guard let kind = unsafe Self.kind(of: pointer) else {
            unsafe EVP_PKEY_free(pointer)
            throw .wrongKind
        }
        self.kind = kind
        encoded = nil
        verifications = Self.verifications(by: kind)
        if case .rsa = kind { return }
        // libcrypto also decodes the point at infinity.
        guard unsafe Self.isValid(pointer) else {
            ERR_clear_error()
            throw .pointNotOnCurve
        }
    }

    private init(adopting pointer: OpaquePointer, curve: EllipticCurve, encoded: [UInt8]) {
        unsafe self.pointer = pointer
        kind = .ellipticCurve(curve)
        self.encoded = encoded
        verifications = Self.verifications(by: kind)
    }

    deinit {
        guard encoded != nil, case .ellipticCurve(let curve) = kind else {
            unsafe EVP_PKEY_free(pointer)
            return
        }
        unsafe CurveParameters.of(curve).keep(pointer)
    }

    /// Creates a key from an uncompressed point, `04 || x || y`.
    ///
    /// - Throws: ``CryptographyFailure/notAPublicKey`` for any other form or length, and
    ///   ``CryptographyFailure/pointNotOnCurve``.
    public convenience init(
        uncompressedPoint point: ArraySlice<UInt8>,
        on curve: EllipticCurve
    ) throws(CryptographyFailure) {
        try self.init(publicKeyInfo: curve.publicKeyInfoPrefix + point, on: curve)
    }

    /// Creates a key from a DER SubjectPublicKeyInfo on P-256 with an uncompressed point.
    ///
    /// - Source: RFC 5480 § 2.
    /// - Throws: ``CryptographyFailure/notAPublicKey`` for any other form, and
    ///   ``CryptographyFailure/pointNotOnCurve``.
    public convenience init(p256PublicKeyInfo info: [UInt8]) throws(CryptographyFailure) {
        try self.init(publicKeyInfo: info, on: .p256)
    }

    private convenience init(
        publicKeyInfo info: [UInt8],
        on curve: EllipticCurve
    ) throws(CryptographyFailure) {
        guard curve.hasPublicKeyInfoForm(info) else { throw .notAPublicKey }
        let point = info[curve.publicKeyInfoPrefix.count...]
        guard let pointer = unsafe CurveParameters.of(curve).key(at: point) else {
            ERR_clear_error()
            throw .pointNotOnCurve
        }
        unsafe self.init(adopting: pointer, curve: curve, encoded: info)
    }

    /// Creates a key from the DER SubjectPublicKeyInfo of a supported kind.
    ///
    /// Only a named curve and an uncompressed point are accepted. libcrypto also decodes BER
    /// lengths, other forms of points and explicit curve parameters; then one key would have
    /// several encodings, and several of the digests by which tokens identify it.
    ///
    /// - Source: RFC 5480 § 2; RFC 3279 § 2.3.1.
    /// - Throws: ``CryptographyFailure/notAPublicKey``, ``CryptographyFailure/wrongKind``, and
    ///   ``CryptographyFailure/pointNotOnCurve`` for the point at infinity.
    public convenience init(publicKeyInfo info: [UInt8]) throws(CryptographyFailure) {
        // The common forms are decoded here: libcrypto's decoder is twenty times slower.
        for curve in [EllipticCurve.p256, .p384] where curve.hasPublicKeyInfoForm(info) {
            do { try self.init(publicKeyInfo: info, on: curve) } catch {
                throw error == .pointNotOnCurve ? .notAPublicKey : error
            }
            return
        }
        let pointer = unsafe info.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            let key = unsafe d2i_PUBKEY(nil, &position, bytes.count)
            guard let key = unsafe key else { return unsafe nil as OpaquePointer? }
            guard let start = bytes.baseAddress, unsafe position == start + bytes.count else {
                unsafe EVP_PKEY_free(key)
                return nil
            }
            return unsafe key
        }
        guard let pointer = unsafe pointer else {
            ERR_clear_error()
            throw .notAPublicKey
        }
        try unsafe self.init(adopting: pointer)
        guard case .rsa = kind, publicKeyInfo == info else { throw .notAPublicKey }
    }

    /// The key as a DER SubjectPublicKeyInfo.
    public var publicKeyInfo: [UInt8] {
        if let encoded { return encoded }
        var buffer: UnsafeMutablePointer<UInt8>?
        let length = unsafe i2d_PUBKEY(pointer, &buffer)
        precondition(length > 0, "libcrypto cannot write a key that it holds")
        defer { unsafe quince_OPENSSL_free(buffer) }
        return unsafe Array(UnsafeBufferPointer(start: buffer, count: Int(length)))
    }

    /// Whether a signature over a SHA-256 digest was made with this key.
    ///
    /// For an elliptic curve the signature is ECDSA in canonical DER; for RSA it is PKCS #1 v1.5.
    ///
    /// - Source: FIPS 186-4 § 6; RFC 3279 § 2.2.3; RFC 8017 § 8.2.
    public func isValidSignature(_ signature: [UInt8], forSHA256 digest: [UInt8]) -> Bool {
        digest.count == SHA256.digestLength && isValid(signature, over: digest)
    }

    private func isValid(_ signature: [UInt8], over digest: [UInt8]) -> Bool {
        let isValid = unsafe verifications.use(with: pointer) {
            unsafe EVP_PKEY_verify($0, signature, signature.count, digest, digest.count) == 1
        }
        if !isValid { ERR_clear_error() }
        return isValid
    }

    /// Whether an ECDSA signature over a SHA-384 digest was made with this key.
    ///
    /// Always false for RSA, which is used only with SHA-256.
    public func isValidSignature(_ signature: [UInt8], forSHA384 digest: [UInt8]) -> Bool {
        guard case .ellipticCurve = kind, digest.count == SHA384.digestLength else { return false }
        return isValid(signature, over: digest)
    }

    private static func verifications(by kind: Kind) -> PreparedContexts {
        if case .rsa = kind { return unsafe PreparedContexts(preparedBy: prepareRSA) }
        return unsafe PreparedContexts(preparedBy: prepareECDSA)
    }

    private static let prepareECDSA: @Sendable (OpaquePointer) -> Bool = {
        unsafe EVP_PKEY_verify_init($0) == 1
    }

    private static let prepareRSA: @Sendable (OpaquePointer) -> Bool = {
        unsafe EVP_PKEY_verify_init($0) == 1
            && EVP_PKEY_CTX_set_rsa_padding($0, RSA_PKCS1_PADDING) == 1
            && EVP_PKEY_CTX_set_signature_md($0, FetchedAlgorithms.shared.sha256) == 1
    }

    /// Passes libcrypto's key to a module that also wraps libcrypto and keeps no reference to it.
    package func withKeyPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        unsafe body(pointer)
    }

    private static func isValid(_ pointer: OpaquePointer) -> Bool {
        guard let context = unsafe EVP_PKEY_CTX_new(pointer, nil) else { return false }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        return unsafe EVP_PKEY_public_check_quick(context) == 1
    }

    private static func kind(of pointer: OpaquePointer) -> Kind? {
        if unsafe EVP_PKEY_is_a(pointer, "RSA") == 1 {
            return .rsa(bits: Int(unsafe EVP_PKEY_get_bits(pointer)))
        }
        guard unsafe EVP_PKEY_is_a(pointer, "EC") == 1 else { return nil }
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard unsafe EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else {
            return nil
        }
        switch String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self) {
        case SN_X9_62_prime256v1, "P-256": return .ellipticCurve(.p256)
        case SN_secp384r1, "P-384": return .ellipticCurve(.p384)
        default: return nil
        }
    }
}

extension PublicKey: Equatable {
    /// Whether two keys are the same key.
    public static func == (left: PublicKey, right: PublicKey) -> Bool {
        unsafe EVP_PKEY_eq(left.pointer, right.pointer) == 1
    }
}
