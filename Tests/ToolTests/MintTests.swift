internal import Certificates
internal import CommandLineTool
internal import Cryptography
internal import Foundation
internal import PaymentToken
internal import TestSupport
import Testing
internal import TokenMint
internal import World

@testable import quince

@Suite("quince mint")
struct MintTests {
    let folder = ScratchFolder()

    static let time = ["--at", "2026-01-01T12:00:00Z"]

    /// Mints into the folder for the merchant of a checkout.
    func mint(_ arguments: [String], out: String) async throws -> CommandRun {
        let run = try await CheckoutRun.shared()
        return await CommandRun(
            ["mint", "--certificate", run.files.merchant, "--out", folder.path(out)] + Self.time
                + arguments
        )
    }

    func open(_ token: String, root: String) async throws -> CommandRun {
        let run = try await CheckoutRun.shared()
        return await CommandRun(
            [
                "token", "open", folder.path(token), "--json", "--root", folder.path(root),
                "--key", run.files.merchantKey, "--certificate", run.files.merchant,
            ] + Self.time
        )
    }

    @Test func `says in JSON what it minted, and the command that opens it`() async throws {
        let run = try await CheckoutRun.shared()
        let minted = try await mint(["--json", "--seed", "5"], out: "a")
        #expect(minted.status == .success)
        #expect(minted.results.split(separator: "\n").count == 1)
        #expect(
            Set(minted.json.keys) == [
                "verdict", "count", "version", "merchantIdentifier", "amount", "currencyCode",
                "network", "payload", "signedAt", "seed", "tokens", "root", "openCommand",
            ]
        )
        #expect(minted.texts["verdict"] == "minted")
        #expect(minted.texts["tokens"] == folder.path("a/token.json"))
        #expect(minted.texts["root"] == folder.path("a/root.pem"))
        #expect(minted.json["seed"] as? Int == 5)
        #expect(minted.remarks == "seed 5: --seed 5 mints under the same root\n")
        let command = try #require(minted.texts["openCommand"])
        #expect(command.hasPrefix("quince token open "))
        let line = command.replacing("quince", with: "$QUINCE", maxReplacements: 1)
            .replacing("KEY.pem", with: run.files.merchantKey)
        let opened = try ProcessRun(line, in: folder.url)
        #expect(opened.status == 0, "\(line)\n\(opened.results)\(opened.remarks)")
        #expect(opened.results.hasPrefix("accepted\n"))
    }

    @Test func `writes many in the order of their numbers, on any thread`() async throws {
        let arguments = ["--count", "200", "--seed", "9", "--json"]
        let first = try await mint(arguments, out: "first.ndjson")
        #expect(first.json["count"] as? Int == 200)
        #expect(first.texts["root"] == folder.path("first.root.pem"))
        _ = try await mint(arguments, out: "second.ndjson")
        let identifiers = try ["first", "second"].map { name in
            let url = folder.url.appending(path: "\(name).ndjson")
            return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
                .map { try SealedPaymentToken(json: Array($0.utf8)).signedContent }
        }
        #expect(identifiers[0].count == 200 && Set(identifiers[0]).count == 200)
        #expect(identifiers[0] == identifiers[1])
        let line = """
            $QUINCE mint --certificate \(try await CheckoutRun.shared().files.merchant) --count 3 \
            --seed 9 --at 2026-01-01T12:00:00Z --out - --root r.pem
            """
        let piped = try ProcessRun(line, in: folder.url)
        #expect(piped.status == 0, "\(piped.remarks)")
        let contents = try piped.results.split(separator: "\n")
            .map { try SealedPaymentToken(json: Array($0.utf8)).signedContent }
        #expect(contents == Array(identifiers[0].prefix(3)))
        #expect(FileManager.default.fileExists(atPath: folder.path("r.pem")))
    }

    @Test func `numbers the files of a folder`() async throws {
        let minted = try await mint(["--count", "11", "--cms", "null", "--json"], out: "many")
        #expect(minted.texts["tokens"] == folder.path("many"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("many"))
        let tokens = (1...11).map { "token-\($0 < 10 ? "0" : "")\($0).json" }
        #expect(names.sorted() == ["root.pem"] + tokens)
        let opened = try await open("many/token-11.json", root: "many/root.pem")
        #expect(opened.status == .success, "\(opened.results)")
    }

    @Test func `contains no card data`() async throws {
        let run = try await CheckoutRun.shared()
        var said = ""
        for arguments in [["--json"], ["--payload", "EMV"], ["--fault", "payload-not-json"], []] {
            let minted = try await mint(["--seed", "3", "--force"] + arguments, out: "secret")
            said += minted.results + minted.remarks
        }
        let opened = await CommandRun(
            ["token", "open", folder.path("secret/token.json"), "--json", "--reveal"] + [
                "--root", folder.path("secret/root.pem"), "--key", run.files.merchantKey,
                "--certificate", run.files.merchant,
            ] + Self.time
        )
        let payment = try #require(opened.json["payment"] as? [String: Any])
        let number = try #require(payment["applicationPrimaryAccountNumber"] as? String)
        #expect(number.hasPrefix("4111110000"), "a TEST number says that it is one")
        #expect(!said.contains(number) && !said.contains("4111110000"))
    }
}
