internal import CommandLineTool
internal import Foundation
internal import PaymentToken
internal import TestSupport
import Testing
internal import TokenMint
internal import World

@testable import quince

@Suite("quince token explain")
struct TokenExplainTests {
    typealias Row = (check: String, state: String, found: String)

    static func rows(_ run: CommandRun) throws -> [Row] {
        let checks = try #require(run.json["checks"] as? [[String: String]])
        return try checks.map { check in
            (try #require(check["check"]), try #require(check["state"]), check["found"] ?? "")
        }
    }

    /// The checks as the documentation lists them.
    static let checks = [
        "form", "signatureForm", "signedBytes", "signatureAlgorithm", "signerCertificate", "chain",
        "markers", "signature", "environment", "signingTime", "ephemeralKey", "publicKeyHash",
        "decryption", "payload", "replay",
    ]

    @Test func `passes every check of a good token but the one that only a server can make`()
        async throws
    {
        let run = try await CheckoutRun.shared()
        let said = await CommandRun(["token", "explain", run.files.token, "--json"] + run.keys)
        #expect(said.status == .success)
        #expect(said.texts["verdict"] == "accepted")
        let rows = try Self.rows(said)
        #expect(rows.map(\.check) == Self.checks)
        #expect(rows.dropLast().allSatisfy { $0.state == "passed" && !$0.found.isEmpty })
        #expect(rows.last?.state == "notReached")
        let token = try #require(run.ending.token)
        #expect(rows[12].found == "transaction \(token.transactionID)")
        #expect(rows[9].found == "signed at 2026-01-01T12:00:00Z, checked at 2026-01-01T12:00:00Z")
        #expect(rows[13].found.hasPrefix("account ••••"))
        let text = await CommandRun(["token", "explain", run.files.token] + run.keys)
        let lines = text.results.split(separator: "\n")
        #expect(lines.count == 16 && lines.last == "accepted")
        #expect(lines[0].hasPrefix(" 1  form                passed       EC_v1, "))
    }

    @Test func `stops before the key where none is given`() async throws {
        let run = try await CheckoutRun.shared()
        let said = await CommandRun(["token", "explain", run.files.token, "--json"] + run.trust)
        #expect(said.status == .success)
        #expect(said.texts["verdict"] == "verified")
        let rows = try Self.rows(said)
        #expect(rows.prefix(11).allSatisfy { $0.state == "passed" })
        #expect(rows[11...13].allSatisfy { $0.found == "no --key was given" })
        #expect(rows[11...].allSatisfy { $0.state == "notReached" })
        let alone = await CommandRun(
            ["token", "explain", run.files.token, "--merchant-id", "merchant.x"] + run.trust
        )
        #expect(alone.status == .misuse)
        #expect(alone.remarks.hasPrefix("quince: --key is missing"))
    }

    @Test(arguments: [("data", "signedBytes"), ("publicKeyHash", "publicKeyHash")])
    func `shows which check failed, and that no later one was made`(
        field: String,
        failed: String
    ) async throws {
        let run = try await CheckoutRun.shared()
        let path = try run.token(named: field) { token in
            var payment = try #require(token["paymentData"] as? [String: Any])
            if field == "data" {
                payment["data"] = "AAAA" + (try #require(payment["data"] as? String)).dropFirst(4)
            } else {
                var header = try #require(payment["header"] as? [String: Any])
                header[field] = String(repeating: "A", count: 43) + "="
                payment["header"] = header
            }
            token["paymentData"] = payment
        }
        let said = await CommandRun(["token", "explain", path, "--json"] + run.keys)
        #expect(said.status == .refused)
        #expect(said.texts["verdict"] == "refused")
        let rows = try Self.rows(said)
        let place = try #require(rows.firstIndex { $0.check == failed })
        #expect(rows[..<place].allSatisfy { $0.state == "passed" })
        #expect(rows[place].state == "failed" && rows[place].found == said.texts["cause"])
        #expect(rows[(place + 1)...].allSatisfy { $0.state == "notReached" })
        #expect(rows[(place + 1)...].dropLast().allSatisfy { $0.found.isEmpty })
        let opened = await CommandRun(["token", "open", path, "--json"] + run.keys)
        for name in ["step", "cause", "remedy", "documentation"] {
            #expect(said.texts[name] == opened.texts[name], "\(name)")
        }
    }

    @Test func `explains what is no token at all, and several files`() async throws {
        let run = try await CheckoutRun.shared()
        let empty = run.folder.path("empty.json")
        #expect(FileManager.default.createFile(atPath: empty, contents: Data()))
        let said = await CommandRun(["token", "explain", empty, run.files.token] + run.trust)
        #expect(said.status == .refused)
        let lines = said.results.split(separator: "\n").map(String.init)
        #expect(lines[0] == empty)
        #expect(
            lines[1] == " 1  form                failed       the token is empty: 0 bytes"
        )
        #expect(lines[2] == " 2  signatureForm       not reached")
        #expect(lines.contains(run.files.token))
        let zero = await CommandRun("token", "explain", "/dev/zero", "--json")
        #expect(zero.status == .refused && zero.texts["step"] == "format")
        let json = await CommandRun(
            ["token", "explain", empty, run.files.token, "--json"] + run.trust
        )
        #expect(json.results.split(separator: "\n").count == 2)
        #expect(json.results.hasPrefix("{\"file\":\"\(empty)\",\"verdict\":\"refused\""))
    }

    @Test func `shows nothing of a payload but the end of the account number`() async throws {
        let run = try await CheckoutRun.shared()
        let opened = await CommandRun(
            ["token", "open", run.files.token, "--json", "--reveal"] + run.keys
        )
        let payment = try #require(opened.json["payment"] as? [String: Any])
        let proof = try #require(payment["paymentData"] as? [String: Any])
        let secrets = [
            try #require(payment["applicationPrimaryAccountNumber"] as? String),
            try #require(proof["onlinePaymentCryptogram"] as? String),
        ]
        for more in [[], ["--json"]] {
            let said = await CommandRun(["token", "explain", run.files.token] + run.keys + more)
            for secret in secrets { #expect(!said.results.contains(secret)) }
        }
    }
}

/// The checks stand in the order in which the verifier makes them.
@Suite("The checks of a token")
struct TokenCheckTests {
    /// Two things that are wrong at once: the verifier names the one whose check comes first.
    @Test func `are made in the order in which they are listed`() throws {
        let workshop = try TokenWorkshop(seed: 331)
        let other = try TokenWorkshop(seed: 332)
        let verifier = try PaymentTokenVerifier(trusting: workshop.anchor, environment: .production)
        let late = UnixTime(seconds: TokenWorkshop.now.seconds + 3_600)
        // Each token has one fault more than the next; the last has none but those of its time.
        var stranger = try other.parts()
        stranger.data[0] ^= 1
        let changed = try stranger.read()
        #expect(Self.check(changed, verifier, late) == .signedBytes)
        #expect(Self.check(try other.seal(), verifier, late) == .chain)
        #expect(Self.check(try workshop.seal(), verifier, late) == .signingTime)
        var key = try workshop.parts()
        key.ephemeralPublicKey?[90] ^= 1
        let offCurve = try key.signed(by: workshop.signature()).read()
        #expect(Self.check(offCurve, verifier, late) == .signingTime)
        #expect(Self.check(offCurve, verifier, TokenWorkshop.now) == .ephemeralKey)
        let verified = try workshop.verifier.verify(workshop.seal(), at: TokenWorkshop.now)
        let refusal = #expect(throws: TokenRefusal.self) { try verified.opened(with: []) }
        #expect(refusal?.check == .publicKeyHash)
    }

    static func check(
        _ token: SealedPaymentToken,
        _ verifier: PaymentTokenVerifier,
        _ moment: UnixTime
    ) -> TokenCheck? {
        do throws(TokenRefusal) {
            _ = try verifier.verify(token, at: moment)
            return nil
        } catch { return error.check }
    }

}
