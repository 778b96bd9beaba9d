import CommandLineTool
import Foundation
import TestSupport
import Testing

@Suite("quince merchant")
struct MerchantCommandTests {
    let folder = ScratchFolder()

    func path(_ name: String) -> String { folder.path(name) }

    func quince(_ words: String...) async -> CommandRun { await CommandRun(words) }

    /// A merchant with a key and its certificate, and the authorities' files.
    func setUp(_ kind: String = "processing") async {
        let state = path("state")
        var runs = [
            await quince(
                "merchant",
                "register",
                "merchant.com.example",
                "--name",
                "Shop",
                "--state",
                state
            ),
            await quince(
                "merchant",
                "csr",
                "--kind",
                kind,
                "--key",
                path("key"),
                "--request",
                path("csr")
            ),
        ]
        runs.append(
            await quince(
                "merchant",
                "certificate",
                "merchant.com.example",
                "--kind",
                kind,
                "--request",
                path("csr"),
                "--out",
                path("merchant.cer"),
                "--state",
                state
            )
        )
        runs.append(
            await quince("merchant", "authorities", "--out", path("ca"), "--state", state)
        )
        for run in runs { #expect(run.status == .success, "\(run.remarks)") }
    }

    func check(_ words: String...) async -> CommandRun {
        await CommandRun(["merchant", "check", path("merchant.cer")] + words)
    }

    func installed(_ names: String...) -> [String] {
        names.flatMap { ["--installed", path("ca/\($0).pem")] }
    }

    func codes(_ words: [String]) async throws -> [String] {
        let run = await CommandRun(["merchant", "check", path("merchant.cer"), "--json"] + words)
        let problems = try #require(run.json["problems"] as? [[String: String]])
        #expect(run.status == (problems.isEmpty ? .success : .refused))
        return problems.compactMap { $0["code"] }
    }

    @Test func `makes a key that only its owner may read, and replaces no file`() async throws {
        let first = await quince("merchant", "csr", "--key", path("key"), "--request", path("csr"))
        #expect(first.status == .success)
        let mode = Shell.output(of: "stat -c %a key", in: folder.url)
        #expect(mode == "600\n")
        let subject = Shell.output(
            of: "openssl req -in csr -noout -subject -verify 2>/dev/null",
            in: folder.url
        )
        #expect(subject.contains("Quince TEST"))
        let before = try Data(contentsOf: folder.url.appending(path: "key"))
        let again = await quince("merchant", "csr", "--key", path("key"), "--request", path("b"))
        #expect(again.status == .misuse && again.remarks.contains("already"))
        #expect(try Data(contentsOf: folder.url.appending(path: "key")) == before)
        #expect(!FileManager.default.fileExists(atPath: path("b")))
        for kind in ["identity", "order"] {
            let made = await quince(
                "merchant",
                "csr",
                "--kind",
                kind,
                "--key",
                path("k\(kind)"),
                "--request",
                path("r\(kind)")
            )
            #expect(made.status == .success)
            let text = Shell.output(of: "openssl req -in r\(kind) -noout -text", in: folder.url)
            #expect(text.contains("Public-Key: (2048 bit)"))
        }
    }

    @Test func `check asks for the intermediate, then for the root (mission 3.5)`() async throws {
        await setUp()
        #expect(try await codes([]) == ["unknownAuthority"])
        #expect(try await codes(installed("root-g3")) == ["unknownAuthority"])
        #expect(try await codes(installed("developer-relations-g2")) == ["rootMissing"])
        #expect(try await codes(installed("developer-relations-g2", "root-g2")) == ["rootMissing"])
        #expect(try await codes(installed("developer-relations-g2", "root-g3")) == [])
        let other = installed("developer-relations-g2-under-root-g2", "root-g2")
        #expect(try await codes(other) == [])
        let shown = await check()
        #expect(shown.results.contains("remedy: install developer-relations-g2.pem, which"))
        let half = await CommandRun(
            ["merchant", "check", path("merchant.cer")] + installed("developer-relations-g2")
        )
        #expect(half.results.contains("remedy: install root-g3.pem, which"))
    }

    @Test func `check sees an authority of the same name with another key`() async throws {
        await setUp()
        let other = path("other")
        _ = await quince(
            "merchant",
            "register",
            "merchant.com.example",
            "--name",
            "Shop",
            "--state",
            other
        )
        _ = await quince("merchant", "authorities", "--out", path("ca2"), "--state", other)
        let wrong = ["--installed", path("ca2/developer-relations-g2.pem")]
        #expect(try await codes(wrong) == ["invalidIssuer"])
        // The right one beside it is enough.
        let both = wrong + installed("developer-relations-g2", "root-g3")
        #expect(try await codes(both) == [])
    }

    @Test func `check sees the expiry, a key of another, and what the certificate is for`()
        async throws
    {
        await setUp("identity")
        let issuers = installed("developer-relations-rsa", "root-g2")
        #expect(try await codes(issuers + ["--key", path("key")]) == [])
        let run = await CommandRun(
            ["merchant", "check", path("merchant.cer"), "--json"] + issuers
        )
        #expect(run.json["kind"] as? String == "merchantIdentity")
        _ = await quince("merchant", "csr", "--key", path("k2"), "--request", path("r2"))
        #expect(try await codes(issuers + ["--key", path("k2")]) == ["keyOfAnother"])
        #expect(try await codes(issuers + ["--at", "2050-01-01"]).first == "expired")
        #expect(try await codes(issuers + ["--at", "2001-01-01"]).first == "notYetValid")
        #expect(try await codes(issuers + ["--key", path("csr")].dropLast(2)) == [])
        let root = await CommandRun("merchant", "check", path("ca/root-g2.pem"))
        #expect(root.results.contains("wrong: it is not a Payment Processing, Merchant Identity"))
    }

    /// The certificates are Apple's own, and those of a published test merchant.
    @Test(
        .enabled(
            if: FileManager.default.fileExists(
                atPath: Repository.root.appending(path: "../shared/certs/AppleWWDRCAG2.pem").path
            ),
            "needs ../shared/certs"
        )
    )
    func `check reads Apple's own certificates, and names Apple's files`() async throws {
        let shared = Repository.root.appending(path: "../shared").path
        let merchant = "\(shared)/vectors/basistheory-ec-new/merchant.pem"
        let moment = ["--at", "2024-01-01"]
        func run(_ files: String...) async -> CommandRun {
            let installed = files.flatMap { ["--installed", "\(shared)/certs/\($0).pem"] }
            return await CommandRun(["merchant", "check", merchant] + moment + installed)
        }
        let bare = await run()
        #expect(bare.status == .refused)
        #expect(bare.results.contains("remedy: install AppleWWDRCAG2.cer from https://www.apple"))
        let half = await run("AppleWWDRCAG2", "AppleRootCA-G2")
        #expect(half.results.contains("remedy: install AppleRootCA-G3.cer from https://www.apple"))
        let whole = await run("AppleWWDRCAG2", "AppleRootCA-G3")
        #expect(whole.status == .success && whole.results.hasSuffix("all is well\n"))
        let late = await CommandRun("merchant", "check", merchant, "--at", "2026-01-01")
        #expect(late.results.contains("expired at 2025-10-11T14:18:24Z"))
    }

    @Test func `a renewal is made by hand: a second certificate, activated, the first revoked`()
        async throws
    {
        await setUp()
        let state = ["--state", path("state")]
        _ = await quince("merchant", "csr", "--key", path("k2"), "--request", path("r2"))
        let issued = await CommandRun(
            [
                "merchant", "certificate", "merchant.com.example", "--request", path("r2"), "--out",
                path("second.pem"), "--json",
            ] + state
        )
        let serial = try #require(issued.texts["serialNumber"])
        #expect(issued.texts["state"] == "inactive")
        let pem = try String(contentsOfFile: path("second.pem"), encoding: .utf8)
        #expect(pem.hasPrefix("-----BEGIN CERTIFICATE-----"))
        let activated = await CommandRun(["merchant", "activate", serial.lowercased()] + state)
        #expect(activated.results == "\(serial) of merchant.com.example is now active\n")
        let listed = await CommandRun(["merchant", "list", "merchant.com.example"] + state)
        #expect(listed.results.contains(", replaced\n") && listed.results.contains(", active\n"))
        let revoked = await CommandRun(["merchant", "revoke", serial] + state)
        #expect(revoked.results == "\(serial) of merchant.com.example is now revoked\n")
        let again = await CommandRun(["merchant", "revoke", serial] + state)
        #expect(again.status == .misuse && again.remarks.contains("revoked already"))
    }

    @Test func `a running sandbox answers as its folder does`() async throws {
        let server = try SandboxProcess(["--state", path("state")])
        let place = ["--sandbox", server.api, "--token", server.token]
        let made = await CommandRun(
            ["merchant", "register", "merchant.com.example", "--name", "Shop"] + place
        )
        #expect(made.status == .success, "\(made.remarks)")
        let (remote, local) = (
            await CommandRun(["merchant", "list", "--json"] + place),
            await CommandRun(["merchant", "list", "--json", "--state", path("state")])
        )
        #expect(remote.results == local.results)
        #expect(remote.results.contains("merchant.com.example"))
        let twice = await CommandRun(
            ["merchant", "register", "merchant.com.example", "--name", "Shop"] + place
        )
        #expect(twice.status == .misuse && twice.remarks.contains("is registered already"))
        let stranger = await CommandRun(
            "merchant",
            "list",
            "--sandbox",
            server.api,
            "--token",
            "TEST-wrong"
        )
        #expect(stranger.status == .misuse && stranger.remarks.contains("send the token"))
    }

    @Test func `wrong usage is told`() async {
        let none = await quince("merchant", "list")
        #expect(none.remarks.contains("quince: no sandbox"))
        let missing = await quince("merchant", "list", "--state", path("nowhere"))
        #expect(missing.remarks.contains("no sandbox has its records there"))
        #expect(!FileManager.default.fileExists(atPath: path("nowhere")))
        let kind = await quince("merchant", "csr", "--kind", "x", "--key", "a", "--request", "b")
        #expect(kind.status == .misuse)
        let token = await quince("merchant", "list", "--sandbox", "http://127.0.0.1:1")
        #expect(token.remarks.contains("--sandbox without its token"))
        let away = await quince(
            "merchant",
            "list",
            "--sandbox",
            "http://127.0.0.1:1",
            "--token",
            "t"
        )
        #expect(away.remarks.contains("no connection was made"))
        await setUp()
        let key = await quince(
            "merchant",
            "certificate",
            "merchant.com.example",
            "--request",
            path("key"),
            "--out",
            path("x"),
            "--state",
            path("state")
        )
        #expect(key.status == .misuse && key.remarks.contains("this is a private key"))
        #expect(!FileManager.default.fileExists(atPath: path("x")))
    }
}
