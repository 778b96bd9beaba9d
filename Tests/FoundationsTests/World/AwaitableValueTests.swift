import Testing
import World

@Suite("A value that tasks wait for", .timeLimit(.minutes(30)))
struct AwaitableValueTests {
    @Test func `ends a wait at once where its condition holds`() async {
        let value = AwaitableValue(3)
        await value.wait { $0 == 3 }
        #expect(await value.wait(within: .seconds(3_600)) { $0 > 2 })
    }

    @Test func `ends the waits whose condition holds after a change, and no others`() async {
        let value = AwaitableValue(0)
        let ended = AwaitableValue<Set<Int>>([])
        await withTaskGroup { group in
            for limit in 1...3 {
                group.addTask {
                    await value.wait { $0 >= limit }
                    ended.change { _ = $0.insert(limit) }
                }
            }
            value.change { $0 = 2 }
            await ended.wait { $0.count == 2 }
            #expect(ended.read(\.self) == [1, 2])
            value.change { $0 = 3 }
        }
        #expect(ended.read(\.self) == [1, 2, 3])
    }

    @Test func `a condition that held for a moment only has ended its wait`() async {
        let value = AwaitableValue(0)
        let isWaiting = AwaitableValue(false)
        async let waited: Void = value.wait { number in
            isWaiting.change { $0 = true }
            return number == 1
        }
        await isWaiting.wait(until: \.self)
        value.change { $0 = 1 }
        value.change { $0 = 0 }
        await waited
    }

    @Test func `gives up after its time, which may be none, and says so`() async {
        let value = AwaitableValue(0)
        #expect(await !value.wait(within: .milliseconds(5)) { $0 == 1 })
        for _ in 0..<1_000 { #expect(await !value.wait(within: .zero) { $0 == 1 }) }
        value.change { $0 = 1 }
    }

    @Test func `a change that throws counts as a change`() async {
        struct Stop: Error {}
        let value = AwaitableValue(0)
        let isWaiting = AwaitableValue(false)
        async let ended = value.wait(within: .seconds(30)) { number in
            isWaiting.change { $0 = true }
            return number == 1
        }
        await isWaiting.wait(until: \.self)
        #expect(throws: Stop.self) {
            try value.change { number throws(Stop) in
                number = 1
                throw Stop()
            }
        }
        #expect(await ended)
    }

    @Test func `two tasks take turns ten thousand times and no turn is missed`() async {
        let turn = AwaitableValue(0)
        await withTaskGroup { group in
            for own in 0..<2 {
                group.addTask {
                    for _ in 0..<10_000 {
                        await turn.wait { $0 % 2 == own }
                        turn.change { $0 += 1 }
                    }
                }
            }
        }
        #expect(turn.read(\.self) == 20_000)
    }

    @Test func `what a waiter holds is released when its wait ends`() async {
        final class Held: Sendable { let isOver = false }
        let value = AwaitableValue(0)
        weak var held: Held?
        do {
            let object = Held()
            held = object
            #expect(await !value.wait(within: .milliseconds(1)) { _ in object.isOver })
        }
        #expect(held == nil)
    }
}
