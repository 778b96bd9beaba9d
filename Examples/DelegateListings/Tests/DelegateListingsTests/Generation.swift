import PassKit
import QuinceTesting
import UIKit

@testable import DelegateListings

/// The generations of a delegate's methods, each with an app that has them and no others.
enum Generation: String, CaseIterable {
    case address, contact, handler, async

    @MainActor var app: CheckoutViewController & PKPaymentAuthorizationViewControllerDelegate {
        switch self {
        case .address: AddressViewController()
        case .contact: ContactViewController()
        case .handler: HandlerViewController()
        case .async: AsyncViewController()
        }
    }

    /// The methods of one purchase in which a shipping method is chosen, as the app logs them.
    var methods: [String] {
        let prefix = "paymentAuthorizationViewController"
        let methods =
            switch self {
            case .address:
                [
                    "(_:didSelectShippingAddress:completion:)", "(_:didSelect:completion:)",
                    "(_:didAuthorizePayment:completion:)",
                ]
            case .contact:
                [
                    "(_:didSelectShippingContact:completion:)", "(_:didSelect:completion:)",
                    "(_:didAuthorizePayment:completion:)",
                ]
            case .handler:
                [
                    "(_:didSelectShippingContact:handler:)", "(_:didSelect:handler:)",
                    "(_:didAuthorizePayment:handler:)",
                ]
            case .async:
                [
                    "(_:didSelectShippingContact:)", "(_:didSelect:)", "(_:didAuthorizePayment:)",
                ]
            }
        return (methods + ["DidFinish(_:)"]).map { prefix + $0 }
    }
}

/// A shopper's way through the sheet, and what the delegate is called for on it.
struct Course: Sendable {
    let steps: @Sendable (SheetSession) async throws -> Void
    let calls: [String]
    var server: @Sendable () -> OrderServer = { { _, reply in reply(.success) } }

    static let nextDay = Course(
        steps: { sheet in
            try await sheet.chooseShippingMethod("next-day")
            await sheet.authorize()
        },
        calls: [
            "didSelectShippingContact Atlanta GA 30303 US", "didSelectShippingMethod next-day",
            "willAuthorizePayment", "didAuthorizePayment 15.75 USD", "didFinish",
        ]
    )

    static let abroad = Course(
        steps: { sheet in
            try await sheet.chooseShippingMethod("next-day")
            try await sheet.chooseShippingContact(.zhangSan)
            await sheet.authorize()
        },
        calls: [
            "didSelectShippingContact Atlanta GA 30303 US", "didSelectShippingMethod next-day",
            "didSelectShippingContact 北京市 北京 100025 CN", "willAuthorizePayment",
            "didAuthorizePayment 19.75 USD", "didFinish",
        ]
    )

    static let cancelled = Course(
        steps: { await $0.cancel() },
        calls: ["didSelectShippingContact Atlanta GA 30303 US", "didFinish"]
    )

    /// The server declines once; the shopper tries again.
    static let declinedOnce = Course(
        steps: { sheet in
            await sheet.authorize()
            await sheet.authorize()
        },
        calls: [
            "didSelectShippingContact Atlanta GA 30303 US",
            "willAuthorizePayment", "didAuthorizePayment 10.75 USD",
            "willAuthorizePayment", "didAuthorizePayment 10.75 USD", "didFinish",
        ],
        server: {
            var answers: [PKPaymentAuthorizationStatus] = [.failure, .success]
            return { _, reply in reply(answers.removeFirst()) }
        }
    )

    /// The server always declines; the shopper gives up.
    static let declined = Course(
        steps: { sheet in
            await sheet.authorize()
            await sheet.cancel()
        },
        calls: [
            "didSelectShippingContact Atlanta GA 30303 US",
            "willAuthorizePayment", "didAuthorizePayment 10.75 USD", "didFinish",
        ],
        server: { { _, reply in reply(.failure) } }
    )
}

extension ApplePaySandbox {
    static func phone() throws -> ApplePaySandbox {
        try ApplePaySandbox(merchant: "merchant.com.example", seed: 7)
    }
}
