import Bytes
import Cryptography
import JSON
import Money
import Payments
import PlatformProcessors
import Testing
import World

@Suite("Webhooks of Adyen")
struct AdyenWebhookTests {
    /// The key of the page "Verify HMAC signatures".
    private static let key = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056"
    private static let other = String(repeating: "AB", count: 32)

    private static func webhook(_ keys: [String] = [key]) -> any PlatformWebhook {
        let account = PlatformAccount(
            origin: "https://checkout-test.adyen.com",
            secretKey: Secret(copying: [1]),
            form: .networkToken,
            webhookSecrets: keys.map { Secret(copying: Array($0.utf8)) },
            settings: ["merchantAccount": "TestMerchant"]
        )
        return PaymentPlatform.adyen.webhook(
            account,
            clock: SimulatedClock(startingAt: .init(seconds: 0))
        )
    }

    /// The sample of that page; the signature was made by Adyen's SDK for Python.
    private static let sample = """
        {"pspReference":"7914073381342284","originalReference":"","merchantAccountCode":"TestMerchant",
        "merchantReference":"TestPayment-1407325143704","amount":{"value":1130,"currency":"EUR"},
        "eventCode":"AUTHORISATION","success":"true",
        "additionalData":{"hmacSignature":"coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=","authCode":"1"}}
        """

    private static func message(_ items: String...) -> [UInt8] {
        let list = items.map { #"{"NotificationRequestItem":\#($0)}"# }.joined(separator: ",")
        return Array(#"{"live":"false","notificationItems":[\#(list)]}"#.utf8)
    }

    @Test func `have the signature of Adyen's SDK, under any of the keys`() throws {
        for keys in [[Self.key], [Self.other, Self.key], [Self.key.lowercased(), "no key"]] {
            let notices = try Self.webhook(keys).notices(Self.message(Self.sample), signature: nil)
            let notice = try #require(notices.first)
            #expect(notice.key == "TestPayment-1407325143704")
            #expect(notice.reference == "7914073381342284" && notice.processor == .adyen)
            let approval = Approval(
                authorizationCode: "1",
                networkReference: "7914073381342284"
            )
            let echo = AnswerEcho(minorUnits: 1_130, currency: "EUR")
            let statement = ProcessorStatement(decision: .approved(approval, echo: echo))
            #expect(notice.news == .says(statement))
        }
    }

    @Test func `have keys of one form`() {
        for (text, isKey) in [
            (Self.key, true), (Self.key.lowercased(), true), ("whsec_1", false),
            (String(Self.key.dropLast(2)), false), ("", false),
        ] {
            let secret = Secret(copying: Array(text.utf8))
            #expect((PaymentPlatform.adyen.form(missedBy: secret) == nil) == isKey)
            #expect(PaymentPlatform.stripe.form(missedBy: secret) == nil)
        }
    }

    private static let changes: [(text: String, other: String, refusal: WebhookRefusal)] = [
        ("1130", "1131", .signatureWrong), ("EUR", "USD", .signatureWrong),
        ("AUTHORISATION", "CAPTURE", .signatureWrong), ("\"true\"", "\"false\"", .signatureWrong),
        ("7914073381342284", "7914073381342285", .signatureWrong),
        ("TestMerchant\"", "TestMerchanT\"", .signatureWrong),
        ("TestPayment", "TextPayment", .signatureWrong), ("coqC", "coqD", .signatureWrong),
        ("\"originalReference\":\"\"", "\"originalReference\":\"1\"", .signatureWrong),
        ("hmacSignature", "signature", .signatureMissing),
        ("coqCmt/", "coqCmt?", .signatureMissing),
    ]

    @Test(arguments: changes) func `are refused where anything that is signed was changed`(
        _ change: (text: String, other: String, refusal: WebhookRefusal)
    ) {
        let item = Self.sample.replacing(change.text, with: change.other)
        #expect(item != Self.sample)
        #expect(throws: change.refusal) {
            try Self.webhook().notices(Self.message(item), signature: nil)
        }
        // One item that is not signed spoils the message.
        #expect(throws: change.refusal) {
            try Self.webhook().notices(Self.message(Self.sample, item), signature: nil)
        }
    }

    @Test func `are refused under another key, and where they are none`() {
        #expect(throws: WebhookRefusal.signatureWrong) {
            try Self.webhook([Self.other]).notices(Self.message(Self.sample), signature: nil)
        }
        for text in ["", "[]", "{}", #"{"notificationItems":[]}"#, #"{"notificationItems":[{}]}"#] {
            #expect(throws: WebhookRefusal.signatureMissing) {
                try Self.webhook().notices(Array(text.utf8), signature: nil)
            }
        }
    }

    /// An item with a signature of the SDK's form, which the first test holds to the SDK's.
    private static func item(
        _ event: String,
        _ success: Bool,
        merchant: String = "TestMerchant",
        reason: String = "",
        data: String? = nil,
        original: String = "PAYMENT",
        key reference: String = "key-1"
    ) throws -> String {
        let text = "CHANGE:\(original):\(merchant):\(reference):500:EUR:\(event):\(success)"
        let code = HMACSHA256(key: Secret(copying: try Hexadecimal.decode(key)))
            .code(for: Array(text.utf8)).withBytes { Base64.encode($0) }
        return """
            {"pspReference":"CHANGE","originalReference":"\(original)","merchantAccountCode":"\(merchant)",
            "merchantReference":"\(reference)","amount":{"value":500,"currency":"EUR"},"eventCode":"\(event)",
            "success":"\(success)","reason":"\(reason)","eventDate":"2026-02-01T01:00:00+01:00",
            "additionalData":{"hmacSignature":"\(code)"\(data.map { ",\($0)" } ?? "")}}
            """
    }

    private static let amount = Money(minorUnits: 500, currency: .eur)
    private static func outcome(_ reason: DeclineReason?) -> ProcessorStatement.Outcome {
        .init(key: "key-1", reference: "CHANGE", declineReason: reason)
    }
    private static func dispute(_ state: DisputeState) -> ProcessorStatement {
        ProcessorStatement(
            disputes: [.init(reference: "CHANGE", amount: amount, state: state)]
        )
    }
    private static let refund = ProcessorStatement(
        refunds: [.init(reference: "CHANGE", key: "key-1", amount: amount)]
    )

    private static let events: [(event: String, success: Bool, says: ProcessorStatement?)] = [
        (
            "CAPTURE", true,
            .init(captured: amount, captureReference: "CHANGE", outcomes: [outcome(nil)])
        ),
        ("CAPTURE", false, .init(outcomes: [outcome(.transactionInvalid)])),
        ("CAPTURE_FAILED", true, .init(outcomes: [outcome(.transactionInvalid)])),
        ("REFUND", true, refund),
        ("REFUND", false, .init(outcomes: [outcome(.transactionInvalid)])),
        ("REFUND_FAILED", true, .init(outcomes: [outcome(.transactionInvalid)])),
        ("CANCELLATION", true, .init(isReleased: true, outcomes: [outcome(nil)])),
        ("CANCELLATION", false, .init(outcomes: [outcome(.transactionInvalid)])),
        ("TECHNICAL_CANCEL", true, .init(isReleased: true)),
        ("EXPIRE", true, .init(isReleased: true)),
        ("AUTHORISATION", false, .init(decision: .declined(.doNotHonor), isReleased: true)),
        ("NOTIFICATION_OF_CHARGEBACK", true, dispute(.open)), ("CHARGEBACK", true, dispute(.open)),
        ("CHARGEBACK_REVERSED", true, dispute(.won)), ("SECOND_CHARGEBACK", true, dispute(.lost)),
        ("CANCEL_OR_REFUND", true, nil), ("REPORT_AVAILABLE", true, nil),
    ]

    @Test(arguments: events) func `say what became of a request`(
        _ example: (event: String, success: Bool, says: ProcessorStatement?)
    ) throws {
        let message = Self.message(try Self.item(example.event, example.success))
        let notices = try Self.webhook().notices(message, signature: nil)
        let expected = example.says.map {
            ProcessorNotice(
                processor: .adyen,
                key: "key-1",
                reference: "PAYMENT",
                news: .says($0)
            )
        }
        #expect(notices == (expected.map { [$0] } ?? []))
    }

    /// A payment that was found and not cancelled is for people.
    @Test func `say whether a cancellation by reference found the payment`() throws {
        let attempt = "attempt-01010101010101010101010101010101"
        func news(_ original: String) throws -> [ProcessorNotice.News] {
            let item = try Self.item(
                "TECHNICAL_CANCEL",
                false,
                original: original,
                key: "\(attempt)-auth"
            )
            return try Self.webhook().notices(Self.message(item), signature: nil).map(\.news)
        }
        let time = UnixTime(seconds: 1_769_904_000)
        #expect(try news("") == [.says(.init(absentAt: time))])
        let refusal = ProcessorStatement.Outcome(
            key: "\(attempt)-rev",
            reference: "CHANGE",
            declineReason: .transactionInvalid
        )
        #expect(try news("PAYMENT") == [.says(.init(outcomes: [refusal]))])
    }

    @Test(arguments: [
        ("CANCELLATION", false), ("CAPTURE_FAILED", true), ("REFUND_FAILED", true),
        ("REFUNDED_REVERSED", true),
    ])
    func `about changes that people make say nothing of the authorization`(
        event: String,
        success: Bool
    ) throws {
        let item = try Self.item(
            event,
            success,
            key: "attempt-01010101010101010101010101010101-auth"
        )
        let notices = try Self.webhook().notices(Self.message(item), signature: nil)
        let failed = ProcessorStatement.Outcome(
            key: nil,
            reference: "CHANGE",
            declineReason: .transactionInvalid
        )
        #expect(notices.map(\.news) == [.says(.init(outcomes: [failed]))])
    }

    @Test func `say why, and which part of a reversal was done`() throws {
        let refused = try Self.item("AUTHORISATION", false, reason: "Not enough balance")
        let cancel = try Self.item(
            "CANCEL_OR_REFUND",
            true,
            data: #""modification.action":"cancel""#
        )
        let refund = try Self.item(
            "CANCEL_OR_REFUND",
            true,
            data: #""modification.action":"refund""#
        )
        let notices = try Self.webhook()
            .notices(Self.message(refused, cancel, refund), signature: nil)
        #expect(
            notices.map(\.news) == [
                .says(
                    .init(
                        decision: .declined(.insufficientFunds, code: ProcessorCode("12")),
                        isReleased: true
                    )
                ),
                .says(.init(isReleased: true)), .says(Self.refund),
            ]
        )
    }

    @Test func `of another merchant account say nothing`() throws {
        let message = Self.message(try Self.item("CAPTURE", true, merchant: "Another"))
        #expect(try Self.webhook().notices(message, signature: nil).isEmpty)
    }
}
