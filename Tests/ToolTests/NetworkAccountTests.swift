import CardNetwork
import CommandLineTool
import Foundation
import TestSupport
import Testing

@Suite("quince sandbox account")
struct NetworkAccountTests {
    let folder = ScratchFolder()

    func quince(_ words: String) throws -> ProcessRun {
        try ProcessRun("$QUINCE \(words)", in: folder.url)
    }

    func account(_ words: String = "") throws -> [String: Any] {
        let run = try quince("sandbox account --state network --card 1111 --json \(words)")
        #expect(run.status == 0, "\(run.remarks)")
        let read = try JSONSerialization.jsonObject(with: Data(run.results.utf8))
        let accounts = try #require((read as? [String: Any])?["accounts"] as? [[String: Any]])
        return try #require(accounts.first)
    }

    @Test func `sets what the next payment of a running network is decided by`() throws {
        let network = try NetworkProcess(["--state", folder.path("network")])
        let place = "\(network.address.host):\(network.address.port)"
        func checkout(_ words: String = "") throws -> String {
            try quince("checkout --network \(place) --state network --out shop \(words)").results
        }
        func addressCheck() throws -> String? {
            let text = try checkout("--billing-address --json")
            let read = try JSONSerialization.jsonObject(with: Data(text.utf8))
            return (read as? [String: Any])?["addressCheck"] as? String
        }
        #expect(try addressCheck() == "notCompared")
        // The address of the scenario's shopper, as TestContacts has it.
        _ = try account("--street '1234 Laurel Street' --postal-code 30303")
        #expect(try addressCheck() == "matches")
        let trace = try checkout("--billing-address")
        #expect(trace.contains("120  cardholder's address: (27 bytes)"))
        #expect(trace.contains("44  additional response data:  Y          2"))
        #expect(trace.contains("; address: street and postal code match\n"))
        #expect(trace.contains("  address          street and postal code match\n"))
        _ = try account("--postal-code 10001")
        #expect(try addressCheck() == "streetOnly")
        _ = try account("--street 'Elm Street'")
        #expect(try addressCheck() == "differs")
        #expect(try !checkout().contains("address  "), "no address was sent")
        _ = try account("--no-address --daily-count 6")
        #expect(try checkout().contains("declined by the issuer: limitExceeded"))
        _ = try account("--daily-count none --payment-limit 1074")
        #expect(try checkout().contains("declined by the issuer: limitExceeded"))
        let lost = try account("--payment-limit none --status lost")
        #expect(lost["status"] as? String == "lost" && lost["paymentLimit"] == nil)
        #expect(try checkout().contains("declined by the issuer: lostOrStolen"))
        _ = try account("--status open --credit 7524")
        #expect(try checkout().contains("declined by the issuer: insufficientFunds"))
        let balances = try account("--credit 7600")["balances"] as? [[String: Any]]
        #expect(balances?.first?["available"] as? Int == 1_150)
        #expect(balances?.first?["held"] as? Int == 6_450)
        #expect(try checkout().contains("paid             10.75 USD"))
        #expect(network.terminate() == 0)
    }

    @Test func `shows accounts without their cards' numbers`() async throws {
        let files = try NetworkFolder()
        _ = try await files.devices(2)
        let run = await CommandRun("sandbox", "accounts", "--state", files.path)
        #expect(run.status == .success)
        #expect(run.results.hasPrefix("Visa 1111\n  status       open\n"))
        #expect(run.results.contains("\n  credit       10000000 minor units of each currency\n"))
        #expect(run.results.hasSuffix("\naccounts: 1\n"))
        let whole = await CommandRun(
            ["sandbox", "account", "--state", files.path, "--card", "4111 1111 1111 1111", "--pin"]
                + ["43215", "--json"]
        )
        #expect(whole.status == .success)
        #expect(!whole.results.contains("411111") && !whole.results.contains("43215"))
        #expect(whole.results.contains("\"ownPIN\":true"))
    }

    @Test func `names cards that end in the same digits by their whole numbers`() async throws {
        let files = try NetworkFolder()
        try await files.add(["4111111111111111", "4012888800021111"].map { ($0, .visa) })
        let run = await CommandRun(
            ["sandbox", "account", "--state", files.path, "--card", "1111"]
        )
        #expect(run.status == .misuse)
        #expect(
            run.remarks == """
                quince: --card 1111: 2 cards end in these digits: Visa 1111, Visa 1111
                hint: give the whole number of the card

                """
        )
    }

    @Test(
        arguments: [
            ([], "--card 1111"), (["--card", "2222"], "quince sandbox accounts"),
            (["--card", "1111", "--status", "lst"], "lost"),
            (["--card", "1111", "--credit", "-1"], "--credit 10\n"),
            (["--card", "1111", "--credit", "none"], "--credit 10\n"),
            (["--card", "1111", "--daily-limit", "1000000000000"], "--daily-limit none"),
            (["--card", "1111", "--pin", "12a4"], "--pin 4321"),
            (["--card", "1111", "--street", "1", "--no-address"], "leave out"),
        ]
    )
    func `says what to type instead`(options: [String], hint: String) async throws {
        let files = try NetworkFolder()
        _ = try await files.devices(1)
        let run = await CommandRun(["sandbox", "account", "--state", files.path] + options)
        #expect(run.status == .misuse && run.results.isEmpty)
        #expect(run.remarks.contains(hint), "\(run.remarks)")
        #expect(!run.remarks.contains("12a4"))
        for verb in ["account", "accounts"] {
            let nowhere = await CommandRun(["sandbox", verb, "--state", "/nowhere"] + options)
            #expect(nowhere.status == .misuse)
        }
    }
}
