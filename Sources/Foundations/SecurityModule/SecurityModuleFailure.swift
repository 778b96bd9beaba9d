/// Why a key in a security module cannot be used. No case contains a secret.
public enum SecurityModuleFailure: Error, Hashable, Sendable {
    /// There is no library at the path, or it cannot be loaded.
    case moduleNotFound
    /// The library is not a PKCS #11 module.
    case notAModule
    /// No slot holds the token.
    case tokenNotPresent
    /// Several tokens match the URI.
    case severalTokens
    /// The token requires a PIN, and none was given.
    case pinNeeded
    /// The PIN is wrong. It was tried once and will not be tried again.
    case wrongPIN
    /// The PIN is locked.
    case pinLocked
    /// The token has no such private key, or shows it only after a login.
    case keyNotFound
    /// Several private keys match the URI.
    case severalKeys
    /// The key is neither on P-256 nor RSA, or its public key is not available.
    case keyOfAnotherKind
    /// The token does not permit this key to derive or decrypt.
    case keyMayNotBeUsed(code: UInt)
    /// The key does not match its public key.
    case answersWrongly
    /// The module did not answer in time.
    case notAnswered
    /// The session was lost and could not be opened again.
    case sessionLost(code: UInt)
    /// The module returned an error.
    case moduleFailed(code: UInt)
}

extension SecurityModuleFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .moduleNotFound: "the security module's library cannot be loaded"
        case .notAModule: "the library is not a PKCS #11 module"
        case .tokenNotPresent: "the security module holds no such token"
        case .severalTokens: "several tokens of the security module fit"
        case .pinNeeded: "the token wants a PIN"
        case .wrongPIN: "wrong PIN; it was tried once and is not tried again"
        case .pinLocked: "the token's PIN is locked"
        case .keyNotFound: "the token holds no such private key"
        case .severalKeys: "several private keys of the token fit"
        case .keyOfAnotherKind:
            "the token's key is neither on P-256 nor RSA, or its public half is not there"
        case .keyMayNotBeUsed(let code):
            "the token does not let this key agree on secrets or decrypt (\(Self.hexadecimal(code)))"
        case .answersWrongly: "the token's key does not answer as its public half would have it"
        case .notAnswered: "the security module did not answer in time"
        case .sessionLost(let code):
            "the session with the token went and does not open again (\(Self.hexadecimal(code)))"
        case .moduleFailed(let code): "the security module failed (\(Self.hexadecimal(code)))"
        }
    }

    /// The remedy, in one line.
    public var remedy: String {
        switch self {
        case .moduleNotFound, .notAModule: "give the path of the PKCS #11 library as module-path"
        case .tokenNotPresent: "plug it in, or name it as pkcs11-tool --list-token-slots shows it"
        case .severalTokens: "add serial=… to the URI"
        case .pinNeeded: "give a file that holds the PIN as pin-source"
        case .wrongPIN: "put the right PIN into its file, then load the keys again"
        case .pinLocked: "have the security officer set a new PIN"
        case .keyNotFound: "name the key's label as object=…, or its identifier as id=%…"
        case .severalKeys: "name the key's identifier as id=%…"
        case .keyOfAnotherKind: "make a P-256 key or an RSA key of 2048 bits, with its public half"
        case .keyMayNotBeUsed: "make the key with CKA_DERIVE (P-256) or CKA_DECRYPT (RSA) true"
        case .answersWrongly: "let the public key object and the private one be of one pair"
        case .notAnswered: "see that the module answers, then ask again"
        case .sessionLost, .moduleFailed: "see the module's own log; the code is a CKR_ value"
        }
    }

    private static func hexadecimal(_ code: UInt) -> String {
        "0x" + String(code, radix: 16)
    }
}
