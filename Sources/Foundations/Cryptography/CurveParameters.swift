internal import COpenSSL
internal import World

/// The objects of libcrypto for a curve: the group, and key objects without a point.
///
/// Creating either takes longer than multiplying a point, so the group is created once and unused
/// key objects are kept for the next point. A point is not secret.
@safe
final class CurveParameters: @unchecked Sendable {
    /// The maximum number of unused key objects: one for each token that is worked on at once, since a
    /// payment holds its key until it is answered.
    static let limit = 512

    let group: OpaquePointer
    private let pattern: OpaquePointer
    private let idle = unsafe LockedValue<[OpaquePointer]>([])

    static func of(_ curve: EllipticCurve) -> CurveParameters {
        switch curve {
        case .p256: p256
        case .p384: p384
        }
    }

    private static let p256 = CurveParameters(.p256)
    private static let p384 = CurveParameters(.p384)

    private init(_ curve: EllipticCurve) {
        guard let group = unsafe EC_GROUP_new_by_curve_name(curve.numericIdentifier),
            let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil),
            unsafe EVP_PKEY_paramgen_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, curve.numericIdentifier) == 1
        else { preconditionFailure("libcrypto has no curve \(curve.rawValue)") }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard unsafe EVP_PKEY_paramgen(context, &made) == 1, let made = unsafe made else {
            preconditionFailure("libcrypto has no curve \(curve.rawValue)")
        }
        unsafe self.group = group
        unsafe pattern = made
    }

    /// A key object with an uncompressed point, or nil if the point is not on the curve.
    ///
    /// libcrypto refuses coordinates that are not below the prime, and points that are not on the
    /// curve. The point at infinity has no encoding of this form.
    func key(at point: ArraySlice<UInt8>) -> OpaquePointer? {
        let kept = unsafe idle.withLock { unsafe $0.popLast() }
        guard let key = unsafe kept ?? EVP_PKEY_dup(pattern) else { return nil }
        let isOnCurve = unsafe point.withUnsafeBufferPointer {
            unsafe EVP_PKEY_set1_encoded_public_key(key, $0.baseAddress, $0.count) == 1
        }
        guard isOnCurve else {
            unsafe EVP_PKEY_free(key)
            return nil
        }
        return unsafe key
    }

    /// Keeps a key object for reuse; it must come from ``key(at:)`` and have no other user.
    func keep(_ key: OpaquePointer) {
        let isKept = unsafe idle.withLock { keys in
            guard unsafe keys.count < Self.limit else { return false }
            unsafe keys.append(key)
            return true
        }
        if !isKept { unsafe EVP_PKEY_free(key) }
    }
}
