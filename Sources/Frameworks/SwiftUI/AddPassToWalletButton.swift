internal import PassKit

/// The button that adds passes to the wallet. Since iOS 16.
///
/// In UIKit it is a ``PKAddPassButton``. Its initializers' labels are as Apple's page has them.
public struct AddPassToWalletButton<Fallback: View>: View, PrimitiveView {
    private let fallback: Fallback
    private let press: @MainActor () -> Void

    /// A button with an action, or another view where the device has no wallet.
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
    /// A button with an action; nothing where the device has no wallet.
    public init(action: @escaping () -> Void) {
        self.init(action: action, fallback: { EmptyView() })
    }
}

/// How a button that adds passes looks. Since iOS 16.
public struct AddPassToWalletButtonStyle: Hashable, Sendable {
    let style: PKAddPassButtonStyle

    /// Black.
    public static let black = AddPassToWalletButtonStyle(style: .black)
    /// Black with a line around it.
    public static let blackOutline = AddPassToWalletButtonStyle(style: .blackOutline)
}
