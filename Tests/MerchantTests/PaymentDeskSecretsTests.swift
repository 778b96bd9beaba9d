import Bytes
import Foundation
import Money
import PaymentToken
import Payments
import TestSupport
import Testing
import World

@Suite("Secrets of a payment desk")
struct PaymentDeskSecretsTests {
    let bench: PaymentDeskBench

    init() throws { bench = try PaymentDeskBench() }

    /// The lines of the key's PEM file that are the key, and what `ChargingSecretsTests` looks for.
    var needles: [[UInt8]] {
        let lines = bench.merchantPEM.revealedText().split(separator: "\n")
        let body = lines.filter { !$0.hasPrefix("-") }
        let der = (try? Base64.decode(body.joined())) ?? []
        // PKCS#8 of an elliptic-curve key: the 32 bytes after 02 01 01 04 20.
        let marker = der.firstRange(of: [2, 1, 1, 4, 32])
        let scalar = marker.map { Array(der[$0.upperBound...].prefix(32)) } ?? []
        return ChargingSecretsTests.needles + body.map { Array($0.utf8) } + [
            scalar, Array(Hexadecimal.encode(scalar).utf8), Array(Base64.encode(scalar).utf8),
        ]
    }

    func leak(in data: Data) -> Int? { needles.firstIndex { data.range(of: Data($0)) != nil } }

    @Test func `is searched for`() {
        #expect(needles.allSatisfy { $0.count >= 12 })
        #expect(leak(in: Data(PaymentDeskBench.Payload().json.utf8)) == 0)
        #expect(leak(in: Data(bench.merchantPEM.revealedText().utf8)) != nil)
    }

    static let replies: [[ScriptedProcessor.Reply]] = [
        [ScriptedProcessor.approval], [.success(.declined(.doNotHonor))],
        [ScriptedProcessor.unsent],
        Array(repeating: ScriptedProcessor.unanswered, count: 9),
    ]

    @Test(arguments: replies)
    func `is not in any file, step or error`(replies: [ScriptedProcessor.Reply]) async throws {
        let database = try await bench.open()
        let told = LockedValue<[String]>([])
        let desk = try bench.desk(database, ScriptedProcessor(replies))
        let submission = try bench.submission(of: bench.token())
        for total in [Money(minorUnits: 1, currency: .usd), submission.total, submission.total] {
            let submission = PaymentSubmission(
                .token(submission.tokenJSON),
                merchantReference: "cart 1",
                total: total,
                applicationData: submission.applicationData,
                order: submission.order
            )
            do throws(PaymentRefusal) {
                let receipt = try await desk.pay(submission) { step in
                    told.withLock { $0 += Self.texts(of: step) }
                }
                told.withLock { $0 += Self.texts(of: receipt) }
            } catch {
                told.withLock { $0 += Self.texts(of: error) + Self.texts(of: error.remedy) }
            }
        }
        told.withLock { $0 += Self.texts(of: desk) + Self.texts(of: bench.key) }
        let texts = told.withLock { $0 }
        #expect(texts.count > 20)
        for text in texts { #expect(leak(in: Data(text.utf8)) == nil, "\(text.prefix(40))") }
        let names = try FileManager.default.contentsOfDirectory(
            atPath: bench.charging.folder.url.path
        )
        #expect(names.contains("merchant.db") && names.contains("merchant.db-wal"))
        var written = 0
        for name in names {
            let data = try Data(contentsOf: bench.charging.folder.url.appending(path: name))
            #expect(leak(in: data) == nil, "\(name)")
            if data.range(of: Data(try ChargingBench.transaction(1).bytes)) != nil { written += 1 }
        }
        #expect(written > 0, "the search would have found something")
    }

    static func texts(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return [String(describing: value), String(reflecting: value), dumped]
    }
}
