import SwiftUI

/// A screen with the button that pays.
public struct PayScreen: View {
    public init() {}

    public var body: some View { PayWithApplePayButton(.buy) {} }
}
