// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// What a pass library tells the notification center.
public struct PKPassLibraryNotificationName: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// The notification with a name; every text makes one.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The notification with a name; every text makes one.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Passes were added, replaced or removed.
    public static let PKPassLibraryDidChange =
        PKPassLibraryNotificationName("PKPassLibraryDidChangeNotification")
    /// The cards of a paired watch changed. Since iOS 9. The end of the raw value is a guess.
    public static let PKPassLibraryRemotePaymentPassesDidChange =
        PKPassLibraryNotificationName("PKPassLibraryRemotePaymentPassesDidChangeNotification")
}

/// What a notification of a pass library's carries.
///
/// - Source: Apple, PassKit, the names of the keys; that the raw values are the same words is a
///   guess.
public struct PKPassLibraryNotificationKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// The key with a name; every text makes one.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The passes that were added.
    public static let addedPassesUserInfoKey = named("Added")
    /// The passes that took the place of others.
    public static let replacementPassesUserInfoKey = named("Replacement")
    /// The passes that came back. Since iOS 15.
    public static let recoveredPassesUserInfoKey = named("Recovered")
    /// What is known of the passes that were removed.
    public static let removedPassInfosUserInfoKey =
        PKPassLibraryNotificationKey(rawValue: "PKPassLibraryRemovedPassInfosUserInfoKey")
    /// The kind of a pass that was removed.
    public static let passTypeIdentifierUserInfoKey =
        PKPassLibraryNotificationKey(rawValue: "PKPassLibraryPassTypeIdentifierUserInfoKey")
    /// The number of a pass that was removed.
    public static let serialNumberUserInfoKey =
        PKPassLibraryNotificationKey(rawValue: "PKPassLibrarySerialNumberUserInfoKey")

    private static func named(_ passes: String) -> PKPassLibraryNotificationKey {
        PKPassLibraryNotificationKey(rawValue: "PKPassLibrary\(passes)PassesUserInfoKey")
    }
}

/// In a notification's dictionary a key is found by itself and by its text, as on Apple's systems.
extension PKPassLibraryNotificationKey: _HasCustomAnyHashableRepresentation {
    /// The text.
    public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(rawValue) }
}
