import Foundation
import TestSupport
import Testing

/// A shop's operator, who captures and refunds over a card network and reconciles its settlement files.
@Suite("quince server, as its operator uses it")
struct ServerOperatorTests {
    let folder = ScratchFolder()

    private func run(_ line: String) throws -> ProcessRun { try ProcessRun(line, in: folder.url) }

    private func pay(_ network: NetworkProcess, _ scenarios: [String]) throws {
        let place = "\(network.address.host):\(network.address.port)"
        for scenario in scenarios {
            let paid = try run(
                "$QUINCE checkout --scenario \(scenario) --network \(place) --state network --out shop"
            )
            #expect(paid.status == 0, "\(paid.remarks)")
        }
    }

    private func operate(_ words: String) throws -> ProcessRun {
        try run("$QUINCE server \(words) --config shop/server.json")
    }

    private func reconcile(_ file: String, _ words: String = "--json") throws -> ProcessRun {
        try operate("reconcile \(file) \(words)")
    }

    private func report(_ run: ProcessRun) throws -> [String: Any] {
        let read = try JSONSerialization.jsonObject(with: Data(run.results.utf8))
        return try #require(read as? [String: Any])
    }

    /// The sum that awk finds in the file: the amounts of its entries in one currency.
    private func sum(_ currency: String, _ file: String) throws -> String {
        let program = "$2 == c && NF == 8 { s += $7 - $8 } END { printf \"%.2f\", s / 100 }"
        return try run("awk -F, -v c=\(currency) '\(program)' \(file)").results
    }

    @Test func `agrees with the network's files after captures and refunds`() throws {
        let network = try NetworkProcess(["--state", folder.path("network")])
        try pay(network, ["guide", "china", "shinobi", "guide"])
        #expect(try operate("capture 1001").status == 0)
        #expect(try operate("capture 1002 --amount 9.90").status == 0)
        #expect(try operate("capture 1002 --amount 20").status == 0)
        #expect(try operate("capture 1003 --number 1").status == 0)
        let again = try operate("capture 1003 --number 1")
        #expect(again.status == 0 && again.results.contains("payment  captured\n  order    1003\n"))
        #expect(try operate("refund 1002 --amount 1.50").status == 0)
        let void = try operate("void 1004")
        #expect(void.status == 0 && void.results.contains("payment  voided\n  order    1004\n"))
        #expect(try run("$QUINCE sandbox settle --state network >day1").status == 0)
        let first = try reconcile("day1")
        #expect(first.status == 0, "\(first.results)\(first.remarks)")
        let found = try report(first)
        #expect(found["verdict"] as? String == "agrees")
        #expect(found["entries"] as? Int == 5 && found["matched"] as? Int == 5)
        let totals = try #require(found["totals"] as? [[String: String]])
        #expect(totals.map { $0["currencyCode"] } == ["USD", "CNY"])
        // 10.75 and 29.27; 29.90 less 1.50. 0.13 % of each, rounded down.
        #expect(totals.map { $0["captured"] } == ["40.02", "29.90"])
        #expect(totals.map { $0["refunded"] } == ["0.00", "1.50"])
        #expect(totals.map { $0["paid"] } == [try sum("840", "day1"), try sum("156", "day1")])
        #expect(totals.map { $0["paid"] } == ["39.98", "28.37"])

        #expect(try operate("refund 1001").status == 0)
        #expect(try run("$QUINCE sandbox settle --state network >day2").status == 0)
        #expect(try run("$QUINCE sandbox settle --state network >day3").status == 0)
        let third = try reconcile("day3")
        #expect(third.status == 1 && third.results.contains("settlement 2 was not reconciled"))
        #expect(try reconcile("day2").status == 0)
        #expect(try reconcile("day3").status == 0)
        #expect(try reconcile("day1").results == first.results)
        let printed = try run(
            "$QUINCE sandbox settle --state network --number 1 | diff day1 - && echo same"
        )
        #expect(printed.results == "same\n")
        let unknown = try run("$QUINCE sandbox settle --state network --number 4")
        #expect(unknown.status == 2 && unknown.results.isEmpty)
        let other = try run(
            """
            sed 's/"merchant": "QUINCE-CHECKOUT"/"merchant": "OTHER"/' shop/server.json >shop/other.json
            $QUINCE server reconcile day1 --json --config shop/other.json
            """
        )
        #expect(other.status == 0, "\(other.remarks)")
        #expect(try report(other)["otherMerchants"] as? Int == 5)
        let audit = try operate("audit")
        let actions = audit.results.split(separator: "\n").map { $0.split(separator: "  ")[1] }
        #expect(actions.count(where: { $0 == "payment.capture" }) == 4)
        #expect(actions.count(where: { $0 == "payment.refund" }) == 2)
        #expect(actions.count(where: { $0 == "payment.void" }) == 1)
        #expect(actions.count(where: { $0 == "payments.reconcile" }) == 6)
        #expect(
            audit.results.split(separator: "\n").allSatisfy { $0.hasSuffix("  operator  operator") }
        )
    }

    @Test func `says what differs, and who has to act`() throws {
        let network = try NetworkProcess(["--state", folder.path("network")])
        try pay(network, ["guide", "shinobi"])
        #expect(try operate("capture 1001").status == 0)
        #expect(try run("$QUINCE sandbox settle --state network >day1").status == 0)
        // Twice, with sums that are right: the merchant is paid 21.48, and the fees are 2.
        let doubled = try run(
            """
            sed -n 1p day1 >twice; sed -n '2p;2p' day1 >>twice
            printf '%s\\n' fees,840,2 merchant,840,QUINCE-CHECKOUT,2148 issuer,840,Visa,-2150 end,7 \
            >>twice
            """
        )
        #expect(doubled.status == 0)
        let twice = try reconcile("twice", "")
        #expect(twice.status == 1)
        let lines = twice.results.split(separator: "\n").map(String.init)
        try #require(lines.count == 8)
        #expect(lines[1] == "captured 21.50 USD, refunded 0.00 USD, fees 0.02 USD, paid 21.48 USD")
        #expect(lines[2].hasPrefix("line 3, capture "))
        #expect(lines[2].hasSuffix(" of 10.75 USD: line 2 is of the same operation"))
        #expect(lines[3] == "  acquirer:  ask the acquirer to take back the second one")
        #expect(
            lines[4...] == [
                "entries: 2, matched: 1", "of other merchants: 0", "not settled yet: 0",
                "differences: 1",
            ]
        )
        let replaced = try report(try reconcile("day1"))
        let causes = try #require(replaced["differences"] as? [[String: Any]])
        #expect(causes.map { $0["cause"] as? String } == ["fileReplaced"])
        #expect(causes.map { $0["actor"] as? String } == ["acquirer"])
    }

    @Test func `refuses a file that is cut off, and names the line`() throws {
        let network = try NetworkProcess(["--state", folder.path("network")])
        try pay(network, ["guide"])
        #expect(try operate("capture 1001").status == 0)
        #expect(try run("$QUINCE sandbox settle --state network | head -n 3 >cut").status == 0)
        let text = try reconcile("cut", "")
        #expect(text.status == 1)
        #expect(
            text.results == """
                refused: cut: line 3: the line "end" is missing
                  remedy: fetch the file again: it was cut off or changed on its way

                """
        )
        let json = try report(try reconcile("cut"))
        #expect(json["verdict"] as? String == "refused" && json["line"] as? Int == 3)
        let piped = try run(
            "cat cut | $QUINCE server reconcile - --config shop/server.json"
        )
        #expect(piped.status == 1 && piped.results.hasPrefix("refused: -: line 3"))
    }

    @Test(
        arguments: [
            ("reconcile day1", "--config FILE is missing"),
            ("reconcile --config shop.json", "FILE is missing"),
            ("reconcile day1 --config none.json", "none.json: no such file or folder"),
            ("reconcile day1 --config shop.json", "none.sqlite: there is no such file"),
            ("reconcile missing --config shop.json", "missing: no such file or folder"),
            ("payments --config shop.json", "none.sqlite: there is no such file"),
            ("payments --config shop.json --open --status captured", "--status with --open"),
            ("payments --config shop.json --status lost", "--status lost: not one of its values"),
            ("capture --config shop.json", "PAYMENT"),
        ]
    )
    func `says what is missing on the command line`(_ words: String, _ text: String) throws {
        try "settlement,1,1,2026-01-01T00:00:00Z\nend,2\n".write(
            toFile: folder.path("day1"),
            atomically: true,
            encoding: .utf8
        )
        try """
        {"database": {"sqlite": "none.sqlite"}, "processing": {"files": ["keys"]},
         "merchant": {"identifier": "merchant.com.example", "displayName": "Shop"},
         "network": {"address": "127.0.0.1:1", "merchant": "SHOP"}}
        """.write(toFile: folder.path("shop.json"), atomically: true, encoding: .utf8)
        let run = try run("$QUINCE server \(words)")
        #expect(run.status == 2 && run.remarks.contains(text), "\(run.remarks)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("none.sqlite")))
    }

    @Test func `captures, voids and refunds only what is possible`() throws {
        let network = try NetworkProcess(["--state", folder.path("network")])
        try pay(network, ["guide"])
        let refused: [(String, Int32)] = [
            ("refund 1001", 1), ("capture 1001 --amount 10.76", 1),
            ("capture 1001 --amount 1.234", 2), ("capture 1001 --amount 0", 2),
            ("capture 1001 --number 2", 1), ("capture 1002", 2), ("capture x", 2), ("capture", 2),
        ]
        for (words, status) in refused {
            let run = try operate(words)
            #expect(run.status == status, "\(words): \(run.remarks)")
            #expect(run.results.isEmpty && run.remarks.hasPrefix("quince: "))
        }
        let listed = try report(try operate("payments --json"))
        let identifier = try #require(listed["id"] as? String)
        #expect(try operate("payments --status captured").results.isEmpty)
        let json = try report(try operate("capture \(identifier) --json"))
        #expect(json["status"] as? String == "captured" && json["captured"] as? String == "10.75")
        let lines = try operate("payments --status captured").results.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("  10.75 USD  order 1001  "), "\(lines)")
    }

    @Test func `speaks the network's layout and framing, which the configuration names`() throws {
        let first = try NetworkProcess(["--state", folder.path("network")])
        try pay(first, ["guide"])
        #expect(first.terminate() == 0)
        let form = ["--layout", "visa", "--framing", "visa"]
        let network = try NetworkProcess(["--state", folder.path("network")] + form)
        let place = "\(network.address.host):\(network.address.port)"
        let file = folder.path("shop/server.json")
        let written = try String(contentsOfFile: file, encoding: .utf8)
        let moved = written.replacing(
            "\(first.address.host):\(first.address.port)",
            with: place
        )
        try moved.write(toFile: file, atomically: true, encoding: .utf8)
        let unspoken = try operate("capture 1001")
        #expect(unspoken.status == 2, "\(unspoken.remarks)")
        try moved.replacing(
            #""address": "\#(place)""#,
            with: #""address": "\#(place)", "layout": "visa", "framing": "visa""#
        ).write(toFile: file, atomically: true, encoding: .utf8)
        let captured = try operate("capture 1001")
        #expect(captured.status == 0, "\(captured.remarks)")
    }

    @Test func `settles the end of a hold, once, which needs no network`() throws {
        let network = try NetworkProcess(["--state", folder.path("network")])
        try pay(network, ["guide"])
        network.kill()
        func ended() throws -> String {
            let query = "SELECT count(*) FROM event WHERE type = 'payment.holdEnded'"
            return try run("sqlite3 shop/orders.sqlite \"\(query)\"").results
        }
        let later = "--at 2099-01-01T00:00:00Z"
        for (time, count) in [("", "0\n"), (later, "1\n"), (later, "1\n")] {
            let settled = try operate("settle \(time)")
            #expect(settled.status == 0 && settled.results == "settled: 0\nopen: 0\n")
            #expect(try ended() == count)
        }
    }

    @Test func `is told that the network is not reached, and nothing is done`() throws {
        let network = try NetworkProcess(["--state", folder.path("network")])
        try pay(network, ["guide"])
        network.kill()
        let capture = try operate("capture 1001")
        #expect(capture.status == 2 && capture.results.isEmpty)
        #expect(capture.remarks.contains("no connection could be opened"), "\(capture.remarks)")
        let settle = try operate("settle")
        #expect(settle.status == 0 && settle.results == "settled: 0\nopen: 0\n")
        #expect(try operate("audit").results.isEmpty)
    }
}
