internal import Bytes
internal import CPKCS11

/// The location of a key, and the steps to it: slot, session, login, object.
struct ModuleKeyLocation: Sendable {
    let module: SecurityModule
    let uri: ModuleURI
    let pin: Secret?

    /// Opens a session and finds the key in it.
    func openSession() throws(SecurityModuleFailure) -> ModuleSession {
        let (slot, info) = try token()
        var handle: CK_SESSION_HANDLE = 0
        let code = unsafe module.functions.pointee.C_OpenSession?(
            slot,
            CKF_SERIAL_SESSION,
            nil,
            nil,
            &handle
        )
        guard code == CKR_OK else { throw .moduleFailed(code: code ?? CKR_GENERAL_ERROR) }
        let session = ModuleSession(module, handle: handle)
        do throws(SecurityModuleFailure) {
            if info.flags & CKF_LOGIN_REQUIRED != 0 {
                guard let pin else { throw .pinNeeded }
                try module.logIn(handle, to: TokenIdentity(info), pin: pin)
            }
            return session.holding(try privateKey(in: session), of: module)
        } catch {
            session.close()
            throw error
        }
    }

    private func token() throws(SecurityModuleFailure) -> (CK_SLOT_ID, CK_TOKEN_INFO) {
        var found: [(CK_SLOT_ID, CK_TOKEN_INFO)] = []
        for slot in try slots() where uri.slotID == nil || uri.slotID == slot {
            var info = CK_TOKEN_INFO()
            let code = unsafe module.functions.pointee.C_GetTokenInfo?(slot, &info)
            guard code == CKR_OK, TokenIdentity(info).fits(uri) else { continue }
            found.append((slot, info))
        }
        guard let first = found.first else { throw .tokenNotPresent }
        guard found.count == 1 else { throw .severalTokens }
        return first
    }

    private func slots() throws(SecurityModuleFailure) -> [CK_SLOT_ID] {
        var slots = [CK_SLOT_ID](repeating: 0, count: 256)
        var count = UInt(slots.count)
        func list() -> CK_RV {
            unsafe module.functions.pointee.C_GetSlotList?(1, &slots, &count) ?? CKR_GENERAL_ERROR
        }
        var code = list()
        if code == CKR_CRYPTOKI_NOT_INITIALIZED {
            // Other code in the process has finalized the module.
            try module.start()
            code = list()
        }
        guard code == CKR_OK else { throw .moduleFailed(code: code) }
        return Array(slots.prefix(Int(count)))
    }

    private func privateKey(
        in session: ModuleSession
    ) throws(SecurityModuleFailure) -> CK_OBJECT_HANDLE {
        var template: [AttributeTemplate.Attribute] = [.number(CKA_CLASS, CKO_PRIVATE_KEY)]
        if let object = uri.object { template.append(.bytes(CKA_LABEL, Array(object.utf8))) }
        if let id = uri.id { template.append(.bytes(CKA_ID, id)) }
        let found = try session.objects(AttributeTemplate(template))
        guard let key = found.first else { throw .keyNotFound }
        guard found.count == 1 else { throw .severalKeys }
        return key
    }
}
