import Bytes
import CardNetwork
import ISO8583
import TestSupport
import Testing
import World

@Suite("Messages that a card network refuses")
struct RefusedMessageTests {
    private static let payment = [
        2: "4000009999990008", 3: "000000", 4: "000000001075", 7: "1127120000", 11: "000007",
        14: "3512", 22: "010", 25: "59", 37: "R00000000001", 41: "TERM1   ", 42: "SHOP           ",
        49: "840",
    ]
    private static let echo = [7: "1127120000", 11: "000007", 70: "301"]

    /// The answer to a message, and what is told of it.
    private func answer(
        _ number: UInt16,
        _ texts: [Int: String]
    ) async throws -> (answer: ISO8583Message?, told: [String]) {
        let network = try CardNetwork(world: .simulated(seed: 1, startingAt: UnixTime(seconds: 0)))
        let told = LockedValue<[String]>([])
        network.observe { notice in told.withLock { $0.append("\(notice)") } }
        let message = ISO8583Message(try #require(MessageType(number)), texts: texts)
        let bytes = try message.encoded(in: .ascii)
        let answer = try await network.answer(to: bytes).map { try ISO8583Message($0, in: .ascii) }
        return (answer, told.withLock(\.self))
    }

    private static let refused: [(UInt16, [Int: String?], String, String, String)] = [
        (
            800, [11: nil], "30", "field 11 is missing",
            "0800 answered with 30: field 11 is missing (trace number); right is: 6 digits, not 000000"
        ),
        (
            800, [70: "777"], "30", "field 70 is invalid",
            "0800 answered with 30: field 70 is invalid (network management code): it is 777; "
                + "right is: 001 sign-on, 002 sign-off, 301 echo, or 900 to ask for a scenario"
        ),
        (
            800, [49: "840"], "30", "field 49 is unexpected",
            "0800 answered with 30: field 49 is unexpected (currency): it is 840; "
                + "0800 has fields 7, 11, 32, 42, 48, 70"
        ),
        (
            800, [42: "SHOP           ", 70: "900"], "30", "field 48 is missing",
            "0800 answered with 30: field 48 is missing (additional data); "
                + "right is: the name of a scenario"
        ),
        (
            100, [12: "999999"], "30", "field 12 is invalid",
            "0100 answered with 30: field 12 is invalid (local time): it is 999999; "
                + "right is: hhmmss, a time of day"
        ),
        (
            100, [13: "0230"], "30", "field 13 is invalid",
            "0100 answered with 30: field 13 is invalid (local date): it is 0230; "
                + "right is: MMDD, a day"
        ),
        (
            100, [41: nil], "30", "field 41 is missing",
            "0100 answered with 30: field 41 is missing (terminal); "
                + "right is: 1 to 8 printable characters, and spaces"
        ),
        (
            100, [2: "40000099999"], "30", "field 2 is invalid",
            "0100 answered with 30: field 2 is invalid (account number): it is •••••••9999; "
                + "right is: 12 to 19 digits"
        ),
        (
            300, [:], "12", "type 0300 is not used",
            "0300 answered with 12: type 0300 is not used; "
                + "requests are of type 0100, 0200, 0220, 0400, 0420, 0800"
        ),
    ]

    @Test(arguments: refused)
    func `are answered with the reason, which is told with what is right`(
        type: UInt16,
        changes: [Int: String?],
        code: String,
        reason: String,
        line: String
    ) async throws {
        var fields = type == 800 ? Self.echo : Self.payment
        for (field, value) in changes { fields[field] = value }
        let (answer, told) = try await answer(type, fields)
        #expect(answer?.text(39) == code && answer?.text(44) == reason)
        #expect(told == ["card network: " + line])
    }

    @Test func `are told without the digits of a card`() async throws {
        let card = "4000009999990008"
        for (field, value) in [(35, card + "=35121010"), (43, "X\(card)".padded(40)), (48, card)] {
            let told = try await answer(100, Self.payment.merging([field: value]) { $1 }).told
            #expect(told.count == 1)
            #expect(told.allSatisfy { $0.contains("(\(value.utf8.count) bytes)") }, "\(told)")
            #expect(!told.contains { $0.contains("99999") })
        }
    }

    @Test func `are told of although they get no answer`() async throws {
        let (answer, told) = try await answer(110, Self.payment)
        #expect(answer == nil)
        #expect(
            told.first?.hasPrefix("card network: 0110 not answered: type 0110 is not used") == true
        )
    }

    @Test func `are no messages with the fields that suffice`() async throws {
        let signOn = try await answer(800, Self.echo.merging([70: "001"]) { $1 })
        #expect(signOn.answer?.text(39) == "00" && signOn.answer?.text(44) == nil)
        let unknown = try await answer(100, Self.payment)
        #expect(unknown.answer?.text(39) == "14" && unknown.told.isEmpty)
    }
}

extension String {
    fileprivate func padded(_ count: Int) -> String {
        self + String(repeating: " ", count: count - utf8.count)
    }
}
