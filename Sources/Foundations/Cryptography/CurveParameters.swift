internal import COpenSSL

/// A key object with a curve and no key, from which keys on that curve are made cheaply.
@safe
final class CurveParameters: @unchecked Sendable {
    let pointer: OpaquePointer

    static func of(_ curve: EllipticCurve) -> CurveParameters {
        switch curve {
        case .p256: p256
        case .p384: p384
        }
    }

    private static let p256 = CurveParameters(.p256)
    private static let p384 = CurveParameters(.p384)

    private init(_ curve: EllipticCurve) {
        guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil),
            unsafe EVP_PKEY_paramgen_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, curve.numericIdentifier) == 1
        else { preconditionFailure("libcrypto has no curve \(curve.rawValue)") }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard unsafe EVP_PKEY_paramgen(context, &made) == 1, let made = unsafe made else {
            preconditionFailure("libcrypto has no curve \(curve.rawValue)")
        }
        unsafe pointer = made
    }
}
