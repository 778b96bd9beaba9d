import CardNetwork
import CommandLineTool
import Foundation
import ISO8583
import TestSupport
import Testing

@Suite("quince sandbox network", .enabled(if: PythonOracle.isInstalled))
struct NetworkCommandTests {
    let files: NetworkFolder

    init() throws { files = try NetworkFolder() }

    /// The fields that an answer was printed with.
    func fields(_ line: String) -> [String: String] {
        var fields: [String: String] = [:]
        for part in line.split(separator: "\t") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields[String(pair[0])] = pair.count == 2 ? String(pair[1]) : ""
        }
        return fields
    }

    @Test func `approves the request that quince sandbox cryptogram makes, and takes no real card`()
        async throws
    {
        let network = try NetworkProcess(["--state", files.path])
        for layout in ["ascii", "ascii-hex", "bcd", "bcd-ebcdic"] {
            let made = await CommandRun(
                "sandbox",
                "cryptogram",
                "--state",
                files.path,
                "--layout",
                layout,
                "--json"
            )
            #expect(made.status == .success)
            let fields = try #require(made.json["fields"] as? [String: String])
            #expect(fields["126"] != nil && fields["4"] == "000000001075")
            guard layout == "ascii" else { continue }
            let values = fields.map { "\($0)=\($1)" }.joined(separator: "\t")
            let answers = try network.talk(["ask\tt=0100\t\(values)"]).map(self.fields)
            #expect(answers.first?["t"] == "0110" && answers.first?["39"] == "00", "\(answers)")
        }
        let real = await CommandRun(
            "sandbox",
            "cryptogram",
            "--state",
            files.path,
            "--card",
            "4532015112830366"
        )
        #expect(real.status == .misuse && real.remarks.contains("never a real card's"))
    }

    @Test func `takes a payment through its whole life, as another program's client says`()
        async throws
    {
        var device = try await files.devices(1)[0]
        var bank = MerchantBank()
        let network = try NetworkProcess(["--state", files.path])
        let payment = bank.authorization(1_075, &device)
        let lines = try network.talk([
            "ask\tt=0800\t7=1122093000\t11=000900\t32=123\t70=001", payment.command("ask"),
            bank.capture(1_000, of: payment).command("ask"),
            bank.refund(500, of: payment).command("ask"),
            bank.reversal(of: payment, leaving: 1_000).command("ask"),
            "ask\tt=0800\t7=1122093000\t11=000901\t32=123\t70=301", payment.command("ask"),
        ])
        let answers = lines.map(fields)
        try #require(answers.count == 7)
        #expect(
            answers.map { $0["t"] } == ["0810", "0110", "0230", "0210", "0410", "0810", "0110"]
        )
        #expect(answers.allSatisfy { $0["39"] == "00" })
        #expect(answers[1]["4"] == "000000001075" && answers[1]["49"] == "840")
        #expect(answers[1]["38"]?.count == 6 && answers[1]["44"]?.last == "2")
        #expect(answers[1]["11"] == "000001" && answers[1]["41"] == MerchantBank.terminal)
        #expect(lines[6] == lines[1], "the repeated message has the same answer")
        #expect(network.terminate() == 0)
        #expect(try files.number("SELECT SUM(amount) FROM posting") == 0)
        #expect(try files.number("SELECT owed FROM card_balance") == 500)
        let settled = try ProcessRun(
            "$QUINCE sandbox settle --state network && $QUINCE sandbox settle --state network",
            in: files.folder.url
        )
        #expect(settled.status == 0, "\(settled.remarks)")
        // 0.13 % of 1000 is 1.3, so the fee is 1.
        #expect(settled.results.contains("merchant,840,MERCHANT0000001,499\n"))
        #expect(settled.results.hasSuffix("end,2\n"))
    }

    @Test func `plays the scenarios that concern the connection`() async throws {
        var device = try await files.devices(1)[0]
        var bank = MerchantBank()
        let network = try NetworkProcess(["--state", files.path])
        let lost = bank.authorization(900_104, &device)
        let twice = bank.authorization(900_106, &device)
        let malformed = bank.authorization(900_107, &device)
        let late = bank.authorization(900_105, &device)
        let closed = bank.authorization(900_108, &device)
        let lines = try network.talk([
            "patience\t1", lost.command("ask"),
            "patience\t120", lost.command("ask"), twice.command("ask"), "more",
            malformed.command("ask"), malformed.command("ask"),
            "patience\t1", late.command("ask"),
            "patience\t120", "more", closed.command("ask"),
        ])
        try #require(lines.count == 9)
        #expect(lines[0] == "nothing")
        #expect(fields(lines[1])["39"] == "00", "the repeat is answered")
        #expect(lines[2] == lines[3] && fields(lines[2])["39"] == "00")
        #expect(lines[4] == "unreadable")
        #expect(fields(lines[5])["39"] == "00")
        #expect(lines[6] == "nothing" && fields(lines[7])["11"] == late.text(11))
        #expect(lines[8] == "closed")
        let again = try network.talk([closed.command("ask")])
        #expect(again.map { fields($0)["39"] } == ["00"], "it was approved")
        #expect(try files.number("SELECT COUNT(*) FROM network_payment") == 5)
    }

    @Test func `serves others while clients stall, flood it or send garbage`() async throws {
        var device = try await files.devices(1)[0]
        var bank = MerchantBank()
        let network = try NetworkProcess(["--state", files.path])
        let address = "\(network.address.host)\t\(network.address.port)"
        let stalls = (0..<100).map { _ in "stall\t\(address)" }
        let garbage = (0..<20)
            .flatMap { index in
                [
                    "connect\t\(address)",
                    "bytes\t" + ["ffff", "0000", "000430313030", "0004ffffffff"][index % 4],
                    "patience\t120", "more",
                ]
            }
        let payment = bank.authorization(1_075, &device)
        let lines = try network.talk(
            stalls + garbage + ["connect\t\(address)", payment.command("ask")]
        )
        #expect(lines.dropLast().allSatisfy { $0 == "closed" } && lines.count == 21)
        #expect(fields(lines.last ?? "")["39"] == "00")
    }

    /// Killed at several counts of answers, each time with new cards and a new folder.
    @Test(arguments: [1, 40, 150, 390])
    func `loses nothing that it answered when it is killed`(count: Int) async throws {
        var devices = try await files.devices(200)
        var bank = MerchantBank()
        var network = try NetworkProcess(["--state", files.path])
        var messages: [ISO8583Message] = []
        // Messages overtake one another, and with them the counters of one device.
        for index in devices.indices {
            let payment = bank.authorization(1_075, &devices[index])
            messages += [payment, bank.capture(500, of: payment)]
        }
        let first = try network.talk(
            messages.map { $0.command("send") } + ["run\t\(network.identifier)\t\(count)"]
        )
        .map(fields)
        #expect(first.count > count && first.last == ["closed": ""])
        network = try NetworkProcess(["--state", files.path])
        let answered = first.dropLast()
        let kept = Dictionary(uniqueKeysWithValues: answered.map { ($0["11"] ?? "", $0) })
        let second = try network.talk(messages.map { $0.command("ask") }).map(fields)
        try #require(second.count == messages.count)
        for answer in second {
            if let earlier = kept[answer["11"] ?? ""] { #expect(answer == earlier) }
        }
        #expect(try files.number("SELECT SUM(amount) FROM posting") == 0)
        // A capture may have come before its authorization, and was declined.
        let captured = second.count { $0["t"] == "0230" && $0["39"] == "00" }
        #expect(try files.number("SELECT owed FROM card_balance") == 500 * captured)
        #expect(
            try files.number("SELECT held FROM card_balance") == 200 * 1_075 - 500 * captured
        )
        #expect(try files.number("SELECT COUNT(*) FROM network_message") == 400)
    }

    @Test func `has other framings and layouts`() async throws {
        func hexadecimal(_ text: String) -> String {
            text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        // Fields 7, 11, 32 and 70, and in the answer 39; bitmaps by hand.
        let values = "112209300000000103123"
        let request = "08008220000100000000" + "0400000000000000" + values + "301"
        let expected = "08108220000102000000" + "0400000000000000" + values + "00" + "301"
        let network = try NetworkProcess([
            "--ephemeral", "--framing", "ascii", "--layout", "ascii-hex",
        ])
        let lines = try network.talk([
            "bytes\t" + hexadecimal("0060" + request), "raw\t66",
        ])
        #expect(request.utf8.count == 60 && expected.utf8.count == 62)
        #expect(lines == [hexadecimal("0062" + expected)])

        let packed = try NetworkProcess(["--ephemeral", "--framing", "visa", "--layout", "bcd"])
        let digits =
            "0800" + "82200001000000000400000000000000" + "1122093000" + "000001"
            + "03" + "0123" + "0301"
        let answer =
            "0810" + "82200001020000000400000000000000" + "1122093000" + "000001"
            + "03" + "0123" + "3030" + "0301"
        let count = String(digits.utf8.count / 2, radix: 16)
        let packedLines = try packed.talk([
            "bytes\t00\(count)0000" + digits, "raw\t\(4 + answer.utf8.count / 2)",
        ])
        let answerCount = String(answer.utf8.count / 2, radix: 16)
        #expect(packedLines == ["00\(answerCount)0000" + answer])
    }

    @Test func `has Visa's layout, and answers the station that asked`() throws {
        let network = try NetworkProcess(["--ephemeral", "--framing", "visa", "--layout", "visa"])
        let rest = "ff1000410400160106767f"
        // Fields 7, 11, 32 and 70, and in the answer 39 in EBCDIC. The header says 53 and 55 bytes.
        let request =
            "00350000" + "1601020035" + "129128" + "456789" + rest
            + "0800" + "82200001000000000400000000000000" + "1122093000" + "000001"
            + "03" + "0123" + "0301"
        let answer =
            "00370000" + "1601020037" + "456789" + "129128" + rest
            + "0810" + "82200001020000000400000000000000" + "1122093000" + "000001"
            + "03" + "0123" + "f0f0" + "0301"
        let lines = try network.talk(["bytes\t" + request, "raw\t59"])
        #expect(lines == [answer])
    }

    @Test func `writes each message field by field to a file, without card data`() async throws {
        var device = try await files.devices(1)[0]
        var bank = MerchantBank()
        let payment = bank.authorization(1_075, &device)
        let path = files.folder.path("messages.log")
        try "before\n".write(toFile: path, atomically: true, encoding: .utf8)
        let network = try NetworkProcess(["--state", files.path, "--log", path])
        #expect(try network.talk([payment.command("ask")]).map { fields($0)["39"] } == ["00"])
        let log = try String(contentsOfFile: path, encoding: .utf8)
        #expect(log.hasPrefix("before\n"))
        for line in ["0100", "  4  amount: 000000001075", "0110", "  39  response code: 00"] {
            #expect(log.contains("\n\(line)\n"), "\(line)")
        }
        let secrets = [2, 126].map { payment.text($0) ?? "" }
        #expect(secrets.allSatisfy { $0.utf8.count > 12 && !log.contains($0.suffix(12)) })
    }

    @Test func `without cards keeps nothing, and with a folder only its cards`() async throws {
        var device = try await files.devices(1)[0]
        var bank = MerchantBank()
        let payment = bank.authorization(1_075, &device)
        let bare = try NetworkProcess(["--ephemeral"])
        #expect(try bare.talk([payment.command("ask")]).map { fields($0)["39"] } == ["14"])
        let network = try NetworkProcess(["--ephemeral", "--state", files.path])
        #expect(try network.talk([payment.command("ask")]).map { fields($0)["39"] } == ["00"])
        #expect(try files.number("SELECT COUNT(*) FROM network_message") == 0)
    }

    @Test func `without records has the limits of its folder's accounts`() async throws {
        var device = try await files.devices(1)[0]
        let limit = await CommandRun([
            "sandbox", "account", "--state", files.path, "--card", "1111", "--payment-limit", "100",
        ])
        #expect(limit.status == .success, "\(limit.remarks)")
        var bank = MerchantBank()
        let network = try NetworkProcess(["--ephemeral", "--state", files.path])
        let payment = bank.authorization(10_001, &device)
        #expect(try network.talk([payment.command("ask")]).map { fields($0)["39"] } == ["61"])
    }

    @Test(
        arguments: [
            ([], "--state DIR"), (["--ephemeral", "--listen", "8583"], "127.0.0.1:8583"),
            (["--ephemeral", "--listen", "203.0.113.1:0"], "127.0.0.1:0"),
            (["--ephemeral", "--seed", "x"], "--seed 1"),
            (["--state", "/dev/null/x"], "name a folder"),
        ]
    )
    func `says what to type instead`(options: [String], hint: String) async {
        let run = await CommandRun(["sandbox", "network"] + options)
        #expect(run.status == .misuse && run.results.isEmpty)
        #expect(run.remarks.contains(hint), "\(run.remarks)")
    }
}
