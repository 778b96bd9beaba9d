import PaymentRequest
import PaymentSheet
import Testing

@testable import PassKit

@MainActor
@Suite("A card's pass")
struct PassTests {
    private static func pass(isRemote: Bool = false) -> DevicePass {
        DevicePass(
            serialNumber: "one",
            localizedName: "Visa one",
            organizationName: "Bank",
            network: .visa,
            primaryAccountIdentifier: "account one",
            primaryAccountNumberSuffix: "1111",
            deviceAccountIdentifier: "device one",
            deviceAccountNumberSuffix: "2222",
            isRemote: isRemote
        )
    }

    @Test func `says what it is and who issued it`() {
        let card: PKSecureElementPass = PKPaymentPass(content: Self.pass())
        #expect(card as PKObject is PKPass)
        let pass: PKPass = card
        #expect(card.passType == .secureElement && pass.passType == .secureElement)
        #expect(card.passTypeIdentifier == "paymentpass.com.apple")
        #expect(card.localizedName == "Visa one" && card.localizedDescription == "Visa one")
        #expect(card.organizationName == "Bank")
        #expect(card.primaryAccountIdentifier == "account one")
        #expect(card.deviceAccountIdentifier == "device one")
    }

    @Test func `has none of the properties of a pass file`() {
        let card = PKPaymentPass(content: Self.pass())
        #expect(card.webServiceURL == nil && card.authenticationToken == nil)
        #expect(card.relevantDate == nil && card.relevantDates.isEmpty)
        #expect(card.userInfo == nil && card.passURL == nil)
        #expect(card.localizedValue(forFieldKey: "balance") == nil)
        #expect(card.icon.pngData() == nil)
        #expect(card.devicePassIdentifier == nil && card.pairedTerminalIdentifier == nil)
    }

    @Test func `knows the device that it is on, where that is another`() {
        #expect(PKPaymentPass(content: Self.pass()).deviceName == "")
        let remote = PKPaymentPass(content: Self.pass(isRemote: true))
        #expect(remote.isRemotePass && remote.deviceName == "Apple Watch")
        #expect(remote.passType == .secureElement)
    }

    @Test func `is relevant at a moment or in an interval`() {
        let moment = Date(timeIntervalSince1970: 1_800_000_000)
        let show = PKPassRelevantDate(date: moment, interval: nil)
        #expect(show.date == moment && show.interval == nil)
        let stay = PKPassRelevantDate(
            date: nil,
            interval: DateInterval(start: moment, duration: 60)
        )
        #expect(stay.date == nil && stay.interval?.duration == 60)
    }
}
