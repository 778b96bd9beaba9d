import Bytes
import Foundation
import Payments
import Storage
import TestSupport
import Testing
import World

@Suite("Secrets of charging")
struct ChargingSecretsTests {
    let bench = ChargingBench()

    /// The card number and the cryptogram as text or bytes might carry them.
    static let needles: [[UInt8]] = [
        Array(ChargingBench.accountDigits.utf8),
        Array(ChargingBench.accountDigits.utf8.prefix(15)),
        Array(ChargingBench.accountDigits.utf8.dropLast(4)),
        ChargingBench.cryptogramBytes,
        Array(Hexadecimal.encode(ChargingBench.cryptogramBytes).utf8),
        Array(Base64.encode(ChargingBench.cryptogramBytes).utf8),
    ]

    static func leaks(_ data: Data) -> Int? {
        needles.firstIndex { data.range(of: Data($0)) != nil }
    }

    @Test func `is not in any file after a charge`() async throws {
        let shop = try PaymentDeskBench()
        let database = try await shop.open()
        let processor = ScriptedProcessor([
            ScriptedProcessor.unanswered, ScriptedProcessor.approval,
        ])
        let desk = try shop.desk(database, processor)
        let now = shop.charging.clock.now
        let attempt = try await desk.charge(ChargingBench.charge(), signedAt: now).authorization
        let folder = shop.charging.folder
        var files = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            let data = try Data(contentsOf: folder.url.appending(path: name))
            #expect(Self.leaks(data) == nil, "\(name)")
            if data.range(of: Data(attempt.id.text.utf8)) != nil { files += 1 }
        }
        #expect(files > 0, "the search would have found something")
    }

    @Test func `is in no description`() throws {
        let card = try ChargingBench.card()
        let charge = try ChargingBench.charge()
        let attempt = AttemptID(drawnFrom: bench.randomness)
        let request = AuthorizationRequest(
            charge,
            instrument: .card(card),
            idempotencyKey: IdempotencyKey(.authorization, of: attempt),
            preparedAt: UnixTime(seconds: 1_764_000_000)
        )
        for value in [card, request] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [String(describing: value), String(reflecting: value), dumped] {
                #expect(Self.leaks(Data(text.utf8)) == nil)
            }
        }
        #expect(Self.leaks(Data(ChargingBench.accountDigits.utf8)) != nil, "the search works")
    }
}
