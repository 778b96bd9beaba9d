internal import Bytes
internal import CardAccounts
internal import CardMessages
internal import CardNetwork
internal import Cryptography
internal import Foundation
internal import ISO8583
internal import Money
internal import Sockets
internal import World

/// A network's server, and one connection to it that sends messages that were made before.
final class NetworkLoad: Sendable {
    /// How many messages are in flight.
    static let inFlight = 128

    private let durable: CardNetwork
    private let devices: BenchDevices
    private let server: NetworkServer
    private let serving: Task<Void, Never>
    private let stream: any ByteStream

    /// A network whose cards are in a folder, and its payments too, or in memory.
    init(in folder: URL, isEphemeral: Bool) throws {
        let durable = try Waiting.run {
            try await CardNetwork(folder: folder.path, world: .system)
        }
        self.durable = durable
        // Two messages of one device are never in flight.
        devices = try Waiting.run { try await BenchDevices(2 * Self.inFlight, of: durable) }
        let network = isEphemeral ? try CardNetwork(world: .system, cardsOf: durable) : durable
        let server = NetworkServer(network, at: try TCPListener())
        self.server = server
        serving = Task { await server.run() }
        stream = try Waiting.run {
            try await TCPDialer().connect(to: server.address, within: .seconds(5))
        }
    }

    deinit {
        let (server, durable, serving, stream) = (server, durable, serving, stream)
        try? Waiting.run {
            stream.close()
            server.stop()
            await serving.value
            await durable.close()
        }
    }

    /// Messages that each hold an amount, of all devices in turn.
    func messages(_ count: Int) throws -> [[UInt8]] {
        guard let shop = BenchShop(), let expiry = CardAuthorization.Expiry("3512") else {
            throw BenchmarkFailure.tokensCannotBeMade
        }
        let digest = SHA256.digest(BenchDevices.merchantIdentifier)
        return try (0..<count).map { number in
            let (account, cryptogram) = try devices.proof(of: number % devices.count, 1_000, "978")
            let key = Hexadecimal.encode(World.system.randomness.bytes(16))
            let request = CardRequest.authorization(
                CardAuthorization(
                    reference: MessageReference(key: key, at: World.system.clock.now),
                    acceptor: shop.acceptor,
                    merchant: shop.details,
                    accountNumber: account.accountNumber,
                    expiry: expiry,
                    amount: Money(minorUnits: 1_000, currency: .eur),
                    proof: .cryptogram(cryptogram.bytes),
                    indicator: ElectronicCommerceIndicator("7"),
                    merchantDigest: digest
                )
            )
            return try MessageFraming.binary.frame(try request.message().encoded(in: .ascii))
        }
    }

    /// Sends messages, as many in flight as is said above.
    ///
    /// - Returns: The answers, in the order in which they came.
    func send(_ messages: [[UInt8]]) async throws -> [[UInt8]] {
        var frames = MessageFrames(.binary)
        var answers: [[UInt8]] = []
        answers.reserveCapacity(messages.count)
        var sent = 0
        while answers.count < messages.count {
            let end = min(messages.count, answers.count + Self.inFlight)
            if sent < end {
                try await stream.send(Array(messages[sent..<end].joined()))
                sent = end
            }
            let received = try await stream.receive(upTo: 65_536)
            guard !received.isEmpty else { throw BenchmarkFailure.sliceFailed }
            frames.append(received)
            while let answer = try frames.next() { answers.append(answer) }
        }
        return answers
    }
}
