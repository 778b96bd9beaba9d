/// The screen of the device.
@preconcurrency @MainActor
public final class UIScreen: NSObject {
    /// The screen.
    public static let main = UIScreen()

    /// The rectangle of the screen in points: that of an iPhone 16.
    ///
    /// - Source: https://developer.apple.com/design/human-interface-guidelines/layout#Specifications
    public let bounds = CGRect(x: 0, y: 0, width: 393, height: 852)
    /// The number of pixels of a point.
    public let scale: CGFloat = 3
}

/// A source of vibrations for a touch; nothing vibrates here.
@preconcurrency @MainActor
open class UIImpactFeedbackGenerator: NSObject {
    /// How strongly it vibrates.
    public enum FeedbackStyle: Int, Sendable {
        /// How strongly it vibrates.
        case light = 0, medium = 1, heavy = 2, soft = 3, rigid = 4
    }

    /// Creates a generator.
    public init(style: FeedbackStyle) {}

    /// Does nothing.
    open func prepare() {}
    /// Does nothing.
    open func impactOccurred() {}
}

/// A source of vibrations for a result; nothing vibrates here.
@preconcurrency @MainActor
open class UINotificationFeedbackGenerator: NSObject {
    /// The result.
    public enum FeedbackType: Int, Sendable {
        /// The result.
        case success = 0, warning = 1, error = 2
    }

    /// Does nothing.
    open func prepare() {}
    /// Does nothing.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}
