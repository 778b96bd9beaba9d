import CardAccounts
import Testing
import World

@Suite("The counters of an account")
struct CounterWindowTests {
    @Test func `are used once, in any order`() {
        var window = CounterWindow.unused
        for counter: UInt16 in [3, 1, 2, 70, 8, 7, 71] {
            #expect(!window.contains(counter), "\(counter)")
            window = window.adding(counter)
            #expect(window.contains(counter), "\(counter)")
        }
        #expect(window.highest == 71)
        #expect(window.contains(6), "it is too far back to be told")
        #expect(!window.contains(9), "63 below the highest")
        #expect(window.contains(0))
    }

    /// The oracle keeps every counter in a set.
    @Test(arguments: UInt64(1)...20)
    func `are distinguished as in a set`(seed: UInt64) {
        let randomness = SeededRandomness(seed: seed)
        var (window, used, highest) = (CounterWindow.unused, Set<Int>([0]), 0)
        for _ in 0..<3_000 {
            let step = Int(randomness.number(below: seed % 2 == 0 ? 80 : 20)) - 3
            let counter = min(max(0, highest + step - Int(randomness.number(below: 70))), 65_535)
            let isKnown = used.contains(counter) || counter <= highest - 64
            #expect(window.contains(UInt16(counter)) == isKnown)
            guard !isKnown else { continue }
            window = window.adding(UInt16(counter))
            used.insert(counter)
            highest = max(highest, counter)
            #expect(Int(window.highest) == highest)
        }
        #expect(highest > 100)
    }

    @Test func `reach the last one`() {
        let window = CounterWindow(highest: 65_534).adding(65_535)
        #expect(window.highest == 65_535)
        #expect([65_535, 65_534, 65_472, 1].allSatisfy { window.contains($0) })
    }
}
