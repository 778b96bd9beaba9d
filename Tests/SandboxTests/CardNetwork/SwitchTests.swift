import Bytes
import CardAccounts
import CardNetwork
import ISO8583
import TestSupport
import Testing
import World

@Suite("The switch")
struct SwitchTests {
    let bench: SandboxBench
    var bank = MerchantBank()
    var device: MerchantBank.Device

    init() throws {
        bench = try SandboxBench()
        device = MerchantBank.Device(account: try bench.account(available: 5_000))
    }

    func code(_ message: ISO8583Message) async -> String? {
        await bench.network.reply(to: message)?.message.text(39)
    }

    func balance() async throws -> [Int64] {
        let sheet = try await bench.network.balanceSheet()
        return ["available", "held", "owed"].map { name in
            sheet.first { $0.key.hasPrefix(name + ":") }?.value["840"] ?? 0
        }
    }

    @Test mutating func `holds, captures, refunds, and releases the rest`() async throws {
        let payment = bank.authorization(1_000, &device)
        let answer = try #require(await bench.network.reply(to: payment)?.message)
        #expect(answer.type.description == "0110")
        #expect(answer.text(39) == "00" && answer.text(38)?.count == 6)
        #expect(answer.text(44) == "            2")
        #expect(answer.text(11) == payment.text(11) && answer.text(37) == payment.text(37))
        #expect(answer.fields[2] == nil && answer.fields[126] == nil)
        #expect(answer.fields[54] == nil, "the whole amount is approved")
        #expect(try await balance() == [4_000, 1_000, 0])
        #expect(await code(bank.capture(400, of: payment)) == "00")
        #expect(await code(bank.capture(601, of: payment)) == "13", "more than is still held")
        #expect(await code(bank.capture(100, of: payment)) == "00")
        #expect(try await balance() == [4_000, 500, 500])
        #expect(await code(bank.refund(501, of: payment)) == "13", "more than was captured")
        #expect(await code(bank.refund(300, of: payment)) == "00")
        #expect(try await balance() == [4_300, 500, 200])
        #expect(await code(bank.reversal(of: payment)) == "12", "a part is captured")
        #expect(await code(bank.reversal(of: payment, leaving: 500)) == "00")
        #expect(try await balance() == [4_800, 0, 200])
        #expect(await code(bank.reversal(of: payment, leaving: 501)) == "13", "more than is left")
        #expect(try await balance() == [4_800, 0, 200])
        #expect(await code(bank.capture(1, of: payment)) == "13")
    }

    @Test mutating func `reverses captures and refunds, once`() async throws {
        let payment = bank.authorization(1_000, &device)
        #expect(await code(payment) == "00")
        let capture = bank.capture(1_000, of: payment)
        #expect(await code(capture) == "00")
        #expect(await code(bank.reversal(of: capture, leaving: 400)) == "12", "a part of it")
        let refund = bank.refund(400, of: capture)
        #expect(await code(refund) == "00")
        #expect(await code(bank.reversal(of: capture)) == "12", "a part is refunded")
        #expect(await code(bank.reversal(of: refund, leaving: 100)) == "12", "a part of it")
        for _ in 0..<2 { #expect(await code(bank.reversal(of: refund)) == "00") }
        #expect(try await balance() == [4_000, 0, 1_000])
        for _ in 0..<2 { #expect(await code(bank.reversal(of: capture)) == "00") }
        #expect(try await balance() == [4_000, 1_000, 0])
        for _ in 0..<2 { #expect(await code(bank.reversal(of: payment)) == "00") }
        #expect(try await balance() == [5_000, 0, 0])
        #expect(await code(bank.capture(1, of: payment)) == "12", "it is reversed")
    }

    @Test mutating func `accepts a reversal before its original, which is then late`() async throws
    {
        let payment = bank.authorization(1_000, &device)
        #expect(await code(bank.reversal(of: payment)) == "00")
        for _ in 0..<2 { #expect(await code(payment) == "68") }
        #expect(await code(bank.reversal(of: payment)) == "00", "another reversal")
        #expect(try await bench.network.balanceSheet().isEmpty)
        #expect(await code(bank.capture(1_000, of: payment)) == "25")
    }

    @Test mutating func `repeats its answer, and refuses other messages with the references`()
        async throws
    {
        var payment = bank.authorization(1_000, &device)
        let first = await bench.network.reply(to: payment)?.message
        #expect(await bench.network.reply(to: payment)?.message == first)
        payment.type = MessageType(101) ?? payment.type
        #expect(await bench.network.reply(to: payment)?.message == first, "a repeat, 0101")
        var other = payment
        other.fields[18] = Array("5412".utf8)
        #expect(await code(other) == "94", "another content")
        other.fields[7] = Array("1122093001".utf8)
        #expect(await code(other) == "94", "another time, the same references")
        #expect(try await balance() == [4_000, 1_000, 0])
        var decline = bank.authorization(9_000, &device)
        #expect(await code(decline) == "51")
        #expect(await code(decline) == "51", "not 82: the counter is used, and the answer repeated")
        decline.fields[11] = Array("999999".utf8)
        #expect(await code(decline) == "82")
    }

    @Test mutating func `acts on a payment only for its merchant and in its currency`() async throws
    {
        let payment = bank.authorization(1_000, &device)
        #expect(await code(payment) == "00")
        var capture = bank.capture(1_000, of: payment)
        capture.fields[42] = Array("MERCHANT0000002".utf8)
        #expect(await code(capture) == "25")
        capture = bank.capture(1_000, of: payment)
        capture.fields[49] = Array("978".utf8)
        #expect(await code(capture) == "12")
        var reversal = bank.reversal(of: payment, leaving: 400)
        reversal.fields[49] = Array("978".utf8)
        #expect(await code(reversal) == "12")
        #expect(try await balance() == [4_000, 1_000, 0])
    }

    @Test mutating func `ends a hold after seven days`() async throws {
        let payment = bank.authorization(1_000, &device)
        #expect(await code(payment) == "00")
        #expect(await code(bank.capture(400, of: payment)) == "00")
        bench.clock.advance(bySeconds: 7 * 86_400 - 1)
        await bench.network.runDueWork()
        #expect(try await balance() == [4_000, 600, 400])
        bench.clock.advance(bySeconds: 1)
        #expect(await code(bank.capture(1, of: payment)) == "12", "before the work is done")
        for _ in 0..<2 { await bench.network.runDueWork() }
        #expect(try await balance() == [4_600, 0, 400])
        #expect(await code(bank.capture(1, of: payment)) == "12")
        #expect(await code(bank.reversal(of: payment)) == "12", "a part is captured")
        #expect(await code(bank.reversal(of: payment, leaving: 400)) == "00")
        #expect(
            await code(bank.refund(400, of: payment)) == "00",
            "what was captured can be refunded"
        )
        #expect(await code(bank.reversal(of: payment)) == "00")
        #expect(try await balance() == [5_000, 0, 0])
    }

    @Test mutating func `lets an amount be spent again as soon as its hold has ended`() async throws
    {
        #expect(await code(bank.authorization(5_000, &device)) == "00")
        bench.clock.advance(bySeconds: 7 * 86_400 - 1)
        #expect(await code(bank.authorization(1, &device)) == "51")
        bench.clock.advance(bySeconds: 1)
        let next = bank.authorization(5_000, &device)
        let bytes = try next.encoded(in: .ascii)
        let answer = try #require(
            await bench.network.answer(to: bytes),
            "at once, without a server"
        )
        #expect(try ISO8583Message(answer, in: .ascii).text(39) == "00")
        #expect(await code(bank.reversal(of: next)) == "00")
        let payments = try await bench.network.payments()
        #expect(payments.map(\.state) == [.expired, .reversed], "nothing is left to look for")
    }

    @Test mutating func `makes a captured amount available when its reversal comes after the hold`()
        async throws
    {
        let payment = bank.authorization(1_000, &device)
        #expect(await code(payment) == "00")
        let capture = bank.capture(400, of: payment)
        #expect(await code(capture) == "00")
        bench.clock.advance(bySeconds: 7 * 86_400)
        await bench.network.runDueWork()
        #expect(await code(bank.reversal(of: capture)) == "00")
        #expect(try await balance() == [5_000, 0, 0])
        let sheet = try await bench.network.balanceSheet()
        for name in ["merchant:", "payable:", "fees"] {
            let balances = sheet.filter { $0.key.hasPrefix(name) }.compactMap { $0.value["840"] }
            #expect(balances.allSatisfy { $0 == 0 }, "\(name)")
        }
    }

    @Test(arguments: [2, 3, 4, 7, 11, 14, 37, 41, 42, 49])
    mutating func `answers a request without a field: format error`(field: Int) async throws {
        var payment = bank.authorization(1_000, &device)
        payment.fields[field] = nil
        #expect(await code(payment) == ("30"))
        #expect(try await bench.network.balanceSheet().isEmpty)
    }

    @Test mutating func `needs a cryptogram, and no acquirer`() async throws {
        var bare = bank.authorization(1_000, &device)
        bare.fields[126] = nil
        #expect(await code(bare) == "82")
        var unnamed = bank.authorization(1_000, &device)
        unnamed.fields[32] = nil
        #expect(await code(unnamed) == "00")
    }

    @Test mutating func `answers messages that it does not know, and no answers`() async throws {
        let echo = ISO8583Message(
            .networkManagementRequest,
            texts: [7: MerchantBank.time, 11: "000001", 32: "123", 70: "301"]
        )
        let answer = await bench.network.reply(to: echo)?.message
        #expect(answer?.type.description == "0810" && answer?.text(39) == "00")
        #expect(answer?.text(70) == "301")
        var unknown = echo
        unknown.fields[70] = Array("161".utf8)
        #expect(await code(unknown) == "30")
        #expect(await bench.network.reply(to: answer ?? echo) == nil)
        var advice = bank.authorization(1_000, &device)
        advice.type = .authorizationAdvice
        #expect(await code(advice) == "12")
        advice.type = MessageType(9_999) ?? advice.type
        #expect(await bench.network.reply(to: advice) == nil)
    }

    @Test mutating func `compares addresses where they are sent`() async throws {
        // The letters of all schemes but Discover, and of Discover.
        let rows: [(String, String, String, String, String)] = [
            ("94043", "1600 Amphitheatre", "94043", "1600 Other name", "YA"),
            ("94043", "1600 Amphitheatre", "94044", "1600 Amphitheatre", "AY"),
            ("WC2H 9BH", "1 Example", "WC2H9BH", "2 Example", "ZZ"),
            ("94043", "1600", "10001", "1", "NN"), ("94043", "Elm", "10001", "Elm", "NN"),
            ("", "1 Elm", "", "2 Elm", "NN"),
        ]
        for (code, street, givenCode, givenStreet, expected) in rows {
            let known = CardholderAddress(postalCode: code, street: street)
            let given = CardholderAddress(postalCode: givenCode, street: givenStreet)
            let letters = [CardScheme.visa, .discover].map {
                CardholderAddress.result(of: given, against: known, for: $0)
            }
            #expect(letters.joined() == expected)
        }
        var payment = bank.authorization(1_000, &device)
        payment.fields[120] = Array("94043    1600 Amphitheatre".utf8)
        #expect(
            await bench.network.reply(to: payment)?.message.text(44) == " U          2",
            "the issuer has no address"
        )
    }
}
