import AppleServers
import HTTPClient
import HTTPMessages
import HTTPServer
import PaymentRequest
import PaymentSheet
import SheetServer
import Sockets
import TestSandbox
import Testing
import Wallet
import World

/// The sheet of an app of this process, in a browser.
@Suite("A person in a browser before an app's sheet", .timeLimit(.minutes(30)))
struct BrowserShopperTests {
    /// An app whose merchant agrees to everything.
    private struct AgreeingApp: PaymentApp {
        func ask(_ question: AppQuestion, answer: SheetAnswer) async {
            if case .authorization = question {
                answer.authorization(AuthorizationResult(.success))
            } else {
                answer.update(.unchanged)
            }
        }

        func willAuthorizePayment() async {}

        func didFinish(_ note: @Sendable () -> Void) async { note() }
    }

    private static func run(
        _ shopper: BrowserShopper
    ) async throws -> PaymentSheet.Outcome {
        let sandbox = try TestSandbox(world: .system)
        sandbox.wallet.signIn(.first)
        try sandbox.provision(SandboxCard.all[0])
        let merchant = try sandbox.setUpMerchant("merchant.com.example", named: "Shop")
        let app = InstalledApp(
            try sandbox.entitle("com.example.app", to: [merchant.identifier]),
            in: sandbox.wallet,
            contacts: [.johnAppleseed],
            before: shopper,
            observe: { _ in }
        )
        let request = PaymentRequest(
            merchantIdentifier: "merchant.com.example",
            countryCode: "US",
            currencyCode: "USD",
            supportedNetworks: [.visa],
            merchantCapabilities: .threeDSecure,
            paymentSummaryItems: [
                SummaryItem(label: "Shop", amount: UncheckedAmount(text: "10.75"))
            ]
        )
        return try await app.run(request, for: AgreeingApp())
    }

    @Test func `gets an address, pays there, and the address is gone`() async throws {
        let (addresses, told) = AsyncStream<String>.makeStream()
        let shopper = BrowserShopper { told.yield($0) }
        async let outcome = Self.run(shopper)
        let url = try #require(await addresses.first { _ in true })
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        #expect(parts[0] == "http:" && parts[3].hasPrefix("sheet.html#"))
        let address = try #require(SocketAddress(String(parts[2])))
        #expect(address.host == "127.0.0.1")
        let identifier = String(parts[3].dropFirst("sheet.html#".count))
        let client = try HTTPClient()
        func status(_ path: String) async throws -> Int {
            try await client.send(HTTPClientRequest(.get, "http://\(address)\(path)")).status.code
        }
        #expect(try await status("/sheet.html") == 200)
        // There is no wallet here, and no script for pages.
        #expect(try await status("/") == 404)
        #expect(try await status("/apple-pay.js") == 404)
        let reader = try await EventReader(address, "/sheet/sessions/\(identifier)/events")
        let isOpen = await reader.state.wait(within: SheetPage.patience) { state in
            state.events.last?.object["state"] as? String == "open"
        }
        #expect(isOpen)
        let paying = try await client.send(
            HTTPClientRequest(
                .post,
                "http://\(address)/sheet/sessions/\(identifier)/steps",
                fields: SheetBench.own,
                body: Array(#"{"authorize":"10.75"}"#.utf8)
            )
        )
        #expect(paying.status == .ok)
        guard case .paid = try await outcome else {
            Issue.record("it is not paid")
            return
        }
        let isTold = await reader.state.wait(within: SheetPage.patience) {
            $0.events.last?.name == "end"
        }
        #expect(isTold)
        await #expect(throws: HTTPClientFailure.self) { try await status("/sheet.html") }
        #expect(shopper.failure == nil)
    }

    @Test func `says why no sheet is shown where its address is taken`() async throws {
        let taken = try TCPListener(at: .loopback(), connectionLimit: 1)
        let shopper = BrowserShopper(at: taken.address) { _ in Issue.record("an address is told") }
        #expect(try await Self.run(shopper) == .notPaid(.cancelled))
        #expect(shopper.failure == .addressInUse)
        taken.close()
    }
}
