import Combine
import PassKit
import PaymentRequest
import PaymentSheet
import SheetView
import SwiftUI
import Testing

@testable import AppsInSwift5

@MainActor
@Suite("A payment button of SwiftUI")
struct SwiftUITests {
    /// The only view of a type that a hosting controller shows.
    private func only<Control: UIView>(_ type: Control.Type, in screen: UIViewController) throws
        -> Control
    {
        let views = screen.view.subviews
        #expect(views.count == 1)
        return try #require(views.first as? Control)
    }

    @Test func `is drawn as PassKit's button, and shows its fallback`() async throws {
        let device = FakeDevice()
        let questions = try Questions()
        try await CurrentDevice.with(device) {
            var paid: [Bool] = []
            let screen = UIHostingController(rootView: CheckoutButton { paid.append($0) })
            let button = try only(PKPaymentButton.self, in: screen)
            #expect(button.frame.size == CGSize(width: 280, height: 45))
            let drawn = PKPaymentButton(paymentButtonType: .buy, paymentButtonStyle: .black)
            drawn.frame = button.frame
            #expect(button.drawing(in: .english).svg == drawn.drawing(in: .english).svg)
            button.tap()
            let sheet = await device.sheet()
            screen.view.layoutIfNeeded()
            #expect(try !only(PKPaymentButton.self, in: screen).isEnabled)
            #expect(await sheet.ask(questions.authorization).result?.isPaid == true)
            await sheet.finish()
            while paid.isEmpty { await Task.yield() }
            #expect(paid == [true])
            screen.view.layoutIfNeeded()
            let added = try only(PKAddPassButton.self, in: screen)
            #expect(added.addPassButtonStyle == .blackOutline)
            added.tap()
            #expect(paid == [true, true])
        }
    }

    @Test func `presents its own sheet, and answers it with the handlers around it`() async throws {
        let device = FakeDevice()
        let questions = try Questions()
        try await CurrentDevice.with(device) {
            var told: [String] = []
            let view = RequestButton(request: .forTests()) { told.append($0) }
            let screen = UIHostingController(rootView: view)
            try only(PKPaymentButton.self, in: screen).tap()
            let sheet = await device.sheet()
            let shipping = await sheet.ask(questions.shippingMethod).update
            #expect(shipping?.paymentSummaryItems?.map(\.label) == ["express"])
            let coupon = await sheet.ask(questions.couponCode).update
            #expect(coupon?.errors.map(\.code) == [5])
            let contact = await sheet.ask(questions.shippingContact).update
            #expect(contact?.paymentSummaryItems?.map(\.label) == ["Atlanta"])
            #expect(await sheet.ask(questions.paymentMethod).update?.status == .failure)
            // Success without a session is a failure.
            #expect(await sheet.ask(questions.merchantSession).update?.status == .failure)
            await sheet.announce()
            #expect(await sheet.ask(questions.authorization).result?.isPaid == true)
            await sheet.finish()
            #expect(told == ["willAuthorize", "didAuthorize transaction", "didFinish"])
        }
    }

    @Test func `is answered from a task on the main actor, in Swift 6`() async throws {
        let device = FakeDevice()
        let questions = try Questions()
        try await CurrentDevice.with(device) {
            let view = PayWithApplePayButton(.donate, request: .forTests()) { phase in
                guard case .didAuthorize(let payment, let resultHandler) = phase else { return }
                Task { @MainActor in
                    let isPaid = !payment.token.paymentData.isEmpty
                    resultHandler(
                        PKPaymentAuthorizationResult(
                            status: isPaid ? .success : .failure,
                            errors: nil
                        )
                    )
                }
            }
            try only(PKPaymentButton.self, in: UIHostingController(rootView: view)).tap()
            let sheet = await device.sheet()
            #expect(await sheet.ask(questions.authorization).result?.isPaid == true)
            await sheet.finish()
        }
    }

    @Test func `is another view if the device cannot pay`() async throws {
        let device = FakeDevice()
        device.capability = PaymentCapability(
            deviceSupportsPayments: false,
            isRestricted: false,
            cards: []
        )
        await CurrentDevice.with(device) {
            let manager = ObservableCheckout()
            let view = PayWithApplePayButton(.plain, action: {}) {
                Group {
                    WrappedButton(manager: manager)
                    WrappedButton(manager: manager)
                }
            }
            #expect(UIHostingController(rootView: view).view.subviews.count == 2)
            let bare = PayWithApplePayButton(action: {})
            #expect(UIHostingController(rootView: bare).view.subviews.isEmpty)
            let request = PKPaymentRequest.forTests()
            let asking = PayWithApplePayButton(
                .setUp,
                request: request,
                onPaymentAuthorizationChange: { _ in },
                fallback: { AnyView(WrappedButton(manager: manager)) }
            )
            #expect(UIHostingController(rootView: asking).view.subviews.count == 1)
            let silent = PayWithApplePayButton(request: request) { _ in }
            #expect(UIHostingController(rootView: silent).view.subviews.isEmpty)
            let web = PayWithApplePayButton(
                request: request,
                onPaymentAuthorizationChange: { _ in },
                onMerchantSessionRequested: { PKPaymentRequestMerchantSessionUpdate() }
            )
            #expect(UIHostingController(rootView: web).view.subviews.isEmpty)
        }
    }

    @Test func `may be a view controller, whose sheet comes up and goes with the view`()
        async throws
    {
        let (device, desk, screen) = (FakeDevice(), TicketDesk(), UIViewController())
        let questions = try Questions()
        try await CurrentDevice.with(device) {
            let view = TicketScreen(request: .forTests(), desk: desk)
            let hosting = UIHostingController(rootView: view)
            screen.present(hosting, animated: false)
            let controller = try #require(hosting.children.first)
            #expect(controller is PKPaymentAuthorizationViewController)
            #expect(controller.title == "0 sold")
            let sheet = await device.sheet()
            #expect(await sheet.ask(questions.authorization).result?.isPaid == true)
            hosting.view.layoutIfNeeded()
            #expect(hosting.children.first === controller && controller.title == "1 sold")
            await sheet.finish()
            #expect(screen.presentedViewController == nil)
        }
    }

    @Test func `is contained no more when the view is without it`() async throws {
        await CurrentDevice.with(FakeDevice()) {
            let desk = TicketDesk()
            let view = TicketScreen(request: .forTests(), desk: desk)
            let hosting = UIHostingController(rootView: view)
            hosting.loadViewIfNeeded()
            #expect(hosting.children.count == 1 && hosting.view.subviews.count == 1)
            desk.isOpen = false
            hosting.view.layoutIfNeeded()
            #expect(hosting.children.isEmpty && hosting.view.subviews.isEmpty)
        }
    }

    @Test func `gets the settings around it, and its neighbour does not`() async throws {
        await CurrentDevice.with(FakeDevice()) {
            let view = Group {
                PayWithApplePayButton(action: {}).disabled(true)
                PayWithApplePayButton(action: {})
            }
            let buttons = UIHostingController(rootView: view).view.subviews
            #expect(buttons.map { ($0 as? UIControl)?.isEnabled } == [false, true])
        }
    }

    @Test func `keeps a representable's view, and brings it up to date`() async throws {
        let device = FakeDevice()
        try await CurrentDevice.with(device) {
            let manager = ObservableCheckout()
            let screen = UIHostingController(rootView: WrappedButton(manager: manager))
            let button = try only(PKPaymentButton.self, in: screen)
            button.tap()
            _ = await device.sheet()
            #expect(button.isEnabled)
            screen.view.layoutIfNeeded()
            #expect(try only(PKPaymentButton.self, in: screen) === button)
            #expect(!button.isEnabled)
        }
    }

    @Test func `says what PassKit's button of that label says, in its style`() async throws {
        let labels: [(PayWithApplePayButtonLabel, PKPaymentButtonType)] = [
            (.plain, .plain), (.buy, .buy), (.addMoney, .addMoney), (.book, .book),
            (.checkout, .checkout), (.continue, .continue), (.contribute, .contribute),
            (.donate, .donate), (.inStore, .inStore), (.order, .order), (.reload, .reload),
            (.rent, .rent), (.setUp, .setUp), (.subscribe, .subscribe), (.support, .support),
            (.tip, .tip), (.topUp, .topUp),
        ]
        let styles: [(PayWithApplePayButtonStyle, PKPaymentButtonStyle)] = [
            (.white, .white), (.whiteOutline, .whiteOutline), (.black, .black),
            (.automatic, .automatic),
        ]
        try await CurrentDevice.with(FakeDevice()) {
            for (label, type) in labels {
                let view = PayWithApplePayButton(label, action: {})
                let button = try only(PKPaymentButton.self, in: UIHostingController(rootView: view))
                #expect(button.drawing(in: .english).type.rawValue == type.rawValue)
            }
            for (style, expected) in styles {
                let view = PayWithApplePayButton(action: {}).payWithApplePayButtonStyle(style)
                let button = try only(PKPaymentButton.self, in: UIHostingController(rootView: view))
                #expect(button.drawing(in: .english).style.rawValue == expected.rawValue)
            }
        }
    }
}

@Suite("An observable object")
struct ObservableObjectTests {
    final class Cart: ObservableObject {
        @Published var count = 0
        @Published var note: String?
    }

    final class Plain: ObservableObject {}

    @Test func `says that it changes before a published property does`() {
        let cart = Cart()
        var seen: [Int] = []
        let subscription = cart.objectWillChange.sink { seen.append(cart.count) }
        cart.count = 1
        cart.note = "gift"
        cart.count += 1
        #expect(seen == [0, 1, 1])
        subscription.cancel()
        cart.count = 5
        #expect(seen.count == 3)
    }

    @Test func `publishes a property's value, and each new one before it is stored`() {
        let cart = Cart()
        var (seen, stored): ([Int], [Int]) = ([], [])
        var subscriptions: Set<AnyCancellable> = []
        cart.$count.sink {
            seen.append($0); stored.append(cart.count)
        }.store(in: &subscriptions)
        cart.count = 7
        #expect(seen == [0, 7] && stored == [0, 0])
        subscriptions = []
        cart.count = 8
        #expect(seen == [0, 7])
    }

    @Test func `keeps one publisher, different from another object's`() {
        let plain = Plain()
        var changes = 0
        let subscription = plain.objectWillChange.sink { changes += 1 }
        plain.objectWillChange.send()
        Plain().objectWillChange.send()
        #expect(changes == 1)
        subscription.cancel()
    }

    @Test func `is announced by subjects, in order, until they end`() {
        let (taps, total) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(3))
        var seen: [String] = []
        let cart = Cart()
        let all = [
            taps.map { "tap \($0)" }.sink { seen.append($0) },
            total.eraseToAnyPublisher()
                .sink(receiveCompletion: { _ in seen.append("end") }) { seen.append("\($0)") },
            total.assign(to: \.count, on: cart),
        ]
        taps.send(1)
        total.send(4)
        total.value += 1
        total.send(completion: .finished)
        total.send(9)
        #expect(seen == ["3", "tap 1", "4", "5", "end"])
        #expect(cart.count == 5)
        for subscription in all { subscription.cancel() }
        taps.send(2)
        #expect(seen.count == 5)
    }
}
