import Bytes
import CardAccounts
import Testing
import World

@Suite("A hostile proof of a payment")
struct HostileProofTests {
    let bench = ProofBench()

    @Test(arguments: PaymentCryptogram.Layout.allCases)
    func `with any bit of a cryptogram changed is refused`(
        layout: PaymentCryptogram.Layout
    ) throws {
        let good = try bench.cryptogram(layout: layout, counter: 0x1234).copied
        var record = bench.record
        record.counters = CounterWindow(highest: 0x1233)
        for bit in 0..<(good.count * 8) {
            var changed = good
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            let message = bench.message(.cryptogram(Secret(copying: changed)))
            guard case .failure = bench.verdict(message, against: record) else {
                Issue.record("bit \(bit) is not covered")
                continue
            }
        }
    }

    @Test func `of another length, version or end is no cryptogram`() throws {
        let good = try bench.cryptogram().copied
        for index in [0, 15, 19] {
            var other = good
            other[index] ^= 1
            let message = bench.message(.cryptogram(Secret(copying: other)))
            #expect(bench.verdict(message) == .failure(.cryptogramMalformed))
        }
        for other in [[], Array(good.dropLast(2)), good + [0], good + good] {
            let message = bench.message(.cryptogram(Secret(copying: other)))
            #expect(bench.verdict(message) == .failure(.cryptogramMalformed))
        }
    }

    @Test func `of random bytes is refused`() {
        let randomness = SeededRandomness(seed: 3)
        for _ in 0..<20_000 {
            let bytes = Secret(copying: randomness.bytes(Int(randomness.number(below: 64))))
            let proof = randomness.number(below: 2) == 0
            let message = bench.message(proof ? .cryptogram(bytes) : .chipData(bytes))
            guard case .failure = bench.verdict(message) else {
                Issue.record("random bytes are accepted")
                return
            }
        }
    }

    /// The fields that the cryptogram does not cover may differ: the terminal's description of
    /// itself.
    @Test func `with any bit of what the chip proves changed is refused`() throws {
        let good = try bench.chipData()
        let uncovered = Self.positions(
            of: [0x9f33, 0x9f34, 0x9f35, 0x9f1e, 0x84, 0x9f09, 0x9f41, 0x5f34],
            in: good.copied
        )
        let information = Self.positions(of: [0x9f27], in: good.copied).max()
        var accepted = 0
        for bit in 0..<(good.count * 8) {
            var changed = good.copied
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            let verdict = bench.verdict(bench.message(.chipData(Secret(copying: changed))))
            guard case .success = verdict else { continue }
            accepted += 1
            // Of 9F27 the upper two bits are read.
            let isUnread = bit / 8 == information && bit % 8 < 6
            #expect(uncovered.contains(bit / 8) || isUnread, "bit \(bit)")
        }
        #expect(accepted > 0)
    }

    @Test func `with objects missing, repeated, moved or cut off is refused`() throws {
        let objects = Self.objects(try bench.chipData().copied)
        #expect(objects.count == 21)
        let read: Set<[UInt8]> = [
            [0x9f, 0x26], [0x9f, 0x27], [0x9f, 0x10], [0x9f, 0x37], [0x9f, 0x36], [0x95], [0x9a],
            [0x9c], [0x9f, 0x02], [0x5f, 0x2a], [0x82], [0x9f, 0x1a], [0x9f, 0x03],
        ]
        func verdict(_ bytes: [UInt8]) -> Result<UInt16, ProofRefusal> {
            bench.verdict(bench.message(.chipData(Secret(copying: bytes))))
        }
        for index in objects.indices {
            var without = objects
            let object = without.remove(at: index)
            let tag = object[0] & 0x1f == 0x1f ? Array(object.prefix(2)) : [object[0]]
            let missing = verdict(without.flatMap { $0 })
            #expect(missing == (read.contains(tag) ? .failure(.malformed) : .success(1)))
            #expect(verdict((objects + [object]).flatMap { $0 }) == .failure(.malformed))
            #expect(verdict((without + [object]).flatMap { $0 }) == .success(1))
            let template = [0x70, UInt8(object.count)] + object
            let hidden = verdict((without + [template]).flatMap { $0 })
            #expect(hidden == (read.contains(tag) ? .failure(.malformed) : .success(1)))
        }
        let whole = objects.flatMap { $0 }
        let ends = objects.indices.map { objects.prefix($0 + 1).flatMap { $0 }.count }
        for count in whole.indices {
            guard case .success = verdict(Array(whole.prefix(count))) else { continue }
            #expect(ends.contains(count), "cut off after \(count) bytes, inside an object")
        }
    }

    private static func positions(of tags: [UInt16], in bytes: [UInt8]) -> Set<Int> {
        var (found, start) = (Set<Int>(), 0)
        for object in objects(bytes) {
            let isLong = object[0] & 0x1f == 0x1f
            let tag = isLong ? UInt16(object[0]) << 8 | UInt16(object[1]) : UInt16(object[0])
            if tags.contains(tag) { found.formUnion(start..<(start + object.count)) }
            start += object.count
        }
        return found
    }

    /// The objects with their tags and lengths; all have tags of one or two bytes.
    private static func objects(_ bytes: [UInt8]) -> [[UInt8]] {
        var (objects, rest) = ([[UInt8]](), bytes[...])
        while let first = rest.first {
            let head = first & 0x1f == 0x1f ? 3 : 2
            let count = head + Int(rest[rest.startIndex + head - 1])
            objects.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return objects
    }
}
