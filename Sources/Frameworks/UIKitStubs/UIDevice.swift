/// Information about the device.
@preconcurrency @MainActor
public final class UIDevice: NSObject {
    /// The device; here it is always a phone, on any device of the sandbox.
    public static let current = UIDevice()

    /// The kind of device.
    public let userInterfaceIdiom = UIUserInterfaceIdiom.phone
    /// The kind of device as text.
    public let model = "iPhone"
    /// The name of its system.
    public let systemName = "iOS"
    /// The version of its system.
    public let systemVersion = "26.0"
}

/// A kind of device.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// Unknown.
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
