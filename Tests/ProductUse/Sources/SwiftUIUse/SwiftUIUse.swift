import SwiftUI

/// A button of an app.
@MainActor
public func useSwiftUI() -> some View { PayWithApplePayButton(.buy, action: {}) }
