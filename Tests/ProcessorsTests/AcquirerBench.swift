import Bytes
import CardMessages
import ISO8583
import Money
import PaymentToken
import Payments
import Processors
import Sockets
import Testing
import World

/// An acquirer with a clock that the test sets, and what it reported.
final class AcquirerBench: Sendable {
    let clock = SimulatedClock(startingAt: UnixTime(seconds: 1_772_323_199))
    static let acceptor = CardAcceptor(
        acquirer: "123456",
        terminal: "TERM1",
        merchant: "MERCHANT1"
    )
    static let merchant = MerchantDetails(
        categoryCode: "5999",
        name: "Shop",
        city: "Paris",
        country: "FR"
    )
    let acquirer: CardNetworkAcquirer
    let observations = AwaitableValue<[AcquirerObservation]>([])

    init(
        _ address: SocketAddress,
        settings: AcquirerSettings = AcquirerSettings(),
        dialer: any Dialer = TCPDialer(),
        merchantIdentifier: String? = nil,
        layout: MessageLayout = .ascii,
        framing: MessageFraming = .binary
    ) throws {
        var settings = settings
        settings.tick = .milliseconds(5)
        let observations = observations
        acquirer = CardNetworkAcquirer(
            name: try #require(ProcessorName("network")),
            account: CardNetworkAcquirer.Account(
                address: address,
                acceptor: try #require(Self.acceptor),
                merchant: try #require(Self.merchant),
                merchantIdentifier: merchantIdentifier,
                layout: layout,
                framing: framing
            ),
            dialer: dialer,
            settings: settings,
            world: World(clock: clock, randomness: SeededRandomness(seed: 1)),
            tracesMessages: true,
            observer: { observation in observations.change { $0.append(observation) } }
        )
    }

    /// Waits until an observation was made.
    func wait(
        _ count: Int = 1,
        for isIt: @escaping @Sendable (AcquirerObservation) -> Bool
    ) async -> Bool {
        await observations.wait(within: .seconds(120)) { $0.count(where: isIt) >= count }
    }

    /// Waits until a message of this type was sent, and ends all time limits after it.
    func expire(afterSending type: String, _ seconds: Int64 = 26) async {
        _ = await wait { if case .sent(let trace) = $0 { "\(trace.type)" == type } else { false } }
        clock.advance(bySeconds: seconds)
    }

    func authorization(
        _ minorUnits: Int64,
        key number: UInt8 = 1,
        card: CardCredentials? = nil,
        billing address: BillingAddress? = nil
    ) throws -> AuthorizationRequest {
        let digits = [UInt8](repeating: number, count: TransactionID.length)
        var charge = try NewCharge(
            merchantReference: "cart-\(number)",
            amount: Money(minorUnits: minorUnits, currency: .eur),
            transactionID: try #require(TransactionID(digits))
        )
        charge.billingAddress = address
        let standard = try CardCredentials(
            accountNumber: Secret(copying: Array("4761120010000492".utf8)),
            proof: .cryptogram(Secret(copying: [UInt8](repeating: number, count: 20))),
            expiry: try #require(CardExpiry(year: 2028, month: 12)),
            electronicCommerceIndicator: "7"
        )
        return AuthorizationRequest(
            charge,
            instrument: .card(card ?? standard),
            idempotencyKey: try key(.authorization, number),
            preparedAt: UnixTime(seconds: 1_772_323_190)
        )
    }

    func original(_ request: AuthorizationRequest, _ approval: Approval? = nil)
        -> OriginalAuthorization
    {
        OriginalAuthorization(
            idempotencyKey: request.idempotencyKey,
            preparedAt: request.preparedAt,
            amount: request.amount,
            networkReference: approval?.networkReference,
            authorizationCode: approval?.authorizationCode,
            merchantReference: request.merchantReference
        )
    }

    func reversal(
        of request: AuthorizationRequest,
        isRepetition: Bool = false
    ) throws -> ReversalRequest {
        ReversalRequest(
            idempotencyKey: try key(.reversal, 1),
            preparedAt: UnixTime(seconds: 1_772_323_195),
            original: original(request),
            reason: .unanswered,
            isRepetition: isRepetition
        )
    }

    func followUp(
        _ kind: OperationKind,
        _ minorUnits: Int64,
        of request: AuthorizationRequest,
        _ approval: Approval? = nil,
        number: Int64 = 1,
        isRepetition: Bool = false
    ) throws -> FollowUpRequest {
        FollowUpRequest(
            idempotencyKey: try key(kind, 1, number),
            preparedAt: UnixTime(seconds: 1_772_323_195),
            amount: Money(minorUnits: minorUnits, currency: .eur),
            original: original(request, approval),
            isFinal: false,
            isRepetition: isRepetition
        )
    }

    private func key(
        _ kind: OperationKind,
        _ attempt: UInt8,
        _ number: Int64 = 1
    ) throws -> IdempotencyKey {
        let digits = Hexadecimal.encode([UInt8](repeating: attempt, count: 16))
        return IdempotencyKey(
            kind,
            number: number,
            of: try #require(AttemptID("attempt-\(digits)"))
        )
    }
}
