import Bytes
import TestSupport
import Testing
import World

@Suite("A world")
struct WorldTests {
    struct Stream: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let seed: UInt64
        let bytes: String
        var testDescription: String { name }
    }

    @Test(arguments: VectorFile<Stream>.cases(in: "seeded-randomness.json"))
    func `draws from its seed as published`(stream: Stream) {
        let randomness = SeededRandomness(seed: stream.seed)
        #expect(Hexadecimal.encode(randomness.bytes(64)) == stream.bytes)
    }

    @Test func `of the same seed is the same, and of another is another`() {
        let start = UnixTime(seconds: 0)
        let drawn = ([7, 7, 8] as [UInt64]).map { seed in
            let world = World.simulated(seed: seed, startingAt: start)
            return (0..<20).map { world.randomness.bytes($0) }
        }
        #expect(drawn[0] == drawn[1])
        #expect(drawn[0] != drawn[2])
    }

    @Test(arguments: [1, 2, 3, 10, 255, 256, 1 << 63, (1 << 63) + 1, .max] as [UInt64])
    func `draws numbers below the bound`(bound: UInt64) {
        let randomness = SeededRandomness(seed: bound)
        for _ in 0..<100 { #expect(randomness.number(below: bound) < bound) }
    }

    @Test func `draws every number about as often as any other`() {
        let randomness = SeededRandomness(seed: 1)
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<10_000 { counts[Int(randomness.number(below: 10))] += 1 }
        #expect(counts.allSatisfy { (850...1_150).contains($0) }, "\(counts)")
    }

    @Test func `keeps its time until the clock is set`() {
        let clock = SimulatedClock(startingAt: UnixTime(seconds: 100))
        let world = World(clock: clock, randomness: SeededRandomness(seed: 1))
        #expect(world.clock.now.seconds == 100 && world.clock.now.seconds == 100)
        clock.advance(bySeconds: 5)
        #expect(world.clock.now.seconds == 105)
        clock.advance(bySeconds: .max)
        #expect(world.clock.now.seconds == 105)
        let other = world.with(clock: SimulatedClock(startingAt: UnixTime(seconds: 1)))
        #expect(other.clock.now.seconds == 1)
    }

    @Test func `of the system has a running clock and different bytes`() {
        let world = World.system
        #expect(world.clock.now > UnixTime(seconds: 1_700_000_000))
        #expect(world.randomness.bytes(32) != world.randomness.bytes(32))
        #expect(world.randomness.bytes(5).count == 5 && world.randomness.bytes(0).isEmpty)
    }

    /// Sixteen bytes that nothing filled would all be the same, and those that were do not repeat.
    @Test(arguments: [0, 1, 16, 255, 256, 257, 512, 1000])
    func `of the system fills every byte that is asked for`(count: Int) {
        let drawn = World.system.randomness.bytes(count)
        #expect(drawn.count == count)
        let parts = stride(from: 0, through: count - 16, by: 1).map { Array(drawn[$0..<$0 + 16]) }
        #expect(Set(parts).count == parts.count)
        #expect(parts.allSatisfy { Set($0).count > 1 })
    }

    @Test func `protects a value from concurrent changes`() async {
        let count = LockedValue(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask { for _ in 0..<100 { count.withLock { $0 += 1 } } }
            }
        }
        #expect(count.withLock { $0 } == 5_000)
    }
}
