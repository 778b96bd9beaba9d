import Foundation
import TestSupport
import Testing
import World

/// The judge is Python's reader of the same files.
@Suite("Offsets of a time zone")
struct TimeZoneTests {
    private static let hasPython = !Shell.output(of: "command -v python3", in: Repository.root)
        .isEmpty

    private static func rules(_ path: String) throws -> TimeZoneRules? {
        TimeZoneRules(tzif: [UInt8](try Data(contentsOf: URL(filePath: path))))
    }

    /// Every zone, at moments of eight centuries, those beyond the listed transitions among them.
    private static let program = """
        import datetime, sys, zoneinfo
        chance = 1
        for name in sorted(zoneinfo.available_timezones()):
            path = "/usr/share/zoneinfo/" + name
            try: zone = zoneinfo.ZoneInfo.from_file(open(path, "rb"))
            except (OSError, ValueError): continue
            answers = []
            for number in range(60):
                chance = (chance * 6364136223846793005 + 1442695040888963407) % 2**64
                seconds = (chance >> 20) % 25_000_000_000 - 6_000_000_000
                moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
                ahead = moment.astimezone(zone).utcoffset().total_seconds()
                answers.append(f"{seconds}={int(ahead)}")
            print(path, *answers)
        """

    @Test(.enabled(if: hasPython, "python3 is not installed"))
    func `have the offsets of the system's time zone files`() throws {
        let answer = try Program(at: URL(filePath: "/usr/bin/env")).run([
            "python3", "-c", Self.program,
        ])
        #expect(answer.isSuccess, "\(answer.complaint)")
        var (judged, differing) = (0, [String]())
        for line in answer.text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            let rules = try #require(try Self.rules(words[0]), "\(words[0])")
            for pair in words.dropFirst() {
                let numbers = pair.split(separator: "=").compactMap { Int64($0) }
                let ahead = rules.secondsAhead(at: UnixTime(seconds: numbers[0]))
                judged += 1
                if ahead != Int(numbers[1]) {
                    differing.append("\(words[0]) \(pair), not \(ahead)")
                }
            }
        }
        #expect(judged > 10_000)
        #expect(differing.prefix(10) == [])
    }

    /// The forms of a footer that files of these days seldom have.
    private static let footers: [(footer: String, moment: String, ahead: Int)] = [
        ("UTC0", "2030-01-01T00:00:00Z", 0), ("<-0330>3:30", "2030-01-01T00:00:00Z", -12_600),
        ("A2B", "2030-01-01T00:00:00Z", 0),
        ("AAA-1BBB,J60,J300", "2028-03-01T00:59:59Z", 3_600),
        ("AAA-1BBB,J60,J300", "2028-03-01T01:00:00Z", 7_200),
        ("AAA-1BBB,59,299/-1", "2028-02-29T01:00:00Z", 7_200),
        ("AAA-1BBB,59,299/-1", "2028-02-29T00:59:59Z", 3_600),
        ("AAA3BBB,M10.1.0/0,M3.2.0/0", "2030-12-31T12:00:00Z", -7_200),
        ("AAA3BBB,M10.1.0/0,M3.2.0/0", "2030-06-01T12:00:00Z", -10_800),
        ("AAA-1BBB,M13.1.0,M3.2.0", "2030-06-01T12:00:00Z", 0),
        ("AAA-1BBB,M3.2.0", "2030-06-01T12:00:00Z", 0), ("AAA-1BBB,", "2030-06-01T12:00:00Z", 0),
        ("", "2030-06-01T12:00:00Z", 0), ("?", "2030-06-01T12:00:00Z", 0),
    ]

    @Test(arguments: footers)
    func `continue with the rule of the last line`(footer: String, moment: String, ahead: Int)
        throws
    {
        let rules = try #require(TimeZoneRules(tzif: Self.file(footer: footer)))
        let time = try #require(UnixTime(iso8601: moment))
        #expect(rules.secondsAhead(at: time) == ahead)
    }

    private static func file(footer: String) -> [UInt8] {
        var header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 39)
        let old = header
        (header[39], header[43]) = (1, 1)
        return old + header + [0, 0, 0, 0, 0, 0, 0] + Array("\n\(footer)\n".utf8)
    }

    @Test func `are not read from a truncated or changed file`() throws {
        #expect(TimeZoneRules(tzif: []) == nil)
        let path = "/usr/share/zoneinfo/Europe/Berlin"
        let bytes =
            FileManager.default.contents(atPath: path).map { [UInt8]($0) }
            ?? Self.file(footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        for length in stride(from: 0, to: bytes.count, by: 7) {
            _ = TimeZoneRules(tzif: Array(bytes.prefix(length)))?
                .secondsAhead(at: UnixTime(seconds: .max))
        }
        let chance = SeededRandomness(seed: 1)
        for _ in 0..<2_000 {
            var changed = bytes
            for _ in 0..<3 {
                changed[Int(chance.number(below: UInt64(bytes.count)))] = chance.bytes(1)[0]
            }
            _ = TimeZoneRules(tzif: changed)?.secondsAhead(at: UnixTime(seconds: 1_800_000_000))
        }
    }
}
