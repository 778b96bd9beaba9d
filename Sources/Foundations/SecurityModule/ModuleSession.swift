internal import Bytes
internal import CPKCS11
internal import Cryptography

/// A session with a token, and the private key that was found in it.
@safe
struct ModuleSession: @unchecked Sendable {
    /// The errors after which an operation may succeed in a new session.
    static let losses: Set<CK_RV> = [
        CKR_SESSION_HANDLE_INVALID, CKR_SESSION_CLOSED, CKR_DEVICE_REMOVED, CKR_DEVICE_ERROR,
        CKR_TOKEN_NOT_PRESENT, CKR_USER_NOT_LOGGED_IN, CKR_KEY_HANDLE_INVALID,
        CKR_OBJECT_HANDLE_INVALID, CKR_CRYPTOKI_NOT_INITIALIZED,
    ]

    private let functions: UnsafeMutablePointer<CK_FUNCTION_LIST>
    let handle: CK_SESSION_HANDLE
    let key: CK_OBJECT_HANDLE

    init(_ module: SecurityModule, handle: CK_SESSION_HANDLE, key: CK_OBJECT_HANDLE = 0) {
        unsafe functions = unsafe module.functions
        self.handle = handle
        self.key = key
    }

    /// This session with the key that was found in it.
    func holding(_ key: CK_OBJECT_HANDLE, of module: SecurityModule) -> ModuleSession {
        ModuleSession(module, handle: handle, key: key)
    }

    func close() { _ = unsafe functions.pointee.C_CloseSession?(handle) }

    /// The objects that match a template, at most two: two are enough to know that it is
    /// ambiguous.
    func objects(_ template: AttributeTemplate) throws(SecurityModuleFailure) -> [CK_OBJECT_HANDLE]
    {
        try check(
            unsafe template.lend { start, count in
                unsafe functions.pointee.C_FindObjectsInit?(handle, start, count)
            }
        )
        defer { _ = unsafe functions.pointee.C_FindObjectsFinal?(handle) }
        var found = [CK_OBJECT_HANDLE](repeating: 0, count: 2)
        var count: UInt = 0
        try check(unsafe functions.pointee.C_FindObjects?(handle, &found, 2, &count))
        return Array(found.prefix(Int(min(count, 2))))
    }

    /// The value of an attribute that is not secret; nil if the object does not reveal one.
    func attribute(_ type: CK_ATTRIBUTE_TYPE, of object: CK_OBJECT_HANDLE) -> [UInt8]? {
        var asked = unsafe CK_ATTRIBUTE(type: type, pValue: nil, ulValueLen: 0)
        let length = unsafe functions.pointee.C_GetAttributeValue?(handle, object, &asked, 1)
        guard length == CKR_OK, unsafe asked.ulValueLen <= 4_096 else { return nil }
        var value = [UInt8](repeating: 0, count: Int(unsafe asked.ulValueLen))
        let code = unsafe value.withUnsafeMutableBytes { buffer in
            unsafe asked.pValue = buffer.baseAddress
            return unsafe functions.pointee.C_GetAttributeValue?(handle, object, &asked, 1)
        }
        guard code == CKR_OK, unsafe asked.ulValueLen <= UInt(value.count) else { return nil }
        return Array(value.prefix(Int(unsafe asked.ulValueLen)))
    }

    /// The shared secret of the key and a point, by ECDH without derivation: the x-coordinate.
    ///
    /// The module stores it in a session object, which is read and destroyed.
    func agreement(with peer: PublicKey) throws(SecurityModuleFailure) -> Secret {
        let length = EllipticCurve.p256.coordinateLength
        let template = AttributeTemplate([
            .number(CKA_CLASS, CKO_SECRET_KEY), .number(CKA_KEY_TYPE, CKK_GENERIC_SECRET),
            .flag(CKA_TOKEN, false), .flag(CKA_SENSITIVE, false), .flag(CKA_EXTRACTABLE, true),
            .number(CKA_VALUE_LEN, UInt(length)),
        ])
        var made: CK_OBJECT_HANDLE = 0
        var point = Array(peer.publicKeyInfo.suffix(1 + 2 * length))
        let code = unsafe point.withUnsafeMutableBufferPointer { buffer in
            var parameters = unsafe CK_ECDH1_DERIVE_PARAMS(
                kdf: CKD_NULL,
                ulSharedDataLen: 0,
                pSharedData: nil,
                ulPublicDataLen: UInt(buffer.count),
                pPublicData: buffer.baseAddress
            )
            return unsafe withUnsafeMutableBytes(of: &parameters) { bytes in
                var mechanism = unsafe CK_MECHANISM(
                    mechanism: CKM_ECDH1_DERIVE,
                    pParameter: bytes.baseAddress,
                    ulParameterLen: UInt(bytes.count)
                )
                return unsafe template.lend { start, count in
                    unsafe functions.pointee.C_DeriveKey?(
                        handle,
                        &mechanism,
                        key,
                        start,
                        count,
                        &made
                    )
                }
            }
        }
        try check(code)
        defer { _ = unsafe functions.pointee.C_DestroyObject?(handle, made) }
        return try value(of: made, length: length)
    }

    /// Decrypts with raw RSA; the block still has its padding.
    func rsa(_ sealed: [UInt8]) throws(SecurityModuleFailure) -> Secret {
        var mechanism = unsafe CK_MECHANISM(
            mechanism: CKM_RSA_X_509,
            pParameter: nil,
            ulParameterLen: 0
        )
        try check(unsafe functions.pointee.C_DecryptInit?(handle, &mechanism, key))
        var sealed = sealed
        return try Secret(count: sealed.count) { (span) throws(SecurityModuleFailure) in
            var length = UInt(span.count)
            let code = unsafe span.withUnsafeMutableBufferPointer { output in
                unsafe functions.pointee.C_Decrypt?(
                    handle,
                    &sealed,
                    UInt(sealed.count),
                    output.baseAddress,
                    &length
                )
            }
            try check(code)
            guard length == UInt(span.count) else { throw .moduleFailed(code: CKR_GENERAL_ERROR) }
        }
    }

    private func value(
        of object: CK_OBJECT_HANDLE,
        length: Int
    ) throws(SecurityModuleFailure) -> Secret {
        try Secret(count: length) { (span) throws(SecurityModuleFailure) in
            var asked = unsafe CK_ATTRIBUTE(
                type: CKA_VALUE,
                pValue: nil,
                ulValueLen: UInt(length)
            )
            let code = unsafe span.withUnsafeMutableBufferPointer { output in
                unsafe asked.pValue = UnsafeMutableRawPointer(output.baseAddress)
                return unsafe functions.pointee.C_GetAttributeValue?(handle, object, &asked, 1)
            }
            try check(code)
            guard unsafe asked.ulValueLen == UInt(length) else {
                throw .moduleFailed(code: CKR_GENERAL_ERROR)
            }
        }
    }

    private func check(_ code: CK_RV?) throws(SecurityModuleFailure) {
        guard code == CKR_OK else { throw .moduleFailed(code: code ?? CKR_GENERAL_ERROR) }
    }
}
