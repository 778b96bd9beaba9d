import PassKit
import PaymentRequest
import PaymentSheet
import Testing

@testable import AppsInSwift5

@MainActor
@Suite("Presenting a payment sheet")
struct PresentationTests {
    @Test func `fails for an invalid request, and tells the log`() async {
        let device = FakeDevice()
        await CurrentDevice.with(device) {
            let request = PKPaymentRequest.forTests()
            request.currencyCode = "usd"
            let controller = PKPaymentAuthorizationController(paymentRequest: request)
            #expect(await controller.present() == false)
        }
        #expect(device.sheets.isEmpty)
        #expect(device.mistakes.count == 1)
    }

    @Test(arguments: [
        PresentationRefusal.noCard, .sheetIsShown, .deviceCannotPay,
        .merchantNotInEntitlement(merchant: "merchant.a", entitled: ["merchant.b"]),
    ])
    func `fails where the device refuses`(refusal: PresentationRefusal) async {
        let device = FakeDevice(refusing: refusal)
        await CurrentDevice.with(device) {
            #expect(PKPaymentAuthorizationViewController(paymentRequest: .forTests()) == nil)
            let controller = PKPaymentAuthorizationController(paymentRequest: .forTests())
            #expect(await controller.present() == false)
        }
        #expect(device.mistakes == [.notPresented(refusal), .notPresented(refusal)])
    }

    @Test func `fails for a payout, and a second time`() async {
        let device = FakeDevice()
        await CurrentDevice.with(device) {
            #expect(PKPaymentAuthorizationController.supportsDisbursements() == false)
            #expect(await PKPaymentAuthorizationController().present() == false)
            let controller = PKPaymentAuthorizationController(paymentRequest: .forTests())
            #expect(await controller.present())
            #expect(await controller.present() == false)
        }
        #expect(device.sheets.count == 1)
    }

    @Test func `fails where there is no device`() async {
        await CurrentDevice.with(nil) {
            let controller = PKPaymentAuthorizationController(paymentRequest: .forTests())
            #expect(await controller.present() == false)
            #expect(!PKPaymentAuthorizationController.canMakePayments())
            #expect(!PKPaymentAuthorizationViewController.canMakePayments(usingNetworks: [.visa]))
        }
    }

    @Test func `reads the request when the controller is made, on the device of that moment`()
        async
    {
        let device = FakeDevice()
        let request = PKPaymentRequest.forTests()
        let controller = await CurrentDevice.with(device) {
            PKPaymentAuthorizationController(paymentRequest: request)
        }
        request.merchantIdentifier = ""
        #expect(await controller.present())
        #expect(await device.sheet().request == Questions.request)
    }

    @Test func `reports the sheet before the sheet asks anything`() async throws {
        let device = FakeDevice()
        let app = HandlerApp()
        let questions = try Questions()
        await CurrentDevice.with(device) {
            app.pay(.forTests())
            let sheet = await device.sheet()
            _ = await sheet.ask(questions.paymentMethod)
        }
        #expect(app.log == ["presented", "method handler"])
    }

    @Test func `reports the sheet before the shopper may begin`() async {
        let device = FakeDevice()
        await CurrentDevice.with(device) {
            let controller = PKPaymentAuthorizationController(paymentRequest: .forTests())
            var begun: [Bool] = []
            controller.present { _ in begun.append(!device.sheets.isEmpty) }
            _ = await device.sheet()
            #expect(begun == [false])
        }
    }

    @Test func `finds the same device in everything that the app does in the callback`()
        async throws
    {
        let device = FakeDevice()
        let app = Chaining()
        await CurrentDevice.with(device) {
            let controller = PKPaymentAuthorizationController(paymentRequest: .forTests())
            controller.delegate = app
            _ = await controller.present()
        }
        let sheet = await device.sheet()
        let question = try Questions().paymentMethod
        await Task.detached {
            _ = await sheet.ask(question)
            await sheet.announce()
            await sheet.finish()
        }.value
        #expect(app.couldPay == [true, true, true])
    }

    final class Chaining: NSObject, PKPaymentAuthorizationControllerDelegate {
        @MainActor var couldPay: [Bool] = []

        @MainActor private func note() {
            couldPay.append(PKPaymentAuthorizationController.canMakePayments())
        }

        func paymentAuthorizationControllerDidFinish(
            _ controller: PKPaymentAuthorizationController
        ) { note() }

        func paymentAuthorizationControllerWillAuthorizePayment(
            _ controller: PKPaymentAuthorizationController
        ) { note() }

        func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didSelectPaymentMethod paymentMethod: PKPaymentMethod
        ) async -> PKPaymentRequestPaymentMethodUpdate {
            note()
            return PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: [])
        }
    }

    @Test func `answers what the device can do (mission 4.1, 4.2, 4.8)`() async {
        let device = FakeDevice()
        await CurrentDevice.with(device) {
            #expect(PKPaymentAuthorizationController.canMakePayments())
            #expect(PKPaymentAuthorizationViewController.canMakePayments(usingNetworks: [.visa]))
            #expect(!PKPaymentAuthorizationController.canMakePayments(usingNetworks: [.amex]))
            #expect(
                !PKPaymentAuthorizationViewController.canMakePayments(
                    usingNetworks: [.visa],
                    capabilities: [.capability3DS, .capabilityDebit]
                )
            )
        }
        device.capability.isRestricted = true
        await CurrentDevice.with(device) {
            #expect(!PKPaymentAuthorizationViewController.canMakePayments())
        }
    }

    @Test func `ends with the app's dismissal`() async throws {
        let device = FakeDevice()
        let app = MinimalApp()
        let questions = try Questions()
        await CurrentDevice.with(device) {
            let controller = PKPaymentAuthorizationController(paymentRequest: .forTests())
            controller.delegate = app
            _ = await controller.present()
            let sheet = await device.sheet()
            await controller.dismiss()
            #expect(sheet.timesDismissed == 1)
            #expect(await sheet.ask(questions.paymentMethod).isUnheard)
            await sheet.finish()
            await controller.dismiss()
            #expect(sheet.timesDismissed == 1)
        }
        #expect(app.log.isEmpty)
    }

    @Test func `holds the controller while the sheet is up, and no longer`() async throws {
        let device = FakeDevice()
        let app = MinimalApp()
        weak var controller: PKPaymentAuthorizationController?
        await CurrentDevice.with(device) {
            let made = PKPaymentAuthorizationController(paymentRequest: .forTests())
            made.delegate = app
            controller = made
            _ = await made.present()
        }
        let sheet = await device.sheet()
        _ = await sheet.ask(try Questions().paymentMethod)
        #expect(controller != nil)
        await sheet.finish()
        #expect(app.log == ["didFinish"])
        for _ in 0..<100 where controller != nil { await Task.yield() }
        #expect(controller == nil)
    }

    @Test func `of one exchange, a hundred times, gives one log`() async throws {
        var logs: Set<[String]> = []
        for _ in 0..<100 {
            let device = FakeDevice()
            let app = MainActorApp()
            let questions = try Questions()
            await CurrentDevice.with(device) {
                let controller = PKPaymentAuthorizationController(paymentRequest: .forTests())
                controller.delegate = app
                controller.present { app.log.append("presented \($0)") }
                let sheet = await device.sheet()
                for question in questions.all {
                    if case .authorization = question { await sheet.announce() }
                    _ = await sheet.ask(question)
                }
                await sheet.finish()
            }
            logs.insert(app.log)
        }
        #expect(
            logs == [
                [
                    "window", "presented true", "contact handler", "coupon async", "willAuthorize",
                    "authorization async", "didFinish",
                ]
            ]
        )
    }
}
