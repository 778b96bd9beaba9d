import AppleServers
import Bytes
import CardAccounts
import CardMessages
import CardNetwork
import Certificates
import Cryptography
import Foundation
import HTTPMessages
import HTTPServer
import JSON
import MerchantServer
import PaymentToken
import Payments
import Processors
import Storage
import TestSandbox
import TestSupport
import Testing
import TokenIntake
import Wallet
import World

/// A merchant's server in this process, the sandbox's card network behind it, and a device that pays.
final class PaymentBench: Sendable {
    static let merchantIdentifier = "merchant.com.example"
    static let start = UnixTime(seconds: 1_772_323_199)

    let clock = SimulatedClock(startingAt: PaymentBench.start)
    let world: World
    let sandbox: TestSandbox
    let merchant: SandboxMerchant
    let folder = ScratchFolder()
    let place: PaymentDatabase.Place
    /// Whether the messages of the acquirer are lost on the way to the network.
    let isCut = LockedValue(false)
    /// Runs before each message reaches the network.
    let beforeMessage = LockedValue<(@Sendable () async -> Void)?>(nil)
    /// The lines that the servers log.
    let log = LockedValue<[String]>([])
    private let card: DeviceAccountID

    init(_ kind: PaymentDatabase, available: Int64 = 5_000_000) throws {
        world = World(clock: clock, randomness: SeededRandomness(seed: 11))
        sandbox = try TestSandbox(world: world)
        merchant = try sandbox.setUpMerchant(Self.merchantIdentifier, named: "A shop")
        place = try kind.place(in: folder)
        let printed = try #require(SandboxCard.visa.printed)
        card = sandbox.secureElement.add(
            try sandbox.issueAccount(for: printed, availableMinorUnits: available)
        )
    }

    var acquirer: CardNetworkAcquirer {
        get throws {
            let network = sandbox.network
            return try acquirer { [isCut, beforeMessage] message in
                await beforeMessage.withLock { $0 }?()
                return isCut.withLock { $0 } ? nil : await network.answer(to: message)
            }
        }
    }

    /// An acquirer whose messages a closure answers.
    func acquirer(
        answeredBy answer: @escaping @Sendable ([UInt8]) async -> [UInt8]?
    ) throws -> CardNetworkAcquirer {
        CardNetworkAcquirer(
            name: .cardNetwork,
            acceptor: try #require(
                CardAcceptor(acquirer: "123456", terminal: "TERM1", merchant: "MERCHANT1")
            ),
            merchant: try #require(
                MerchantDetails(
                    categoryCode: "5999",
                    name: "Shop",
                    city: "Cupertino",
                    country: "US"
                )
            ),
            merchantIdentifier: Self.merchantIdentifier,
            answeredBy: answer
        )
    }

    /// A server on the records, as one of several.
    func server(
        trusting anchor: TrustAnchor? = nil,
        over processor: (any PaymentProcessor)? = nil,
        routes: [ProcessorRoutes.Route]? = nil,
        policy: RecoveryPolicy = .standard,
        answerLimit: Duration = .seconds(3_600),
        repetitionLimit: Duration = .seconds(3_600)
    ) async throws -> ServerUnderTest {
        let database = try await place.open()
        let service = try PaymentService(
            intake: TokenIntake(
                verifier: PaymentTokenVerifier(
                    trusting: try anchor ?? TrustAnchor(root: sandbox.authorities.root)
                ),
                keys: [merchant.merchantKey],
                clock: clock
            ),
            database: database,
            processors: try routes.map { ProcessorRoutes($0.map(\.processor), routes: $0) }
                ?? ProcessorRoutes(processor ?? acquirer),
            settings: PaymentSettings(
                payee: "My Company Name",
                answerLimit: answerLimit,
                repetitionLimit: repetitionLimit,
                orderLinks: OrderLinks(
                    key: Secret(copying: Array("a key of a test".utf8)),
                    origin: "https://shop.example"
                )
            ),
            policy: policy,
            world: world,
            log: { [log] line in log.withLock { $0.append(line) } }
        )
        return ServerUnderTest(service, database)
    }

    /// A token that the device makes.
    func token(
        _ amount: Int64 = 1075,
        currency: String = "840",
        applicationData: [UInt8]? = nil
    ) async throws -> SealedPaymentToken {
        let instruction = PaymentInstruction(
            transactionID: try #require(TransactionID(world.randomness.bytes(32))),
            amountMinorUnits: amount,
            currencyNumericCode: currency,
            merchantIdentifier: Self.merchantIdentifier,
            applicationDataHash: applicationData.map { SHA256.digest($0) }
        )
        let server = sandbox.paymentServer
        let sealed = try await sandbox.secureElement.pay(
            instruction,
            with: card,
            sealedTo: server.publicKey
        )
        return try await server.paymentToken(
            for: sealed,
            paymentMethod: UntrustedPaymentMethod(
                displayName: "Visa 1111",
                network: "Visa",
                type: "credit"
            )
        )
    }

    /// A body for `POST /payments`.
    static func body(
        _ token: SealedPaymentToken,
        amount: String = "10.75",
        currency: String = "USD",
        reference: String = "cart 1",
        _ more: String = ""
    ) -> String {
        """
        {"token":\(token.json.compact),"amount":"\(amount)","currency":"\(currency)",\
        "reference":"\(reference)"\(more.isEmpty ? "" : ",\(more)")}
        """
    }
}

/// A server's operations, called without a connection.
struct ServerUnderTest: Sendable {
    let service: PaymentService
    let database: Database
    private let router: HTTPRouter

    init(_ service: PaymentService, _ database: Database) {
        self.service = service
        self.database = database
        var router = HTTPRouter()
        for operation in PaymentRoutes.operations(service) { operation.add(to: &router) }
        self.router = router
    }

    /// An answer.
    struct Answer: Sendable {
        let response: HTTPResponse

        var status: Int { response.status.code }
        var text: String { String(decoding: response.body, as: UTF8.self) }

        /// The member at a path such as `order.number`, as text.
        subscript(path: String) -> String? {
            guard let document = try? JSONDocument(response.body) else { return nil }
            var value: JSONValue? = document.root
            for name in path.split(separator: ".") {
                if let index = Int(name) {
                    let elements = value?.elements ?? []
                    value = elements.indices.contains(index) ? elements[index] : nil
                } else {
                    value = value?.member(String(name))
                }
            }
            return value.map { $0.string ?? JSONOutput($0).compact }
        }
    }

    func call(
        _ method: String,
        _ path: String,
        _ body: String = "",
        key: String? = nil,
        version: String? = nil,
        as role: CallerRole = .backOffice,
        named caller: String = "key-1"
    ) async throws -> Answer {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: shop.example\r\n"
        if let key { text += "Idempotency-Key: \(key)\r\n" }
        if let version { text += "If-Match: \"\(version)\"\r\n" }
        if !body.isEmpty {
            text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        }
        var parser = HTTPRequestParser()
        parser.append(Array((text + "\r\n").utf8))
        guard case .head(let head) = try parser.next() else { throw NoHead() }
        var request = HTTPServerRequest(head, body: Array(body.utf8))
        request.caller = HTTPCaller(identifier: caller, role: role.rawValue)
        guard let response = await router.respond(to: request).whole else {
            throw NoHead()
        }
        return Answer(response: response)
    }

    struct NoHead: Error {}

    func pay(
        _ body: String,
        key: String = "key",
        named caller: String = "key-1"
    ) async throws -> Answer {
        try await call("POST", "/payments", body, key: key, named: caller)
    }

    func count(_ query: StaticString) async throws -> Int64 {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row(query)?.integer("n") ?? -1
        }
    }
}
