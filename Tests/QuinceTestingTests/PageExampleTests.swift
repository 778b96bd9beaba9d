import PassKit
import QuinceTesting
import TestSupport
import Testing

@MainActor
@Suite("The page on testing an app")
struct PageExampleTests {
    // LOOK: begin
    @MainActor
    @Test func `the total follows the shipping, and England is not served`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let store = ToyStore()
        let shopper = ScriptedShopper { sheet in
            #expect(await sheet.total().decimalText == "22.99")
            try await sheet.chooseShippingMethod("next-day")
            #expect(await sheet.total().decimalText == "27.98")
            try await sheet.chooseShippingContact(.inLondon)
            #expect(await sheet.errors().map(\.cause) == [.shippingAddressUnserviceable])
            await sheet.authorize()  // does nothing: the address must be put right first
        }
        let payment = try await phone.run(shopper) { store.buy() }
        #expect(!payment.isPaid)
        #expect(store.receipt == nil)
    }
    // LOOK: end

    // FAIL: begin
    @MainActor
    @Test func `a shopper whose card is declined may try again`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", cards: [.visa, .amex])
        let store = ToyStore()
        var answers = [false, true]
        store.charge = { _, answer in answer(answers.removeFirst()) }
        let shopper = ScriptedShopper { sheet in
            await sheet.authorize()
            try await sheet.chooseCard("AmEx 0005")
            await sheet.authorize()
        }
        let payment = try await phone.run(shopper) { store.buy() }
        #expect(payment.isPaid)
        #expect(
            payment.calls == [
                "didSelectShippingContact Atlanta GA 30303 US",
                "willAuthorizePayment", "didAuthorizePayment 22.99 USD",
                "willAuthorizePayment", "didAuthorizePayment 22.99 USD",
                "didFinish",
            ]
        )
    }
    // FAIL: end

    // SLOW: begin
    @MainActor
    @Test func `a server that does not answer leaves the shopper in doubt`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let store = ToyStore()
        var held: [(Bool) -> Void] = []
        store.charge = { _, answer in held.append(answer) }
        let shopper = ScriptedShopper { sheet in
            await sheet.authorize()
            await sheet.wait(.seconds(30))  // takes no time
        }
        let payment = try await phone.run(shopper) { store.buy() }
        guard case .unresolved(_, .answerOverdue) = payment.outcome else {
            Issue.record("\(payment)")
            return
        }
        held.first?(true)  // too late: the sheet is gone, and the shopper was charged
        #expect(store.receipt != nil)
    }
    // SLOW: end

    // CHECK: begin
    @MainActor
    @Test func `a shopper without a card is offered the set-up of one`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", cards: [])
        try await phone.onDevice {
            #expect(PKPaymentAuthorizationController.canMakePayments())
            #expect(!PKPaymentAuthorizationController.canMakePayments(usingNetworks: [.visa]))
        }
    }
    // CHECK: end

    // PRESS: begin
    @MainActor
    @Test func `the toy is bought by its button, and the shopper is thanked`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let (window, screen) = (UIWindow(), ToyScreen())
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            window.rootViewController = screen
            window.makeKeyAndVisible()
            screen.button.sendActions(for: .touchUpInside)
        }
        #expect(payment.isPaid)
        let alert = try #require(screen.presentedViewController as? UIAlertController)
        #expect(alert.title == "Thank you")
        #expect(alert.answer("OK"))
        #expect(screen.presentedViewController == nil)
    }
    // PRESS: end

    // STEP: begin
    @MainActor
    @Test func `a step that cannot be taken fails the run`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let store = ToyStore()
        let shopper = ScriptedShopper(.chooseShippingMethod("overnight"), .authorize)
        let failure = await #expect(throws: ScriptFailure.self) {
            try await phone.run(shopper) { store.buy() }
        }
        #expect(failure?.reason == .noSuchShippingMethod(offered: ["standard", "next-day"]))
        #expect(store.receipt == nil)
    }
    // STEP: end

    // ADVICE: begin
    @MainActor
    @Test func `a total without the company's name is advised against`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let store = ToyStore()
        store.name = ""
        let payment = try await phone.run(ScriptedShopper(.authorize)) { store.buy() }
        #expect(payment.isPaid)
        #expect(payment.mistakes.isEmpty)
        #expect(payment.advice == ["the total has no label; it should be the company's name"])
    }
    // ADVICE: end

    // THREAD: begin
    @MainActor
    @Test func `a sheet may be presented from the main queue`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let store = ToyStore()
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            DispatchQueue.main.async { MainActor.assumeIsolated { store.buy() } }
        }
        #expect(payment.isPaid)
    }
    // THREAD: end

    static let path = "Tests/QuinceTestingTests/PageExampleTests.swift"

    @Test(arguments: [
        "LOOK", "STEP", "FAIL", "ADVICE", "SLOW", "THREAD", "CHECK", "PRESS",
    ])
    func `shows the code that is compiled here`(name: String) throws {
        let example = try PageExample(name, in: Self.path)
        #expect(example.code.count > 200)
        #expect(try example.isShown(by: "Documentation/TestingApps.md"))
    }

    @Test func `has tests that compile in a file of their own, with the store that it links to`()
        throws
    {
        let tests = try Self.text("Documentation/TestingApps.md").components(
            separatedBy: "```swift\n"
        )
        .compactMap { $0.components(separatedBy: "```").first }
        .filter { $0.contains("@Test func") }
        #expect(tests.count == 9)
        let store = try ["ToyStore", "ToyScreen"]
            .map { try Self.text("Tests/QuinceTestingTests/\($0).swift") }
        let scratch = ScratchFolder()
        let file = scratch.url.appending(path: "CheckoutTests.swift")
        let source = (["import UIKit\n"] + tests + store).joined(separator: "\n")
        try Data(source.utf8).write(to: file)
        let result = withExtendedLifetime(scratch) {
            Shell.output(
                of: "swiftc -typecheck -swift-version 6 -I .build/debug/Modules"
                    + " $(printf -- '-I %s ' Sources/Foundations/C*) '\(file.path)' 2>&1; true",
                in: Repository.root
            )
        }
        #expect(result == "")
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    @Test func `begins with fifteen lines that the README shows too`() throws {
        let path = "Tests/QuinceTestingTests/FirstCheckoutTest.swift"
        let example = try PageExample("FIRST", in: path)
        #expect(example.code.split(separator: "\n").count <= 15)
        #expect(try example.isShown(by: "README.md"))
        #expect(try example.isShown(by: "Documentation/TestingApps.md"))
    }
}
