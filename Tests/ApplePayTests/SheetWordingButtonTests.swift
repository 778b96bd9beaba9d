import Foundation
import TestSupport
import Testing

@testable import SheetView

@Suite("Payment buttons")
struct SheetWordingButtonTests {
    private static let all = PaymentButtonType.allCases.flatMap { type in
        PaymentButtonStyle.allCases.flatMap { style in
            Language.allCases.map { PaymentButtonDrawing(type, style: style, in: $0) }
        }
    }

    @Test func `have Apple's numbers (mission 5.2, 5.3)`() {
        #expect(PaymentButtonType.allCases.map(\.rawValue) == Array(0...16))
        #expect(PaymentButtonStyle.allCases.map(\.rawValue) == Array(0...3))
        #expect(PaymentButtonType.buy.rawValue == 1 && PaymentButtonType.tip.rawValue == 15)
        #expect(PaymentButtonStyle.black.rawValue == 2)
    }

    @Test func `have a distinct title in every language (mission 5.4)`() {
        for language in Language.allCases {
            let labels = PaymentButtonType.allCases.map { $0.label[language] }
            #expect(Set(labels).count == PaymentButtonType.allCases.count)
            #expect(labels.allSatisfy { $0.contains("Quince Pay") && !$0.contains("%") })
        }
        for type in PaymentButtonType.allCases where type != .plain {
            #expect(Set(Language.allCases.map { type.label[$0] }).count == 3)
            let chinese = type.label[.chinese].contains {
                $0.unicodeScalars.contains { $0.value > 0x4e00 }
            }
            #expect(chinese)
        }
        #expect(PaymentButtonType.buy.label[.russian] == "Купить через Quince Pay")
    }

    /// Checked with Python's XML parser.
    @Test(.enabled(if: XMLReading.isHere, "python3 is not installed"))
    func `are well-formed, and have a label`() throws {
        let pages = Self.all.flatMap { [$0.svg, $0.html] }
        let read = try XMLReading.read(pages)
        #expect(read.count == pages.count)
        for (index, drawing) in Self.all.enumerated() {
            let (svg, html) = (read[2 * index], read[2 * index + 1])
            #expect(svg.root == "{http://www.w3.org/2000/svg}svg")
            #expect(svg.attributes["role"] == "img")
            #expect(svg.attributes["aria-label"] == drawing.label)
            #expect(svg.title == drawing.label)
            #expect(
                svg.attributes["{http://www.w3.org/XML/1998/namespace}lang"]
                    == drawing.language.tag
            )
            #expect(html.root == "button")
            #expect(html.attributes["lang"] == drawing.language.tag)
            #expect(html.attributes["aria-label"] == drawing.label)
            #expect(html.attributes["type"] == "button")
        }
    }

    @Test(.enabled(if: XMLReading.isHere, "python3 is not installed"))
    func `escape their titles`() throws {
        let hostile = "<a b=\"c\">&'é中\u{1f600}"
        let page =
            "<p t=\"\(XMLText.escaped(hostile))\"><title>\(XMLText.escaped(hostile))</title></p>"
        let read = try #require(try XMLReading.read([page]).first)
        #expect(read.attributes["t"] == hostile && read.title == hostile)
    }

    private static let sizes: [(width: Double, height: Double)] = [
        (100, 30), (140, 30), (240, 44), (320, 60), (60, 44), (44, 44), (16, 16), (1_000, 20),
    ]

    @Test(arguments: sizes)
    func `have titles that fit them`(width: Double, height: Double) {
        for type in PaymentButtonType.allCases {
            for language in Language.allCases {
                let title = type.template[language]
                let layout = PaymentButtonLayout(title: title, width: width, height: height)
                #expect(layout.span <= width - height * 0.49, "\(title)")
            }
        }
    }

    @Test func `omit a title that is too small to read, and keep the label`() {
        let small = PaymentButtonDrawing(.contribute, in: .russian, width: 60, height: 30)
        #expect(!small.svg.contains("Внести вклад через</text>"))
        #expect(small.svg.contains(">Pay</text>"))
        #expect(small.label == "Внести вклад через Quince Pay")
        #expect(PaymentButtonDrawing(.buy).svg.contains(">Buy with</text>"))
    }

    @Test func `follow the page's colours only in the automatic style`() {
        for drawing in Self.all {
            #expect(
                drawing.svg.contains("prefers-color-scheme") == (drawing.style == .automatic)
            )
            #expect(drawing.html.contains("stroke=") == (drawing.style == .whiteOutline))
        }
    }

    private static let odd: [Double] = [.nan, .infinity, -.infinity, -1, 0, 1e300]

    @Test(arguments: odd)
    func `have a valid size`(value: Double) {
        let drawing = PaymentButtonDrawing(
            .buy,
            width: value,
            height: value,
            cornerRadius: value
        )
        #expect(PaymentButtonDrawing.sizes.contains(drawing.width))
        #expect(PaymentButtonDrawing.sizes.contains(drawing.height))
        #expect((0...drawing.height / 2).contains(drawing.cornerRadius))
        #expect(!drawing.svg.contains("nan") && !drawing.svg.contains("inf"))
    }

    private static let numbers: [(Double, String)] = [
        (0, "0"), (1, "1"), (0.5, "0.5"), (12.345, "12.35"), (-0.25, "-0.25"), (3.04, "3.04"),
        (1e3, "1000"),
    ]

    @Test(arguments: numbers)
    func `print numbers as CSS does`(value: Double, text: String) {
        #expect(points(value) == text)
    }

    /// Writes all buttons to the file that QUINCE_BUTTON_PAGE names.
    @Test(.enabled(if: ButtonPage.path != nil, "QUINCE_BUTTON_PAGE names no file"))
    func `can be shown on one page`() throws {
        let path = try #require(ButtonPage.path)
        try Data(ButtonPage.html(Self.all).utf8).write(to: URL(filePath: path))
    }
}
