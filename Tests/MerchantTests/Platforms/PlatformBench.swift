import Bytes
import HTTPMessages
import JSON
import Money
import PaymentToken
import PlatformProcessors
import TestSupport
import Testing
import World

@testable import Payments

/// A processor for a platform that answers from a list, and the requests of a desk.
struct PlatformBench {
    static let key = "attempt-01010101010101010101010101010101"

    let clock = SimulatedClock(startingAt: UnixTime(seconds: 1_764_000_000))
    let platform: ScriptedPlatform
    let processor: any PaymentProcessor

    init(
        _ dialect: PaymentPlatform,
        _ answers: [ScriptedPlatform.Answer],
        form: TokenForm = .networkToken,
        settings: [String: String] = [:]
    ) {
        platform = ScriptedPlatform(answers)
        processor = dialect.processor(
            PlatformAccount(
                origin: "https://quince.api.platform.test",
                secretKey: Secret(copying: Array("sk_1".utf8)),
                form: form,
                settings: ["publicKey": "pk_1"].merging(settings) { $1 }
            ),
            exchange: platform,
            world: World(clock: clock, randomness: SeededRandomness(seed: 1)),
            pause: { _ in }
        )
    }

    static func key(_ kind: OperationKind, _ number: Int64 = 1) throws -> IdempotencyKey {
        IdempotencyKey(kind, number: number, of: try #require(AttemptID(key)))
    }

    func request(
        _ minorUnits: Int64 = 1_075,
        _ currency: Currency = .usd,
        instrument: PaymentInstrument? = nil,
        storing: CredentialUse? = nil,
        isRepetition: Bool = false
    ) throws -> AuthorizationRequest {
        var charge = try NewCharge(
            merchantReference: "cart 1",
            amount: Money(minorUnits: minorUnits, currency: currency),
            transactionID: ChargingBench.transaction(1)
        )
        charge.storing = storing
        var request = AuthorizationRequest(
            charge,
            instrument: try instrument ?? .card(ChargingBench.card()),
            idempotencyKey: try Self.key(.authorization),
            preparedAt: clock.now
        )
        request.isRepetition = isRepetition
        return request
    }

    func original(_ reference: String? = "pay_1") throws -> OriginalAuthorization {
        OriginalAuthorization(
            idempotencyKey: try Self.key(.authorization),
            preparedAt: UnixTime(seconds: 1_764_000_000),
            amount: Money(minorUnits: 1_075, currency: .usd),
            networkReference: reference,
            authorizationCode: nil,
            merchantReference: "cart 1"
        )
    }

    func followUp(
        _ kind: OperationKind,
        _ minorUnits: Int64 = 1_075,
        isFinal: Bool = false,
        isRepetition: Bool = false
    ) throws -> FollowUpRequest {
        FollowUpRequest(
            idempotencyKey: try Self.key(kind),
            preparedAt: UnixTime(seconds: 1_764_000_000),
            amount: Money(minorUnits: minorUnits, currency: .usd),
            original: try original(),
            isFinal: isFinal,
            isRepetition: isRepetition
        )
    }

    func reversal(_ reference: String? = nil) throws -> ReversalRequest {
        ReversalRequest(
            idempotencyKey: try Self.key(.reversal),
            preparedAt: clock.now,
            original: try original(reference),
            reason: .unanswered,
            isRepetition: false
        )
    }
}
