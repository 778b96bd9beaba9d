internal import Bytes
internal import CardAccounts
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
/// answers at once, or on SQLite with a card network of this process that is asked over TCP and keeps
/// records on the disk; beside the cryptography of the tokens and the statements of a desk's two
/// transactions alone. The work of the client and of the network is in the figure: they share the cores
/// with the server.
final class ServerBenchmarks {
    static let names = ["server.pay.sqlite", "server.pay.postgresql", "server.pay.network"]

    /// How many payments are in flight.
    private static let inFlight = 256
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
    private let network: (folder: BenchFolder, bench: NetworkBench)?
    private var next = 0

    /// A server on the kind of database that the name tells.
    init(_ name: String) throws {
        self.name = name
        let migrations = MerchantAPIServer.migrations
        records =
            name == Self.names[1]
            ? try DeskServer(migrations: migrations) : try DeskFiles(migrations: migrations)
                let world = World.system.with(
            clock: World.simulated(seed: 1, startingAt: TestChain.moment).clock
        )
        network = name == Self.names[2] ? try Self.newNetwork(world) : nil
        let network = network?.bench
        let chain = try TestChain(world)
        let service = try PaymentService(
            intake: TokenIntake(
                verifier: PaymentTokenVerifier(trusting: chain.anchor),
                keys: try chain.merchantKeys(),
                clock: world.clock
            ),
            database: records.database,
            processor: network?.acquirer ?? PromptProcessor(),
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
        let tokens = try (0..<Self.tokens).map { number in
            guard let network else {
                return try TestToken(number: number, under: chain, world.randomness)
            }
            let (account, cryptogram) = try network.proof(of: number % Self.inFlight, 1_075, "840")
            let payload = TestToken.payload(
                accountNumber: account.accountNumber.revealedText(),
                cryptogram: cryptogram.bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
            )
            return try TestToken(payload, under: chain, world.randomness)
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

    private static func newNetwork(_ world: World) throws -> (BenchFolder, NetworkBench) {
        let folder = try BenchFolder()
        let place = try folder.newFolder("network")
        return (folder, try NetworkBench(in: place, devices: inFlight, world: world))
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
