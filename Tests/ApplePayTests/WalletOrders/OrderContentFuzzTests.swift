import TestSupport
import Testing
import World

@testable import WalletOrders

@Suite("A package with whatever is in its files")
struct OrderContentFuzzTests {
    /// Parts that files may have in other places.
    private static let parts: [[UInt8]] = [
        "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "0", "-1", "1e400", "true", "/*", "*/",
        "//", "\u{0}", "\u{301}", "order.com.example.other", "9999-12-31T23:59:60Z", ".png",
        "../", "",
    ].map { Array($0.utf8) }

    private static func changed(_ bytes: [UInt8], _ chance: SeededRandomness) -> [UInt8] {
        var bytes = bytes
        for _ in 0...chance.number(below: 3) {
            let first = Int(chance.number(below: UInt64(bytes.count + 1)))
            let end = min(bytes.count, first + Int(chance.number(below: 12)))
            switch chance.number(below: 3) {
            case 0: bytes.replaceSubrange(first..<end, with: [])
            case 1: bytes.insert(contentsOf: bytes[first..<end], at: first)
            default:
                let part = parts[Int(chance.number(below: UInt64(parts.count)))]
                bytes.replaceSubrange(first..<end, with: part)
            }
        }
        return bytes
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `is read, or its faults are named`(seed: UInt64) throws {
        let bench = try OrderBench()
        let (verifier, chance) = (try bench.verifier, SeededRandomness(seed: seed))
        var counts = (read: 0, refused: 0)
        for _ in 0..<60 {
            var files = OrderBench.full
            for name in ["order.json", "fr.lproj/order.strings"] where chance.number(below: 2) == 0
            {
                files[name] = Self.changed(try #require(files[name]), chance)
            }
            let package = try OrderBench.zip(bench.signed(files))
            do throws(OrderFaults) {
                let found = try verifier.verify(package, at: OrderBench.now)
                #expect(found.files["order.json"] == files["order.json"])
                counts.read += 1
            } catch {
                #expect(!error.list.isEmpty)
                counts.refused += 1
            }
        }
        #expect(counts.read > 0 && counts.refused > 0)
    }
}
