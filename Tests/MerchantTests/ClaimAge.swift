import PaymentToken
import Payments
import Testing
import World

/// A claim that has grown old, and whether a store may forget it by then: the same for every store.
struct ClaimAge: Sendable, CustomTestStringConvertible {
    let name: String
    let retention: ClaimRetention
    /// How old the token was when it was claimed; below zero for one from the future.
    let signedSecondsAgo: Int64
    /// How long ago it was claimed.
    let seconds: Int64
    let fate: Fate

    /// The fate of a claim, and of the token when it is sent again.
    enum Fate: Sendable {
        /// The claim is kept, and the token is known.
        case remembered
        /// The claim is stored, but the token is refused as too old.
        case keptAndRefused
        /// The claim may be removed, and the token is refused as too old.
        case forgotten
    }

    var testDescription: String { "\(name), of \(retention.seconds) s" }

    /// The figures are written down here: a window of 300 s either way, a margin of 300 s or of a
    /// day, and so claims of 900 s or 87,000 s. Signed as late as a verifier lets pass, a token
    /// can be sent again for longest.
    static let all = [(ClaimRetention.short, Int64(900)), (.long, 87_000)].flatMap {
        retention,
        end in
        [
            ClaimAge("at once", retention, -300, 0, .remembered),
            ClaimAge("the last that a verifier lets pass", retention, -300, 600, .remembered),
            ClaimAge("the last of the margin", retention, -300, end, .remembered),
            ClaimAge("one second more", retention, -300, end + 1, .forgotten),
            ClaimAge(
                "an old token, the last of its margin",
                retention,
                300,
                end - 600,
                .remembered
            ),
            ClaimAge("an old token, one second more", retention, 300, end - 599, .keptAndRefused),
            ClaimAge("an old token, the last of the claim", retention, 300, end, .keptAndRefused),
            ClaimAge("an old token, its claim over", retention, 300, end + 1, .forgotten),
            ClaimAge("a year", retention, 0, 31_536_000, .forgotten),
        ]
    }

    private init(
        _ name: String,
        _ retention: ClaimRetention,
        _ signedSecondsAgo: Int64,
        _ seconds: Int64,
        _ fate: Fate
    ) {
        self.name = name
        self.retention = retention
        self.signedSecondsAgo = signedSecondsAgo
        self.seconds = seconds
        self.fate = fate
    }
}

extension ClaimBench {
    /// Lets a claim grow old, has the store forget what it may, and sends the token again.
    func expect(
        _ age: ClaimAge,
        of store: any TokenClaimStore,
        forgetting: () async throws -> Int
    ) async throws {
        let order = OrderReference("cart")
        let token = try token(1, signedSecondsAgo: age.signedSecondsAgo)
        #expect(try await store.claim(token, for: order) == .first)
        clock.advance(bySeconds: age.seconds)
        let now = clock.now
        #expect(try await forgetting() == (age.fate == .forgotten ? 1 : 0))
        guard age.fate == .remembered else {
            let refusal = ClaimFailure.notFresh(signedAt: token.signedAt, checkedAt: now)
            await #expect(throws: refusal) { try await store.claim(token, for: order) }
            return
        }
        #expect(try await store.claim(token, for: order) == .again)
    }

    /// A token of the future outlives the memory of its claim, so none is accepted from further
    /// ahead than a verifier's window.
    func expectFutureRefused(by store: any TokenClaimStore) async throws {
        let order = OrderReference("cart")
        let last = try token(1, signedSecondsAgo: -300)
        #expect(try await store.claim(last, for: order) == .first)
        let beyond = try token(2, signedSecondsAgo: -301)
        let refusal = ClaimFailure.notFresh(signedAt: beyond.signedAt, checkedAt: clock.now)
        await #expect(throws: refusal) { try await store.claim(beyond, for: order) }
    }

    /// Makes ten claims a second apart, of which six are old enough, and removes four at a time.
    func expectOldestRemovedFirst(
        from store: any TokenClaimStore,
        pruning prune: (_ most: Int) async throws -> Int,
        left: () async throws -> [Int64]
    ) async throws {
        for number in 0..<10 {
            _ = try await store.claim(token(number), for: OrderReference("cart"))
            clock.advance(bySeconds: 1)
        }
        clock.advance(bySeconds: 87_000 - 4)
        #expect(try await prune(4) == 4)
        #expect(try await prune(4) == 2)
        #expect(try await prune(4) == 0)
        #expect(try await left() == (6..<10).map { Self.start.seconds + $0 })
    }
}
