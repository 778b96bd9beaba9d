import PaymentToken
import Testing
import TokenIntake
import World

/// A claim that has grown old, and whether a store may forget it by then: the same for every store.
struct ClaimAge: Sendable, CustomTestStringConvertible {
    let name: String
    let retention: ClaimRetention
    /// How old the token was when it was claimed; below zero for one from the future.
    let signedSecondsAgo: Int64
    /// How long ago it was claimed.
    let seconds: Int64
    let isForgotten: Bool

    var testDescription: String { "\(name), of \(retention.seconds) s" }

    /// Signed as late as a verifier lets pass, a token can be sent again for longest.
    static let all = [ClaimRetention.short, .long].flatMap { retention in
        let (window, end) = (retention.window.seconds, retention.seconds)
        return [
            ClaimAge("at once", retention, -window, 0, isForgotten: false),
            ClaimAge("the last that a verifier lets pass", retention, -window, 2 * window),
            ClaimAge("the last of the margin", retention, -window, end),
            ClaimAge("one second more", retention, -window, end + 1, isForgotten: true),
            ClaimAge("an old token, the last of the margin", retention, window, end),
            ClaimAge(
                "an old token, one second more",
                retention,
                window,
                end + 1,
                isForgotten: true
            ),
            ClaimAge("a year", retention, 0, 31_536_000, isForgotten: true),
        ]
    }

    private init(
        _ name: String,
        _ retention: ClaimRetention,
        _ signedSecondsAgo: Int64,
        _ seconds: Int64,
        isForgotten: Bool = false
    ) {
        self.name = name
        self.retention = retention
        self.signedSecondsAgo = signedSecondsAgo
        self.seconds = seconds
        self.isForgotten = isForgotten
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
        #expect(try await forgetting() == (age.isForgotten ? 1 : 0))
        guard age.retention.remembers(signedAt: token.signedAt, at: now) else {
            #expect(!age.retention.window.admits(signedAt: token.signedAt, checkedAt: now))
            let refusal = ClaimFailure.notFresh(signedAt: token.signedAt, checkedAt: now)
            await #expect(throws: refusal) { try await store.claim(token, for: order) }
            return
        }
        #expect(!age.isForgotten)
        #expect(try await store.claim(token, for: order) == .again)
    }

    /// Makes ten claims a second apart, of which six are old enough, and removes four at a time.
    func expectOldestRemovedFirst(
        from store: any TokenClaimStore,
        pruning prune: (_ most: Int) async throws -> Int,
        left: () throws -> [Int64]
    ) async throws {
        for number in 0..<10 {
            _ = try await store.claim(token(number), for: OrderReference("cart"))
            clock.advance(bySeconds: 1)
        }
        clock.advance(bySeconds: ClaimRetention.long.seconds - 4)
        #expect(try await prune(4) == 4)
        #expect(try await prune(4) == 2)
        #expect(try await prune(4) == 0)
        #expect(try left() == (6..<10).map { Self.start.seconds + $0 })
    }
}
