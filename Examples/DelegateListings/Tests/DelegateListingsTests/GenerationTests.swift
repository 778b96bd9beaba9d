import PassKit
import QuinceTesting
import Testing
import UIKit

@testable import DelegateListings

@MainActor
@Suite("The guide's listings, in every generation of the delegate")
struct GenerationTests {
    @Test(arguments: Generation.allCases)
    func `buy with the methods of one generation (mission 10.7 to 10.10, 10.14)`(
        generation: Generation
    ) async throws {
        let app = generation.app
        let shopper = ScriptedShopper(Course.nextDay.steps)
        let payment = try await ApplePaySandbox.phone().run(shopper) { app.pay(app) }
        #expect(payment.isPaid, "\(payment)")
        #expect(payment.calls == Course.nextDay.calls)
        #expect(app.log == generation.methods)
        #expect(payment.amounts == ["15.75 USD"])
        #expect(payment.mistakes == [])
    }

    @Test(arguments: [
        Course.nextDay, .abroad, .cancelled, .declinedOnce, .declined,
    ])
    func `give the same course of the sheet (mission 10.3, 10.4)`(course: Course) async throws {
        var courses: Set<String> = []
        for generation in Generation.allCases {
            let app = generation.app
            app.server = course.server()
            let shopper = ScriptedShopper(course.steps)
            let payment = try await ApplePaySandbox.phone().run(shopper) { app.pay(app) }
            #expect(payment.calls == course.calls, "\(generation)")
            #expect(payment.mistakes == [], "\(generation)")
            courses.insert("\(payment)")
        }
        #expect(courses.count == 1, "\(courses.joined(separator: "\n\n"))")
    }

    @Test func `begin with 12.75 - 2.00 = 10.75 (mission 7.18)`() {
        let items = Shop().summaryItems
        #expect(items.map(\.label) == ["Subtotal", "Discount", "My Company Name"])
        #expect(items.map(\.amount.stringValue) == ["12.75", "-2", "10.75"])
    }

    @Test(arguments: Generation.allCases)
    func `show the order's confirmation after the sheet (mission 10.12)`(
        generation: Generation
    ) async throws {
        let app = generation.app
        try await ApplePaySandbox.phone().run(ScriptedShopper(.cancel)) { app.pay(app) }
        #expect(app.presentedViewController == nil)
        #expect(app.confirmation == nil)

        let payment = try await ApplePaySandbox.phone()
            .run(ScriptedShopper(.authorize)) { app.pay(app) }
        #expect(app.presentedViewController == nil)
        #expect(app.confirmation?.count == 64)
        #expect(payment.isPaid)
    }

    @Test func `send the billing address as JSON (mission 10.11)`() async throws {
        let app = ContactViewController()
        var orders: [Order] = []
        app.server = { order, reply in
            orders.append(order)
            reply(.success)
        }
        try await ApplePaySandbox.phone().run(ScriptedShopper(.authorize)) { app.pay(app) }
        let order = try #require(orders.first)
        let json = String(decoding: try #require(order.billingAddress), as: UTF8.self)
        #expect(
            json == """
                {
                  "city" : "Atlanta",
                  "ISOCountryCode" : "US",
                  "postalCode" : "30303",
                  "state" : "GA",
                  "street" : "1234 Laurel Street"
                }
                """
        )
        #expect(order.cart == "cart 7")
        #expect(order.transactionIdentifier.count == 64)
        #expect(!order.paymentData.isEmpty)
    }

    @Test func `say so where no sheet can come up (mission 10.2)`() async throws {
        let empty = try ApplePaySandbox(merchant: "merchant.com.example", cards: [])
        let app = ContactViewController()
        await #expect(throws: NoSheetPresented.self) {
            try await empty.run(ScriptedShopper(.authorize)) { app.pay(app) }
        }
        #expect(app.hasFailed)
        #expect(app.log == [])
    }
}
