import Bytes
import Cryptography
import SecurityModule
import TestSupport
import Testing
import World

/// The effects of others on a module while a key is in use, and of a wrong PIN.
@Suite(
    "Sessions with a security module",
    .serialized,
    .enabled(if: SoftwareToken.isInstalled, "softhsm2 is not installed")
)
struct ModuleSessionTests {
    static let peer = Result {
        try PrivateKey(on: .p256, from: SeededRandomness(seed: 91)).publicKey
    }

    static func token(_ label: SoftwareToken.Label) throws -> SoftwareToken {
        let token = SoftwareToken(label)
        let key = try PrivateKey(on: .p256, from: SeededRandomness(seed: 92))
        try token.importKey(key.pem.revealedText(), object: "curve", id: "01")
        return token
    }

    static func key(_ token: SoftwareToken, pin: String?) throws -> ModuleKey {
        try ModuleKey(
            ModuleURI(token.uri("curve")),
            pin: pin.map { Secret(copying: Array($0.utf8)) },
            randomness: SeededRandomness(seed: 93)
        )
    }

    @Test func `are opened again after they were lost`() throws {
        let token = try Self.token(.lost)
        let key = try Self.key(token, pin: SoftwareToken.pin)
        let peer = try Self.peer.get()
        let secret = try key.sharedSecret(with: peer)
        for harm in [ModuleView.endAllSessions, ModuleView.logOut] {
            try harm(token)
            #expect(try key.sharedSecret(with: peer) == secret)
            #expect(key.lastFailure == nil)
        }
    }

    @Test func `require the right PIN`() throws {
        let token = try Self.token(.pin)
        #expect(throws: SecurityModuleFailure.pinNeeded) { try Self.key(token, pin: nil) }
        for pin in ["000000", "1", ""] {
            #expect(throws: SecurityModuleFailure.wrongPIN) { try Self.key(token, pin: pin) }
            #expect(throws: SecurityModuleFailure.wrongPIN) { try Self.key(token, pin: pin) }
        }
        #expect(throws: Never.self) { try Self.key(token, pin: SoftwareToken.pin) }
    }

    /// A token counts wrong PINs and locks. The second attempt is refused without asking it: by
    /// then its PIN is the one that was wrong before, and it would be let in.
    @Test func `do not try a wrong PIN twice`() throws {
        let token = try Self.token(.once)
        let later = "161803"
        #expect(throws: SecurityModuleFailure.wrongPIN) { try Self.key(token, pin: later) }
        try ModuleView.changePIN(token, to: later)
        #expect(throws: SecurityModuleFailure.wrongPIN) { try Self.key(token, pin: later) }
    }

    @Test func `say why they do not open again`() throws {
        let token = try Self.token(.gone)
        let key = try Self.key(token, pin: SoftwareToken.pin)
        try ModuleView.endAllSessions(token)
        try ModuleView.changePIN(token, to: "161803")
        let peer = try Self.peer.get()
        for _ in 0..<2 {
            #expect(throws: CryptographyFailure.keyUnavailable) {
                try key.sharedSecret(with: peer)
            }
            #expect(key.lastFailure == .wrongPIN)
        }
    }

    @Test func `leave no shared secret in the module`() throws {
        let token = try Self.token(.traces)
        let key = try Self.key(token, pin: SoftwareToken.pin)
        for _ in 0..<20 { _ = try key.sharedSecret(with: Self.peer.get()) }
        #expect(try ModuleView.countSecretObjects(token) == 0)
    }

    @Test func `show nothing of the PIN`() throws {
        let token = try Self.token(.silent)
        let key = try Self.key(token, pin: SoftwareToken.pin)
        for view in Exposure.everyView(of: key) {
            #expect(Exposure.traces(of: Array(SoftwareToken.pin.utf8), in: view).isEmpty)
        }
    }
}
