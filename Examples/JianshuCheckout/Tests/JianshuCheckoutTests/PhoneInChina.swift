import PassKit
import QuinceTesting

@testable import JianshuCheckout

extension ApplePaySandbox {
    /// A phone in China with a card of UnionPay's.
    static func inChina(
        cards: [SandboxCard] = [.chinaUnionPay],
        device: DeviceSetup = DeviceSetup(),
        seed: UInt64? = nil
    ) throws -> ApplePaySandbox {
        try ApplePaySandbox(
            merchant: "merchant.com.example",
            cards: cards,
            contacts: [.zhangSan],
            device: device,
            seed: seed
        )
    }
}

extension CheckoutViewController {
    var button: PKPaymentButton? {
        payView.subviews.lazy.compactMap { $0 as? PKPaymentButton }.first
    }

    /// Opens the page on this phone, and presses its button.
    func press() {
        loadViewIfNeeded()
        button?.tap()
    }
}
