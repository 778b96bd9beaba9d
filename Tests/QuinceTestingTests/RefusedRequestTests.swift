import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("A request that is refused before a sheet is shown", .timeLimit(.minutes(30)))
struct RefusedRequestTests {
    @Test(arguments: RefusedRequest.plain + RefusedRequest.typed)
    func `has no view controller, and presents no sheet (mission 10.2)`(
        row: RefusedRequest
    ) async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let shop = Shop()
        row.spoil(shop.request)
        var isThere: Bool?
        let thrown = await #expect(throws: NoSheetPresented.self) {
            try await phone.run(ScriptedShopper(.authorize)) {
                let controller = PKPaymentAuthorizationViewController(paymentRequest: shop.request)
                isThere = controller != nil
                shop.buy()
            }
        }
        #expect(isThere == false)
        #expect(shop.shown == [false])
        #expect(shop.log.isEmpty)
        #expect(thrown?.mistakes.count == 2)
        #expect(thrown?.mistakes.allSatisfy { $0.contains(row.log) } == true, "\(thrown as Any)")
    }

    @Test func `says on the standard error why, once for each try`() async throws {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            for row in RefusedRequest.plain + RefusedRequest.typed {
                let phone = try ApplePaySandbox(merchant: "merchant.com.example")
                try await phone.onDevice {
                    let request = Shop.request()
                    row.spoil(request)
                    _ = PKPaymentAuthorizationViewController(paymentRequest: request)
                    let controller = PKPaymentAuthorizationController(paymentRequest: request)
                    _ = await controller.present()
                }
            }
        }
        let bytes = result?.standardErrorContent ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("PassKit:") }
        let rows = RefusedRequest.plain + RefusedRequest.typed
        #expect(lines.count == rows.count * 2)
        for (index, row) in rows.enumerated() where lines.count == rows.count * 2 {
            #expect(lines[2 * index].contains(row.log), "\(lines[2 * index])")
            #expect(lines[2 * index] == lines[2 * index + 1])
            if row.description.hasPrefix("no card") { continue }
            #expect(lines[2 * index].contains("Domain=PKPassKitErrorDomain Code=1 "))
            #expect(lines[2 * index].contains("\"Invalid in-app payment request\""))
            #expect(lines[2 * index].contains("NSUnderlyingError"))
        }
    }

    @Test func `may name a merchant that the app may not, until it is shown (mission 3.11)`()
        async throws
    {
        let phone = try ApplePaySandbox(merchant: "merchant.com.other")
        let shop = Shop()
        await #expect(throws: NoSheetPresented.self) {
            try await phone.run(ScriptedShopper(.authorize)) {
                let controller = PKPaymentAuthorizationViewController(paymentRequest: shop.request)
                #expect(controller != nil)
                shop.buy()
            }
        }
        #expect(shop.shown == [false])
    }

    /// The unusual requests that are allowed.
    nonisolated static let allowed: [@Sendable @MainActor (PKPaymentRequest) -> Void] = [
        { _ in },
        { $0.paymentSummaryItems = [Shop.item("Toy Store", "0")] },
        { $0.paymentSummaryItems.insert(Shop.item("Discount", "-2.00"), at: 1) },
        { $0.paymentSummaryItems[0].type = .pending },
        { $0.paymentSummaryItems.last?.type = .pending },
        { $0.paymentSummaryItems = [Shop.item("", "1.00")] },
        { $0.merchantCapabilities = [.threeDSecure, .emv, .credit] },
        { $0.shippingMethods = [] },
        { $0.deferredPaymentRequest = RefusedRequest.deferred() },
        { $0.multiTokenContexts = [RefusedRequest.part("20"), RefusedRequest.part("2.99")] },
        { $0.requiredShippingContactFields = [] },
    ]

    @Test(arguments: allowed.indices)
    func `is none of these (mission 7.7, 7.11, 7.12)`(index: Int) async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let shop = Shop()
        Self.allowed[index](shop.request)
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(payment.isPaid, "\(payment)")
    }
}
