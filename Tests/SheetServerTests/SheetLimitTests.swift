import Foundation
import HTTPClient
import HTTPMessages
import HTTPServer
import JSON
import PaymentSheet
import SheetServer
import Testing
import Wallet
import World

@Suite("The number of open sheets", .timeLimit(.minutes(30)))
struct SheetLimitTests {
    /// Lets each sheet wait before it opens.
    private final class Host: SheetHost {
        let validationURL = "https://gateway.example/paymentservices/startSession"
        let state = AwaitableValue<(waiting: Int, isOver: Bool)>((waiting: 0, isOver: false))

        func hasActiveCard() async -> Bool { true }

        func sheet(
            for order: SheetOrder,
            of app: any PaymentApp,
            before shopper: PageShopper
        ) async throws(SheetRefusal) -> SheetSession {
            state.change { $0.waiting += 1 }
            await state.wait { $0.isOver }
            throw .refused("the test is over")
        }

        func use(
            _ session: JSONValue,
            for order: SheetOrder
        ) async -> Result<String, MerchantSessionUnusable> {
            .failure(MerchantSessionUnusable("there is none"))
        }
    }

    @Test func `counts those that are being opened`() async throws {
        let host = Host()
        let routes = SheetRoutes(PageSheets(host: host, randomness: World.system.randomness))
        let server = try HTTPServer(world: .system) {
            await routes.response(to: $0) ?? .status(.notFound)
        }
        let client = try HTTPClient()
        let body = try JSONSerialization.data(withJSONObject: [
            "origin": "https://shop.example", "language": "en",
            "request": SheetBench.request(),
        ])
        let answered = AwaitableValue<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0...PageSheets.limit {
                group.addTask {
                    var request = HTTPClientRequest(
                        .post,
                        "http://\(server.address)/sheet/sessions",
                        fields: SheetBench.own,
                        body: Array(body)
                    )
                    request.timeLimit = .seconds(100)
                    let answer = try await client.send(request)
                    answered.change { $0.append(answer.status.code) }
                }
            }
            await host.state.wait { $0.waiting >= PageSheets.limit }
            // The one that is left is refused, or waits too.
            let isRefused = await answered.wait(within: .seconds(5)) { !$0.isEmpty }
            #expect(isRefused && answered.read(\.self) == [503])
            #expect(host.state.read(\.waiting) == PageSheets.limit)
            host.state.change { $0.isOver = true }
            try await group.waitForAll()
        }
        #expect(answered.read { $0.count { $0 == 503 } } == 1)
    }
}
