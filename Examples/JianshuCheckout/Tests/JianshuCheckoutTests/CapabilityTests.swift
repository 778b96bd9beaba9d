import PassKit
import QuinceTesting
import Testing

@testable import JianshuCheckout

@MainActor
@Suite("The sample's pay view")
struct CapabilityTests {
    private func page(on phone: ApplePaySandbox) async throws -> CheckoutViewController {
        let page = CheckoutViewController()
        try await phone.onDevice { page.loadViewIfNeeded() }
        return page
    }

    @Test(arguments: [
        (DeviceSetup(.iPhone5s), [SandboxCard]()),
        (DeviceSetup(isRestricted: true), [SandboxCard.chinaUnionPay]),
    ])
    func `is hidden on a device that cannot pay (mission 4.1, 4.3)`(
        device: DeviceSetup,
        cards: [SandboxCard]
    ) async throws {
        let page = try await page(on: .inChina(cards: cards, device: device))
        #expect(page.payView.isHidden)
        #expect(page.button == nil)
        #expect(page.log == ["当前设备不支持Apple Pay"])
    }

    @Test func `sets a card up where there is none for it (mission 4.2, 4.4, 4.5, 5.2, 5.3)`()
        async throws
    {
        // A Discover card, which the sample does not take.
        let phone = try ApplePaySandbox.inChina(cards: [.discover])
        let page = try await page(on: phone)
        #expect(!page.payView.isHidden)
        #expect(page.button?.drawing(in: .english).type == .setUp)
        #expect(page.button?.drawing(in: .english).style == .whiteOutline)
        #expect(page.log == ["Wallet没有添加该支付网络的储蓄卡/信用卡"])
        let record = try await phone.record { CheckoutViewController().press() }
        #expect(record.paymentSetupsOpened == 1)
    }

    @Test func `buys where there is a card, with a button that says so (mission 5.3, 10.16)`()
        async throws
    {
        let page = try await page(on: .inChina())
        #expect(page.button?.drawing(in: .english).type == .buy)
        #expect(page.button?.drawing(in: .english).style == .black)
        #expect(page.log == [])
    }
}
