import Bytes
import Cryptography
import Money
import Payments
import PlatformProcessors
import Testing
import World

/// The messages of Braintree.
///
/// - Source: the signature of ``golden`` was made with Braintree's SDK for Python 4.48.0.
@Suite("A webhook of Braintree's")
struct BraintreeWebhookTests {
    /// A message of kind `check`, in lines of 76 characters.
    private static let golden = """
        PG5vdGlmaWNhdGlvbj48dGltZXN0YW1wIHR5cGU9ImRhdGV0aW1lIj4yMDI2LTExLTI3VDEyOjAw
        OjAwWjwvdGltZXN0YW1wPjxraW5kPmNoZWNrPC9raW5kPjxzdWJqZWN0PjxjaGVjayB0eXBlPSJi
        b29sZWFuIj50cnVlPC9jaGVjaz48L3N1YmplY3Q+PC9ub3RpZmljYXRpb24+

        """
    private static let signature = "b1da3df2aeda39aa7cb80fb9c94e97d2e42b927e"

    private func notices(
        _ payload: String,
        _ signature: String,
        secrets: [String] = ["private_1"]
    ) throws(WebhookRefusal) -> [ProcessorNotice] {
        let account = PlatformAccount(
            origin: "https://braintree.test",
            secretKey: Secret(copying: []),
            form: .passThrough,
            webhookSecrets: secrets.map { Secret(copying: Array($0.utf8)) }
        )
        let clock = SimulatedClock(startingAt: UnixTime(seconds: 0))
        func escaped(_ text: String) -> String {
            text.utf8.map { "%\(Hexadecimal.encode([$0]))" }.joined()
        }
        let form = "bt_signature=\(escaped(signature))&bt_payload=\(escaped(payload))"
        return try PaymentPlatform.braintree.webhook(account, clock: clock)
            .notices(Array(form.utf8), signature: nil)
    }

    private func signed(_ kind: String, _ subject: String) throws(WebhookRefusal)
        -> [ProcessorNotice]
    {
        let text =
            "<notification><kind>\(kind)</kind><subject>\(subject)</subject></notification>"
        let payload = Base64.encode(Array(text.utf8))
        let code = SHA1.authenticationCode(
            of: Array(payload.utf8),
            key: SHA1.digest(Array("private_1".utf8))
        )
        return try notices(payload, "public_1|\(Hexadecimal.encode(code))")
    }

    @Test func `is believed by its signature`() throws {
        #expect(try notices(Self.golden, "public_1|\(Self.signature)") == [])
        let other = String(repeating: "00", count: 20)
        #expect(try notices(Self.golden, "old|\(other)&new|\(Self.signature)") == [])
        #expect(
            try notices(Self.golden, "p|\(Self.signature)", secrets: ["new", "private_1"]) == []
        )
        for (payload, code, secret) in [
            (Self.golden, other, "private_1"), (Self.golden, Self.signature, "another"),
            (Self.golden + "\n", Self.signature, "private_1"), (Self.golden, "", "private_1"),
            (Self.golden, String(Self.signature.dropLast(2)), "private_1"),
        ] {
            #expect(throws: WebhookRefusal.signatureWrong) {
                try notices(payload, "public_1|\(code)", secrets: [secret])
            }
        }
        #expect(throws: WebhookRefusal.eventUnreadable) { try signed("check", "<") }
    }

    private static func usd(_ units: Int64) -> Money { Money(minorUnits: units, currency: .usd) }

    @Test(arguments: [
        ("transaction_disbursed", "sale", "", "pay_1"),
        ("refund_failed", "credit", "pay_0", "pay_0"),
    ])
    func `says which payment to read`(
        kind: String,
        type: String,
        refunded: String,
        payment: String
    ) throws {
        let subject = """
            <transaction><id>pay_1</id><type>\(type)</type><status>settled</status>
            <amount>10.00</amount><currency-iso-code>USD</currency-iso-code>
            <order-id>key</order-id>
            <refunded-transaction-id>\(refunded)</refunded-transaction-id></transaction>
            """
        let expected = ProcessorNotice(
            processor: .braintree,
            key: "key",
            reference: payment,
            news: .other
        )
        #expect(try signed(kind, subject) == [expected])
        #expect(try signed("disbursement", "<disbursement/>") == [])
    }

    @Test(arguments: [
        ("open", DisputeState.open), ("under_review", .open), ("won", .won), ("lost", .lost),
        ("auto_accepted", .lost),
    ])
    func `says what became of a dispute`(status: String, state: DisputeState) throws {
        let found = try signed(
            "dispute_opened",
            """
            <dispute><id>dsp_1</id><status>\(status)</status><amount>9.00</amount>
            <amount-disputed>10.00</amount-disputed><currency-iso-code>USD</currency-iso-code>
            <transaction><id>pay_1</id><order-id nil="true"/></transaction></dispute>
            """
        )
        let dispute = ProcessorStatement.Dispute(
            reference: "dsp_1",
            amount: Self.usd(1_000),
            state: state
        )
        let news = ProcessorNotice.News.says(ProcessorStatement(disputes: [dispute]))
        #expect(
            found == [
                ProcessorNotice(processor: .braintree, key: nil, reference: "pay_1", news: news)
            ]
        )
    }
}
