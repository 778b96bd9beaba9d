// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A notification of a pass library.
public struct PKPassLibraryNotificationName: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Creates a notification from a name. Any string is accepted.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a notification from a name. Any string is accepted.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Passes were added, replaced or removed.
    public static let PKPassLibraryDidChange =
        PKPassLibraryNotificationName("PKPassLibraryDidChangeNotification")
    /// The cards of a paired watch changed. Since iOS 9. The end of the raw value is a guess.
    public static let PKPassLibraryRemotePaymentPassesDidChange =
        PKPassLibraryNotificationName("PKPassLibraryRemotePaymentPassesDidChangeNotification")
}

/// A key of the `userInfo` of a pass library's notification.
///
/// - Source: Apple, PassKit, the names of the keys; that the raw values are the same words is a
///   guess.
public struct PKPassLibraryNotificationKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Creates a key from a name. Any string is accepted.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The passes that were added.
    public static let addedPassesUserInfoKey = named("Added")
    /// The passes that replaced others.
    public static let replacementPassesUserInfoKey = named("Replacement")
    /// The passes that were recovered. Since iOS 15.
    public static let recoveredPassesUserInfoKey = named("Recovered")
    /// Information about the passes that were removed.
    public static let removedPassInfosUserInfoKey =
        PKPassLibraryNotificationKey(rawValue: "PKPassLibraryRemovedPassInfosUserInfoKey")
    /// The pass type of a pass that was removed.
    public static let passTypeIdentifierUserInfoKey =
        PKPassLibraryNotificationKey(rawValue: "PKPassLibraryPassTypeIdentifierUserInfoKey")
    /// The serial number of a pass that was removed.
    public static let serialNumberUserInfoKey =
        PKPassLibraryNotificationKey(rawValue: "PKPassLibrarySerialNumberUserInfoKey")

    private static func named(_ passes: String) -> PKPassLibraryNotificationKey {
        PKPassLibraryNotificationKey(rawValue: "PKPassLibrary\(passes)PassesUserInfoKey")
    }
}

/// As on Apple's systems, a dictionary finds the key both by itself and by its text.
extension PKPassLibraryNotificationKey: _HasCustomAnyHashableRepresentation {
    /// The text.
    public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(rawValue) }
}
