import Payments
import Storage
import Testing
import World

/// A file that is right, changed at every place. Whatever the change is, it is refused or found, unless
/// it is of no concern to the shop.
@Suite("A settlement file with a change")
struct ReconciliationMutationTests {
    let shop = ReconciliationBench()
    static let replacements = Array("0,19-aZ\n \"\u{0}\u{7f}".utf8) + [0x80, 0xff]

    /// A shop with two captures and a refund, and a file of them and of another merchant.
    func captured() async throws -> (database: Database, text: SettlementText) {
        // The bench draws the same numbers each time, and so makes the same payments.
        let shop = ReconciliationBench()
        let database = try MemoryDatabase([ChargeStore.migrations, Reconciliation.migrations])
            .database
        let first = try await shop.capture(1, 1_000, in: database)
        let second = try await shop.capture(2, in: database)
        let refund = try await shop.operation(.refund, 150, of: first.attempt, in: database)
        var text = shop.file(of: [first, second, refund])
        text.entries[0].fee = 1
        var other = text.entries[0]
        other.merchant = "OTHER"
        text.entries.append(other)
        return (database, text)
    }

    /// The file with each byte replaced, left out or doubled, each line left out, doubled or moved, and
    /// each part of a line replaced by that of another line.
    static func mutations(of bytes: [UInt8]) -> [[UInt8]] {
        var mutations: [[UInt8]] = []
        for index in bytes.indices {
            let (before, after) = (bytes[..<index], bytes[(index + 1)...])
            mutations.append(Array(before + after))
            mutations.append(Array(before) + [bytes[index], bytes[index]] + Array(after))
            mutations += replacements.map { Array(before) + [$0] + Array(after) }
            mutations.append(Array(before))
        }
        let lines = bytes.split(separator: 0x0a).map(Array.init)
        func join(_ lines: [[UInt8]]) -> [UInt8] { Array(lines.map { $0 + [0x0a] }.joined()) }
        for index in lines.indices {
            for target in lines.indices {
                var moved = lines
                moved.insert(moved.remove(at: index), at: target)
                mutations.append(join(moved))
                var doubled = lines
                doubled.insert(lines[index], at: target)
                mutations.append(join(doubled))
                let parts = lines[index].split(separator: 0x2c, omittingEmptySubsequences: false)
                let others = lines[target].split(separator: 0x2c, omittingEmptySubsequences: false)
                for part in parts.indices where others.indices.contains(part) {
                    var replaced = parts
                    replaced[part] = others[part]
                    var changed = lines
                    changed[index] = Array(replaced.joined(separator: [0x2c]))
                    mutations.append(join(changed))
                }
            }
            var shorter = lines
            shorter.remove(at: index)
            mutations.append(join(shorter))
        }
        return mutations.filter { $0 != bytes }
    }

    /// The shop's concern: its own entries, which may stand in another order, and its payments.
    struct Concern: Hashable {
        let entries: Set<[String?]>
        let paid: Set<Int64>

        init(_ file: SettlementFile) {
            let own = file.entries.filter { $0.merchant == "SHOP-1" }
            entries = Set(
                own.map { entry in
                    [
                        entry.kind.rawValue, entry.currency, entry.reference,
                        entry.authorizationCode, entry.names.first, "\(entry.amount)",
                    ]
                }
            )
            paid = Set(
                file.payouts.filter { $0.receiver == .merchant("SHOP-1") }.map(\.amount)
            )
        }
    }

    @Test func `never agrees unless the change is of no concern to the shop`() async throws {
        let (database, text) = try await captured()
        let original = try SettlementFile(text.bytes)
        #expect(try await shop.reconcile(text, with: database).agrees)
        var (refused, differing, unconcerned) = (0, 0, 0)
        for bytes in Self.mutations(of: text.bytes) {
            guard let file = try? SettlementFile(bytes) else {
                refused += 1
                continue
            }
            // The shop has reconciled the original: another file of its number, or of another number
            // with the same entries, is found.
            let repeated = try await shop.reconcile(bytes, with: database)
            #expect(!repeated.agrees, "\(String(decoding: bytes, as: UTF8.self))")
            let fresh = try await captured().database
            let report = try await shop.reconcile(bytes, with: fresh)
            if report.agrees {
                unconcerned += 1
                // A fee that moves from one merchant to another is seen in what the shop is paid.
                #expect(Concern(file).entries == Concern(original).entries)
                #expect(Concern(file).paid == Concern(original).paid)
            } else {
                differing += 1
            }
        }
        #expect(refused > 5_000 && differing > 20 && unconcerned > 20)
    }
}
