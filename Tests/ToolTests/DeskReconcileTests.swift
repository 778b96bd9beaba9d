import Foundation
import TestSupport
import Testing

/// A shop that pays, captures and refunds over a card network, and reconciles its settlement files.
@Suite("quince desk reconcile")
struct DeskReconcileTests {
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

    private func desk(_ words: String, _ network: NetworkProcess) throws -> ProcessRun {
        let place = "\(network.address.host):\(network.address.port)"
        return try run(
            "$QUINCE desk \(words) --database shop/orders.sqlite --network \(place)"
        )
    }

    private func reconcile(_ file: String, _ words: String = "--json") throws -> ProcessRun {
        try run(
            "$QUINCE desk reconcile --database shop/orders.sqlite --settlement \(file) \(words)"
        )
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
        #expect(try desk("capture --order 1001", network).status == 0)
        #expect(try desk("capture --order 1002 --amount 9.90", network).status == 0)
        #expect(try desk("capture --order 1002 --amount 20", network).status == 0)
        #expect(try desk("capture --order 1003 --number 1", network).status == 0)
        let again = try desk("capture --order 1003 --number 1", network)
        #expect(again.status == 0 && again.results.hasSuffix("1003, paid\n"))
        #expect(try desk("refund --order 1002 --amount 1.50", network).status == 0)
        let void = try desk("void --order 1004", network)
        #expect(void.status == 0 && void.results.hasSuffix("1004, voided\n"))
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

        #expect(try desk("refund --order 1001", network).status == 0)
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
        let other = try reconcile("day1", "--json --merchant OTHER --merchant ANOTHER")
        #expect(other.status == 0)
        #expect(try report(other)["otherMerchants"] as? Int == 5)
    }

    @Test func `says what differs, and who has to act`() throws {
        let network = try NetworkProcess(["--state", folder.path("network")])
        try pay(network, ["guide", "shinobi"])
        #expect(try desk("capture --order 1001", network).status == 0)
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
        #expect(try desk("capture --order 1001", network).status == 0)
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
            "cat cut | $QUINCE desk reconcile --database shop/orders.sqlite --settlement -"
        )
        #expect(piped.status == 1 && piped.results.hasPrefix("refused: -: line 3"))
    }

    @Test(
        arguments: [
            ("--settlement day1", "no database is named"),
            ("--database none.sqlite --settlement day1", "none.sqlite: there is no such file"),
            ("--database none.sqlite", "no settlement file is named"),
            ("--database none.sqlite --settlement missing", "missing: no such file or folder"),
            (
                "--database none.sqlite --settlement day1 --processor A",
                "not the name of a processor"
            ),
        ]
    )
    func `says what is missing on the command line`(_ words: String, _ text: String) throws {
        try "settlement,1,1,2026-01-01T00:00:00Z\nend,2\n".write(
            toFile: folder.path("day1"),
            atomically: true,
            encoding: .utf8
        )
        let run = try run("$QUINCE desk reconcile \(words)")
        #expect(run.status == 2 && run.remarks.contains(text), "\(run.remarks)")
    }

    @Test func `captures, voids and refunds only what is possible`() throws {
        let network = try NetworkProcess(["--state", folder.path("network")])
        try pay(network, ["guide"])
        let refused: [(String, Int32)] = [
            ("refund --order 1001", 1), ("capture --order 1001 --amount 10.76", 1),
            ("capture --order 1001 --amount 1.234", 2), ("capture --order 1001 --amount 0", 2),
            ("capture --order 1001 --number 2", 1), ("capture --order 1002", 2),
            ("capture --order x", 2), ("capture", 2),
        ]
        for (words, status) in refused {
            let run = try desk(words, network)
            #expect(run.status == status, "\(words): \(run.remarks)")
            #expect(run.results.isEmpty && run.remarks.hasPrefix("quince: "))
        }
        let unnamed = try run(
            "$QUINCE desk capture --database shop/orders.sqlite --order 1001"
        )
        #expect(unnamed.status == 2 && unnamed.remarks.contains("no card network is named"))
        let captured = try desk("capture --order 1001 --json", network)
        let json = try report(captured)
        #expect(json["state"] as? String == "completed" && json["amount"] as? String == "10.75")
        #expect(json["paymentStatus"] as? String == "paid")
    }
}
