import Bytes
import HTTPClient
import HTTPMessages
import JSON
import Money
import PaymentToken
import Payments
import PlatformProcessors
import TestSupport
import Testing
import World

/// A processor of Adyen's whose answers a test writes, and the requests that it made.
final class AdyenBench: PlatformExchange {
    enum Answer: Sendable {
        case json(Int, String, [String: String] = [:])
        case failure(HTTPClientFailure)
    }

    static let now = UnixTime(seconds: 1_772_323_199)
    static let amount = Money(minorUnits: 1_130, currency: .eur)

    let clock = SimulatedClock(startingAt: now)
    private let answers: LockedValue<[Answer]>
    private let sent = LockedValue<[HTTPClientRequest]>([])

    init(_ answers: Answer...) { self.answers = LockedValue(answers) }

    var requests: [HTTPClientRequest] { sent.withLock(\.self) }

    func body(_ number: Int = 0) throws -> JSONValue {
        try JSONDocument(requests[number].body).root
    }

    func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPResponse {
        sent.withLock { $0.append(request) }
        let next = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        switch next {
        case nil: throw .notSent(.connectionFailed)
        case .failure(let failure)?: throw failure
        case .json(let status, let text, let fields)?:
            var header = HTTPFields()
            for (name, value) in fields {
                guard let name = HTTPFieldName(name) else { continue }
                header[name] = HTTPFieldValue(value)
            }
            guard let status = HTTPStatus(status) else { throw .notSent(.requestMalformed) }
            return HTTPResponse(status, fields: header, body: Array(text.utf8))
        }
    }

    func processor(
        _ form: TokenForm = .networkToken,
        origin: String = "https://checkout-test.adyen.com"
    ) -> any PaymentProcessor {
        PaymentPlatform.adyen.processor(
            PlatformAccount(
                origin: origin,
                secretKey: Secret(copying: Array("AQE-key".utf8)),
                form: form,
                settings: ["merchantAccount": "TestMerchant"]
            ),
            exchange: self,
            world: World(clock: clock, randomness: SeededRandomness(seed: 1)),
            pause: { _ in }
        )
    }

    static func key(_ kind: OperationKind, _ number: Int64 = 1) throws -> IdempotencyKey {
        let digits = Hexadecimal.encode([UInt8](repeating: 7, count: 16))
        return IdempotencyKey(
            kind,
            number: number,
            of: try #require(AttemptID("attempt-\(digits)"))
        )
    }

    static func request(
        _ amount: Money = amount,
        number: String = "4761120010000492",
        indicator: String? = "7",
        instrument: PaymentInstrument? = nil
    ) throws -> AuthorizationRequest {
        let charge = try NewCharge(
            merchantReference: "cart-1",
            amount: amount,
            transactionID: try #require(
                TransactionID([UInt8](repeating: 1, count: TransactionID.length))
            )
        )
        let card = try CardCredentials(
            accountNumber: Secret(copying: Array(number.utf8)),
            proof: .cryptogram(Secret(copying: [UInt8](repeating: 1, count: 20))),
            expiry: try #require(CardExpiry(year: 2028, month: 2)),
            electronicCommerceIndicator: indicator
        )
        return AuthorizationRequest(
            charge,
            instrument: instrument ?? .card(card),
            idempotencyKey: try key(.authorization),
            preparedAt: now
        )
    }

    static func original(_ reference: String? = "PSP4567890123456") throws -> OriginalAuthorization
    {
        OriginalAuthorization(
            idempotencyKey: try key(.authorization),
            preparedAt: now,
            amount: amount,
            networkReference: reference,
            authorizationCode: nil,
            merchantReference: "cart-1"
        )
    }

    static func followUp(
        _ kind: OperationKind,
        isRepetition: Bool = false
    ) throws -> FollowUpRequest {
        FollowUpRequest(
            idempotencyKey: try key(kind),
            preparedAt: now,
            amount: Money(minorUnits: 500, currency: .eur),
            original: try original(),
            isFinal: false,
            isRepetition: isRepetition
        )
    }

    static func reversal(
        _ reference: String?,
        isRepetition: Bool = false
    ) throws -> ReversalRequest {
        ReversalRequest(
            idempotencyKey: try key(.reversal),
            preparedAt: now,
            original: try original(reference),
            reason: .unanswered,
            isRepetition: isRepetition
        )
    }
}
