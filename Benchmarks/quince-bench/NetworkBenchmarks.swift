internal import CStorageFloor
internal import CardAccounts
internal import CardMessages
internal import CardNetwork
internal import Charging
internal import Foundation
internal import Money
internal import NetworkServer
internal import PaymentToken
internal import Processors
internal import Sockets
internal import World

/// Authorizations a second through one TCP connection: the acquirer, the network's server and its
/// records on a disk, beside the network's statements alone in C.
@safe
final class NetworkBenchmarks {
    static let name = "network.authorize"

    /// How many authorizations are in flight. Each has a device of its own, whose counter rises.
    private static let devices = 64
    private static let merchantIdentifier = "merchant.com.example"

    private let folder: URL
    private let durable: DurableNetwork
    private let server: NetworkServer
    private let serving: Task<Void, Never>
    private let acquirer: CardNetworkAcquirer
    private let accounts: [DeviceAccount]
    private let counters: LockedValue<[UInt16]>
    private let floor: OpaquePointer

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "quince-bench-\(UUID().uuidString)")
        self.folder = folder
        for name in ["ours", "floor"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name),
                withIntermediateDirectories: true
            )
        }
        let durable = try Waiting.run {
            // The floor works on the same tables.
            let path = folder.appending(path: "floor").path
            await (try DurableNetwork(folder: path, world: .system)).close()
            return try await DurableNetwork(
                folder: folder.appending(path: "ours").path,
                world: .system
            )
        }
        self.durable = durable
        let made = unsafe network_floor_new(
            folder.appending(path: "floor/\(DurableNetwork.fileName)").path
        )
        guard let made = unsafe made else { throw BenchmarkFailure.floorFailed }
        unsafe floor = made
        accounts = try Waiting.run { try await Self.provision(durable) }
        counters = LockedValue([UInt16](repeating: 0, count: Self.devices))
        let server = NetworkServer(durable, at: try TCPListener())
        self.server = server
        serving = Task { await server.run() }
        let acquirer = try Self.acquirer(of: server.address)
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
        unsafe network_floor_free(floor)
        try? FileManager.default.removeItem(at: folder)
    }

    func measure() throws -> Measurement {
        try Measurement(
            Self.name,
            unit: "payments/s",
            slices: 15,
            group: Self.devices,
            floor: { unsafe network_floor_authorize(self.floor, $0, Self.devices) == 1 },
            ours: { try self.authorize($0) }
        )
    }

    private func authorize(_ count: Int) throws -> Bool {
        let (acquirer, accounts, counters) = (acquirer, accounts, counters)
        return try Waiting.run {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for device in 0..<Self.devices {
                    group.addTask {
                        for _ in 0..<(count / Self.devices) {
                            let counter = counters.withLock { counters in
                                counters[device] += 1
                                return counters[device]
                            }
                            let request = try Self.request(accounts[device], counter)
                            guard case .approved = try await acquirer.authorize(request) else {
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

    private static func provision(_ network: DurableNetwork) async throws -> [DeviceAccount] {
        guard
            let card = PaymentCard(
                number: "4111111111111111",
                expirationDate: "351231",
                scheme: .visa
            )
        else { throw BenchmarkFailure.tokensCannotBeMade }
        var accounts: [DeviceAccount] = []
        for _ in 0..<devices {
            accounts.append(
                try await network.provision(card, availableMinorUnits: 1_000_000_000_000)
            )
        }
        return accounts
    }

    private static func acquirer(of address: SocketAddress) throws -> CardNetworkAcquirer {
        guard let name = ProcessorName("network"),
            let acceptor = CardAcceptor(
                acquirer: "123456",
                terminal: "TERM1",
                merchant: "MERCHANT1"
            ),
            let merchant = MerchantDetails(
                categoryCode: "5999",
                name: "Shop",
                city: "Paris",
                country: "FR"
            )
        else { throw BenchmarkFailure.tokensCannotBeMade }
        return CardNetworkAcquirer(
            name: name,
            account: CardNetworkAcquirer.Account(
                address: address,
                acceptor: acceptor,
                merchant: merchant,
                merchantIdentifier: merchantIdentifier
            ),
            world: .system
        )
    }

    private static func request(
        _ account: DeviceAccount,
        _ counter: UInt16
    ) throws -> AuthorizationRequest {
        let payment = ProvenPayment(
            amountMinorUnits: 1_000,
            currencyNumericCode: "978",
            merchant: MerchantDigest(of: merchantIdentifier)
        )
        let attempt = AttemptID(drawnFrom: World.system.randomness)
        guard let payment, let expiry = CardExpiry(year: 2035, month: 12),
            let transaction = TransactionID(World.system.randomness.bytes(TransactionID.length))
        else { throw BenchmarkFailure.tokensCannotBeMade }
        let cryptogram = PaymentCryptogram(
            of: payment,
            layout: account.cryptogramLayout,
            tokenRequestor: account.deviceManufacturerIdentifier,
            counter: counter,
            unpredictableNumber: [1, 2, 3, 4],
            keys: account.keys
        )
        return AuthorizationRequest(
            try NewCharge(
                merchantReference: attempt.text,
                amount: Money(minorUnits: 1_000, currency: .eur),
                transactionID: transaction
            ),
            card: try CardCredentials(
                accountNumber: account.accountNumber,
                proof: .cryptogram(cryptogram.bytes),
                expiry: expiry,
                electronicCommerceIndicator: "7"
            ),
            idempotencyKey: IdempotencyKey(.authorization, of: attempt),
            preparedAt: World.system.clock.now
        )
    }
}
