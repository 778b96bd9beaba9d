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

@Suite("Payments through Adyen")
struct AdyenProcessorTests {
    private static let approved = """
        {"resultCode":"Authorised","pspReference":"PSP4567890123456","additionalData":{"authCode":"091344"},
        "amount":{"currency":"EUR","value":1130},"merchantReference":"attempt-07070707070707070707070707070707-auth"}
        """

    @Test func `an authorization has the form of the Checkout API`() async throws {
        let bench = AdyenBench(.json(200, Self.approved))
        let answer = try await bench.processor().authorize(try AdyenBench.request())
        let approval = Approval(
            authorizationCode: "091344",
            networkReference: "PSP4567890123456"
        )
        let echo = AnswerEcho(minorUnits: 1_130, currency: "EUR")
        #expect(answer == .approved(approval, echo: echo))
        let request = try #require(bench.requests.first)
        #expect(request.method == .post)
        #expect(request.url == "https://checkout-test.adyen.com/v72/payments")
        #expect(request.fields["X-API-Key"]?.text == "AQE-key")
        let key = try AdyenBench.key(.authorization).text
        #expect(request.fields["Idempotency-Key"]?.text == key)
        #expect(
            String(decoding: request.body, as: UTF8.self) == """
                {"merchantAccount":"TestMerchant","reference":"\(key)",\
                "amount":{"currency":"EUR","value":1130},"merchantOrderReference":"cart-1",\
                "shopperInteraction":"Ecommerce","returnUrl":"https://localhost/",\
                "additionalData":{"manualCapture":"true"},\
                "paymentMethod":{"type":"scheme","brand":"applepay","number":"4761120010000492",\
                "expiryMonth":"02","expiryYear":"2028"},\
                "mpiData":{"authenticationResponse":"Y","directoryResponse":"Y",\
                "cavv":"AQEBAQEBAQEBAQEBAQEBAQEBAQE=","eci":"07"}}
                """
        )
    }

    @Test func `a sealed token goes on as it is`() async throws {
        let workshop = try TokenWorkshop(seed: 41)
        let sealed = try workshop.seal()
        let token = try workshop.verifier.verify(sealed, at: TokenWorkshop.now)
        let bench = AdyenBench(.json(200, Self.approved))
        let processor = bench.processor(.passThrough)
        #expect(processor.capabilities.contains(.sealedTokens))
        _ = try await processor.authorize(try AdyenBench.request(instrument: .sealed(token)))
        let method = try #require(try bench.body().member("paymentMethod"))
        #expect(method.member("type")?.string == "applepay")
        let data = try Base64.decode(try #require(method.member("applePayToken")?.string))
        #expect(String(decoding: data, as: UTF8.self) == sealed.paymentData.compact)
        #expect(try bench.body().member("mpiData") == nil)
    }

    @Test func `an account is given one form of tokens only`() async throws {
        let bench = AdyenBench()
        await #expect(throws: ProcessorFailure.notSent(.unsupported)) {
            try await bench.processor(.passThrough).authorize(try AdyenBench.request())
        }
        #expect(bench.requests.isEmpty)
    }

    @Test func `indicators follow the schemes' rules`() async throws {
        for (number, indicator, sent) in [
            ("4761120010000492", nil, nil), ("4761120010000492", "00", "00"),
            ("6011000990139424", "7", "04"), ("6011000990139424", nil, "04"),
        ] as [(String, String?, String?)] {
            let bench = AdyenBench(.json(200, Self.approved))
            let request = try AdyenBench.request(number: number, indicator: indicator)
            _ = try await bench.processor().authorize(request)
            #expect(try bench.body().member("mpiData")?.member("eci")?.string == sent)
        }
    }

    @Test func `amounts are in Adyen's units`() async throws {
        for (code, minorUnits, value) in [
            ("CLP", 5, 500), ("ISK", 5, 500), ("IDR", 500, 5), ("CVE", 500, 5), ("JPY", 5, 5),
            ("KWD", 1_001, 1_001), ("IDR", 501, nil), ("CLP", Int64.max, nil),
        ] as [(String, Int64, Int64?)] {
            let currency = try #require(Currency(code: code))
            let money = Money(minorUnits: minorUnits, currency: currency)
            let bench = AdyenBench(.json(200, Self.approved))
            guard let value else {
                await #expect(throws: ProcessorFailure.notSent(.requestInvalid)) {
                    try await bench.processor().authorize(try AdyenBench.request(money))
                }
                continue
            }
            _ = try await bench.processor().authorize(try AdyenBench.request(money))
            #expect(try bench.body().member("amount")?.member("value")?.integer == value)
        }
    }

    @Test func `a live address has its own path`() async throws {
        let bench = AdyenBench(.json(200, Self.approved))
        let origin = "https://1797a841fbb37ca7-shop-checkout-live.adyenpayments.com"
        _ = try await bench.processor(origin: origin).authorize(try AdyenBench.request())
        #expect(bench.requests.first?.url == "\(origin)/checkout/v72/payments")
    }

    private static let decisions: [(answer: String, decision: AuthorizationAnswer?)] = [
        (
            #"{"resultCode":"Refused","refusalReasonCode":"12"}"#,
            .declined(.insufficientFunds, code: ProcessorCode("12"))
        ),
        (
            #"{"resultCode":"Refused","refusalReasonCode":"6"}"#,
            .declined(.expiredCard, code: ProcessorCode("6"))
        ),
        (
            #"{"resultCode":"Refused","refusalReasonCode":"99"}"#,
            .declined(.doNotHonor, code: ProcessorCode("99"))
        ),
        (
            #"{"resultCode":"Error","refusalReasonCode":"4"}"#,
            .declined(.issuerUnavailable, code: ProcessorCode("4"))
        ),
        (
            #"{"resultCode":"Cancelled","refusalReasonCode":"22"}"#,
            .declined(.suspectedFraud, code: ProcessorCode("22"))
        ),
        (
            #"{"resultCode":"RedirectShopper","pspReference":"P"}"#,
            .declined(.notPermitted, code: ProcessorCode("RedirectShopper"))
        ),
        (#"{"resultCode":"Pending","pspReference":"P"}"#, nil),
        (#"{"resultCode":"Received","pspReference":"P"}"#, nil),
        (#"{"resultCode":"Authorised"}"#, nil),
        (
            #"{"resultCode":"PartiallyAuthorised","pspReference":"P","amount":{"currency":"EUR","value":130}}"#,
            .partiallyApproved(
                Approval(authorizationCode: nil, networkReference: "P"),
                amount: Money(minorUnits: 130, currency: .eur),
                echo: .none
            )
        ),
    ]

    @Test(arguments: decisions) func `result codes are decisions, or leave it open`(
        _ example: (answer: String, decision: AuthorizationAnswer?)
    ) async throws {
        let processor = AdyenBench(.json(200, example.answer)).processor()
        guard let decision = example.decision else {
            await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
                try await processor.authorize(try AdyenBench.request())
            }
            return
        }
        #expect(try await processor.authorize(try AdyenBench.request()) == decision)
    }

    private static let failures: [(answer: AdyenBench.Answer, failure: ProcessorFailure)] = [
        (.failure(.notSent(.connectionFailed)), .notSent(.unreachable)),
        (.failure(.mayHaveBeenSent(.timedOut)), .outcomeUnknown(.timedOut)),
        (.failure(.mayHaveBeenSent(.connectionLost)), .outcomeUnknown(.connectionLost)),
        (.json(500, #"{"errorCode":"905"}"#), .outcomeUnknown(.processorInDoubt)),
        (.json(401, "{}"), .notSent(.notSignedOn)), (.json(403, "{}"), .notSent(.notSignedOn)),
        (.json(429, "{}"), .notSent(.overloaded)),
        (.json(422, #"{"errorCode":"14_030"}"#), .notSent(.requestInvalid)),
        (.json(400, #"{"errorCode":"702"}"#), .notSent(.requestInvalid)),
        (.json(422, #"{"errorCode":"704"}"#), .outcomeUnknown(.processorInDoubt)),
        (
            .json(422, #"{"errorCode":"1"}"#, ["transient-error": "true"]),
            .outcomeUnknown(.processorInDoubt)
        ),
        (.json(200, "<html>"), .outcomeUnknown(.answerUnreadable)),
        (
            .json(200, #"{"resultCode":"Authorised","pspReference":"P","merchantReference":"x"}"#),
            .outcomeUnknown(.answerUnreadable)
        ),
    ]

    @Test(arguments: failures) func `a failure says whether anything may have happened`(
        _ example: (answer: AdyenBench.Answer, failure: ProcessorFailure)
    ) async throws {
        let processor = AdyenBench(example.answer).processor()
        await #expect(throws: example.failure) {
            try await processor.authorize(try AdyenBench.request())
        }
    }
}
