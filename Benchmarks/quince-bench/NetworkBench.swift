internal import CardAccounts
internal import CardNetwork
internal import Foundation
internal import Money
internal import PaymentToken
internal import Payments
internal import Processors
internal import Sockets
internal import World

/// A network's server with its records in a folder, and an acquirer that is signed on to it through
/// one TCP connection.
final class NetworkBench: Sendable {
    private let durable: CardNetwork
    private let server: NetworkServer
    private let serving: Task<Void, Never>
    /// Signed on to the network.
    let acquirer: CardNetworkAcquirer
    private let devices: BenchDevices

    /// A network in a folder, with as many devices. The counter of each rises with its payments.
    init(in folder: URL, devices: Int) throws {
        let world = World.system
        let durable = try Waiting.run {
            try await CardNetwork(folder: folder.path, world: world)
        }
        self.durable = durable
        self.devices = try Waiting.run { try await BenchDevices(devices, of: durable) }
        let server = NetworkServer(durable, at: try TCPListener())
        self.server = server
        serving = Task { await server.run() }
        let acquirer = try Self.acquirer(of: server.address, world)
        self.acquirer = acquirer
        try Waiting.run { await acquirer.start() }
    }

    deinit {
        let (acquirer, server, durable, serving) = (acquirer, server, durable, serving)
        try? Waiting.run {
            await acquirer.stop()
            server.stop()
            await serving.value
            await durable.close()
        }
    }

    /// The next payment of a device.
    func request(_ device: Int) throws -> AuthorizationRequest {
        let amount = Money(minorUnits: 1_000, currency: .eur)
        let attempt = AttemptID(drawnFrom: World.system.randomness)
        guard let expiry = CardExpiry(year: 2035, month: 12),
            let transaction = TransactionID(World.system.randomness.bytes(TransactionID.length))
        else { throw BenchmarkFailure.tokensCannotBeMade }
        let (account, cryptogram) = try devices.proof(of: device, amount.minorUnits, "978")
        return AuthorizationRequest(
            try NewCharge(
                merchantReference: attempt.text,
                amount: amount,
                transactionID: transaction
            ),
            instrument: .card(
                try CardCredentials(
                    accountNumber: account.accountNumber,
                    proof: .cryptogram(cryptogram.bytes),
                    expiry: expiry,
                    electronicCommerceIndicator: "7"
                )
            ),
            idempotencyKey: IdempotencyKey(.authorization, of: attempt),
            preparedAt: World.system.clock.now
        )
    }

    /// Whether a payment was approved.
    func authorize(_ request: AuthorizationRequest) async throws -> Bool {
        guard case .approved = try await acquirer.authorize(request) else { return false }
        return true
    }

    /// An acquirer of a network at an address, which is not signed on yet.
    static func acquirer(
        of address: SocketAddress,
        _ world: World
    ) throws -> CardNetworkAcquirer {
        guard let name = ProcessorName("network"), let shop = BenchShop() else {
            throw BenchmarkFailure.tokensCannotBeMade
        }
        return CardNetworkAcquirer(
            name: name,
            account: CardNetworkAcquirer.Account(
                address: address,
                acceptor: shop.acceptor,
                merchant: shop.details,
                merchantIdentifier: BenchDevices.merchantIdentifier
            ),
            world: world
        )
    }
}
