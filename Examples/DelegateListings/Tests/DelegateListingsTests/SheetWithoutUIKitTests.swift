import PassKit
import QuinceTesting
import Testing

@testable import DelegateListings

@MainActor
@Suite("The shop where there is no UIKit")
struct SheetWithoutUIKitTests {
    @Test(arguments: [Course.nextDay, .abroad, .cancelled, .declinedOnce, .declined])
    func `has the course of the sheet that UIKit shows (mission 4.8, 10.13)`(
        course: Course
    ) async throws {
        let (app, shown) = (SheetWithoutUIKit(), HandlerViewController())
        (app.server, shown.server) = (course.server(), course.server())
        let payment = try await ApplePaySandbox.phone()
            .run(ScriptedShopper(course.steps)) { app.pay() }
        let other = try await ApplePaySandbox.phone()
            .run(ScriptedShopper(course.steps)) { shown.pay(shown) }
        #expect(payment.calls == course.calls)
        #expect("\(payment)" == "\(other)")
        #expect(!app.isSheetUp)
    }

    @Test func `has labels of its own (mission 10.13)`() async throws {
        let app = SheetWithoutUIKit()
        try await ApplePaySandbox.phone()
            .run(ScriptedShopper(Course.nextDay.steps)) { app.pay() }
        #expect(
            app.log == [
                "paymentAuthorizationController(_:didSelectShippingContact:handler:)",
                "paymentAuthorizationController(_:didSelectShippingMethod:handler:)",
                "paymentAuthorizationController(_:didAuthorizePayment:handler:)",
                "paymentAuthorizationControllerDidFinish(_:)",
            ]
        )
    }
}
