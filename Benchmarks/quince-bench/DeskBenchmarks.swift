internal import Foundation
internal import Money
internal import PaymentToken
internal import Payments
internal import Storage
internal import TokenIntake
internal import World

/// The whole way of a payment through a merchant's desk with a processor that answers at once, beside
/// the cryptography of its token and the statements of its two transactions alone.
final class DeskBenchmarks {
    static let names = ["desk.accept.sqlite", "desk.accept.postgresql"]

    /// How many payments are in flight.
    private static let inFlight = 32
    private static let slices = 15
    /// Each payment needs a token of its own; these are made before anything is measured.
    private static let tokens = 9_000

    private let name: String
    private let records: any DeskDatabase
    private let desk: PaymentDesk
    private let tokenFloor: TokenFloor
    private let submissions: [PaymentSubmission]
    private var next = 0

    /// A desk on the kind of database that the name tells.
    init(_ name: String) throws {
        self.name = name
        records = name == Self.names[0] ? try DeskFiles() : try DeskServer()
        let world = World.system.with(
            clock: World.simulated(seed: 1, startingAt: TestChain.moment).clock
        )
        let chain = try TestChain(world)
        desk = try PaymentDesk(
            intake: TokenIntake(
                verifier: PaymentTokenVerifier(trusting: chain.anchor),
                keys: try chain.merchantKeys(),
                clock: world.clock
            ),
            database: records.database,
            processors: ProcessorRoutes(PromptProcessor()),
            world: world
        )
        let tokens = try (0..<Self.tokens).map {
            try TestToken(number: $0, under: chain, world.randomness)
        }
        submissions = try tokens.enumerated().map { try Self.submission($0, of: $1) }
        tokenFloor = try TokenFloor(chain, Array(tokens.prefix(TokenBenchmarks.tokenCount)))
    }

    deinit {
        let database = records.database
        try? Waiting.run { await database.close() }
    }

    func measure() throws -> Measurement {
        try Measurement(
            name,
            unit: "payments/s",
            slices: Self.slices,
            group: Self.inFlight,
            floor: { count in
                tokenFloor.openMany(count)
                    && records.recordAlone(count, inFlight: Self.inFlight)
            },
            ours: { try self.accept($0) }
        )
    }

    private func accept(_ count: Int) throws -> Bool {
        guard next + count <= submissions.count else { throw BenchmarkFailure.tooFast }
        let (desk, mine) = (desk, submissions[next..<next + count])
        next += count
        return try Waiting.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for place in 0..<Self.inFlight {
                    group.addTask {
                        let places = stride(
                            from: mine.startIndex + place,
                            to: mine.endIndex,
                            by: Self.inFlight
                        )
                        for index in places { _ = try await desk.pay(mine[index]) }
                    }
                }
                try await group.waitForAll()
            }
            return true
        }
    }

    private static func submission(
        _ number: Int,
        of token: TestToken
    ) throws -> PaymentSubmission {
        PaymentSubmission(
            .token(token.json),
            merchantReference: "cart \(number)",
            total: Money(minorUnits: 1_075, currency: .usd),
            applicationData: nil,
            order: try NewOrder(
                label: "My Company Name",
                lineItems: [OrderLineItem(title: "Subtotal", amountMinorUnits: 1_075)],
                shippingMethod: OrderShippingMethod(
                    identifier: "standard",
                    label: "Standard Shipping"
                ),
                contact: OrderContact(
                    name: "John Appleseed",
                    street: "1234 Laurel Street",
                    city: "Atlanta",
                    state: "GA",
                    postalCode: "30303",
                    country: "US",
                    emailAddress: "john.appleseed@example.com"
                )
            )
        )
    }
}

/// A processor that approves everything at once.
struct PromptProcessor: PaymentProcessor {
    let name = ProcessorName.sandbox
    let capabilities: Set<ProcessorCapability> = [.capture, .severalCaptures, .void, .refund]

    func authorize(_ request: AuthorizationRequest) -> AuthorizationAnswer {
        let approval = Approval(
            authorizationCode: "430446",
            networkReference: request.idempotencyKey.text
        )
        return .approved(approval, echo: .none)
    }

    func reverse(_: ReversalRequest) -> ReversalAnswer { .reversed(networkReference: nil) }
}
