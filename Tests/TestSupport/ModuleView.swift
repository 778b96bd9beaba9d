internal import CPKCS11
internal import Foundation
internal import Glibc

/// A second user of the module in this process, who looks at it and does it harm.
@safe
public struct ModuleView: Sendable {
    /// CKA_SENSITIVE of the key.
    public let isSensitive: Bool
    /// CKA_EXTRACTABLE of the key.
    public let isExtractable: Bool
    /// Whether the module shows the scalar or the private exponent.
    public let showsPrivateValue: Bool

    /// Looks at a key.
    public init(_ token: SoftwareToken, object: String) throws {
        let session = try Session(token)
        defer { session.close() }
        let key = try session.find(CKO_PRIVATE_KEY, label: object)
        isSensitive = session.attribute(CKA_SENSITIVE, key) == [1]
        isExtractable = session.attribute(CKA_EXTRACTABLE, key) != [0]
        showsPrivateValue = [CKA_VALUE, CKA_PRIVATE_EXPONENT, CKA_PRIME_1]
            .contains { session.attribute($0, key) != nil }
    }

    /// How many secret keys the token shows.
    public static func countSecretObjects(_ token: SoftwareToken) throws -> Int {
        let session = try Session(token)
        defer { session.close() }
        return session.count(CKO_SECRET_KEY)
    }

    /// Ends all sessions with a token, as a module does that restarts or a token that is pulled.
    public static func endAllSessions(_ token: SoftwareToken) throws {
        let session = try Session(token)
        _ = unsafe session.functions.pointee.C_CloseAllSessions?(session.slot)
    }

    /// Logs the user out without telling the sessions.
    public static func logOut(_ token: SoftwareToken) throws {
        let session = try Session(token)
        _ = unsafe session.functions.pointee.C_Logout?(session.handle)
        session.close()
    }

    /// Lets a key agree on secrets, which keys that softhsm2-util imports may not.
    static func allowDerivation(_ token: SoftwareToken, object: String) throws {
        let session = try Session(token, flags: CKF_SERIAL_SESSION | CKF_RW_SESSION)
        defer { session.close() }
        let key = try session.find(CKO_PRIVATE_KEY, label: object)
        var isAllowed: UInt8 = 1
        let code = unsafe withUnsafeMutableBytes(of: &isAllowed) { bytes in
            var attribute = unsafe CK_ATTRIBUTE(
                type: CKA_DERIVE,
                pValue: bytes.baseAddress,
                ulValueLen: 1
            )
            return unsafe session.functions.pointee.C_SetAttributeValue?(
                session.handle,
                key,
                &attribute,
                1
            )
        }
        guard code == CKR_OK else { throw Trouble() }
    }

    /// Gives the token another PIN.
    public static func changePIN(_ token: SoftwareToken, to pin: String) throws {
        let session = try Session(token, flags: CKF_SERIAL_SESSION | CKF_RW_SESSION)
        var (old, new) = (Array(SoftwareToken.pin.utf8), Array(pin.utf8))
        let code = unsafe session.functions.pointee.C_SetPIN?(
            session.handle,
            &old,
            UInt(old.count),
            &new,
            UInt(new.count)
        )
        session.close()
        guard code == CKR_OK else { throw Trouble() }
    }

    /// The module did not do it.
    public struct Trouble: Error {}

    @safe
    private struct Session {
        let functions: UnsafeMutablePointer<CK_FUNCTION_LIST>
        var slot: CK_SLOT_ID = 0
        var handle: CK_SESSION_HANDLE = 0

        init(_ token: SoftwareToken, flags: CK_FLAGS = CKF_SERIAL_SESSION) throws {
            typealias GetFunctionList =
                @convention(c) (
                    UnsafeMutablePointer<UnsafeMutablePointer<CK_FUNCTION_LIST>?>?
                ) -> CK_RV
            let path = SoftwareToken.modulePath ?? ""
            guard let library = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL),
                let symbol = unsafe dlsym(library, "C_GetFunctionList")
            else { throw Trouble() }
            var list: UnsafeMutablePointer<CK_FUNCTION_LIST>?
            _ = unsafe unsafeBitCast(symbol, to: GetFunctionList.self)(&list)
            guard let list = unsafe list else { throw Trouble() }
            unsafe functions = list
            // The first caller enables threads.
            var arguments = unsafe CK_C_INITIALIZE_ARGS()
            unsafe arguments.flags = CKF_OS_LOCKING_OK
            _ = unsafe list.pointee.C_Initialize?(&arguments)
            var slots = [CK_SLOT_ID](repeating: 0, count: 64)
            var count: UInt = 64
            _ = unsafe list.pointee.C_GetSlotList?(1, &slots, &count)
            for candidate in slots.prefix(Int(count)) {
                var info = CK_TOKEN_INFO()
                _ = unsafe list.pointee.C_GetTokenInfo?(candidate, &info)
                let label = unsafe withUnsafeBytes(of: &info.label) {
                    unsafe String(decoding: $0, as: UTF8.self)
                }
                if label.trimmingCharacters(in: .whitespaces) == token.label { slot = candidate }
            }
            let opened = unsafe list.pointee.C_OpenSession?(
                slot,
                flags,
                nil,
                nil,
                &handle
            )
            var pin = Array(SoftwareToken.pin.utf8)
            let code = unsafe list.pointee.C_Login?(handle, CKU_USER, &pin, UInt(pin.count))
            guard opened == CKR_OK, code == CKR_OK || code == CKR_USER_ALREADY_LOGGED_IN else {
                throw Trouble()
            }
        }

        func close() { _ = unsafe functions.pointee.C_CloseSession?(handle) }

        func find(_ kind: CK_OBJECT_CLASS, label: String) throws -> CK_OBJECT_HANDLE {
            let found = objects(kind).first {
                attribute(CKA_LABEL, $0) == Array(label.utf8)
            }
            guard let found else { throw Trouble() }
            return found
        }

        func count(_ kind: CK_OBJECT_CLASS) -> Int { objects(kind).count }

        private func objects(_ kind: CK_OBJECT_CLASS) -> [CK_OBJECT_HANDLE] {
            var kind = kind
            var found = [CK_OBJECT_HANDLE](repeating: 0, count: 256)
            var count: UInt = 0
            unsafe withUnsafeMutableBytes(of: &kind) { bytes in
                var template = unsafe CK_ATTRIBUTE(
                    type: CKA_CLASS,
                    pValue: bytes.baseAddress,
                    ulValueLen: UInt(bytes.count)
                )
                _ = unsafe functions.pointee.C_FindObjectsInit?(handle, &template, 1)
            }
            _ = unsafe functions.pointee.C_FindObjects?(handle, &found, 256, &count)
            _ = unsafe functions.pointee.C_FindObjectsFinal?(handle)
            return Array(found.prefix(Int(count)))
        }

        func attribute(_ type: CK_ATTRIBUTE_TYPE, _ object: CK_OBJECT_HANDLE) -> [UInt8]? {
            var value = [UInt8](repeating: 0, count: 4_096)
            var length: UInt = 0
            let code = unsafe value.withUnsafeMutableBytes { buffer in
                var asked = unsafe CK_ATTRIBUTE(
                    type: type,
                    pValue: buffer.baseAddress,
                    ulValueLen: UInt(buffer.count)
                )
                let code = unsafe functions.pointee.C_GetAttributeValue?(handle, object, &asked, 1)
                length = unsafe asked.ulValueLen
                return code
            }
            return code == CKR_OK ? Array(value.prefix(Int(length))) : nil
        }
    }
}
