import PassKit
import QuinceTesting
import Testing

/// The messages to a new user of the sandbox, word by word.
@MainActor
@Suite("A mistake of a new user", .timeLimit(.minutes(30)))
struct MistakeMessageTests {
    nonisolated static let identifiers: [(String, String)] = [
        (
            "com.acme",
            """
            "com.acme" is not a merchant identifier: it must begin with "merchant.", as \
            merchant.com.example does; it is not the app's bundle identifier
            """
        ),
        (
            "",
            """
            "" is not a merchant identifier: it must begin with "merchant.", as \
            merchant.com.example does; it is not the app's bundle identifier
            """
        ),
        (
            "merchant.com..acme",
            """
            "merchant.com..acme" is not a merchant identifier: every part between dots needs at \
            least one character
            """
        ),
        (
            "merchant.com.my_shop",
            """
            "merchant.com.my_shop" is not a merchant identifier: it may have letters of a-z and \
            A-Z, digits, dots and hyphens only
            """
        ),
        (
            "merchant." + String(repeating: "a", count: 247),
            "is not a merchant identifier: it may have at most 255 characters"
        ),
    ]

    @Test(arguments: identifiers)
    func `in a merchant identifier is quoted and explained`(identifier: String, message: String)
        throws
    {
        let thrown = #expect(throws: (any Error).self) { try ApplePaySandbox(merchant: identifier) }
        #expect(thrown.map { "\($0)".hasSuffix(message) } == true, "\(thrown as Any)")
    }

    @Test func `with one merchant twice is reported`() {
        let thrown = #expect(throws: (any Error).self) {
            try ApplePaySandbox(merchant: "merchant.com.a", "merchant.com.a")
        }
        #expect(
            thrown.map { "\($0)" } == """
                "merchant.com.a" is registered already; register each identifier once
                """
        )
    }

    private func refusal(
        of request: PKPaymentRequest,
        on phone: ApplePaySandbox
    ) async -> String? {
        let shop = Shop(request)
        let thrown = await #expect(throws: NoSheetPresented.self) {
            try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        }
        return thrown?.description
    }

    static let remedy = """
        in a test, give it to ApplePaySandbox(merchant:), and in Xcode add it under Signing & \
        Capabilities, Apple Pay
        """

    @Test func `about the entitlement quotes both sides and gives the remedy`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.a", "merchant.com.b")
        #expect(
            await refusal(of: Shop.request(), on: phone) == """
                no sheet was shown: the request's merchantIdentifier "merchant.com.example" is not \
                in the app's entitlement, which names "merchant.com.a", "merchant.com.b"; \
                \(Self.remedy)
                """
        )
        let none = try ApplePaySandbox()
        #expect(
            await refusal(of: Shop.request(), on: none) == """
                no sheet was shown: the request's merchantIdentifier "merchant.com.example" is not \
                in the app's entitlement, which names no merchant; \(Self.remedy)
                """
        )
    }

    @Test func `in a country or a currency is quoted`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let values: [(String, String, String)] = [
            ("usa", "USD", "in list (AC, AD, …), not \"usa\""),
            ("us", "USD", "not \"us\"; write the two capital letters of ISO 3166-1"),
            ("US", "usd", "in upper case, not \"usd\""),
            ("US", "US$", "in list (AED, AFN, …), not \"US$\""),
        ]
        for (country, currency, message) in values {
            let request = Shop.request()
            request.countryCode = country
            request.currencyCode = currency
            let text = await refusal(of: request, on: phone)
            #expect(text?.contains(message) == true, "\(text ?? "")")
        }
    }

    @Test func `without presenting a sheet gets advice`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let thrown = await #expect(throws: NoSheetPresented.self) {
            try await phone.run(ScriptedShopper(.authorize), patience: .milliseconds(20)) {}
        }
        #expect(
            thrown?.description == """
                the app presented no payment sheet within 0.02 seconds after the closure of \
                run(_:); call present on a PKPaymentAuthorizationController there, and give run a \
                longer patience where the app first waits for something
                """
        )
    }

    @Test func `without a delegate is reported`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            PKPaymentAuthorizationController(paymentRequest: Shop.request()).present()
        }
        #expect(!payment.isPaid)
        #expect(
            payment.mistakes == [
                """
                the controller's delegate is nil, so the app is told nothing and cannot be paid; \
                set the delegate before present
                """
            ]
        )
    }

    @Test func `without a reference to the delegate is reported`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            let controller = PKPaymentAuthorizationController(paymentRequest: Shop.request())
            let shop = Shop()
            controller.delegate = shop
            controller.present { _ in withExtendedLifetime(shop) {} }
        }
        #expect(!payment.isPaid)
        #expect(
            payment.mistakes == [
                """
                the controller's delegate was released, or set to nil, before the sheet was \
                dismissed, so the app is told nothing and cannot be paid; keep a strong reference \
                to it until then, since the controller has a weak one
                """
            ]
        )
    }

    /// Sets a delegate that nothing else refers to.
    private static func setShortLivedDelegate(of controller: PKPaymentAuthorizationController) {
        let shop = Shop()
        controller.delegate = shop
    }

    @Test func `whose delegate is released before the sheet appears is told the same`()
        async throws
    {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            let controller = PKPaymentAuthorizationController(paymentRequest: Shop.request())
            Self.setShortLivedDelegate(of: controller)
            controller.present()
        }
        #expect(payment.mistakes.count == 1)
        #expect(payment.mistakes.first?.contains("delegate was released") == true)
    }

    @Test func `whose view controller's delegate is released at once is told the same`()
        async throws
    {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let screen = UIViewController()
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            let controller = PKPaymentAuthorizationViewController(paymentRequest: Shop.request())
            let sheet = try #require(controller)
            do {
                let shop = ViewControllerShop()
                sheet.delegate = shop
            }
            screen.present(sheet, animated: true)
        }
        #expect(payment.mistakes.count == 1)
        #expect(payment.mistakes.first?.contains("delegate was released") == true)
    }

    private final class ViewControllerShop: NSObject, PKPaymentAuthorizationViewControllerDelegate {
        func paymentAuthorizationViewControllerDidFinish(
            _ controller: PKPaymentAuthorizationViewController
        ) { controller.dismiss(animated: true) }
    }

    nonisolated static let methods: [(Moment, String)] = [
        (.method, "didSelectPaymentMethod"), (.contact, "didSelectShippingContact"),
        (.shipping, "didSelectShippingMethod"), (.coupon, "didChangeCouponCode"),
        (.payment, "didAuthorizePayment"),
    ]

    @Test(arguments: methods)
    func `in an answer names the delegate's method`(moment: Moment, method: String) async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let name = "paymentAuthorizationController(_:\(method):handler:)"
        let shopper = ScriptedShopper(
            .chooseShippingMethod("next-day"),
            .enterCouponCode("SPRING"),
            .authorize
        )
        let twice = Shop.withCoupons()
        twice.at(moment) { answer in
            answer()
            answer()
        }
        #expect(
            try await phone.run(shopper) { twice.buy() }.mistakes == [
                "the completion of \(name) was called twice; the second call changes nothing"
            ]
        )
        let never = Shop.withCoupons()
        never.at(moment) { _ in }
        let steps = ScriptedShopper { sheet in
            for step in moment.steps { try await sheet.take(step) }
        }
        #expect(
            try await phone.run(steps) { never.buy() }.mistakes == [
                "the completion of \(name) was released and never called; call it on every path"
            ]
        )
    }

    /// An app with UIKit that answers two questions twice.
    final class TwiceScreen: UIViewController, PKPaymentAuthorizationViewControllerDelegate {
        func buy() {
            let request = Shop.request()
            guard let sheet = PKPaymentAuthorizationViewController(paymentRequest: request) else {
                return
            }
            sheet.delegate = self
            present(sheet, animated: true)
        }

        func paymentAuthorizationViewController(
            _ controller: PKPaymentAuthorizationViewController,
            didSelect shippingMethod: PKShippingMethod,
            handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void
        ) {
            completion(PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: []))
            completion(PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: []))
        }

        func paymentAuthorizationViewController(
            _ controller: PKPaymentAuthorizationViewController,
            didAuthorizePayment payment: PKPayment,
            handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
        ) {
            completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
            completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
        }

        func paymentAuthorizationViewControllerDidFinish(
            _ controller: PKPaymentAuthorizationViewController
        ) { dismiss(animated: true) }
    }

    @Test func `in an answer names the method of a view controller's delegate`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let (window, screen) = (UIWindow(), TwiceScreen())
        let shopper = ScriptedShopper(.chooseShippingMethod("next-day"), .authorize)
        let payment = try await phone.run(shopper) {
            window.rootViewController = screen
            window.makeKeyAndVisible()
            screen.buy()
        }
        let twice = "was called twice; the second call changes nothing"
        let type = "paymentAuthorizationViewController"
        #expect(
            payment.mistakes == [
                "the completion of \(type)(_:didSelect:handler:) \(twice)",
                "the completion of \(type)(_:didAuthorizePayment:handler:) \(twice)",
            ]
        )
    }
}
