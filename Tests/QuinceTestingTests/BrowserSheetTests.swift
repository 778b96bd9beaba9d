import Foundation
import PassKit
import QuinceTesting
import SheetServer
import TestSupport
import Testing

/// An app's sheet as a page, used in Debian's Chromium.
@MainActor
@Suite("An app whose sheet is a page", .timeLimit(.minutes(30)))
struct BrowserSheetTests {
    nonisolated private static let driver =
        Program(at: Repository.root.appending(path: "Tests/Web/sheet/pay-at"))

    nonisolated private static var hasChromium: Bool {
        let shell = Program(at: URL(filePath: "/bin/bash"))
        let look = "command -v chromedriver && command -v chromium && command -v python3"
        return (try? shell.run(["-c", look]))?.isSuccess == true
    }

    nonisolated private static func pay(
        at addresses: AsyncStream<String>
    ) async throws -> Program.Answer? {
        for await address in addresses { return try await driver.runAside([address]) }
        return nil
    }

    @Test(.enabled(if: hasChromium, "there is no Chromium"))
    func `is paid there`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let shop = Shop()
        let (addresses, continuation) = AsyncStream<String>.makeStream()
        let browser = Task.detached { try await Self.pay(at: addresses) }
        let payment = try await phone.run(BrowserShopper { continuation.yield($0) }) { shop.buy() }
        let answer = try await browser.value
        #expect(answer?.text == "$22.99\n", "\(answer?.complaint ?? "no address")")
        #expect(payment.isPaid && payment.mistakes == [])
        #expect(
            shop.log == ["method", "contact", "willAuthorize", "payment", "didFinish"],
            "\(shop.log)"
        )
    }
}
