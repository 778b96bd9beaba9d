internal import Charging
internal import Foundation
internal import HTTPAPI
internal import HTTPClient
internal import HTTPMessages
internal import HTTPServer
internal import MerchantAPI
internal import PaymentToken
internal import Sockets
internal import Storage
internal import TokenIntake
internal import World

/// `POST /payments` on a server of this process, over connections of this machine, with a processor that
/// answers at once, beside the cryptography of the tokens and the statements of a desk's two transactions
/// alone. The client's work is in the figure: it shares the cores with the server.
final class ServerBenchmarks {
    static let names = ["server.pay.sqlite", "server.pay.postgresql"]

    /// How many payments are in flight.
    private static let inFlight = 128
    private static let slices = 15
    /// Short slices would show how the first and the last requests wait for each other. Units: seconds.
    private static let sliceSeconds = 0.25
    /// Each payment needs a token of its own; these are made before anything is measured.
    private static let tokens = 16_000

    private let name: String
    private let records: any DeskDatabase
    private let tokenFloor: TokenFloor
    private let bodies: [[UInt8]]
    private let server: HTTPServer
    private let client: HTTPClient
    private var next = 0

    /// A server on the kind of database that the name tells.
    init(_ name: String) throws {
        self.name = name
        let migrations = MerchantAPIServer.migrations
        records =
            name == Self.names[0]
            ? try DeskFiles(migrations: migrations) : try DeskServer(migrations: migrations)
        let world = World.system.with(
            clock: World.simulated(seed: 1, startingAt: TestChain.moment).clock
        )
        let chain = try TestChain(world)
        let service = try PaymentService(
            intake: TokenIntake(
                verifier: PaymentTokenVerifier(trusting: chain.anchor),
                keys: try chain.merchantKeys(),
                clock: world.clock
            ),
            database: records.database,
            processor: PromptProcessor(),
            settings: PaymentSettings(payee: "My Company Name"),
            world: world
        )
        var router = HTTPRouter()
        for operation in PaymentRoutes.operations(service) { operation.add(to: &router) }
        server = try HTTPServer(at: .loopback(), world: .system) { [router] request in
            var request = request
            request.caller = HTTPCaller(identifier: "bench", role: CallerRole.shop.rawValue)
            return await router.respond(to: request)
        }
        client = try HTTPClient()
        let tokens = try (0..<Self.tokens).map {
            try TestToken(number: $0, under: chain, world.randomness)
        }
        bodies = tokens.enumerated().map { Self.body($0, of: $1) }
        tokenFloor = try TokenFloor(chain, Array(tokens.prefix(TokenBenchmarks.tokenCount)))
    }

    deinit {
        let (database, server) = (records.database, server)
        try? Waiting.run {
            await server.stop()
            await database.close()
        }
    }

    func measure() throws -> Measurement {
        try Measurement(
            name,
            unit: "payments/s",
            slices: Self.slices,
            of: Self.sliceSeconds,
            group: Self.inFlight,
            floor: { count in
                tokenFloor.openMany(count)
                    && records.recordAlone(count, inFlight: Self.inFlight)
            },
            ours: { try self.pay($0) }
        )
    }

    private func pay(_ count: Int) throws -> Bool {
        guard next + count <= bodies.count else { throw BenchmarkFailure.tooFast }
        let (client, bodies, range) = (client, bodies, next..<next + count)
        let url = "http://\(server.address)/payments"
        next += count
        return try Waiting.run {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for place in 0..<Self.inFlight {
                    group.addTask {
                        let places = stride(
                            from: range.lowerBound + place,
                            to: range.upperBound,
                            by: Self.inFlight
                        )
                        for index in places {
                            var fields: HTTPFields = [.contentType: "application/json"]
                            fields["Idempotency-Key"] = HTTPFieldValue(index)
                            let request = HTTPClientRequest(
                                .post,
                                url,
                                fields: fields,
                                body: bodies[index]
                            )
                            guard try await client.send(request).status == .created else {
                                return false
                            }
                        }
                        return true
                    }
                }
                return try await group.reduce(true) { $0 && $1 }
            }
        }
    }

    private static func body(_ number: Int, of token: TestToken) -> [UInt8] {
        let text = """
            {"token":\(String(decoding: token.json, as: UTF8.self)),"amount":"10.75",\
            "currency":"USD","reference":"cart \(number)",\
            "lines":[{"title":"Subtotal","amount":"10.75"}],\
            "shippingMethod":{"identifier":"standard","label":"Standard Shipping"},\
            "shippingContact":{"givenName":"John","familyName":"Appleseed",\
            "addressLines":["1234 Laurel Street"],"locality":"Atlanta",\
            "administrativeArea":"GA","postalCode":"30303","country":"US",\
            "emailAddress":"john.appleseed@example.com"}}
            """
        return Array(text.utf8)
    }
}
