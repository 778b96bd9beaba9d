import Foundation
import TestSupport
import Testing

/// Adyen's own SDK, unmodified, as the client of the sandbox and the judge of its webhooks.
@Suite("Adyen's interface at the sandbox", .enabled(if: PythonOracle.isInstalled))
struct AdyenSDKTests {
    let orders = SandboxOrders()

    /// Adyen's descriptions of its interface. They are read from `../shared/specs` and not copied.
    static let specifications = Repository.root.appending(path: "../shared/specs").path
    static var hasSpecifications: Bool {
        FileManager.default.fileExists(atPath: "\(specifications)/adyen-checkout-v72.json")
    }

    @Test(.timeLimit(.minutes(30)))
    func `passes Adyen's SDK over the life of payments, and is killed meanwhile`() async throws {
        let checked = try await check(specifications: nil, kills: 4)
        #expect(checked.count == 11)
        #expect(try #require(checked.last).contains("nothing is lost, doubled or open"))
    }

    @Test(
        .timeLimit(.minutes(30)),
        .enabled(if: hasSpecifications, "needs ../shared/specs")
    )
    func `requests, answers and webhooks are as Adyen's own descriptions have them`() async throws {
        let checked = try await check(specifications: Self.specifications, kills: 0)
        #expect(try #require(checked.last).contains("as Adyen's own descriptions have them"))
    }

    private func check(specifications: String?, kills: Int) async throws -> [Substring] {
        try await orders.checks(
            of: "adyen-sdk.py",
            ["kills": kills, "seed": 1, "specifications": specifications ?? NSNull()]
        )
    }
}
