import PaymentToken
import Testing
import World

@testable import Payments

@Suite("Claims in memory")
struct ClaimMemoryTests {
    let bench = ClaimBench()

    func store(_ capacity: Int = 100) -> MemoryClaimStore {
        MemoryClaimStore(capacity: capacity, clock: bench.clock)
    }

    @Test func `are the first, the same order's again, or another's`() async throws {
        let store = store()
        let token = try bench.token(1)
        let (order, other) = (OrderReference("cart 1"), OrderReference("cart 2"))
        #expect(try await store.claim(token, for: order) == .first)
        #expect(try await store.claim(token, for: order) == .again)
        #expect(try await store.claim(token, for: other) == .takenByAnotherOrder)
        #expect(try await store.claim(bench.token(2), for: other) == .first)
        #expect(store.count == 2)
    }

    @Test func `belong to one order, for any characters in its reference`() async throws {
        let tokens = try ClaimBench.hostile.indices.map { try bench.token($0) }
        try await ClaimBench.expectHostileReferencesKept(by: store(), tokens: tokens)
    }

    @Test func `have one winner in a race`() async throws {
        let claims = try await ClaimBench.race(for: bench.token(1), in: [store()])
        #expect(claims.count { $0 == .first } == 1)
        #expect(claims.count { $0 == .takenByAnotherOrder } == 49)
    }

    @Test func `are stored as long as a verifier accepts the token`() async throws {
        let store = store(1_000)
        let window = ClaimRetention.short.window
        let order = OrderReference("cart")
        // Signed as late as a verifier lets pass, so that it can be sent again for longest.
        let token = try bench.token(1, signedSecondsAgo: -window.seconds)
        #expect(try await store.claim(token, for: order) == .first)
        for step in 2...1_000 {
            bench.clock.advance(bySeconds: 1)
            guard window.admits(signedAt: token.signedAt, checkedAt: bench.clock.now) else { break }
            #expect(try await store.claim(bench.token(step), for: order) == .first)
            #expect(try await store.claim(token, for: order) == .again, "after \(step) s")
        }
        #expect(store.count == 1 + 2 * Int(window.seconds))
    }

    @Test(arguments: ClaimAge.all)
    func `are removed when no verifier accepts the token any more, and not before`(
        age: ClaimAge
    ) async throws {
        let store = MemoryClaimStore(capacity: 10, retention: age.retention, clock: bench.clock)
        try await bench.expect(age, of: store) {
            let held = store.count
            _ = try await store.claim(bench.token(2), for: OrderReference("cart 2"))
            return held + 1 - store.count
        }
    }

    @Test func `are not stored for a token beyond the future limit of a verifier`()
        async throws
    {
        try await bench.expectFutureRefused(by: store())
    }

    @Test func `are refused, not forgotten, when the store is full`() async throws {
        let store = store(10)
        let order = OrderReference("cart")
        for number in 0..<10 {
            _ = try await store.claim(bench.token(number), for: order)
            bench.clock.advance(bySeconds: 1)
        }
        await #expect(throws: ClaimFailure.full(capacity: 10)) {
            try await store.claim(bench.token(10), for: order)
        }
        for number in 0..<10 {
            let seconds = Int64(10 - number)
            let token = try bench.token(number, signedSecondsAgo: seconds)
            let claim = try await store.claim(token, for: OrderReference("other"))
            #expect(claim == .takenByAnotherOrder)
        }
        // Once the oldest has had its time there is a place for one, then for another.
        bench.clock.advance(bySeconds: ClaimRetention.short.seconds - 9)
        #expect(try await store.claim(bench.token(11), for: order) == .first)
        await #expect(throws: ClaimFailure.full(capacity: 10)) {
            try await store.claim(bench.token(12), for: order)
        }
        bench.clock.advance(bySeconds: 1_000)
        for number in 13..<22 {
            #expect(try await store.claim(bench.token(number), for: order) == .first)
        }
        #expect(store.count <= 10)
    }

    /// A claim that a clock that ran ahead made the store forget must not be accepted once the clock is put right.
    @Test func `are not accepted again after the clock was set back`() async throws {
        let clock = SimulatedClock(startingAt: ClaimBench.start)
        let store = MemoryClaimStore(capacity: 10, clock: clock)
        let token = try bench.token(1)
        #expect(try await store.claim(token, for: OrderReference("cart 1")) == .first)
        clock.advance(bySeconds: 100_000)
        let later = ClaimableToken(
            transactionID: try bench.token(2).transactionID,
            signedAt: clock.now
        )
        #expect(try await store.claim(later, for: OrderReference("cart 2")) == .first)
        let ahead = clock.now
        clock.set(to: ClaimBench.start)
        let refusal = ClaimFailure.notFresh(signedAt: token.signedAt, checkedAt: ahead)
        await #expect(throws: refusal) {
            try await store.claim(token, for: OrderReference("cart 3"))
        }
    }

    @Test(
        arguments: [(59, false), (60, true), (31_536_000, true), (31_536_001, false)]
            as [(Int64, Bool)]
    )
    func `are kept for a margin of a minute to a year`(seconds: Int64, isAllowed: Bool) {
        let retention = ClaimRetention(window: .standard, marginSeconds: seconds)
        #expect((retention != nil) == isAllowed)
    }
}
