import Bytes
import Cryptography
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

/// The requests that Stripe gets, read by a form reader of the tests.
@Suite("Requests to Stripe")
struct StripeWireTests {
    private let bench: PaymentDeskBench
    private let stripe: SimulatedStripe

    init() throws {
        bench = try PaymentDeskBench()
        stripe = SimulatedStripe(seed: 1, clock: bench.charging.clock, bug: nil)
    }

    private func processor(_ form: TokenForm) -> any PaymentProcessor {
        PaymentPlatform.stripe.processor(
            PlatformAccount(
                origin: "https://stripe.test",
                secretKey: Secret(copying: Array("sk_test_1".utf8)),
                form: form
            ),
            exchange: stripe,
            world: bench.charging.world,
            pause: { _ in }
        )
    }

    private func paid(_ form: TokenForm) async throws -> (PaymentReceipt, PaymentDesk) {
        let database = try await bench.open([AuditLog.migrations])
        let desk = try bench.desk(database, processor(form))
        return (try await desk.pay(try bench.submission(of: bench.token())), desk)
    }

    private func form(_ path: String) -> [String: String]? {
        stripe.record.requests.first { $0.path == path }?.form
    }

    @Test func `gets the card of an opened token`() async throws {
        let (receipt, _) = try await paid(.networkToken)
        let token = try #require(form("tokens"))
        #expect(token["card[number]"] == ChargingBench.accountDigits)
        #expect(token["card[cryptogram]"] == Base64.encode(ChargingBench.cryptogramBytes))
        #expect(token["card[exp_month]"] == "12")
        #expect(token["card[exp_year]"] == "2030")
        #expect(token["card[tokenization_method]"] == "apple_pay")
        // The token has no indicator: absent is not 00.
        #expect(token["card[eci]"] == nil)
        #expect(receipt.authorization.accountSuffix == "5104")
    }

    /// The desk has no key for it: nothing is opened here.
    @Test func `gets a token as the wallet made it, with its identifier`() async throws {
        let sealed = try bench.token()
        let database = try await bench.open()
        let desk = try bench.desk(database, processor(.passThrough), keys: [])
        let receipt = try await desk.pay(try bench.submission(of: sealed))
        let token = try #require(form("tokens"))
        #expect(token["pk_token"] == sealed.paymentData.compact)
        #expect(token["pk_token_transaction_id"] == String(repeating: "01", count: 32))
        #expect(token.keys.contains { $0.hasPrefix("card") } == false)
        #expect(receipt.authorization.accountSuffix == nil)
        #expect(receipt.authorization.amount == Money(minorUnits: 1075, currency: .usd))
    }

    /// Recovery makes the PaymentIntent again without knowing more, so the request must be the same for all.
    @Test func `stores a card for a customer, and is asked for it with the same PaymentIntent`()
        async throws
    {
        let key = try PrivateKey(on: .p256, from: bench.charging.randomness)
        let desk = try bench.desk(
            try await bench.open(),
            processor(.networkToken),
            credentials: CredentialKeys([key])
        )
        let first = try await desk.pay(
            bench.submission(of: bench.token(), storing: .recurring)
        )
        let stored = try #require(first.authorization.credential)
        let later = PaymentSubmission(
            .credential(CredentialCharge(stored, by: .merchant, name: "key")),
            merchantReference: "bill 1",
            total: Money(minorUnits: 500, currency: .usd),
            applicationData: nil,
            order: try OrdersTrackingTests.newOrder()
        )
        #expect(try await desk.pay(later).authorization.isLater)
        let requests = stripe.record.requests
        let intents = requests.filter { $0.path == "payment_intents" }.map { Set($0.form.keys) }
        #expect(intents.count == 2 && Set(intents).count == 1)
        #expect(!intents[0].contains("customer") && !intents[0].contains("setup_future_usage"))
        let confirmations = requests.filter { $0.path.hasSuffix("/confirm") }.map(\.form)
        #expect(confirmations[0]["setup_future_usage"] == "off_session")
        #expect(confirmations[1]["payment_method"]?.hasPrefix("pm_") == true)
        #expect(confirmations[1]["off_session"] == "true")
        #expect(confirmations[1]["payment_method_data[card][token]"] == nil)
        let customers = requests.compactMap { $0.form["customer"] }
        #expect(customers.count == 2 && Set(customers).count == 1)
    }

    @Test func `gets the amount, the reference and keys that recovery can repeat`() async throws {
        let (receipt, desk) = try await paid(.networkToken)
        let intent = try #require(form("payment_intents"))
        #expect(intent["amount"] == "1075")
        #expect(intent["currency"] == "usd")
        #expect(intent["capture_method"] == "manual")
        #expect(intent["metadata[merchant_reference]"] == "cart 1")
        let key = "\(receipt.authorization.id)-auth"
        #expect(intent["metadata[idempotency_key]"] == key)
        let part = Money(minorUnits: 1000, currency: .usd)
        _ = try await desk.capture(receipt.order.id, amount: part)
        _ = try await desk.refund(receipt.order.id, amount: Money(minorUnits: 1, currency: .usd))
        #expect(form("payment_intents/pi_1/capture")?["amount_to_capture"] == "1000")
        #expect(form("refunds")?["amount"] == "1")
        let keys = stripe.record.requests.filter { $0.method == "POST" }.map(\.key)
        let names = ["", "-confirm", "-token"].map { "\(key)\($0)" }
        let others = ["cap-1", "ref-1"].map { "\(receipt.authorization.id)-\($0)" }
        #expect(Set(keys) == Set(names + others))
    }

    @Test func `gets one capture of a payment`() async throws {
        let (receipt, desk) = try await paid(.networkToken)
        let part = Money(minorUnits: 500, currency: .usd)
        _ = try await desk.capture(receipt.order.id, amount: part)
        await #expect(throws: RecordFailure.processorLacks(.severalCaptures)) {
            try await desk.capture(receipt.order.id, amount: part)
        }
    }

    /// The records have it as completed, which they keep; what to do is for people.
    @Test func `is asked for refunds, one of which fails after it was completed`() async throws {
        let (receipt, desk) = try await paid(.networkToken)
        _ = try await desk.capture(receipt.order.id)
        let part = Money(minorUnits: 75, currency: .usd)
        _ = try await desk.refund(receipt.order.id, amount: part)
        #expect(try await contradictions(desk) == [])
        stripe.failRefund()
        #expect(try await contradictions(desk) == [.outcome])
    }

    @Test func `is asked for refunds, one of which people made and fails later`() async throws {
        let (receipt, desk) = try await paid(.networkToken)
        _ = try await desk.capture(receipt.order.id)
        stripe.inDashboard("pi_1", .refund(75))
        #expect(try await contradictions(desk) == [])
        stripe.failRefund()
        #expect(try await contradictions(desk) == [.outcome])
    }

    /// Stripe may make it later: *Advanced error handling*.
    @Test func `is asked for a refund that failed with its key, and with another after two days`()
        async throws
    {
        let none = ScriptedPlatform.Answer.status(200, #"{"data":[],"has_more":false}"#)
        let refund = #"{"object":"refund","id":"re_1","amount":75,"currency":"usd"}"#
        let bench = PlatformBench(
            .stripe,
            [.kept(500), none, .kept(500), none, none, none, .status(200, refund)]
        )
        var isRepetition = false
        for seconds in [0, 86_399, 1, 86_399] as [Int64] {
            bench.clock.advance(bySeconds: seconds)
            let request = try bench.followUp(.refund, 75, isRepetition: isRepetition)
            await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
                try await bench.processor.refund(request)
            }
            isRepetition = true
        }
        bench.clock.advance(bySeconds: 1)
        let request = try bench.followUp(.refund, 75, isRepetition: true)
        let echo = AnswerEcho(minorUnits: 75, currency: "USD")
        #expect(
            try await bench.processor.refund(request)
                == .approved(networkReference: "re_1", echo: echo)
        )
        let key = try PlatformBench.key(.refund).text
        let keys = bench.platform.asked.compactMap { $0.field("Idempotency-Key") }
        #expect(keys == [key, key, "\(key)-again"])
    }

    @Test func `is asked for pages, whatever is on them`() async throws {
        func page(_ refunds: String) -> ScriptedPlatform.Answer {
            .status(200, #"{"data":[\#(refunds)],"has_more":true}"#)
        }
        let intent = """
            {"object":"payment_intent","id":"pi_1","status":"succeeded","amount":1075,
            "amount_received":1075,"currency":"usd"}
            """
        let refund = #"{"object":"refund","id":"re_1","amount":75,"currency":"usd"}"#
        let bench = PlatformBench(
            .stripe,
            [
                .status(200, intent), page(#"\#(refund),{"object":"refund","id":"re_2"}"#),
                page(""),
            ]
        )
        let statement = try await bench.processor.statement(of: bench.original("pi_1"))
        #expect(statement?.refunds.map(\.reference) == ["re_1"])
        #expect(bench.platform.lines.last?.hasSuffix("&limit=100&starting_after=re_2") == true)
    }

    private func contradictions(_ desk: PaymentDesk) async throws -> Set<StatementContradiction> {
        let notice = ProcessorNotice(processor: .stripe, key: nil, reference: "pi_1", news: .other)
        #expect(try await desk.records.take(notice) == .noted)
        let report = try await desk.records.readStatements(from: desk.processors)
        #expect(report.readCount == 1)
        return report.contradictions.values.reduce(into: []) { $0.formUnion($1) }
    }

    @Test func `gets a capture again that was not sent`() async throws {
        let (receipt, desk) = try await paid(.networkToken)
        stripe.isUnreachable.withLock { $0 = true }
        let first = try await desk.capture(receipt.order.id)
        #expect(first.operation.state == .notSent)
        stripe.isUnreachable.withLock { $0 = false }
        let second = try await desk.capture(receipt.order.id)
        #expect(second.operation.state.name == .completed)
        #expect(second.operation.number == 2)
    }

    /// The issuer's reason reaches the caller, and the customer may pay with another card.
    @Test func `says why a card is declined`() async throws {
        stripe.declines.withLock { $0 = true }
        await #expect(throws: PaymentRefusal.declined(.insufficientFunds)) {
            try await paid(.networkToken)
        }
    }

    /// The amounts are Stripe's: *Supported currencies*.
    @Test(arguments: [
        ("USD", 1075, "1075"), ("JPY", 500, "500"), ("KWD", 1230, "1230"), ("MGA", 500, "5"),
        ("ISK", 500, "50000"), ("UGX", 500, "50000"), ("HUF", 12_300, "12300"),
        ("KWD", 1234, nil), ("MGA", 505, nil),
    ])
    func `are in Stripe's units`(code: String, minorUnits: Int64, units: String?) async throws {
        let currency = try #require(Currency(code: code))
        let request = AuthorizationRequest(
            try NewCharge(
                merchantReference: "cart 1",
                amount: Money(minorUnits: minorUnits, currency: currency),
                transactionID: ChargingBench.transaction(1)
            ),
            instrument: .card(try ChargingBench.card()),
            idempotencyKey: IdempotencyKey(
                .authorization,
                of: AttemptID(drawnFrom: bench.charging.randomness)
            ),
            preparedAt: bench.charging.clock.now
        )
        guard let units else {
            await #expect(throws: ProcessorFailure.notSent(.requestInvalid)) {
                try await processor(.networkToken).authorize(request)
            }
            return
        }
        _ = try? await processor(.networkToken).authorize(request)
        #expect(form("payment_intents")?["amount"] == units)
    }

    @Test func `are never in a log or an error`() async throws {
        for value in [try ChargingBench.card(), processor(.networkToken)] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!dumped.contains(ChargingBench.accountDigits))
            #expect(!dumped.contains("sk_test_1"))
        }
    }
}
