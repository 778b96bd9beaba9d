internal import Foundation
internal import HTTPMessages
internal import HTTPServer
internal import MerchantServer
internal import PaymentToken
internal import Payments
internal import Sockets
internal import Storage
internal import TokenIntake
internal import World

/// A merchant's server of this process.
final class ServerBench: Sendable {
    private let server: HTTPServer

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
            processors: ProcessorRoutes(processor),
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
    }

    /// Where it listens.
    var port: UInt16 { server.address.port }

    /// Stops the server.
    func stop() async { await server.stop() }

    /// The clock of tokens that were made at one moment.
    static var world: World {
        World.system.with(clock: World.simulated(seed: 1, startingAt: TestChain.moment).clock)
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
