import JSON
import Storage
import Testing
import World

@testable import Platforms

@Suite("Webhooks that are due")
struct PlatformDeliveryTests {
    /// An endpoint that takes nothing has ever more of them.
    @Test func `are the first hundred of each endpoint, whatever waits for the others`()
        async throws
    {
        let database = try MemoryDatabase([PlatformTables.migrations]).database
        let (now, chance) = (UnixTime(seconds: 1_000), SeededRandomness(seed: 1))
        let scope = PlatformScope(
            now: now,
            run: "run_1",
            request: RequestName(),
            randomness: chance,
            faults: PlatformFaults()
        )
        try await database.write { transaction throws(PlatformFailure) in
            for name in ["dead", "live"] {
                try transaction.insert(
                    PlatformEndpoint(
                        name,
                        url: "http://127.0.0.1:9/",
                        events: [name],
                        secret: "whsec_1",
                        at: now
                    ),
                    of: .stripe
                )
            }
            for number in 0..<600 {
                try transaction.tell("dead", "evt_\(number)", .object([:]), of: .stripe, scope)
            }
            for number in 600..<602 {
                try transaction.tell("live", "evt_\(number)", .object([:]), of: .stripe, scope)
            }
        }
        let due = try await database.read { snapshot throws(PlatformFailure) in
            try snapshot.dueDeliveries(at: now)
        }
        let events = Dictionary(
            uniqueKeysWithValues: due.map { ($0[0].endpoint, $0.map(\.event)) }
        )
        #expect(events["dead"] == (0..<100).map { "evt_\($0)" })
        #expect(events["live"] == ["evt_600", "evt_601"])
    }
}
