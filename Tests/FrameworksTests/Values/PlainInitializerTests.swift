import PassKit
import SheetView
import Testing

@Suite("Objects from NSObject's initializer")
struct PlainInitializerTests {
    @Test func `an update succeeds and changes nothing`() {
        let updates = [
            PKPaymentRequestUpdate(), PKPaymentRequestShippingMethodUpdate(),
            PKPaymentRequestShippingContactUpdate(), PKPaymentRequestPaymentMethodUpdate(),
            PKPaymentRequestCouponCodeUpdate(),
        ]
        for update in updates {
            #expect(update.status == .success)
            #expect(update.paymentSummaryItems.isEmpty && update.shippingMethods.isEmpty)
        }
        #expect(PKPaymentRequestShippingContactUpdate().errors.isEmpty)
        let session = PKPaymentRequestMerchantSessionUpdate()
        #expect(session.status == .success && session.session == nil)
        session.session = PKPaymentMerchantSession()
        #expect(session.session != nil)
    }

    @Test func `a payout states nothing`() {
        let request = PKDisbursementRequest()
        #expect(request.merchantIdentifier.isEmpty && request.summaryItems.isEmpty)
        #expect(request.supportedNetworks.isEmpty && request.merchantCapabilities.isEmpty)
        #expect(request.currency == .unknown)
        #expect(request.region == .unknown)
    }

    @Test func `a pass is in no wallet`() {
        for pass in [PKPass(), PKSecureElementPass(), PKPaymentPass()] {
            #expect(pass.serialNumber.isEmpty && pass.localizedName.isEmpty)
            #expect(!PKPassLibrary().containsPass(pass))
        }
        #expect(!PKObject().isEqual(PKPass()))
        #expect(PKLabeledValue().label.isEmpty)
        #expect(PKAddPaymentPassRequestConfiguration().encryptionScheme.rawValue.isEmpty)
    }

    @MainActor @Test func `a button has a type and a style by the older initializer too`() {
        let button = PKPaymentButton(type: .donate, style: .whiteOutline)
        #expect(button.drawing(in: .english).html.contains("Donate"))
        let plain = PKPaymentButton(type: .plain, style: .black, disableCardArt: true)
        #expect(plain.intrinsicContentSize.width == 100)
        #expect(PKAddPassButton().addPassButtonStyle == .black)
        #expect(PKAddPassButton(frame: CGRect(x: 0, y: 0, width: 9, height: 9)).frame.width == 9)
    }
}
