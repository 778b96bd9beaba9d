internal import Bytes
internal import COpenSSL
internal import World

/// The private scalar of an elliptic-curve key: at least one and below the curve's order.
struct Scalar: Sendable {
    let curve: EllipticCurve
    private let bytes: Secret

    /// Creates a scalar: draws random candidates until one is in range.
    ///
    /// - Source: FIPS 186-4 § B.4.2, key pair generation by testing candidates.
    init(on curve: EllipticCurve, from randomness: any Randomness) {
        while true {
            var candidate = randomness.bytes(curve.coordinateLength)
            let scalar = Scalar(curve: curve, bytes: Secret(copying: candidate))
            candidate.clear()
            guard scalar.isInRange else { continue }
            self = scalar
            return
        }
    }

    private init(curve: EllipticCurve, bytes: Secret) {
        self.curve = curve
        self.bytes = bytes
    }

    /// The public key of the pair.
    var publicKey: PublicKey {
        get throws(CryptographyFailure) {
            let group = unsafe CurveParameters.of(curve).group
            guard let point = unsafe EC_POINT_new(group) else { throw .libraryFailed }
            defer { unsafe EC_POINT_free(point) }
            var encoded = [UInt8](repeating: 0, count: 1 + 2 * curve.coordinateLength)
            let isMultiplied = unsafe withNumber { number in
                unsafe EC_POINT_mul(group, point, number, nil, nil, nil) == 1
                    && EC_POINT_point2oct(
                        group,
                        point,
                        POINT_CONVERSION_UNCOMPRESSED,
                        &encoded,
                        encoded.count,
                        nil
                    ) == encoded.count
            }
            guard isMultiplied else { throw .libraryFailed }
            return try PublicKey(uncompressedPoint: encoded[...], on: curve)
        }
    }

    /// The x-coordinate of a public point times this scalar, in full length.
    func agreement(with peer: PublicKey) throws(CryptographyFailure) -> Secret {
        guard peer.kind == .ellipticCurve(curve) else { throw .wrongKind }
        let group = unsafe CurveParameters.of(curve).group
        let encoded = peer.publicKeyInfo[curve.publicKeyInfoPrefix.count...]
        guard let point = unsafe EC_POINT_new(group), let common = unsafe EC_POINT_new(group),
            let x = unsafe BN_secure_new()
        else { throw .libraryFailed }
        defer {
            unsafe EC_POINT_free(point)
            unsafe EC_POINT_clear_free(common)
            unsafe BN_clear_free(x)
        }
        let isMultiplied = unsafe withNumber { number in
            unsafe encoded.withUnsafeBufferPointer {
                unsafe EC_POINT_oct2point(group, point, $0.baseAddress, $0.count, nil) == 1
            } && EC_POINT_mul(group, common, nil, point, number, nil) == 1
                && EC_POINT_is_at_infinity(group, common) == 0
                && EC_POINT_get_affine_coordinates(group, common, x, nil, nil) == 1
        }
        guard isMultiplied else { throw .libraryFailed }
        return try Secret(count: curve.coordinateLength) { (span) throws(CryptographyFailure) in
            let length = unsafe span.withUnsafeMutableBufferPointer {
                unsafe BN_bn2binpad(x, $0.baseAddress, Int32($0.count))
            }
            guard Int(length) == curve.coordinateLength else { throw .libraryFailed }
        }
    }

    /// Passes the scalar as a libcrypto number, which is cleared afterwards.
    func withNumber<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        guard let number = unsafe BN_secure_new() else {
            preconditionFailure("libcrypto has no memory for a number")
        }
        defer { unsafe BN_clear_free(number) }
        bytes.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer {
                _ = unsafe BN_bin2bn($0.baseAddress, Int32($0.count), number)
            }
        }
        unsafe BN_set_flags(number, BN_FLG_CONSTTIME)
        return unsafe body(number)
    }

    private var isInRange: Bool {
        unsafe withNumber { number in
            let order = unsafe EC_GROUP_get0_order(CurveParameters.of(curve).group)
            return unsafe BN_is_zero(number) == 0 && BN_cmp(number, order) < 0
        }
    }
}
