import Testing
import World

@Suite("Parallel work with ordered results")
struct OrderedWorkTests {
    struct Failure: Error, Equatable {
        let piece: Int
    }

    /// Does some work that takes as long as chance says, and keeps what happened.
    final class Workshop: Sendable {
        struct State {
            var asked = 0
            var working = 0
            var begun: [Int] = []
            var mostWorking = 0
            var taken: [Int] = []
            /// The most pieces that were begun and not yet taken.
            var mostUnderWay = 0
        }

        let state = LockedValue(State())
        private let chance: SeededRandomness

        init(seed: UInt64) { chance = SeededRandomness(seed: seed) }

        /// The numbers from 0 up to a limit.
        func next(below limit: Int) -> Int? {
            state.withLock { state in
                guard state.asked < limit else { return nil }
                defer { state.asked += 1 }
                return state.asked
            }
        }

        func work(_ piece: Int) async -> Int {
            state.withLock { state in
                state.begun.append(piece)
                state.working += 1
                state.mostWorking = max(state.mostWorking, state.working)
                state.mostUnderWay = max(state.mostUnderWay, state.asked - state.taken.count)
            }
            for _ in 0..<chance.bytes(1)[0] % 16 { await Task.yield() }
            state.withLock { $0.working -= 1 }
            return piece
        }

        func take(_ product: Int) { state.withLock { $0.taken.append(product) } }

        var taken: [Int] { state.withLock { $0.taken } }
    }

    @Test(arguments: [(1, 1), (1, 8), (2, 2), (4, 4), (4, 64), (8, 3)])
    func `keeps to its order, its workers and its window`(workers: Int, window: Int) async {
        let shop = Workshop(seed: UInt64(workers * 100 + window))
        await OrderedWork(workers: workers, window: window).run(
            on: { shop.next(below: 500) },
            doing: shop.work,
            handingTo: shop.take
        )
        let state = shop.state.withLock { $0 }
        #expect(state.taken == Array(0..<500))
        #expect(state.begun.sorted() == state.taken)
        #expect(state.mostWorking <= min(workers, window))
        #expect(state.mostUnderWay <= window)
    }

    @Test func `is nothing where there is no piece`() async {
        let shop = Workshop(seed: 1)
        await OrderedWork(workers: 4, window: 8).run(
            on: { shop.next(below: 0) },
            doing: shop.work,
            handingTo: shop.take
        )
        #expect(shop.taken.isEmpty)
    }

    /// One piece is held up until all are begun that may be.
    @Test func `delays the pieces after a slow one`() async {
        let shop = Workshop(seed: 2)
        await OrderedWork(workers: 2, window: 5).run(
            on: { shop.next(below: 100) },
            doing: { piece in
                if piece == 0 {
                    while shop.state.withLock({ $0.begun.count }) < 4 { await Task.yield() }
                    for _ in 0..<100 { await Task.yield() }
                    #expect(shop.state.withLock { $0.asked } == 5)
                }
                return await shop.work(piece)
            },
            handingTo: shop.take
        )
        #expect(shop.taken == Array(0..<100))
    }

    /// A later piece fails at once, and an earlier one only after it.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `ends at the first error of its order, whatever failed first`(seed: UInt64) async {
        let shop = Workshop(seed: seed)
        let hasFailed = LockedValue(false)
        let failure = await #expect(throws: Failure.self) {
            try await OrderedWork(workers: 4, window: 16).run(
                on: { () throws(Failure) in shop.next(below: 1_000_000) },
                doing: { piece throws(Failure) in
                    if piece == 12 {
                        hasFailed.withLock { $0 = true }
                        throw Failure(piece: piece)
                    }
                    if piece == 10 {
                        while !hasFailed.withLock({ $0 }) { await Task.yield() }
                        throw Failure(piece: piece)
                    }
                    return await shop.work(piece)
                },
                handingTo: { product throws(Failure) in shop.take(product) }
            )
        }
        #expect(failure == Failure(piece: 10))
        #expect(shop.taken == Array(0..<10))
        #expect(shop.state.withLock { $0.asked } <= 26)
    }

    @Test func `delivers the results before an error of the source`() async {
        let shop = Workshop(seed: 3)
        let failure = await #expect(throws: Failure.self) {
            try await OrderedWork(workers: 3, window: 9).run(
                on: { () throws(Failure) in
                    guard let piece = shop.next(below: 50) else { throw Failure(piece: 50) }
                    return piece
                },
                doing: { piece throws(Failure) in await shop.work(piece) },
                handingTo: { product throws(Failure) in shop.take(product) }
            )
        }
        #expect(failure == Failure(piece: 50))
        #expect(shop.taken == Array(0..<50))
    }

    /// The running pieces are cancelled.
    @Test func `cancels the others if the consumer stops`() async {
        let shop = Workshop(seed: 4)
        let cancelled = LockedValue(0)
        let failure = await #expect(throws: Failure.self) {
            try await OrderedWork(workers: 3, window: 9).run(
                on: { () throws(Failure) in shop.next(below: 1_000_000) },
                doing: { piece throws(Failure) in
                    guard piece > 5 else { return await shop.work(piece) }
                    while !Task.isCancelled { await Task.yield() }
                    cancelled.withLock { $0 += 1 }
                    return piece
                },
                handingTo: { product throws(Failure) in
                    shop.take(product)
                    if product == 5 { throw Failure(piece: product) }
                }
            )
        }
        #expect(failure == Failure(piece: 5))
        #expect(shop.taken == Array(0...5))
        #expect((1...3).contains(cancelled.withLock { $0 }))
    }

    @Test func `ends early if its task is cancelled, and delivers no interrupted piece`() async {
        let shop = Workshop(seed: 5)
        let task = Task {
            await OrderedWork(workers: 3, window: 9).run(
                on: { shop.next(below: 1_000_000) },
                doing: { piece in
                    guard piece > 40 else { return await shop.work(piece) }
                    while !Task.isCancelled { await Task.yield() }
                    return -1
                },
                handingTo: shop.take
            )
        }
        while shop.taken.count < 38 { await Task.yield() }
        task.cancel()
        await task.value
        #expect(shop.taken == Array(0..<shop.taken.count))
        #expect((38...41).contains(shop.taken.count))
    }
}
