import HTTPClient
import HTTPMessages
import HTTPServer
import JSON
import Sockets
import Storage
import Testing
import World

@testable import Platforms

@Suite("Webhooks that are due")
struct PlatformDeliveryTests {
    private let database: Database
    private let clock = SimulatedClock(startingAt: UnixTime(seconds: 1_000))

    init() throws {
        database = try MemoryDatabase([PlatformTables.migrations]).database
    }

    /// Adds an endpoint, which gets the events that are named like it.
    private func add(_ name: String, at url: String = "http://127.0.0.1:9/") async throws {
        let endpoint = PlatformEndpoint(
            name,
            url: url,
            events: [name],
            secret: "whsec_1",
            at: clock.now
        )
        try await database.write { transaction throws(PlatformFailure) in
            try transaction.insert(endpoint, of: .stripe)
        }
    }

    /// Tells an endpoint events that are due now, or later.
    private func tell(
        _ name: String,
        _ numbers: Range<Int>,
        later seconds: Int64 = 0
    ) async throws {
        let scope = PlatformScope(
            now: UnixTime(seconds: clock.now.seconds + seconds),
            run: "run_1",
            request: RequestName(),
            randomness: SeededRandomness(seed: 1),
            faults: PlatformFaults()
        )
        try await database.write { transaction throws(PlatformFailure) in
            for number in numbers {
                try transaction.tell(name, "evt_\(number)", .object([:]), of: .stripe, scope)
            }
        }
    }

    /// An endpoint that takes nothing has ever more of them.
    @Test func `are the first hundred of each endpoint, whatever waits for the others`()
        async throws
    {
        for name in ["dead", "live"] { try await add(name) }
        try await tell("dead", 0..<600)
        try await tell("live", 600..<602)
        let due = try await database.read { [clock] snapshot throws(PlatformFailure) in
            try snapshot.dueDeliveries(at: clock.now)
        }
        #expect(due["dead"]?.map(\.event) == (0..<100).map { "evt_\($0)" })
        #expect(due["live"]?.map(\.event) == ["evt_600", "evt_601"])
    }

    @Test(.timeLimit(.minutes(2)))
    func `arrive in their order, and wait for no other endpoint`() async throws {
        let (isAnswering, arrived) = (AwaitableValue(false), AwaitableValue<[String]>([]))
        let server = try HTTPServer(at: .loopback(), world: .system) { request in
            let event = try? JSONDocument(request.body).root.member("id")?.string
            arrived.change { $0.append(event ?? "") }
            if request.head.target.path == "/slow" { await isAnswering.wait { $0 } }
            return .complete(HTTPResponse(.ok))
        }
        for name in ["slow", "quick"] {
            try await add(name, at: "http://\(server.address)/\(name)")
        }
        try await tell("slow", 0..<2)
        try await tell("quick", 2..<4, later: 1)
        let deliveries = DeliveryWork(
            patience: .seconds(3_600),
            database: database,
            client: try HTTPClient(),
            clock: clock,
            dialects: [
                StripeDialect(try await PlatformAccounts(database, SeededRandomness(seed: 1)))
            ],
            work: AwaitableValue(0)
        )
        await withDiscardingTaskGroup { sending in
            await deliveries.begin(in: &sending)
            await arrived.wait { $0.count == 1 }
            clock.advance(bySeconds: 1)
            await deliveries.begin(in: &sending)
            await arrived.wait { $0.count == 3 }
            await deliveries.begin(in: &sending)
            isAnswering.change { $0 = true }
        }
        #expect(arrived.read(\.self) == ["evt_0", "evt_2", "evt_3", "evt_1"])
        await server.stop()
    }
}

@Suite("Webhooks of one platform")
struct PlatformEndpointTests {
    @Test func `are not shown or removed at another one`() async throws {
        let database = try MemoryDatabase([PlatformTables.migrations]).database
        let now = UnixTime(seconds: 1_000)
        let scope = PlatformScope(
            now: now,
            run: "run_1",
            request: RequestName(),
            randomness: SeededRandomness(seed: 1),
            faults: PlatformFaults()
        )
        try await database.write { transaction throws(PlatformFailure) in
            for platform in [Platform.stripe, .checkout] {
                let name = platform.rawValue
                try transaction.insert(
                    PlatformEndpoint(
                        "we_\(name)",
                        url: "http://127.0.0.1:9/",
                        events: ["*"],
                        secret: "secret",
                        at: now
                    ),
                    of: platform
                )
                try transaction.tell("paid", "evt_\(name)", .object([:]), of: platform, scope)
            }
            for prefix in ["we_", "evt_"] {
                #expect(try transaction.stripeObject("\(prefix)stripe") != nil)
                #expect(try transaction.stripeObject("\(prefix)checkout") == nil)
            }
            #expect(try !transaction.removeEndpoint("we_checkout", of: .stripe))
            #expect(try transaction.endpoint("we_checkout", of: .checkout) != nil)
            #expect(try transaction.deliveries(limit: 10).count == 2)
            #expect(try transaction.removeEndpoint("we_checkout", of: .checkout))
            #expect(try transaction.deliveries(limit: 10).map(\.platform) == [.stripe])
        }
    }
}
