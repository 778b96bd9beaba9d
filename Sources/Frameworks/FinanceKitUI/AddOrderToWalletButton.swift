public import FinanceKit
public import Foundation
public import SwiftUI

/// The button that offers the person an order. Since iOS 17.
///
/// In UIKit it is a button with a title of ours. A test finds it in a hosting controller and taps it.
///
/// - Source: Apple, *FinanceKitUI*, `AddOrderToWalletButton`.
@preconcurrency @MainActor
public struct AddOrderToWalletButton: View {
    @Environment(\.orderButtonStyle) private var style
    private let save: @MainActor () -> Void

    /// Creates a button for an order's package.
    public init(
        signedArchive: Data,
        onCompletion: @escaping (Result<FinanceStore.SaveOrderResult, any Error>) -> Void
    ) {
        save = {
            Task {
                do {
                    let store = FinanceStore.shared
                    onCompletion(.success(try await store.saveOrder(signedArchive: signedArchive)))
                } catch { onCompletion(.failure(error)) }
            }
        }
    }

    /// The button.
    public var body: some View { OrderButton(style: style, save: save) }
}

/// The style of a button that adds orders. Since iOS 17.
public struct AddOrderToWalletButtonStyle: Sendable {
    let hasOutline: Bool

    /// Black.
    public static let black = AddOrderToWalletButtonStyle(hasOutline: false)
    /// Black with an outline.
    public static let blackOutline = AddOrderToWalletButtonStyle(hasOutline: true)
}

extension View {
    /// Sets the style of the buttons in it that add orders. Since iOS 17.
    public func addOrderToWalletButtonStyle(_ style: AddOrderToWalletButtonStyle) -> some View {
        environment(\.orderButtonStyle, style)
    }
}

private enum OrderButtonStyleKey: EnvironmentKey {
    static let defaultValue = AddOrderToWalletButtonStyle.black
}

extension EnvironmentValues {
    fileprivate var orderButtonStyle: AddOrderToWalletButtonStyle {
        get { self[OrderButtonStyleKey.self] }
        set { self[OrderButtonStyleKey.self] = newValue }
    }
}

private struct OrderButton: UIViewRepresentable {
    let style: AddOrderToWalletButtonStyle
    let save: @MainActor () -> Void

    func makeUIView(context: Context) -> SavingButton { SavingButton(frame: .zero) }

    func updateUIView(_ button: SavingButton, context: Context) {
        button.layer.borderWidth = style.hasOutline ? 1 : 0
        button.save = save
    }
}

private final class SavingButton: UIButton {
    var save: @MainActor () -> Void = {}

    override init(frame: CGRect) {
        super.init(frame: frame)
        setTitle("Add to Apple Wallet", for: .normal)
        backgroundColor = .black
        addAction(UIAction { [weak self] _ in self?.save() }, for: .touchUpInside)
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }
}
