import Foundation
import PassKit
import QuinceTesting
import SheetServer
import Testing

@testable import AppleTool

/// The tool's sheet as a page, in Debian's Chromium.
@MainActor
@Suite("The tool in a browser")
struct BrowserTests {
    nonisolated private static let driver = URL(filePath: #filePath)
        .appending(path: "../../../../../Tests/Web/sheet/pay-at").standardized

    nonisolated private static var hasChromium: Bool {
        ["/usr/bin/chromedriver", "/usr/bin/chromium", "/usr/bin/python3", driver.path]
            .allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Pays at an address, on a thread of its own.
    nonisolated private static func pay(at address: String) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let (process, output) = (Process(), Pipe())
                        process.executableURL = driver
                        process.arguments = [address]
                        process.standardOutput = output
                        try process.run()
                        let text = try output.fileHandleForReading.readToEnd() ?? Data()
                        process.waitUntilExit()
                        return String(decoding: text, as: UTF8.self)
                    }
                )
            }
        }
    }

    @Test(.enabled(if: hasChromium, "there is no Chromium"))
    func `is paid on the sheet's page`() async throws {
        let page = ViewController()
        page.applePayTool.server = { _, result in result(true) }
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            cards: [.chinaUnionPay]
        )
        let (addresses, continuation) = AsyncStream<String>.makeStream()
        let browser = Task.detached { () async throws -> String? in
            for await address in addresses { return try await Self.pay(at: address) }
            return nil
        }
        let payment = try await phone.run(
            BrowserShopper(language: .chinese) { continuation.yield($0) }
        ) { page.pay() }
        #expect(try await browser.value == "¥88.00\n")
        #expect(page.log == ["didAuthorizePayment", "success", "didFinish"])
        #expect(payment.isPaid)
    }
}
