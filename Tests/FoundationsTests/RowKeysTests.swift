import Testing
import World

@testable import Storage

@Suite("Keys of new rows")
struct RowKeysTests {
    private let clock = SimulatedClock(startingAt: UnixTime(seconds: 1_764_000_000))
    private let seeded = SeededRandomness(seed: 7)

    private func keys(_ order: KeyOrder, count: Int, secondEach: Int = 1_000) -> [[UInt8]] {
        let keys = RowKeys(World(clock: clock, randomness: seeded), order)
        return (0..<count).map { number in
            if number % secondEach == 0 { clock.advance(bySeconds: 1) }
            return keys.next()
        }
    }

    @Test("by time, later keys come after earlier ones, in one second and over many")
    func byTime() {
        let drawn = keys(.byTime, count: 20_000)
        #expect(drawn.allSatisfy { $0.count == 16 })
        let sorted = drawn.sorted { $0.lexicographicallyPrecedes($1) }
        #expect(drawn == sorted)
        #expect(Array(drawn[0].prefix(4)) == [0x69, 0x24, 0x81, 0x01])
    }

    @Test("by time, a count that is full begins again, and the keys still differ")
    func fullSecond() {
        let drawn = keys(.byTime, count: 70_000, secondEach: 100_000)
        #expect(Set(drawn).count == 70_000)
        #expect(Set(drawn.map { Array($0.prefix(6)) }).count == 65_536)
    }

    @Test("by time, ten bytes are random: two sources that count alike never draw the same")
    func unguessable() {
        let (first, second) = (keys(.byTime, count: 1), keys(.byTime, count: 1))
        #expect(first[0].suffix(10) != second[0].suffix(10))
        let every = keys(.byTime, count: 2_000).map { $0.suffix(10) }
        for place in 0..<10 {
            #expect(Set(every.map { Array($0)[place] }).count > 250)
        }
    }

    @Test("random keys have nothing of the time")
    func random() {
        let drawn = keys(.random, count: 2_000)
        #expect(drawn.allSatisfy { $0.count == 16 })
        for place in 0..<16 {
            #expect(Set(drawn.map { $0[place] }).count > 250)
        }
    }
}
