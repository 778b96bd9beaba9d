import Bytes
import Certificates
import Cryptography
import Foundation
import PaymentToken
import TestSupport
import Testing
import TokenIntake

/// The keys as a shop's server has them: a key and its certificate in files of their own, and the merchant
/// identifier beside them.
@Suite("A merchant's key files that are replaced")
struct KeyRenewalTests {
    enum Layout: CaseIterable {
        /// Both files are named.
        case files
        /// The folder is named.
        case folder
    }

    let bench: KeyBench
    let (old, new): (WorkshopMerchant, WorkshopMerchant)
    let folder = KeyFolder()

    init() throws {
        bench = try KeyBench()
        (old, new) = try (bench.merchant(), bench.merchant())
        try folder.write(old.privateKey.pem.revealedText(), "merchant.key")
        try folder.write(old.certificate.pem, "merchant.pem")
    }

    private func keyring(_ layout: Layout) throws -> MerchantKeyring {
        let names = ["merchant.key", "merchant.pem"].map { folder.folder.path($0) }
        return try bench.keyring(
            KeyFileSource(
                layout == .files ? names : [folder.path],
                merchantIdentifier: old.identifier
            )
        )
    }

    static let orders = [["merchant.key", "merchant.pem"], ["merchant.pem", "merchant.key"]]

    @Test(arguments: Layout.allCases, orders)
    func `serve every token while one follows the other`(layout: Layout, order: [String]) throws {
        let keyring = try keyring(layout)
        let texts = [
            "merchant.key": new.privateKey.pem.revealedText(), "merchant.pem": new.certificate.pem,
        ]
        for (step, name) in order.enumerated() {
            let text = texts[name] ?? ""
            for part in ["", String(text.dropLast(40))] {
                try folder.write(part, name)
                #expect(keyring.reload().removedCount == 0)
                #expect(try bench.opens(keyring, for: old))
            }
            try folder.write(text, name)
            let report = keyring.reload()
            let isDone = step == 1
            #expect(try bench.opens(keyring, for: isDone ? new : old))
            #expect(try report.added == (isDone ? [new.key.publicKeyHash] : []))
            #expect(report.removedCount == (isDone ? 1 : 0))
            // A key of another certificate is refused; a certificate of another key changes no key.
            #expect(keyring.isRefused == (!isDone && name == "merchant.key"))
        }
        #expect(keyring.findings.isEmpty && keyring.entries.first?.certificate == new.certificate)
        #expect(try !bench.opens(keyring, for: old))
    }

    static let spoilings: [(String, @Sendable (KeyFolder, KeyRenewalTests) throws -> Void)] = [
        ("empty", { folder, _ in try folder.write("", "merchant.key") }),
        ("text", { folder, _ in try folder.write("hello", "merchant.key") }),
        (
            "half",
            { folder, merchants in
                let text = merchants.new.privateKey.pem.revealedText()
                try folder.write(String(text.prefix(text.count / 2)), "merchant.key")
            }
        ),
        (
            "another certificate's key",
            { folder, merchants in
                try folder.write(merchants.new.privateKey.pem.revealedText(), "merchant.key")
            }
        ),
        (
            "another certificate's key, beside its own old one",
            { folder, merchants in
                try folder.write(
                    merchants.new.privateKey.pem.revealedText() + merchants.old.certificate.pem,
                    "merchant.key"
                )
            }
        ),
        (
            "a certificate",
            { folder, merchants in
                try folder.write(merchants.old.certificate.pem, "merchant.key")
            }
        ),
        (
            "readable for others",
            { folder, _ in try folder.setPermissions(0o644, of: "merchant.key") }
        ),
        (
            "protected",
            { folder, merchants in
                try folder.writePKCS12(merchants.new, "merchant.key", password: "quince")
            }
        ),
        (
            "a folder",
            { folder, _ in
                try folder.remove("merchant.key")
                try FileManager.default.createDirectory(
                    atPath: folder.folder.path("merchant.key"),
                    withIntermediateDirectories: false
                )
            }
        ),
        ("a bad certificate", { folder, _ in try folder.write("-----BEGIN", "merchant.pem") }),
    ]

    @Test(arguments: spoilings.indices, Layout.allCases)
    func `keep the key of before where they are bad`(index: Int, layout: Layout) throws {
        let (name, spoil) = Self.spoilings[index]
        let keyring = try keyring(layout)
        try spoil(folder, self)
        for _ in 0..<2 {
            let report = keyring.reload()
            #expect(!report.refusals.isEmpty && report.removedCount == 0, "\(name)")
            #expect(keyring.isRefused && keyring.findings.first?.weight == .unusable, "\(name)")
            #expect(try bench.opens(keyring, for: old), "\(name)")
        }
        try? folder.remove("merchant.key")
        try folder.write(old.privateKey.pem.revealedText(), "merchant.key")
        try folder.write(old.certificate.pem, "merchant.pem")
        #expect(keyring.reload().refusals.isEmpty && !keyring.isRefused, "\(name)")
    }

    @Test func `are removed on purpose from a folder, and never where they are named`() throws {
        try folder.write(new.privateKey.pem.revealedText(), "second.key")
        try folder.write(new.certificate.pem, "second.pem")
        let named = try keyring(.files)
        let listed = try keyring(.folder)
        #expect(try bench.opens(listed, for: old) && bench.opens(listed, for: new))
        try folder.remove("merchant.key")
        #expect(listed.reload().removedCount == 1 && !listed.isRefused)
        #expect(try !bench.opens(listed, for: old) && bench.opens(listed, for: new))
        #expect(named.reload().refusals.map(\.subject) == [folder.folder.path("merchant.key")])
        #expect(try bench.opens(named, for: old))
    }
}
