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

/// A merchant's server of this process, and a client that pays over connections of this machine.
final class ServerBench: Sendable {
    private let server: HTTPServer
    private let client: HTTPClient

    /// A server on records that other servers may share.
    init(
        _ database: Database,
        _ processor: any PaymentProcessor,
        _ chain: TestChain,
        _ world: World
    ) throws {
        let service = try PaymentService(
            intake: TokenIntake(
                verifier: PaymentTokenVerifier(trusting: chain.anchor),
                keys: try chain.merchantKeys(),
                clock: world.clock
            ),
            database: database,
            processor: processor,
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
    }

    /// Stops the server.
    func stop() async { await server.stop() }

    /// The clock of tokens that were made at one moment.
    static var world: World {
        World.system.with(clock: World.simulated(seed: 1, startingAt: TestChain.moment).clock)
    }

    /// Makes payments, a number of them at a time, and returns whether all were accepted. Their keys are
    /// numbers from one on.
    func pay(
        _ bodies: ArraySlice<[UInt8]>,
        inFlight: Int,
        numbered first: Int = 0
    ) async throws -> Bool {
        let (client, url) = (client, "http://\(server.address)/payments")
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            for place in 0..<inFlight {
                group.addTask {
                    let places = stride(
                        from: bodies.startIndex + place,
                        to: bodies.endIndex,
                        by: inFlight
                    )
                    for index in places {
                        var fields: HTTPFields = [.contentType: "application/json"]
                        fields["Idempotency-Key"] = HTTPFieldValue(first + index)
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

    /// A payment, with what a shop sends of its order.
    static func body(_ number: Int, of token: TestToken) -> [UInt8] {
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
