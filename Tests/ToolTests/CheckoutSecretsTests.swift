internal import Bytes
internal import CommandLineTool
internal import Foundation
internal import TestSupport
import Testing

@testable import quince

@Suite("Secrets of a checkout")
struct CheckoutSecretsTests {
    static let cards = [
        "guide": "4111111111111111", "china": "6200000000000005", "shinobi": "5555555555554444",
    ]

    /// Everything that a folder holds but the merchant's key, by name.
    static func contents(of folder: URL) throws -> [(String, Data)] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try names.compactMap { name in
            let url = folder.appending(path: name)
            let isFolder = try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
            guard isFolder == false, !name.hasSuffix("merchant-key.pem") else { return nil }
            return (name, try Data(contentsOf: url))
        }
    }

    static func forms(of bytes: [UInt8]) -> [Data] {
        let hex = Hexadecimal.encode(bytes)
        return [
            Data(bytes), Data(hex.utf8), Data(hex.uppercased().utf8),
            Data(Base64.encode(bytes).utf8),
        ]
    }

    static func secrets(in folder: URL, card: String) async throws -> [Data] {
        let opened = await CommandRun(
            "token",
            "open",
            folder.appending(path: "token.json").path,
            "--key",
            folder.appending(path: "merchant-key.pem").path,
            "--certificate",
            folder.appending(path: "certificates/merchant.pem").path,
            "--root",
            folder.appending(path: "certificates/root.pem").path,
            "--at",
            "2026-01-01T12:00:00Z",
            "--json",
            "--reveal"
        )
        let payment = try #require(opened.json["payment"] as? [String: Any])
        let number = try #require(payment["applicationPrimaryAccountNumber"] as? String)
        let proof = try #require(payment["paymentData"] as? [String: Any])
        let cryptogram = try Base64.decode(
            try #require(proof["onlinePaymentCryptogram"] as? String)
        )
        let pem = try Data(contentsOf: folder.appending(path: "merchant-key.pem"))
        let lines = String(decoding: pem, as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("-") }
        let der = try Base64.decode(lines.joined())
        // PKCS#8 of an elliptic-curve key: the 32 bytes after 02 01 01 04 20.
        let scalar = try #require(der.firstRange(of: [2, 1, 1, 4, 32])).upperBound
        // Mastercard's cryptograms have 19 bytes.
        #expect(number.count == 16 && (19...20).contains(cryptogram.count))
        let texts = [number, card, String(number.dropLast(4)), String(card.dropLast(4))]
        return (texts + lines.map(String.init)).map { Data($0.utf8) }
            + forms(of: Array(der[scalar..<scalar + 32])) + forms(of: cryptogram)
            + forms(of: Array(number.utf8)) + forms(of: Array(card.utf8))
    }

    @Test(arguments: ["guide", "china", "shinobi"], [false, true])
    func `is not in its output or files`(scenario: String, isJSON: Bool) async throws {
        let folder = ScratchFolder()
        let arguments = ["checkout", "--scenario", scenario, "--seed", "5", "--out"]
        let run = await CommandRun(arguments + [folder.url.path] + (isJSON ? ["--json"] : []))
        #expect(run.status == .success)
        let card = try #require(Self.cards[scenario])
        let secrets = try await Self.secrets(in: folder.url, card: card)
        var places = try Self.contents(of: folder.url)
        #expect(places.count >= 10)
        places += [("results", Data(run.results.utf8)), ("remarks", Data(run.remarks.utf8))]
        for (name, data) in places {
            for (index, secret) in secrets.enumerated() {
                #expect(data.range(of: secret) == nil, "secret \(index) is in \(name)")
            }
        }
    }

    @Test func `is searched for in every form`() async throws {
        let run = try await CheckoutRun.shared()
        let folder = URL(filePath: run.files.folder)
        let secrets = try await Self.secrets(in: folder, card: "4111111111111111")
        #expect(secrets.allSatisfy { $0.count >= 12 } && secrets.count >= 20)
        let key = try Data(contentsOf: URL(filePath: run.files.merchantKey))
        #expect(secrets.contains { key.range(of: $0) != nil })
    }
}
