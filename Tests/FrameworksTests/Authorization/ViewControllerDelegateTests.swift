import PassKit
import PaymentRequest
import PaymentSheet
import Testing

@testable import AppsInSwift5

@MainActor
@Suite("A payment sheet over a view controller")
struct ViewControllerDelegateTests {
    @Test func `is presented by the button, and is dismissed (mission 10.1, 10.5, 10.12)`()
        async throws
    {
        let device = FakeDevice()
        let questions = try Questions()
        let shop = ShopViewController()
        shop.request = .forTests()
        await CurrentDevice.with(device) {
            shop.loadViewIfNeeded()
            shop.button.tap()
            #expect(shop.presentedViewController is PKPaymentAuthorizationViewController)
            let sheet = await device.sheet()
            for question in questions.all { _ = await sheet.ask(question) }
            #expect(sheet.timesDismissed == 0)
            await sheet.finish()
            #expect(sheet.allReplies.last?.result?.isPaid == true)
        }
        #expect(
            shop.log == [
                "method handler", "shipping method handler", "authorization handler", "didFinish",
                "dismissed",
            ]
        )
        #expect(shop.presentedViewController == nil)
    }

    @Test func `asks an app of iOS 8 about an address (mission 10.9)`() async throws {
        let device = FakeDevice()
        let questions = try Questions()
        let app = AddressApp()
        let root = UIViewController()
        try await CurrentDevice.with(device) {
            let controller = try #require(
                PKPaymentAuthorizationViewController(paymentRequest: .forTests())
            )
            controller.delegate = app
            root.present(controller, animated: true)
            let sheet = await device.sheet()
            for question in questions.all { _ = await sheet.ask(question) }
            await sheet.finish()
        }
        #expect(
            app.log == [
                "method status", "address", "shipping method status", "authorization status",
                "didFinish",
            ]
        )
    }

    @Test func `is nil for an invalid request, and the log says why (mission 10.2)`() async {
        let device = FakeDevice()
        let shop = ShopViewController()
        await CurrentDevice.with(device) {
            shop.loadViewIfNeeded()
            shop.button.tap()
        }
        #expect(shop.log == ["nil"])
        #expect(shop.presentedViewController == nil)
        guard case .notPresented(let refusal)? = device.mistakes.first else {
            Issue.record("the device heard nothing")
            return
        }
        let error = refusal.loggedError
        #expect(error.domain == PKPassKitErrorDomain)
        #expect(error.code == 1)
        #expect(error.localizedDescription == "Invalid in-app payment request")
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(cause?.localizedDescription.contains("merchantIdentifier") == true)
    }

    @Test func `blocks its presenter until the app dismisses it (rules section 4.5)`() async throws
    {
        let device = FakeDevice()
        let root = UIViewController()
        let app = NeverDismissing()
        try await CurrentDevice.with(device) {
            let controller = try #require(
                PKPaymentAuthorizationViewController(paymentRequest: .forTests())
            )
            controller.delegate = app
            root.present(controller, animated: true)
            let sheet = await device.sheet()
            await sheet.finish()
            await sheet.finish()
            root.present(UIViewController(), animated: true)
            #expect(app.finishes == 1)
            #expect(root.presentedViewController === controller)
            #expect(root.refusedPresentations.count == 1)
            #expect(sheet.timesDismissed == 0)
            root.dismiss(animated: true)
            #expect(root.presentedViewController == nil)
        }
    }

    final class NeverDismissing: NSObject, PKPaymentAuthorizationViewControllerDelegate {
        @MainActor var finishes = 0

        func paymentAuthorizationViewControllerDidFinish(
            _ controller: PKPaymentAuthorizationViewController
        ) { finishes += 1 }
    }

    @Test func `makes no more calls after the app dismissed it early`() async throws {
        let device = FakeDevice()
        let questions = try Questions()
        let root = UIViewController()
        let app = NeverDismissing()
        try await CurrentDevice.with(device) {
            let controller = try #require(
                PKPaymentAuthorizationViewController(paymentRequest: .forTests())
            )
            controller.delegate = app
            root.present(controller, animated: true)
            let sheet = await device.sheet()
            _ = await sheet.ask(questions.paymentMethod)
            root.dismiss(animated: true)
            while sheet.timesDismissed == 0 { await Task.yield() }
            #expect(await sheet.ask(questions.authorization).isUnheard)
            await sheet.finish()
            #expect(app.finishes == 0)
            #expect(sheet.timesDismissed == 1)
        }
    }

    static let notEntitled = PresentationRefusal.merchantNotInEntitlement(
        merchant: "merchant.com.example",
        entitled: []
    )

    @Test func `that the device refuses after all, finishes at once`() async throws {
        let device = FakeDevice()
        let root = UIViewController()
        let app = NeverDismissing()
        try await CurrentDevice.with(device) {
            let controller = try #require(
                PKPaymentAuthorizationViewController(paymentRequest: .forTests())
            )
            controller.delegate = app
            device.refuse(Self.notEntitled)
            root.present(controller, animated: true)
            while app.finishes == 0 { await Task.yield() }
        }
        #expect(device.mistakes == [.notPresented(Self.notEntitled)])
    }
}
