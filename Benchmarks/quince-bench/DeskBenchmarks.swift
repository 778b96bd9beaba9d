internal import Bytes
internal import CStorageFloor
internal import Charging
internal import Foundation
internal import MerchantServer
internal import Money
internal import Orders
internal import PaymentToken
internal import SQLite
internal import Storage
internal import TokenIntake
internal import World

/// The whole way of a payment through a merchant's desk with a processor that answers at once, beside
/// the cryptography of its token and the statements of its two transactions alone.
@safe
final class DeskBenchmarks {
    static let name = "desk.accept.sqlite"

    /// How many payments are in flight.
    private static let inFlight = 32
    private static let slices = 15
    /// Each payment needs a token of its own; these are made before anything is measured.
    private static let tokens = 9_000

    private let folder: BenchFolder
    private let database: Database
    private let desk: PaymentDesk
    private let tokenFloor: TokenFloor
    private let floor: OpaquePointer
    private let submissions: [PaymentSubmission]
    private var next = 0

    init() throws {
        let folder = try BenchFolder()
        self.folder = folder
        let world = World.system.with(
            clock: World.simulated(seed: 1, startingAt: TestChain.moment).clock
        )
        let chain = try TestChain(world)
        database = try Waiting.run {
            let floor = folder.path("floor.db")
            await (try await Database(path: floor, migrations: PaymentDesk.migrations)).close()
            let ours = folder.path("ours.db")
            return try await Database(path: ours, migrations: PaymentDesk.migrations)
        }
        desk = try PaymentDesk(
            intake: TokenIntake(
                verifier: PaymentTokenVerifier(trusting: chain.anchor),
                keys: try chain.merchantKeys(),
                clock: world.clock
            ),
            database: database,
            processor: PromptProcessor(),
            world: world
        )
        let tokens = try (0..<Self.tokens).map {
            try TestToken(number: $0, under: chain, world.randomness)
        }
        submissions = try tokens.enumerated().map { try Self.submission($0, of: $1) }
        tokenFloor = try TokenFloor(chain, Array(tokens.prefix(TokenBenchmarks.tokenCount)))
        let made = unsafe desk_floor_new(folder.path("floor.db"))
        guard let made = unsafe made else { throw BenchmarkFailure.floorFailed }
        unsafe floor = made
    }

    deinit {
        let database = database
        try? Waiting.run { await database.close() }
        unsafe desk_floor_free(floor)
    }

    func measure() throws -> Measurement {
        try Measurement(
            Self.name,
            unit: "payments/s",
            slices: Self.slices,
            group: Self.inFlight,
            floor: { count in
                guard self.tokenFloor.openMany(count) else { return false }
                return unsafe desk_floor_accept(self.floor, count, Self.inFlight) == 1
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
                        for index in places { _ = try await desk.accept(mine[index]) }
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
            tokenJSON: token.json,
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
private struct PromptProcessor: PaymentProcessor {
    let name = ProcessorName.sandbox
    let capabilities: Set<ProcessorCapability> = []

    func authorize(_ request: AuthorizationRequest) -> AuthorizationAnswer {
        let approval = Approval(
            authorizationCode: "430446",
            networkReference: request.idempotencyKey.text
        )
        return .approved(approval, echo: .none)
    }

    func reverse(_: ReversalRequest) -> ReversalAnswer { .reversed(networkReference: nil) }
}
