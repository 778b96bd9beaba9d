import Foundation
import Payments
import Storage
import TestSupport
import Testing
import World

@Suite("A settlement file")
struct SettlementFileTests {
    static let text = """
        settlement,1,7,2025-11-24T23:00:00Z
        capture,840,SHOP-1,HFHLV2UAOGMB,091757,403976,1075,1
        refund,840,SHOP-1,HFHLV2UAOGMB,091757,940678,-150,0
        capture,392,"A ""B"", C",CAAZ0VDKOMZJ,666953,685398,3000,3
        capture-reversal,392,"A ""B"", C",CAAZ0VDKOMZJ,666953,685399,-1000,-1
        fees,392,2
        merchant,392,"A ""B"", C",1998
        issuer,392,JCB,-2000
        fees,840,1
        merchant,840,SHOP-1,924
        issuer,840,Visa,-925
        end,12

        """

    @Test func `is read`() throws {
        let file = try SettlementFile(Array(Self.text.utf8))
        #expect(file.number == 7 && file.lineCount == 12)
        #expect(file.cutOff == UnixTime(seconds: 1_764_025_200))
        #expect(file.entries.map(\.line) == [2, 3, 4, 5])
        #expect(file.entries.map(\.merchant) == ["SHOP-1", "SHOP-1", "A \"B\", C", "A \"B\", C"])
        #expect(file.entries.map(\.amount) == [1075, -150, 3000, -1000])
        #expect(file.entries.map(\.fee) == [1, 0, 3, -1])
        #expect(file.entries[0].reference == "HFHLV2UAOGMB" && file.entries[0].names == ["403976"])
        #expect(file.entries[0].authorizationCode == "091757")
        #expect(file.payouts.map(\.amount) == [2, 1998, -2000, 1, 924, -925])
    }

    /// Python's csv module divides the lines into the same parts, and finds the same sums.
    @Test func `has the parts that Python's csv module finds`() throws {
        let folder = ScratchFolder()
        try Self.text.write(toFile: folder.path("file"), atomically: true, encoding: .utf8)
        let script = """
            import csv
            for row in list(csv.reader(open("file", newline="")))[1:5]:
                print(row[0], row[2], *[int(part) for part in row[6:8]], sep="|")
            """
        try script.write(toFile: folder.path("read.py"), atomically: true, encoding: .utf8)
        let output = Shell.output(of: "python3 read.py", in: folder.url)
        let file = try SettlementFile(Array(Self.text.utf8))
        let lines = try file.entries.map { entry in
            "\(entry.kind.rawValue)|\(try #require(entry.merchant))|\(entry.amount)|\(entry.fee)"
        }
        #expect(output == lines.joined(separator: "\n") + "\n")
    }

    struct Mistake: CustomTestStringConvertible {
        let old: String
        let new: String
        let line: Int
        let cause: SettlementFileFailure.Cause
        var testDescription: String { "\(old) as \(new)" }

        init(_ old: String, _ new: String, _ line: Int, _ cause: SettlementFileFailure.Cause) {
            (self.old, self.new, self.line, self.cause) = (old, new, line, cause)
        }
    }

    static let mistakes = [
        Mistake("settlement,1", "settlement,2", 1, .versionUnknown),
        Mistake("settlement,1", "batch,1", 1, .noHeader),
        Mistake(",7,", ",07,", 1, .part(.number)),
        Mistake(",7,", ",0,", 1, .part(.number)),
        Mistake("T23:00:00Z", "T23:00:00+00:00", 1, .part(.time)),
        Mistake("T23:00:00Z", "T25:00:00Z", 1, .part(.time)),
        Mistake("1075,1", "1075,1,1", 2, .partCount(expected: 8, found: 9)),
        Mistake("1075,1", "1075", 2, .partCount(expected: 8, found: 7)),
        Mistake(",1075,1", ",+1075,1", 2, .part(.amount)),
        Mistake(",1075,1", ",-1075,1", 2, .part(.amount)),
        Mistake(",1075,1", ",0,1", 2, .part(.amount)),
        Mistake(",1075,1", ",10.75,1", 2, .part(.amount)),
        Mistake(",1075,1", ",9223372036854775808,1", 2, .part(.amount)),
        Mistake(",1075,1", ",1075,1076", 2, .part(.fee)),
        Mistake(",1075,1", ",1076,1", 10, .payout(entries: 925, paid: 924)),
        Mistake(",1075,1", ",1075,2", 9, .payout(entries: 2, paid: 1)),
        Mistake("403976", "40397", 2, .part(.trace)),
        Mistake("403976", "000000", 2, .part(.trace)),
        Mistake("091757,4", "09175,4", 2, .part(.authorizationCode)),
        Mistake("HFHLV2UAOGMB,091757,4", "HFHLV2UAOG-B,091757,4", 2, .part(.reference)),
        Mistake("capture,840", "capture,USD", 2, .part(.currency)),
        Mistake("SHOP-1,H", " SHOP-1,H", 2, .part(.merchant)),
        Mistake("SHOP-1,H", ",H", 2, .part(.merchant)),
        Mistake("SHOP-1,H", "SHOP-1234567890X,H", 2, .part(.merchant)),
        Mistake("SHOP-1,H", "\"SHOP-1\",H", 2, .quotation),
        Mistake("SHOP-1,H", "SH\"P-1,H", 2, .quotation),
        Mistake("\"A \"\"B\"\", C\",CAAZ0VDKOMZJ,666953,685398", "\"A", 4, .quotation),
        Mistake("SHOP-1,H", "SHÖP-1,H", 2, .notPrintable),
        Mistake("1075,1\n", "1075,1\r\n", 2, .notPrintable),
        Mistake("1075,1\n", "1075,1\n\n", 3, .kindUnexpected),
        Mistake("refund,", "Refund,", 3, .kindUnexpected),
        Mistake("refund,", "end,", 3, .partCount(expected: 2, found: 8)),
        Mistake("fees,392,2\n", "", 4, .payout(entries: 2, paid: 0)),
        Mistake("fees,392,2\n", "fees,392,3\n", 6, .payout(entries: 2, paid: 3)),
        Mistake("issuer,840,Visa,-925", "issuer,840,Visa,-926", 11, .unbalanced(by: -1)),
        Mistake("issuer,840,Visa", "merchant,840,SHOP-1", 11, .payoutRepeated(line: 10)),
        Mistake("issuer,840,Visa,-925", "issuer,978,Visa,-925", 10, .unbalanced(by: 925)),
        Mistake("end,12", "end,13", 12, .lineCount(expected: 12)),
        Mistake("end,12\n", "", 11, .endMissing),
        Mistake("end,12\n", "end,12", 12, .lineNotEnded),
        Mistake("end,12\n", "end,12\nend,12\n", 12, .lineCount(expected: 13)),
        Mistake(
            "issuer,392,JCB",
            "issuer,392,\(String(repeating: "J", count: 300))",
            8,
            .lineTooLong(limit: 256)
        ),
    ]

    @Test(arguments: mistakes)
    func `is refused with the line and the cause`(_ mistake: Mistake) throws {
        let range = try #require(Self.text.range(of: mistake.old))
        var text = Self.text.replacingCharacters(in: range, with: mistake.new)
        // A line that was left out or added is not what the test is about.
        let count = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        if !mistake.old.contains("end") {
            text = text.replacing("end,12\n", with: "end,\(count)\n")
        }
        let failure = #expect(throws: SettlementFileFailure.self) {
            try SettlementFile(Array(text.utf8))
        }
        #expect(failure?.line == mistake.line)
        #expect(failure?.cause == mistake.cause)
        #expect(failure?.remedy.isEmpty == false)
    }

    @Test func `is refused where it is empty, too long, or adds up to too much`() {
        func failure(_ text: String) -> SettlementFileFailure? {
            #expect(throws: SettlementFileFailure.self) { try SettlementFile(Array(text.utf8)) }
        }
        #expect(failure("")?.cause == .lineNotEnded)
        #expect(failure("\n")?.cause == .noHeader)
        let lines = String(repeating: "\n", count: 500_001)
        #expect(failure(lines)?.cause == .tooManyLines(limit: 500_000))
        let bytes = [UInt8](repeating: 0x0a, count: 64 << 20 | 1)
        let long = #expect(throws: SettlementFileFailure.self) { try SettlementFile(bytes) }
        #expect(long?.cause == .fileTooLong(limit: 64 << 20))
        let large = Self.text.replacing(",1075,1", with: ",9223372036854775807,1")
            .replacing(
                "refund,840,SHOP-1,HFHLV2UAOGMB,091757,940678,-150,0",
                with: "capture,840,SHOP-1,HFHLV2UAOGMB,091757,940678,2,0"
            )
        #expect(failure(large)?.cause == .sumTooLarge)
        #expect(failure(large)?.line == 3)
    }
}
