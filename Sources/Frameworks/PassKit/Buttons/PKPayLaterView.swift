public import Foundation
public import UIKitStubs

/// Whether there is a pay-later message. Since iOS 17; the service has ended.
public enum PKPayLater {
    /// Whether a view would have a message for an amount: never, because the service has ended.
    public nonisolated(nonsending) static func validate(
        amount: Decimal,
        currency: Locale.Currency
    ) async -> Bool { false }
}

/// The delegate of a pay-later view.
public protocol PKPayLaterViewDelegate: NSObjectProtocol {
    /// Told that the view's height changed, which does not happen here.
    @preconcurrency @MainActor
    func payLaterViewDidUpdateHeight(_ view: PKPayLaterView)
}

/// A pay-later message. It is empty, because the service has ended.
@preconcurrency @MainActor
open class PKPayLaterView: UIView {
    /// The amount to pay.
    open var amount: Decimal
    /// The currency of the amount.
    open var currency: Locale.Currency
    /// The style.
    open var displayStyle = PKPayLaterDisplayStyle.standard
    /// The action of the message.
    open var action = PKPayLaterAction.learnMore
    /// The delegate.
    open weak var delegate: (any PKPayLaterViewDelegate)?

    /// Creates a view for an amount; it stays empty.
    public init(amount: Decimal, currency: Locale.Currency) {
        self.amount = amount
        self.currency = currency
        super.init(frame: .zero)
    }

    /// Always nil: archives are not supported.
    public required init?(coder: NSCoder) { nil }

    /// Zero, because the view is empty.
    open override var intrinsicContentSize: CGSize { .zero }
}
