import Bytes
import CardAccounts
import CardMessages
import CardNetwork
import Foundation
import Money
import PaymentToken
import Payments
import Processors
import Sockets
import TestSupport
import Testing
import World

/// A network with one card, and an acquirer: either in this process, or over TCP with its records in a
/// folder.
final class NetworkUnderTest: Sendable {
    static let merchantIdentifier = "merchant.com.example"
    static let start = UnixTime(seconds: 1_772_323_199)
    static let limit: Int64 = 5_000_000

    let clock = SimulatedClock(startingAt: NetworkUnderTest.start)
    let acquirer: CardNetworkAcquirer
    /// The events that the merchant's program saw, and the network's records.
    let story = LockedValue<[String]>([])
    private let account: DeviceAccount
    private let card: PaymentCard
    private let counter = LockedValue<UInt16>(0)
    private let network: CardNetwork
    private let server: NetworkServer?
    private let serving: Task<Void, Never>?
    private let folder = ScratchFolder()
    private let makers: AcquirerBench

    init(overTCP: Bool) async throws {
        let world = World(clock: clock, randomness: SeededRandomness(seed: 4))
        card = try #require(
            PaymentCard(number: "6200000000000005", expirationDate: "351231", scheme: .unionPay)
        )
        let network =
            overTCP
            ? try await CardNetwork(folder: folder.url.path, world: world)
            : try CardNetwork(world: world)
        self.network = network
        account = try await network.provision(card, availableMinorUnits: Self.limit)
        guard overTCP else {
            (server, serving) = (nil, nil)
            makers = try AcquirerBench(.loopback())
            acquirer = CardNetworkAcquirer(
                name: .sandbox,
                acceptor: try #require(AcquirerBench.acceptor),
                merchant: try #require(AcquirerBench.merchant),
                merchantIdentifier: Self.merchantIdentifier
            ) { await network.answer(to: $0) }
            return
        }
        let server = NetworkServer(network, at: try TCPListener())
        self.server = server
        serving = Task { await server.run() }
        makers = try AcquirerBench(
            server.address,
            merchantIdentifier: Self.merchantIdentifier
        )
        acquirer = makers.acquirer
        await acquirer.start()
        #expect(await makers.wait { $0 == .signedOn })
    }

    func stop() async {
        await acquirer.stop()
        server?.stop()
        serving?.cancel()
        await serving?.value
        await network.close()
    }

    func note(_ text: String) { story.withLock { $0.append(text) } }

    func report() async throws -> AccountReport {
        try #require(try await network.account(of: card))
    }

    func change(_ body: @escaping @Sendable (inout AccountSettings) -> Void) async throws {
        try await network.changeAccount(of: card, body)
    }

    /// Lets time pass at the network. The server looks once a second for what is due.
    func wait(seconds: Int64) async {
        clock.advance(bySeconds: seconds)
        if server != nil { await network.runDueWork() }
    }

    func noteBalance() async throws {
        for balance in try await report().balances {
            note("\(balance.available) \(balance.held) \(balance.owed)")
        }
    }

    /// Asks for a payment by chip, as the desk does: as often as three times.
    func authorize(
        _ amount: Int64,
        key: UInt8,
        pin: String? = nil,
        address: BillingAddress? = nil
    ) async throws -> (AuthorizationRequest, Approval?) {
        let request = try request(amount, key: key, pin: pin, address: address)
        var approval: Approval?
        async let expiring: Void = expireAnswers(of: amount)
        do throws(ProcessorFailure) {
            switch try await acquirer.authorize(request) {
            case .approved(let given, let echo):
                note("approved \(echo.minorUnits ?? 0) \(Self.text(given))")
                approval = given
            case .partiallyApproved(let given, let part, _):
                note("part \(part.minorUnits) \(Self.text(given))")
                approval = given
            case .declined(let reason, _): note("declined \(reason.rawValue)")
            }
        } catch { note(error.isNotSent ? "not sent" : "unknown") }
        await expiring
        return (request, approval)
    }

    private static func text(_ approval: Approval) -> String {
        "\(approval.authorizationCode?.count ?? 0) \(approval.networkReference.count) "
            + (approval.addressCheck?.rawValue ?? "no address")
    }

    private static let unanswered: Set<Int64> = [900_104, 900_107]

    /// Over TCP the time limit of an answer that does not come must pass, after the network has held the
    /// amount.
    private func expireAnswers(of amount: Int64) async {
        guard server != nil, Self.unanswered.contains(amount) else { return }
        while (try? await report().balances.isEmpty) == true { await Task.yield() }
        makers.clock.advance(bySeconds: 26)
    }

    private func request(
        _ amount: Int64,
        key: UInt8,
        pin: String?,
        address: BillingAddress?
    ) throws -> AuthorizationRequest {
        let next = counter.withLock { counter in
            counter += 1
            return counter
        }
        let payment = try #require(
            ProvenPayment(
                amountMinorUnits: amount,
                currencyNumericCode: "978",
                merchant: MerchantDigest(of: Self.merchantIdentifier)
            )
        )
        let chip = ChipPayment(
            of: payment,
            on: try #require(ChipTerms(countryNumericCode: "250", date: "260301")),
            by: try #require(account.chipApplication),
            counter: next,
            unpredictableNumber: [1, 2, 3, 4],
            isPINEntered: pin != nil,
            keys: account.keys
        )
        let block = pin.flatMap {
            PINBlock.encrypt(
                Secret(copying: Array($0.utf8)),
                accountNumber: account.accountNumber,
                key: account.keys.pins
            )
        }
        return try makers.authorization(
            amount,
            key: key,
            card: CardCredentials(
                accountNumber: account.accountNumber,
                proof: .chipData(chip.bytes, encryptedPIN: block),
                expiry: try #require(CardExpiry(year: 2035, month: 12)),
                electronicCommerceIndicator: nil
            ),
            billing: address
        )
    }

    func followUp(
        _ kind: OperationKind,
        _ amount: Int64,
        of payment: (AuthorizationRequest, Approval?),
        number: Int64 = 1
    ) async throws {
        let request = try makers.followUp(
            kind,
            amount,
            of: payment.0,
            payment.1,
            number: number
        )
        if kind == .release, case .reversed = try await acquirer.release(request) {
            return note("release done")
        }
        let answer =
            switch kind {
            case .capture: try await acquirer.capture(request)
            case .void: try await acquirer.void(request)
            default: try await acquirer.refund(request)
            }
        switch answer {
        case .approved: note("\(kind.rawValue) done")
        case .received: note("received")
        case .declined(let reason, _): note("\(kind.rawValue) declined \(reason.rawValue)")
        }
    }

    func reverse(_ payment: (AuthorizationRequest, Approval?)) async throws {
        let request = try makers.reversal(of: payment.0)
        switch try await acquirer.reverse(request) {
        case .reversed: note("reversed")
        case .originalNotFound: note("not found")
        case .received: note("received")
        case .refused(let reason, _): note("reversal refused \(reason.rawValue)")
        }
    }
}

@Suite("The network in the process and the one over TCP", .timeLimit(.minutes(30)))
struct BothNetworksTests {
    typealias Story = @Sendable (NetworkUnderTest) async throws -> Void

    static let address = BillingAddress(postalCode: "75008", street: "1 rue de l'Exemple")

    private static func released(by kind: OperationKind) -> (String, Story, [String]) {
        (
            "the rest of a hold is released once by a \(kind), and nothing is captured of it",
            { network in
                let payment = try await network.authorize(1_000, key: 1)
                try await network.followUp(.capture, 400, of: payment)
                for _ in 1...2 { try await network.followUp(kind, 600, of: payment) }
                try await network.followUp(.capture, 1, of: payment, number: 2)
                try await network.followUp(.refund, 100, of: payment)
                try await network.noteBalance()
            },
            [
                "approved 1000 6 15 no address", "capture done", "\(kind) done", "\(kind) done",
                "capture declined amountInvalid", "refund done", "4999700 0 300",
            ]
        )
    }

    /// The stories, each with what must be noted.
    static let stories: [(name: String, story: Story, expected: [String])] = [
        (
            "a payment is captured in parts, and refunded",
            { network in
                let payment = try await network.authorize(1_000, key: 1)
                try await network.followUp(.capture, 400, of: payment)
                try await network.followUp(.void, 1_000, of: payment)
                try await network.followUp(.capture, 601, of: payment, number: 2)
                try await network.followUp(.refund, 100, of: payment)
                try await network.noteBalance()
            },
            [
                "approved 1000 6 15 no address", "capture done", "void declined transactionInvalid",
                "capture declined amountInvalid", "refund done", "4999100 600 300",
            ]
        ),
        released(by: .release),
        released(by: .void),
        (
            "a void releases the hold",
            { network in
                let payment = try await network.authorize(NetworkUnderTest.limit, key: 1)
                _ = try await network.authorize(1, key: 2)
                try await network.followUp(.void, NetworkUnderTest.limit, of: payment)
                try await network.noteBalance()
            },
            [
                "approved 5000000 6 15 no address", "declined insufficientFunds", "void done",
                "5000000 0 0",
            ]
        ),
        (
            "an authorization whose answer is lost is held, and released by its reversal",
            { network in
                let payment = try await network.authorize(900_104, key: 1)
                try await network.noteBalance()
                for _ in 0..<2 { try await network.reverse(payment) }
                try await network.noteBalance()
            },
            ["unknown", "4099896 900104 0", "reversed", "reversed", "5000000 0 0"]
        ),
        (
            "a malformed answer leaves the outcome open",
            { network in
                let payment = try await network.authorize(900_107, key: 1)
                try await network.reverse(payment)
                try await network.noteBalance()
            },
            ["unknown", "reversed", "5000000 0 0"]
        ),
        (
            "a hold ends after seven days, and its payment can not be captured",
            { network in
                let payment = try await network.authorize(1_000, key: 1)
                await network.wait(seconds: 7 * 86_400 - 1)
                try await network.noteBalance()
                await network.wait(seconds: 1)
                try await network.noteBalance()
                try await network.followUp(.capture, 1_000, of: payment)
                _ = try await network.authorize(NetworkUnderTest.limit, key: 2)
            },
            [
                "approved 1000 6 15 no address", "4999000 1000 0", "5000000 0 0",
                "capture declined transactionInvalid", "approved 5000000 6 15 no address",
            ]
        ),
        (
            "an issuer is told of an approval in its place",
            { network in
                _ = try await network.authorize(900_103, key: 1)
                try await network.noteBalance()
                await network.wait(seconds: 5)
                try await network.noteBalance()
            },
            ["approved 900103 6 15 no address", "4099897 900103 0"]
        ),
        (
            "a part of the amount is approved",
            { network in _ = try await network.authorize(900_101, key: 1) },
            ["part 450050 6 15 no address"]
        ),
        (
            "addresses are compared",
            { network in
                _ = try await network.authorize(1, key: 1, address: address)
                try await network.change {
                    $0.address = CardholderAddress(postalCode: "75 008", street: "1, rue")
                }
                _ = try await network.authorize(2, key: 2, address: address)
                try await network.change {
                    $0.address = CardholderAddress(postalCode: "75001", street: "1, rue")
                }
                _ = try await network.authorize(3, key: 3, address: address)
            },
            [
                "approved 1 6 15 notCompared", "approved 2 6 15 matches",
                "approved 3 6 15 streetOnly",
            ]
        ),
        (
            "PINs are compared",
            { network in
                _ = try await network.authorize(900_102, key: 1)
                _ = try await network.authorize(900_102, key: 2, pin: "123456")
                for key in 3...6 as ClosedRange<UInt8> {
                    _ = try await network.authorize(1, key: key, pin: "654321")
                }
                _ = try await network.authorize(1, key: 7, pin: "123456")
            },
            [
                "declined pinRequired", "approved 900102 6 15 no address",
                "declined pinIncorrect", "declined pinIncorrect", "declined pinIncorrect",
                "declined pinTriesExceeded", "declined pinTriesExceeded",
            ]
        ),
        (
            "limits are kept",
            { network in
                try await network.change {
                    $0.paymentLimit = 500
                    $0.dailyPayments = 1
                }
                _ = try await network.authorize(501, key: 1)
                let payment = try await network.authorize(500, key: 2)
                _ = try await network.authorize(1, key: 3)
                try await network.reverse(payment)
                try await network.change { $0.status = .lost }
                _ = try await network.authorize(1, key: 4)
            },
            [
                "declined limitExceeded", "approved 500 6 15 no address",
                "declined limitExceeded", "reversed", "declined lostOrStolen",
            ]
        ),
    ]

    @Test(arguments: stories.indices, [false, true])
    func `tell the same story`(index: Int, overTCP: Bool) async throws {
        let (name, story, expected) = Self.stories[index]
        let network = try await NetworkUnderTest(overTCP: overTCP)
        try await story(network)
        #expect(network.story.withLock { $0 } == expected, "\(name)")
        await network.stop()
    }
}
