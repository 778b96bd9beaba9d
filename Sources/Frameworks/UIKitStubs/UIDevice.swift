/// What an app can ask about the device.
@preconcurrency @MainActor
public final class UIDevice: NSObject {
    /// The device; here it is a phone, whichever the sandbox's is.
    public static let current = UIDevice()

    /// What kind of device it is.
    public let userInterfaceIdiom = UIUserInterfaceIdiom.phone
    /// What kind of device it is, in words.
    public let model = "iPhone"
    /// The name of its system.
    public let systemName = "iOS"
}

/// A kind of device.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// Not known.
    case unspecified = -1
    /// A phone.
    case phone = 0
    /// A tablet.
    case pad = 1
    /// A television.
    case tv = 2
    /// A car.
    case carPlay = 3
    /// A Mac.
    case mac = 5
    /// A headset.
    case vision = 6
}
