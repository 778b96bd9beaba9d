internal import Bytes
internal import CommandLineTool
internal import Foundation
internal import PaymentToken
internal import TestSupport
import Testing

@testable import quince

@Suite("quince token")
struct TokenCommandTests {
    static let accepted: Set = [
        "verdict", "version", "signedAt", "signedBy", "transactionId", "payment",
    ]

    @Test func `says in JSON what it accepted`() async throws {
        let run = try await CheckoutRun.shared()
        let token = try #require(run.ending.token)
        let opened = await CommandRun(["token", "open", run.files.token, "--json"] + run.keys)
        #expect(opened.status == .success)
        #expect(opened.results.split(separator: "\n").count == 1)
        #expect(Set(opened.json.keys) == Self.accepted)
        #expect(opened.texts["verdict"] == "accepted")
        #expect(opened.texts["version"] == "EC_v1")
        #expect(opened.texts["signedAt"] == "2026-01-01T12:00:00Z")
        #expect(opened.texts["signedBy"]?.contains("ecc-smp-broker-sign_UC4-TEST") == true)
        #expect(opened.texts["transactionId"] == token.transactionID.lowercaseHexadecimal)
        let payment = try #require(opened.json["payment"] as? [String: Any])
        #expect(payment["transactionAmount"] as? Int == 1075)
        #expect(payment["currencyCode"] as? String == "840")
        #expect(payment["paymentDataType"] as? String == "3DSecure")
        let verified = await CommandRun(["token", "verify", run.files.token, "--json"] + run.trust)
        #expect(verified.status == .success)
        let claims = Self.accepted.subtracting(["payment", "transactionId"])
        #expect(Set(verified.json.keys) == claims.union(["claimedTransactionId"]))
        let text = await CommandRun(["token", "verify", run.files.token] + run.trust)
        #expect(text.results.contains("; bound only once the token is opened\n"))
    }

    @Test func `says in JSON what it refused`() async throws {
        let run = try await CheckoutRun.shared()
        let untrusted = await CommandRun("token", "verify", run.files.token, "--json")
        #expect(untrusted.status == .refused)
        #expect(
            Set(untrusted.json.keys) == ["verdict", "step", "cause", "remedy", "documentation"]
        )
        #expect(untrusted.texts["verdict"] == "refused")
        #expect(untrusted.texts["step"] == "environment")
        #expect(untrusted.texts.values.allSatisfy { !$0.isEmpty } && untrusted.texts.count == 5)
        let text = await CommandRun("token", "verify", run.files.token)
        let lines = text.results.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == "refused at environment: \(untrusted.texts["cause"] ?? "")")
        #expect(lines.last == "remedy: \(untrusted.texts["remedy"] ?? "")")
    }

    @Test func `masks what must not be seen, unless it is to be revealed`() async throws {
        let run = try await CheckoutRun.shared()
        func payment(_ arguments: String...) async throws -> (String, String, String) {
            let opened = await CommandRun(
                ["token", "open", run.files.token, "--json"] + run.keys + arguments
            )
            let payment = try #require(opened.json["payment"] as? [String: Any])
            let proof = try #require(payment["paymentData"] as? [String: Any])
            let number = try #require(payment["applicationPrimaryAccountNumber"] as? String)
            let text = await CommandRun(["token", "open", run.files.token] + run.keys + arguments)
            return (
                number, try #require(proof["onlinePaymentCryptogram"] as? String), text.results
            )
        }
        let (masked, hidden, hiddenText) = try await payment()
        let (number, cryptogram, text) = try await payment("--reveal")
        #expect(number.count == 16 && number.allSatisfy(\.isNumber))
        #expect(masked == String(repeating: "•", count: 12) + number.suffix(4))
        #expect(try Base64.decode(cryptogram).count == 20)
        #expect(hidden == String(repeating: "•", count: cryptogram.count))
        #expect(text.contains(number) && text.contains(cryptogram))
        #expect(!hiddenText.contains(number) && !hiddenText.contains(cryptogram))
        #expect(hiddenText.contains("1075 (10.75 USD)"))
    }

    @Test func `opens by the merchant identifier too, and by no other's`() async throws {
        let run = try await CheckoutRun.shared()
        let arguments = ["token", "open", run.files.token, "--key", run.files.merchantKey]
        let keys = arguments + run.trust + ["--json", "--merchant-id"]
        #expect(await CommandRun(keys + ["merchant.com.example"]).status == .success)
        let other = await CommandRun(keys + ["merchant.com.other"])
        #expect(other.status == .refused)
        #expect(other.texts["step"] == "decryption")
    }

    @Test func `refuses a token for another key`() async throws {
        let run = try await CheckoutRun.shared()
        let other = try await CheckoutRun(seed: 8)
        let opened = await CommandRun(
            [
                "token", "open", run.files.token, "--json", "--key", other.files.merchantKey,
                "--certificate", other.files.merchant,
            ] + run.trust
        )
        #expect(opened.status == .refused)
        #expect(opened.texts["step"] == "publicKeyHash")
    }

    @Test func `refuses a token that is too long, after reading only up to the limit`() async {
        let folder = ScratchFolder()
        let path = folder.path("long.json")
        let limit = 65_536
        for (count, cause) in [(limit, "JSON"), (limit + 1, "\(limit)")] {
            let bytes = Data(repeating: UInt8(ascii: "x"), count: count)
            #expect(FileManager.default.createFile(atPath: path, contents: bytes))
            let run = await CommandRun("token", "verify", path, "--json")
            #expect(run.status == .refused)
            #expect(run.texts["step"] == "format")
            #expect(run.texts["cause"]?.contains(cause) == true, "\(run.results)")
        }
        let endless = await CommandRun("token", "verify", "/dev/zero", "--json")
        #expect(endless.texts["cause"]?.contains("\(limit)") == true)
    }

    @Test func `inspects without trusting, and says so`() async throws {
        let run = try await CheckoutRun.shared()
        let text = await CommandRun("token", "inspect", run.files.token)
        #expect(text.status == .success)
        #expect(text.results.hasPrefix("what the token says of itself; nothing of it is verified"))
        let json = await CommandRun("token", "inspect", run.files.token, "--json")
        #expect(json.texts["verdict"] == "unverified")
        #expect((json.json["certificates"] as? [String])?.count == 2)
        #expect(json.texts["paymentMethod"] == "Visa 1111")
    }

    @Test func `inspects the other members where one is malformed`() async throws {
        let run = try await CheckoutRun.shared()
        let path = try run.token(named: "short") { token in
            var payment = token["paymentData"] as? [String: Any] ?? [:]
            var header = payment["header"] as? [String: Any] ?? [:]
            header["transactionId"] = "3132333435363738"
            payment["header"] = header
            token["paymentData"] = payment
        }
        let json = await CommandRun("token", "inspect", path, "--json")
        #expect(json.status == .refused)
        #expect(json.texts["verdict"] == "refused")
        let problem = "transactionId has 8 bytes, not 32"
        #expect(json.texts["claimedTransactionIdProblem"] == problem)
        #expect(json.texts["cause"] == problem)
        #expect(json.texts["signingTime"] == "2026-01-01T12:00:00Z")
        #expect((json.json["certificates"] as? [String])?.count == 2)
        let text = await CommandRun("token", "inspect", path)
        #expect(text.results.contains("publicKeyHash") && text.results.contains("remedy: "))
    }

    static let hostile = [
        "\u{1b}[2Jaccepted", "\u{7f}\u{9b}31m", "\r accepted", "a\u{0}b", "\u{202e}detpecca",
        "x\n  version         verified", "x\u{2028}y", "x\u{85}y",
    ]

    @Test(arguments: hostile)
    func `passes no control character of a token to the terminal`(name: String) async throws {
        let run = try await CheckoutRun.shared()
        let path = try run.token(named: "hostile") { token in
            token["paymentMethod"] = ["displayName": name, "network": name, "type": name]
        }
        let plain = await CommandRun("token", "inspect", run.files.token)
        let commands: [[String]] = [
            ["token", "inspect", path], ["token", "verify", path] + run.trust,
            ["token", "open", path] + run.keys,
        ]
        for command in commands {
            for json in [[], ["--json"]] {
                let said = await CommandRun(command + json)
                #expect(said.status == .success)
                let text = said.results + said.remarks
                let harmful = text.unicodeScalars.filter { scalar in
                    scalar != "\n"
                        && (scalar.properties.generalCategory == .control
                            || scalar.properties.isBidiControl || scalar == "\u{2028}")
                }
                #expect(harmful.isEmpty)
            }
        }
        let inspected = await CommandRun("token", "inspect", path)
        let lines = inspected.results.split(separator: "\n").count
        #expect(lines == plain.results.split(separator: "\n").count, "a line of its own")
    }
}
