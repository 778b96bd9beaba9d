internal import PassKit

/// The button that adds passes to the wallet. Since iOS 16.
///
/// In UIKit it is a ``PKAddPassButton``. The labels of its initializers are those on Apple's page.
public struct AddPassToWalletButton<Fallback: View>: View, PrimitiveView {
    private let fallback: Fallback
    private let press: @MainActor () -> Void

    /// Creates a button with an action; shows another view if the device has no wallet.
    public init(action: @escaping () -> Void, @ViewBuilder fallback: () -> Fallback) {
        self.fallback = fallback()
        press = { action() }
    }

    func render(into rendering: inout Rendering) {
        guard PKPassLibrary.isPassLibraryAvailable() else { return rendering.add(fallback) }
        let style = rendering.surroundings.passStyle.style
        let button = PKAddPassButton(addPassButtonStyle: style)
        button.isEnabled = rendering.surroundings.isEnabled
        button.addAction(UIAction { [press] _ in press() }, for: .touchUpInside)
        rendering.add(button)
    }
}

extension AddPassToWalletButton where Fallback == EmptyView {
    /// Creates a button with an action; shows nothing if the device has no wallet.
    public init(action: @escaping () -> Void) {
        self.init(action: action, fallback: { EmptyView() })
    }
}

/// The style of a button that adds passes. Since iOS 16.
public struct AddPassToWalletButtonStyle: Hashable, Sendable {
    let style: PKAddPassButtonStyle

    /// Black.
    public static let black = AddPassToWalletButtonStyle(style: .black)
    /// Black with an outline.
    public static let blackOutline = AddPassToWalletButtonStyle(style: .blackOutline)
}
