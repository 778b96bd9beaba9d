import PaymentToken
import TestSupport
import Testing
import World

@testable import Payments

/// Tokens and orders to claim them for.
struct ClaimBench {
    static let start = UnixTime(seconds: 1_764_000_000)

    let clock = SimulatedClock(startingAt: start)

    /// A token of its own for each number, signed now unless said otherwise.
    func token(_ number: Int, signedSecondsAgo seconds: Int64 = 0) throws -> ClaimableToken {
        var bytes = [UInt8](repeating: 0, count: TransactionID.length)
        for index in 0..<8 { bytes[index * 4] = UInt8(truncatingIfNeeded: number >> (index * 8)) }
        return ClaimableToken(
            transactionID: try #require(TransactionID(bytes)),
            signedAt: try #require(clock.now.advanced(bySeconds: -seconds))
        )
    }

    /// References that a store might stumble over.
    static let hostile: [(name: String, bytes: [UInt8])] = [
        ("empty", []),
        ("quotes", Array(#"'; DROP TABLE accepted_token; --"#.utf8)),
        ("double quotes", Array("\"\\".utf8)),
        ("a NUL", Array("cart\u{0}1".utf8)),
        ("another end after the NUL", Array("cart\u{0}2".utf8)),
        ("no UTF-8", [0xff, 0xfe, 0xc0, 0x80]),
        ("a surrogate", [0xed, 0xa0, 0x80]),
        ("one letter, composed", Array("caf\u{e9}".utf8)),
        ("one letter, decomposed", Array("cafe\u{301}".utf8)),
        ("10 kB", Array(repeating: 0x61, count: 10_240)),
        ("10 kB and another end", Array(repeating: 0x61, count: 10_239) + [0x62]),
        ("a parameter", Array("$1 ?1 %s".utf8)),
    ]

    /// Each reference is an order of its own, and is known again.
    static func expectHostileReferencesKept(
        by store: any TokenClaimStore,
        tokens: [ClaimableToken]
    ) async throws {
        for ((name, bytes), token) in zip(hostile, tokens) {
            let order = OrderReference(bytes: bytes)
            #expect(try await store.claim(token, for: order) == .first, "\(name)")
            #expect(try await store.claim(token, for: order) == .again, "\(name)")
            for other in hostile where other.name != name {
                let claim = try await store.claim(token, for: OrderReference(bytes: other.bytes))
                #expect(claim == .takenByAnotherOrder, "\(name), then \(other.name)")
            }
        }
    }

    /// Fifty tasks want one token, each for an order of its own.
    static func race(
        for token: ClaimableToken,
        in stores: [any TokenClaimStore]
    ) async throws -> [TokenClaim] {
        try await withThrowingTaskGroup(of: TokenClaim.self) { group in
            for number in 0..<50 {
                let store = stores[number % stores.count]
                group.addTask {
                    try await store.claim(token, for: OrderReference("cart \(number)"))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
