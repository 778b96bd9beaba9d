public import Foundation
public import UIKitStubs

/// Whether there is anything to say about paying later. Since iOS 17; the service has ended.
public enum PKPayLater {
    /// Whether a view would say something of an amount; never, for the service has ended.
    public nonisolated(nonsending) static func validate(
        amount: Decimal,
        currency: Locale.Currency
    ) async -> Bool { false }
}

/// Who hears that a view has another height.
public protocol PKPayLaterViewDelegate: NSObjectProtocol {
    /// Told that it has; it never has here.
    @preconcurrency @MainActor
    func payLaterViewDidUpdateHeight(_ view: PKPayLaterView)
}

/// What would be said about paying later: nothing, as since the service has ended.
@preconcurrency @MainActor
open class PKPayLaterView: UIView {
    /// What is to be paid.
    open var amount: Decimal
    /// The currency of the amount.
    open var currency: Locale.Currency
    /// How it would look.
    open var displayStyle = PKPayLaterDisplayStyle.standard
    /// What it would lead to.
    open var action = PKPayLaterAction.learnMore
    /// Who would hear of another height.
    open weak var delegate: (any PKPayLaterViewDelegate)?

    /// A view for an amount, which stays empty.
    public init(amount: Decimal, currency: Locale.Currency) {
        self.amount = amount
        self.currency = currency
        super.init(frame: .zero)
    }

    /// There is none in an archive.
    public required init?(coder: NSCoder) { nil }

    /// It needs no space.
    open override var intrinsicContentSize: CGSize { .zero }
}
