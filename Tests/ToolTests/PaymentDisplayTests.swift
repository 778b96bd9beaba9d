internal import Bytes
internal import Certificates
internal import CommandLineTool
internal import Cryptography
internal import Foundation
internal import JSON
internal import PaymentToken
internal import TestSupport
import Testing
internal import TokenDisplay
internal import World

/// Every form of payload, as a person and as a program are shown it.
@Suite("A payment at a terminal")
struct PaymentDisplayTests {
    /// The display of a token of one form.
    struct Shown {
        let recipe: PayloadRecipe
        let json: [String: Any]
        let jsonText: String
        let rows: [String: String]
        let text: String

        func traces() -> [String] {
            let planted =
                [
                    ("card number", Array(recipe.accountNumber.utf8)),
                    ("cryptogram", recipe.cryptogram),
                    ("name", Array(recipe.cardholderName.utf8)),
                ] + recipe.otherSecrets.map { ($0.name, $0.bytes) }
            return planted.flatMap { name, bytes in
                Exposure.traces(of: bytes, in: text + jsonText).map { "\(name) as \($0)" }
            }
        }
    }

    static func show(
        _ form: PayloadRecipe.Form,
        _ change: (PayloadRecipe) -> PayloadRecipe = { $0 },
        options: [String] = []
    ) async throws -> Shown {
        let workshop = try TokenWorkshop(seed: 211)
        let recipe = change(PayloadRecipe(form, from: workshop.world))
        let folder = ScratchFolder()
        for (name, text) in [
            ("token", try workshop.seal(recipe.text).json.compact),
            ("root", workshop.root.certificate.pem),
            ("certificate", workshop.merchant.certificate.pem),
            ("key", workshop.merchant.privateKey.pem.revealedText()),
        ] {
            try Data(text.utf8).write(to: folder.url.appending(path: name))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600],
                ofItemAtPath: folder.path(name)
            )
        }
        let arguments =
            [
                "token", "open", folder.path("token"), "--key", folder.path("key"),
                "--certificate", folder.path("certificate"), "--root", folder.path("root"),
                "--at", TokenWorkshop.now.iso8601,
            ] + options
        let run = await CommandRun(arguments)
        let structured = await CommandRun(arguments + ["--json"])
        #expect(run.status == .success, "\(run.results)")
        let rows = run.results.split(separator: "\n")
            .map { line in
                line.split(separator: "  ", maxSplits: 1).map { $0.trimming(" ") }
            }
            .filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        return Shown(
            recipe: recipe,
            json: try #require(structured.json["payment"] as? [String: Any]),
            jsonText: structured.results,
            rows: Dictionary(rows) { first, _ in first },
            text: run.results
        )
    }

    @Test(arguments: PayloadRecipe.Form.allCases)
    func `shows nothing secret in any form`(form: PayloadRecipe.Form) async throws {
        let shown = try await Self.show(form)
        #expect(shown.traces() == [])
        let number = String(repeating: "•", count: 12) + shown.recipe.accountNumber.suffix(4)
        #expect(shown.rows["applicationPrimaryAccountNumber"] == number)
        #expect(shown.json["applicationPrimaryAccountNumber"] as? String == number)
        #expect(shown.json.keys.sorted() == shown.recipe.members.map(\.name).sorted())
    }

    @Test(arguments: PayloadRecipe.Form.allCases)
    func `shows everything when it is asked to`(form: PayloadRecipe.Form) async throws {
        let shown = try await Self.show(form, options: ["--reveal"])
        #expect(shown.rows["applicationPrimaryAccountNumber"] == shown.recipe.accountNumber)
        #expect(!shown.text.contains("•") && !shown.jsonText.contains("•"))
        let found = shown.traces()
        for secret in shown.recipe.otherSecrets {
            #expect(found.contains { $0.hasPrefix(secret.name) }, "\(secret.name)")
        }
    }

    @Test func `says what chip data is made of`() async throws {
        let shown = try await Self.show(.chipData)
        #expect(
            shown.rows["chip data"]
                == "9F26 9F10 9F36 95 9F27 9F34 9F37 9F02 9F03 5F2A 9A 9C 84 5A 5F34 5F24 9F1A 82"
        )
        let revealed = try await Self.show(.chipData, options: ["--reveal"])
        #expect(revealed.rows["chip data 9F02"] == "000000001075")
        #expect(revealed.rows["chip data 5A"] == revealed.recipe.accountNumber)
    }

    @Test func `says which merchant gets how much`() async throws {
        let rows = try await Self.show(.severalMerchants).rows
        #expect(rows["merchantIdentifier 1"] == "merchant 0")
        #expect(rows["merchantIdentifier 2"] == "merchant 1")
        #expect(rows["transactionAmount 1"] == "1000" && rows["transactionAmount 2"] == "0.75")
        #expect(rows["authenticationData 1"]?.allSatisfy { $0 == "•" } == true)
        #expect(rows["paymentData"] == "{}")
        #expect(rows["transactionAmount"] == "1075 (10.75 USD)")
    }

    @Test func `says what the card behind a merchant token looks like`() async throws {
        let rows = try await Self.show(.merchantToken).rows
        #expect(rows["fpanSuffix"] == "4242" && rows["shortDescription"] == "TEST Bank")
        #expect(rows["url 1"] == "https://cards.example/front.png")
        #expect(rows["merchantTokenIdentifier"]?.allSatisfy { $0 == "•" } == true)
    }

    /// A name alone does not make a field harmless: Apple may use it again elsewhere.
    @Test func `hides unknown values of any name`() async throws {
        let later = JSONOutput.object([
            "eciIndicator": .string("5 secret"),
            "url": .array([.string("secret"), .integer(4761)]),
            "currencyCode": .object(["fpanSuffix": .string("secret")]),
        ])
        let shown = try await Self.show(.threeDSecure, { $0.with("later", later) })
        #expect(!(shown.text + shown.jsonText).contains("secret"))
        #expect(!(shown.text + shown.jsonText).contains("4761"))
        #expect(shown.rows["url 1"] == "••••••" && shown.rows["url 2"] == "•")
    }
}

extension StringProtocol {
    fileprivate func trimming(_ character: Character) -> String {
        String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
    }
}
