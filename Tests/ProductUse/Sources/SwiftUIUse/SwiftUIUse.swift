import SwiftUI

/// A screen with the button that pays.
public struct PayScreen: View {
    /// The screen.
    public init() {}

    /// Its button.
    public var body: some View { PayWithApplePayButton(.buy) {} }
}
