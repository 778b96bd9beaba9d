import CardNetwork
import ISO8583
import TestSupport
import Testing
import World

@Suite("The PIN of an account")
struct PINVerificationTests {
    @Test func `is compared, and a right one ends the count of wrong ones`() async throws {
        var bench = try await AccountBench()
        #expect(await bench.pay(100, pin: "123456") == "00", "the PIN of every TEST card")
        for _ in 0..<3 {
            for _ in 0..<2 { #expect(await bench.pay(100, pin: "123457") == "55") }
            #expect(await bench.pay(100, pin: "123456") == "00")
        }
        #expect(try await bench.balance()[1] == 400, "a wrong PIN holds nothing")
    }

    @Test func `is locked after three wrong ones, until it is set`() async throws {
        var bench = try await AccountBench()
        let wrong = bench.payment(100, pin: "000000")
        for _ in 0..<5 { #expect(await bench.code(wrong) == "55", "a repeat counts once") }
        #expect(await bench.pay(100, pin: "1234567") == "55")
        #expect(try await !bench.report().isPINLocked)
        #expect(await bench.pay(100, pin: "12345") == "55")
        #expect(try await bench.report().isPINLocked)
        #expect(await bench.pay(100, pin: "123456") == "75", "the right one")
        #expect(await bench.pay(0, pin: "123456") == "75")
        #expect(await bench.pay(100) == "00", "without a PIN")
        try await bench.change { $0.status = .lost }
        #expect(await bench.pay(100, pin: "123456") == "41")
        try await bench.change { $0.status = .open }
        #expect(await bench.pay(100, pin: "123456") == "75", "still locked")
        let report = try await bench.change(pin: "98765432")
        #expect(report.hasOwnPIN && !report.isPINLocked)
        #expect(await bench.pay(100, pin: "123456") == "55")
        #expect(await bench.pay(100, pin: "98765432") == "00")
        #expect(try await bench.change(pin: "123456").hasOwnPIN == false)
        #expect(await bench.pay(100, pin: "123456") == "00")
    }

    @Test func `is wrong where it was encrypted for another account, or not at all`() async throws {
        var bench = try await AccountBench()
        var payment = bench.payment(100)
        payment.fields[52] = [UInt8](repeating: 0xaa, count: 8)
        #expect(await bench.code(payment) == "55")
        let other = try await AccountBench(seed: 4)
        payment = bench.payment(100)
        payment.fields[52] = MerchantBank.pinBlock("123456", of: other.device)
        #expect(await bench.code(payment) == "55")
        payment = bench.payment(900_055, pin: "123456")
        #expect(await bench.code(payment) == "55", "the scenario wrong-pin")
        #expect(await bench.pay(100, pin: "123456") == "00", "which counts no wrong PIN")
    }

    @Test func `is in no record, and neither is a wrong one`() async throws {
        var bench = try await AccountBench(inFolder: true)
        try await bench.change(pin: "73519482")
        for pin in ["73519482", "64208135"] { _ = await bench.pay(100, pin: pin) }
        let blocks = ["73519482", "64208135"]
            .compactMap { MerchantBank.pinBlock($0, of: bench.device) }
        await bench.network.close()
        for name in try FileNames.all(in: bench.folder) {
            let bytes = try FileNames.bytes(of: name, in: bench.folder)
            for secret in blocks + [Array("73519482".utf8), Array("64208135".utf8)] {
                #expect(!bytes.contains(secret), "\(name)")
            }
        }
    }
}
