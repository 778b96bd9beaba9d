import UIKit

/// A screen of an app.
@MainActor
public func useUIKit() -> UIViewController { UIViewController() }
