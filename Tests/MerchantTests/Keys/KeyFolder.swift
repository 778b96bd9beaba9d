import Bytes
import Certificates
import Cryptography
import Foundation
import JSON
import PaymentToken
import TestSupport
import TokenIntake
import World

/// A folder in which a merchant keeps keys and certificates.
final class KeyFolder: Sendable {
    let folder = ScratchFolder()

    var path: String { folder.url.path }

    func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: folder.url.appending(path: name), options: .atomic)
        try setPermissions(0o600, of: name)
    }

    func setPermissions(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode],
            ofItemAtPath: folder.path(name)
        )
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: folder.url.appending(path: name))
    }

    func write(_ merchant: WorkshopMerchant, _ name: String) throws {
        try write(merchant.privateKey.pem.revealedText() + merchant.certificate.pem, name)
    }

    /// A PKCS #12 file of a merchant's, by OpenSSL.
    func writePKCS12(_ merchant: WorkshopMerchant, _ name: String, password: String) throws {
        let other = KeyFolder()
        try other.write(merchant, "both.pem")
        let command = """
            openssl pkcs12 -export -in both.pem -passout pass:\(password) -out both.p12 &&
                mv both.p12 \(folder.path(name)) && echo done
            """
        guard Shell.output(of: command, in: other.folder.url) == "done\n" else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    func source(password: KeyPassword? = nil) -> KeyFileSource {
        KeyFileSource([path], password: password)
    }
}

/// A workshop with several merchants, and a clock that stands.
struct KeyBench: Sendable {
    let workshop: TokenWorkshop
    let clock = SimulatedClock(startingAt: TokenWorkshop.now)

    init(seed: UInt64 = 501) throws { workshop = try TokenWorkshop(seed: seed) }

    func merchant(
        _ identifier: String = "merchant.test.quince",
        key: PrivateKey? = nil,
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> WorkshopMerchant {
        try WorkshopMerchant(
            identifier,
            under: workshop.relations,
            in: workshop.world,
            key: key,
            change
        )
    }

    func keyring(
        _ sources: any MerchantKeySource...,
        interval: Duration = .seconds(60)
    ) throws -> MerchantKeyring {
        try MerchantKeyring(sources: sources, clock: clock, interval: interval)
    }

    /// The findings that keep a source from serving.
    func refusals(_ sources: any MerchantKeySource...) -> [KeyFinding] {
        do {
            _ = try MerchantKeyring(sources: sources, clock: clock)
            return []
        } catch { return error.findings }
    }

    /// Whether an intake with a keyring opens a token for a merchant.
    func opens(_ keyring: MerchantKeyring, for merchant: WorkshopMerchant) throws -> Bool {
        let token = try workshop.seal(.init(merchant: merchant))
        let verified = try workshop.verifier.verify(token, at: clock.now)
        do {
            _ = try verified.opened(with: keyring.keys)
            return true
        } catch TokenRefusal.publicKeyHash { return false }
    }
}
