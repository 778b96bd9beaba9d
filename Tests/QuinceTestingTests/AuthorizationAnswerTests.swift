import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("An app's answer about a payment", .timeLimit(.minutes(30)))
struct AuthorizationAnswerTests {
    let phone: ApplePaySandbox
    let shop = Shop()

    init() throws {
        phone = try ApplePaySandbox(merchant: "merchant.com.example", cards: [.visa, .amex])
    }

    /// Answers one payment after the other with these.
    private func answering(_ results: [PKPaymentAuthorizationResult]) {
        var results = results
        shop.onPayment = { _, reply in reply(results.removeFirst()) }
    }

    private static func result(
        _ status: PKPaymentAuthorizationStatus,
        _ errors: [any Error]? = nil
    ) -> PKPaymentAuthorizationResult {
        PKPaymentAuthorizationResult(status: status, errors: errors)
    }

    private func authorizations() -> Int { shop.log.filter { $0 == "payment" }.count }

    @Test func `failure leaves the sheet, and the shopper may try again`() async throws {
        answering([Self.result(.failure), Self.result(.success)])
        let payment = try await phone.run(ScriptedShopper(.authorize, .authorize)) { shop.buy() }
        #expect(payment.isPaid)
        #expect(authorizations() == 2)
        #expect(Set(shop.payments.map(\.token.transactionIdentifier)).count == 2)
        #expect(shop.log.last == "didFinish")
    }

    @Test func `failure and then a cancel is no payment`() async throws {
        answering([Self.result(.failure)])
        let payment = try await phone.run(ScriptedShopper(.authorize, .cancel)) { shop.buy() }
        #expect(payment.outcome == .notPaid(.cancelled))
        #expect(shop.log.suffix(2) == ["payment", "didFinish"])
    }

    nonisolated static let wrongStreet = [
        PKPaymentRequest.paymentShippingAddressInvalidError(
            withKey: CNPostalAddressStreetKey,
            localizedDescription: "No such street"
        )
    ]

    @Test func `failure with errors must be corrected before the next payment`() async throws {
        answering([Self.result(.failure, Self.wrongStreet), Self.result(.success)])
        let shopper = ScriptedShopper { sheet in
            await sheet.authorize()
            await sheet.authorize()  // Does nothing.
            #expect(
                await sheet.errors().map(\.cause) == [
                    .shippingContactInvalid(.addressPart(.street))
                ]
            )
            try await sheet.chooseShippingContact(.inLondon)
            #expect(await sheet.errors().isEmpty)
            await sheet.authorize()
        }
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
        #expect(authorizations() == 2)
    }

    @Test func `success with errors is no payment`() async throws {
        answering([Self.result(.success, Self.wrongStreet)])
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(!payment.isPaid)
    }

    @Test(arguments: [
        (PKPaymentAuthorizationStatus.invalidShippingPostalAddress, true),
        (.invalidShippingContact, true), (.invalidBillingPostalAddress, false),
    ])
    func `the statuses of old stand for an error in their place (mission 10.6)`(
        status: PKPaymentAuthorizationStatus,
        isMendedByShipping: Bool
    ) async throws {
        answering([Self.result(status), Self.result(.success)])
        let shopper = ScriptedShopper { sheet in
            await sheet.authorize()
            #expect(await sheet.errors().count == 1)
            await sheet.authorize()
            try await sheet.chooseShippingContact(.inLondon)
            #expect(await sheet.errors().isEmpty == isMendedByShipping)
            if !isMendedByShipping { try await sheet.chooseBillingContact(.inParis) }
            await sheet.authorize()
        }
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
        #expect(authorizations() == 2)
    }

    @Test func `a PIN is requested until it is right, without another authentication`()
        async throws
    {
        answering([
            Self.result(.pinRequired), Self.result(.pinIncorrect), Self.result(.success),
        ])
        let payment = try await phone.run(ScriptedShopper(.authorize, .enterPIN, .enterPIN)) {
            shop.buy()
        }
        #expect(payment.isPaid)
        #expect(
            shop.log == [
                "method", "contact", "willAuthorize", "payment", "payment", "payment", "didFinish",
            ]
        )
    }

    @Test func `a card with a locked PIN is unusable, and another card can pay`() async throws {
        answering([Self.result(.pinLockout), Self.result(.success)])
        let shopper = ScriptedShopper { sheet in
            await sheet.authorize()
            let failure = await #expect(throws: ScriptFailure.self) { try await sheet.enterPIN() }
            #expect(failure?.reason == .noPIN)
            await sheet.authorize()  // Does nothing.
            try await sheet.chooseCard("AmEx 0005")
            await sheet.authorize()
        }
        let payment = try await phone.run(shopper) { shop.buy() }
        #expect(payment.isPaid)
        #expect(shop.payments.map(\.token.paymentMethod.network) == [.visa, .amex])
        #expect(payment.mistakes.isEmpty)
    }

    @Test func `a cancel at the PIN leaves the payment in no doubt`() async throws {
        answering([Self.result(.pinRequired)])
        let payment = try await phone.run(ScriptedShopper(.authorize, .cancel)) { shop.buy() }
        #expect(payment.outcome == .notPaid(.cancelled))
        #expect(shop.log.last == "didFinish")
    }

    @Test func `order details may go with success`() async throws {
        let result = Self.result(.success)
        result.orderDetails = PKPaymentOrderDetails(
            orderTypeIdentifier: "order.com.example",
            orderIdentifier: "1",
            webServiceURL: try #require(URL(string: "https://example.com/orders")),
            authenticationToken: "0123456789abcdef"
        )
        answering([result])
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(payment.isPaid)
        #expect(!"\(payment)".contains("0123456789abcdef"))
    }

    @Test func `no answer within 30 seconds ends it, and a later answer is ignored`() async throws {
        var held: [@Sendable () -> Void] = []
        shop.at(.payment) { held.append($0) }
        let shopper = ScriptedShopper { sheet in
            await sheet.authorize()
            await sheet.wait(.milliseconds(29_999))
            #expect(await shop.log.last == "payment")
            await sheet.wait(.milliseconds(1))
            #expect(await shop.log.last == "didFinish")
            await MainActor.run { for answer in held { answer() } }
            await sheet.settled()
        }
        let payment = try await phone.run(shopper) { shop.buy() }
        guard case .unresolved(_, .answerOverdue) = payment.outcome else {
            Issue.record("\(payment)")
            return
        }
        #expect(shop.log.filter { $0 == "didFinish" }.count == 1)
        #expect(payment.mistakes.count == 1, "\(payment)")
    }
}
