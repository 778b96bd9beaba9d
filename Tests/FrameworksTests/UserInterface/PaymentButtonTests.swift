import PassKit
import SheetView
import Testing

@MainActor
@Suite("A payment button")
struct PaymentButtonTests {
    @Test func `is as measured on iOS 26.1`() {
        let plain = PKPaymentButton()
        #expect(plain.frame.size == CGSize(width: 140, height: 30))
        #expect(plain.intrinsicContentSize == CGSize(width: 100, height: 30))
        #expect(plain.cornerRadius == 4)
        #expect(plain.isEnabled)
        #expect(plain.currentTitle == nil)
        #expect(plain.backgroundColor == nil)
        let buy = PKPaymentButton(paymentButtonType: .buy, paymentButtonStyle: .black)
        #expect(buy.intrinsicContentSize == CGSize(width: 140, height: 30))
    }

    @Test(arguments: 0...16)
    func `has a drawing and a title for every type (mission 5.1 to 5.4)`(number: Int) throws {
        let type = try #require(PKPaymentButtonType(rawValue: number))
        var drawings: Set<String> = []
        for style in 0...3 {
            let style = try #require(PKPaymentButtonStyle(rawValue: style))
            let button = PKPaymentButton(paymentButtonType: type, paymentButtonStyle: style)
            button.cornerRadius = 8
            let drawing = button.drawing(in: .chinese)
            #expect(drawing.type.rawValue == number)
            #expect(drawing.cornerRadius == 8)
            #expect(drawing.html.contains("<button"))
            drawings.insert(drawing.svg)
        }
        #expect(drawings.count == 4)
    }

    @Test(arguments: [true, false])
    func `never has a picture of a card`(isUnwanted: Bool) {
        let button = PKPaymentButton(
            paymentButtonType: .checkout,
            paymentButtonStyle: .white,
            disableCardArt: isUnwanted
        )
        let plain = PKPaymentButton(paymentButtonType: .checkout, paymentButtonStyle: .white)
        #expect(button.drawing(in: .english).svg == plain.drawing(in: .english).svg)
        #expect(button.frame == plain.frame && button.cornerRadius == plain.cornerRadius)
    }

    @Test func `is pressed like every button (mission 5.4)`() {
        var presses = 0
        let button = PKPaymentButton(paymentButtonType: .setUp, paymentButtonStyle: .whiteOutline)
        button.addAction(UIAction { _ in presses += 1 }, for: .touchUpInside)
        button.tap()
        #expect(presses == 1)
        let add = PKAddPassButton(addPassButtonStyle: .blackOutline)
        #expect(add.addPassButtonStyle == .blackOutline)
    }
}
