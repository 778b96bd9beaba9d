internal import Bytes
internal import CPKCS11
internal import Glibc
internal import World

/// A PKCS #11 library that is loaded into this process.
///
/// It is loaded once and never unloaded: other code in the process may use it too, and finalizing
/// it would end their sessions. A process without such a key loads and links nothing.
///
/// - Source: OASIS, *PKCS #11 Cryptographic Token Interface* 2.40, § 5.4.
@safe
final class SecurityModule: @unchecked Sendable {
    let functions: UnsafeMutablePointer<CK_FUNCTION_LIST>
    /// The PINs that a token refused. Tokens lock after several wrong PINs, so none is tried
    /// again.
    private let refusals = LockedValue<[Refusal]>([])

    private struct Refusal {
        let token: TokenIdentity
        let pin: Secret
    }

    private static let loaded = LockedValue<[String: SecurityModule]>([:])

    private init(_ functions: UnsafeMutablePointer<CK_FUNCTION_LIST>) {
        unsafe self.functions = functions
    }

    /// The module at a path.
    static func at(_ path: String) throws(SecurityModuleFailure) -> SecurityModule {
        try loaded.withLock { (modules) throws(SecurityModuleFailure) in
            if let module = modules[path] { return module }
            let module = try load(path)
            modules[path] = module
            return module
        }
    }

    private static func load(_ path: String) throws(SecurityModuleFailure) -> SecurityModule {
        typealias GetFunctionList =
            @convention(c) (
                UnsafeMutablePointer<UnsafeMutablePointer<CK_FUNCTION_LIST>?>?
            ) -> CK_RV
        guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw .moduleNotFound
        }
        guard let symbol = unsafe dlsym(handle, "C_GetFunctionList") else {
            unsafe dlclose(handle)
            throw .notAModule
        }
        let getFunctionList = unsafe unsafeBitCast(symbol, to: GetFunctionList.self)
        var list: UnsafeMutablePointer<CK_FUNCTION_LIST>?
        guard unsafe getFunctionList(&list) == CKR_OK, let list = unsafe list else {
            throw .notAModule
        }
        let module = unsafe SecurityModule(list)
        try module.start()
        return module
    }

    /// Initializes the module, unless other code has already done so.
    func start() throws(SecurityModuleFailure) {
        var arguments = unsafe CK_C_INITIALIZE_ARGS()
        unsafe arguments.flags = CKF_OS_LOCKING_OK
        let code = unsafe functions.pointee.C_Initialize?(&arguments) ?? CKR_GENERAL_ERROR
        guard code == CKR_OK || code == CKR_CRYPTOKI_ALREADY_INITIALIZED else {
            throw .moduleFailed(code: code)
        }
    }

    /// Logs in, unless the token is logged in already.
    ///
    /// Callers log in one at a time, so that a wrong PIN is tried only once.
    func logIn(
        _ session: CK_SESSION_HANDLE,
        to token: TokenIdentity,
        pin: Secret
    ) throws(SecurityModuleFailure) {
        try refusals.withLock { (refusals) throws(SecurityModuleFailure) in
            guard !isLoggedIn(session) else { return }
            guard !refusals.contains(where: { $0.token == token && $0.pin == pin }) else {
                throw .wrongPIN
            }
            let code = pin.withBytes { bytes in
                unsafe bytes.withUnsafeBufferPointer { buffer in
                    unsafe functions.pointee.C_Login?(
                        session,
                        CKU_USER,
                        UnsafeMutablePointer(mutating: buffer.baseAddress),
                        UInt(buffer.count)
                    ) ?? CKR_GENERAL_ERROR
                }
            }
            switch code {
            case CKR_OK, CKR_USER_ALREADY_LOGGED_IN: return
            case CKR_PIN_INCORRECT, CKR_PIN_INVALID, CKR_PIN_LEN_RANGE:
                refusals.append(Refusal(token: token, pin: pin))
                throw .wrongPIN
            case CKR_PIN_LOCKED: throw .pinLocked
            default: throw .moduleFailed(code: code)
            }
        }
    }

    private func isLoggedIn(_ session: CK_SESSION_HANDLE) -> Bool {
        var info = CK_SESSION_INFO()
        guard unsafe functions.pointee.C_GetSessionInfo?(session, &info) == CKR_OK else {
            return false
        }
        return info.state == CKS_RO_USER_FUNCTIONS || info.state == CKS_RW_USER_FUNCTIONS
    }
}

/// The values by which a token identifies itself.
struct TokenIdentity: Hashable {
    let label: String
    let manufacturer: String
    let model: String
    let serial: String

    init(_ info: CK_TOKEN_INFO) {
        var info = info
        label = unsafe withUnsafeBytes(of: &info.label) { unsafe Self.text(Array($0)) }
        manufacturer = unsafe withUnsafeBytes(of: &info.manufacturerID) {
            unsafe Self.text(Array($0))
        }
        model = unsafe withUnsafeBytes(of: &info.model) { unsafe Self.text(Array($0)) }
        serial = unsafe withUnsafeBytes(of: &info.serialNumber) { unsafe Self.text(Array($0)) }
    }

    /// Whether a URI matches this token.
    func fits(_ uri: ModuleURI) -> Bool {
        let pairs = [
            (uri.token, label), (uri.manufacturer, manufacturer), (uri.model, model),
            (uri.serial, serial),
        ]
        return pairs.allSatisfy { wanted, found in wanted == nil || wanted == found }
    }

    /// Fixed-length fields are padded with blanks.
    private static func text(_ field: [UInt8]) -> String {
        var field = field
        while field.last == 0x20 || field.last == 0 { field.removeLast() }
        return String(decoding: field, as: UTF8.self)
    }
}
