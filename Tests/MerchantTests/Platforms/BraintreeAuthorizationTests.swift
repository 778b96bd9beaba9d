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
import XML

/// Authorizations through Braintree, and their reversals: the requests, and the conclusion from each answer.
@Suite("An authorization through Braintree")
struct BraintreeAuthorizationTests {
    private let approved = AuthorizationAnswer.approved(
        Approval(
            authorizationCode: "123456",
            networkReference: "pay_1",
            addressCheck: .notCompared
        ),
        echo: AnswerEcho(minorUnits: 1_075, currency: "USD")
    )

    @Test func `of a card is one request, with our key as its order`() async throws {
        let bench = BraintreeBench.processor(.status(201, BraintreeBench.transaction()))
        #expect(try await bench.processor.authorize(bench.request()) == approved)
        #expect(bench.platform.lines == ["POST /merchants/shop/transactions"])
        let asked = try #require(bench.platform.asked.first)
        #expect(asked.field("Authorization") == "Basic \(Base64.encode(Array("pk_1:sk_1".utf8)))")
        #expect(asked.field("X-ApiVersion") == "6")
        #expect(asked.hasNewConnection)
        #expect(asked.field("Content-Type") == "application/xml")
        let sale = try #require(asked.xml)
        #expect(sale.name == "transaction")
        let texts = ["type", "amount", "order_id", "merchant_account_id"].map { sale[$0]?.text }
        #expect(texts == ["sale", "10.75", "\(BraintreeBench.key)-auth", "shop_usd"])
        #expect(sale["options"]?["submit_for_settlement"]?.text == "false")
        let card = try #require(sale["apple_pay_card"])
        #expect(card["number"]?.text == ChargingBench.accountDigits)
        #expect(card["cryptogram"]?.text == Base64.encode(ChargingBench.cryptogramBytes))
        #expect(card["expiration_month"]?.text == "12")
        #expect(card["expiration_year"]?.text == "2030")
        #expect(card["eci_indicator"]?.text == "07")
    }

    @Test func `of a sealed token makes a nonce of it first`() async throws {
        let workshop = try TokenWorkshop(seed: 7)
        let verified = try workshop.verifier.verify(workshop.seal(), at: TokenWorkshop.now)
        let bench = BraintreeBench.processor(
            .status(202, #"{"applePayCards":[{"nonce":"nonce_1"}]}"#),
            .status(201, BraintreeBench.transaction()),
            form: .passThrough
        )
        let answer = try await bench.processor.authorize(
            bench.request(instrument: .sealed(verified))
        )
        #expect(answer == approved)
        let path = "/merchants/shop/client_api/v1/payment_methods/apple_payment_tokens"
        #expect(bench.platform.lines == ["POST \(path)", "POST /merchants/shop/transactions"])
        let (token, sale) = (bench.platform.asked[0], bench.platform.asked[1])
        #expect(token.field("Authorization") == nil)
        #expect(token.member("tokenizationKey")?.string == "sandbox_1_shop")
        let data = try #require(token.member("applePaymentToken", "paymentData")?.string)
        let sent = try JSONDocument(Base64.decode(data)).root
        #expect(sent.member("data")?.string == Base64.encode(verified.token.data))
        #expect(sale.xml?["payment_method_nonce"]?.text == "nonce_1")
        #expect(sale.xml?["apple_pay_card"] == nil)
    }

    @Test func `whose nonce is not answered has moved no money`() async throws {
        let workshop = try TokenWorkshop(seed: 7)
        let verified = try workshop.verifier.verify(workshop.seal(), at: TokenWorkshop.now)
        for answer in [BraintreeBench.lost, .status(500, ""), .status(422, "{}")] {
            let bench = BraintreeBench.processor(answer, form: .passThrough)
            let failure = await #expect(throws: ProcessorFailure.self) {
                try await bench.processor.authorize(bench.request(instrument: .sealed(verified)))
            }
            #expect(failure?.isNotSent == true)
        }
    }

    @Test(arguments: [
        (CredentialUse?.none, String?.none), (.unscheduled, nil), (.recurring, "recurring_first"),
    ])
    func `stores its card where that is wanted`(use: CredentialUse?, source: String?) async throws {
        let card = "<apple-pay><token>card_1</token></apple-pay>"
        let bench = BraintreeBench.processor(.status(201, BraintreeBench.transaction(others: card)))
        let answer = try await bench.processor.authorize(bench.request(storing: use))
        guard case .approved(let approval, _) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(approval.laterPayments == .reference("card_1"))
        let sale = try #require(bench.platform.asked[0].xml)
        let stores = sale["options"]?["store_in_vault_on_success"]?.text
        #expect(stores == (use == nil ? nil : "true"))
        #expect(sale["transaction_source"]?.text == source)
    }

    @Test(arguments: [
        (CredentialUse.recurring, CredentialInitiator.merchant, String?.some("recurring")),
        (.unscheduled, .merchant, "unscheduled"), (.recurring, .shopper, nil),
    ])
    func `of a stored card has its token, in either form`(
        use: CredentialUse,
        initiator: CredentialInitiator,
        source: String?
    ) async throws {
        let stored = StoredCharge(.reference("card_1"), for: use, by: initiator)
        for form in TokenForm.allCases {
            let bench = BraintreeBench.processor(
                .status(201, BraintreeBench.transaction()),
                form: form
            )
            let request = try bench.request(instrument: .stored(stored))
            #expect(try await bench.processor.authorize(request) == approved)
            let sale = try #require(bench.platform.asked[0].xml)
            let members = ["payment_method_token", "transaction_source"].map { sale[$0]?.text }
            #expect(members == ["card_1", source])
            #expect(sale["apple_pay_card"] == nil && sale["payment_method_nonce"] == nil)
        }
    }

    @Test(arguments: [
        ("processor_declined", "2016", "", DeclineReason.duplicate),
        ("processor_declined", "2001", "", .insufficientFunds),
        ("processor_declined", "2999", "", .doNotHonor), ("failed", "3000", "", .issuerUnavailable),
        ("gateway_rejected", "1000", "fraud", .suspectedFraud),
        ("gateway_rejected", "1000", "application_incomplete", .notPermitted),
    ])
    func `is declined by the transaction in an error`(
        status: String,
        code: String,
        rejection: String,
        reason: DeclineReason
    ) async throws {
        let others = "<gateway-rejection-reason>\(rejection)</gateway-rejection-reason>"
        let transaction = BraintreeBench.transaction(status, code: code, others: others)
        let bench = BraintreeBench.processor(
            .status(422, "<api-error-response>\(transaction)</api-error-response>")
        )
        let own = ProcessorCode(rejection.isEmpty ? code : rejection)
        #expect(
            try await bench.processor.authorize(bench.request()) == .declined(reason, code: own)
        )
    }

    @Test(arguments: [
        (BraintreeBench.refused("91517"), ProcessorFailure.notSent(.requestInvalid)),
        (.status(404, ""), .notSent(.requestInvalid)), (.status(401, ""), .notSent(.notSignedOn)),
        (.status(408, ""), .outcomeUnknown(.processorInDoubt)),
        (.status(504, ""), .outcomeUnknown(.processorInDoubt)),
        (.status(201, "<transaction/>"), .outcomeUnknown(.answerUnreadable)),
        (
            .status(201, BraintreeBench.transaction("authorizing")),
            .outcomeUnknown(.processorInDoubt)
        ),
        (.status(201, BraintreeBench.transaction(suffix: "x")), .outcomeUnknown(.processorInDoubt)),
        (BraintreeBench.lost, .outcomeUnknown(.timedOut)),
    ])
    func `without an answer says whether it may have been made`(
        answer: ScriptedPlatform.Answer,
        failure: ProcessorFailure
    ) async throws {
        let bench = BraintreeBench.processor(answer)
        await #expect(throws: failure) { try await bench.processor.authorize(bench.request()) }
    }

    @Test func `is never sent twice`() async throws {
        let bench = BraintreeBench.processor(
            BraintreeBench.found(),
            BraintreeBench.found("pay_1"),
            BraintreeBench.done(BraintreeBench.transaction())
        )
        let request = try bench.request(isRepetition: true)
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await bench.processor.authorize(request)
        }
        #expect(try await bench.processor.authorize(request) == approved)
        let (search, read) = (BraintreeBench.search, BraintreeBench.read)
        #expect(bench.platform.lines == [search, search, read])
        let criterion = bench.platform.asked[0].xml?["order_id"]?["is"]?.text
        #expect(criterion == "\(BraintreeBench.key)-auth")
    }

    @Test func `that came twice is found where the second one is rejected`() async throws {
        let reason = "<gateway-rejection-reason>duplicate</gateway-rejection-reason>"
        let second = BraintreeBench.transaction("gateway_rejected", id: "pay_2", others: reason)
        let bench = BraintreeBench.processor(
            .status(422, "<api-error-response>\(second)</api-error-response>"),
            BraintreeBench.found("pay_2", "pay_1"),
            BraintreeBench.done(second),
            BraintreeBench.done(BraintreeBench.transaction()),
            BraintreeBench.found("pay_3", "pay_1"),
            BraintreeBench.done(BraintreeBench.transaction(id: "pay_3")),
            BraintreeBench.done(BraintreeBench.transaction()),
            BraintreeBench.found("pay_2"),
            BraintreeBench.done(second)
        )
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await bench.processor.authorize(bench.request())
        }
        let request = try bench.request(isRepetition: true)
        #expect(try await bench.processor.authorize(request) == approved)
        // Two that hold the amount are both released.
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await bench.processor.authorize(request)
        }
        // Where there is a second one, there is a first one, which the search may not have yet.
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await bench.processor.reverse(bench.reversal())
        }
    }

    @Test func `in a currency without an account is not sent`() async throws {
        let bench = BraintreeBench.processor()
        await #expect(throws: ProcessorFailure.notSent(.requestInvalid)) {
            try await bench.processor.authorize(bench.request(1_000, .jpy))
        }
        #expect(bench.platform.lines.isEmpty)
    }

    @Test func `that is not known is reversed when it can arrive no more`() async throws {
        let bench = BraintreeBench.processor(BraintreeBench.found(), BraintreeBench.found())
        bench.clock.advance(bySeconds: 1_199)
        let reversal = try ReversalRequest(
            idempotencyKey: PlatformBench.key(.reversal),
            preparedAt: bench.clock.now,
            original: bench.original(nil),
            reason: .unanswered,
            isRepetition: false
        )
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await bench.processor.reverse(reversal)
        }
        bench.clock.advance(bySeconds: 1)
        #expect(try await bench.processor.reverse(reversal) == .originalNotFound)
    }

    @Test(arguments: [
        ("authorized", ReversalAnswer.reversed(networkReference: "pay_1")),
        ("processor_declined", .reversed(networkReference: "pay_1")),
        ("authorization_expired", .reversed(networkReference: "pay_1")),
        ("voided", .reversed(networkReference: "pay_1")),
        ("submitted_for_settlement", .refused(.transactionInvalid)),
        ("settled", .refused(.transactionInvalid)),
    ])
    func `is reversed by a void while it is held`(status: String, answer: ReversalAnswer)
        async throws
    {
        let bench = BraintreeBench.processor(
            BraintreeBench.found("pay_1"),
            BraintreeBench.done(BraintreeBench.transaction(status)),
            BraintreeBench.done(BraintreeBench.transaction("voided"))
        )
        #expect(try await bench.processor.reverse(bench.reversal()) == answer)
        let isVoided = bench.platform.lines.contains("PUT /merchants/shop/transactions/pay_1/void")
        #expect(isVoided == (status == "authorized"))
    }

    @Test func `whose void is refused stays open`() async throws {
        let bench = BraintreeBench.processor(
            BraintreeBench.found("pay_1"),
            BraintreeBench.done(BraintreeBench.transaction()),
            BraintreeBench.refused("91504")
        )
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await bench.processor.reverse(bench.reversal())
        }
    }
}
