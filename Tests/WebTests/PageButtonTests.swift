import Foundation
import SheetView
import TestSupport
import Testing

/// `Web/apple-pay/button.js` draws the same button as `PaymentButtonDrawing`.
@Suite("The button of a page")
struct PageButtonTests {
    private static let source = try? String(
        contentsOf: Repository.root.appending(path: "Web/apple-pay/button.js"),
        encoding: .utf8
    )

    /// The types with their names in pages.
    private static let names: [PaymentButtonType: String] = [
        .plain: "plain", .addMoney: "add-money", .book: "book", .buy: "buy",
        .checkout: "check-out", .continue: "continue", .contribute: "contribute",
        .donate: "donate", .order: "order", .inStore: "pay", .reload: "reload", .rent: "rent",
        .setUp: "set-up", .subscribe: "subscribe", .support: "support", .tip: "tip",
        .topUp: "top-up",
    ]

    @Test(arguments: PaymentButtonType.allCases)
    func `has the titles of PaymentButtonDrawing`(type: PaymentButtonType) throws {
        let source = try #require(Self.source)
        let name = try #require(Self.names[type])
        let titles = Language.allCases.map { language in
            "'\(type.label[language].replacing("Quince Pay", with: "%"))'"
        }
        let line = "    '\(name)': [\(titles.joined(separator: ", "))],\n"
        #expect(source.contains(line), "\(line)")
    }

    @Test func `has the mark of PaymentButtonDrawing`() throws {
        let svg = PaymentButtonDrawing(.plain).svg
        let path = try #require(svg.firstMatch(of: #/ d="([^"]+)"/#)).1
        let source = try #require(Self.source).replacing(#/' \+\n *'/#, with: "")
        #expect(source.contains("'\(path)'"))
    }
}
