public import Foundation
internal import PaymentSheet
internal import World

/// The user's values in iCloud, which all devices with the same app share.
///
/// Here they are kept in memory, in one store for the process, without limits. A payment token
/// does not belong there: storing one is reported to the device (mission 14.4, 14.6).
///
/// Apple's Foundation has this class; it is here because apps that take payments use it.
public final class NSUbiquitousKeyValueStore: NSObject, Sendable {
    private let values = LockedValue<[String: Any]>([:])

    /// The app's store.
    public static let `default` = NSUbiquitousKeyValueStore()

    /// Posted when another device has changed something, which does not happen here.
    public static let didChangeExternallyNotification =
        NSNotification.Name("NSUbiquitousKeyValueStoreDidChangeExternallyNotification")

    /// All values.
    public var dictionaryRepresentation: [String: Any] { values.withLock { $0 } }

    /// Synchronizes with iCloud; does nothing here.
    @discardableResult
    public func synchronize() -> Bool { true }

    /// The value for a key; nil if there is none.
    public func object(forKey aKey: String) -> Any? { values.withLock { $0[aKey] } }

    /// The string for a key; nil if there is none.
    public func string(forKey aKey: String) -> String? { object(forKey: aKey) as? String }

    /// The array for a key; nil if there is none.
    public func array(forKey aKey: String) -> [Any]? { object(forKey: aKey) as? [Any] }

    /// The dictionary for a key; nil if there is none.
    public func dictionary(forKey aKey: String) -> [String: Any]? {
        object(forKey: aKey) as? [String: Any]
    }

    /// The bytes for a key; nil if there are none.
    public func data(forKey aKey: String) -> Data? { object(forKey: aKey) as? Data }

    /// The integer for a key, truncated; 0 if there is none.
    public func longLong(forKey aKey: String) -> Int64 { number(forKey: aKey)?.int64Value ?? 0 }

    /// The number for a key; 0 if there is none.
    public func double(forKey aKey: String) -> Double { number(forKey: aKey)?.doubleValue ?? 0 }

    /// The Boolean for a key: true for a number other than 0; false if there is none.
    public func bool(forKey aKey: String) -> Bool { number(forKey: aKey)?.boolValue ?? false }

    /// The number for a key. On Apple's systems every number is an `NSNumber`.
    private func number(forKey aKey: String) -> NSNumber? { object(forKey: aKey) as? NSNumber }

    /// Sets a value, or removes it for nil.
    public func set(_ anObject: Any?, forKey aKey: String) {
        values.withLock { $0[aKey] = anObject }
        if StoredToken.isIn(anObject) {
            CurrentDevice.device?.report(.tokenInCloudStore(key: aKey))
        }
    }

    /// Sets a string, or removes it for nil.
    public func set(_ aString: String?, forKey aKey: String) {
        set(aString as Any?, forKey: aKey)
    }

    /// Sets bytes, or removes them for nil.
    public func set(_ aData: Data?, forKey aKey: String) { set(aData as Any?, forKey: aKey) }

    /// Sets an array, or removes it for nil.
    public func set(_ anArray: [Any]?, forKey aKey: String) { set(anArray as Any?, forKey: aKey) }

    /// Sets a dictionary, or removes it for nil.
    public func set(_ aDictionary: [String: Any]?, forKey aKey: String) {
        set(aDictionary as Any?, forKey: aKey)
    }

    /// Sets an integer.
    public func set(_ value: Int64, forKey aKey: String) { set(value as Any?, forKey: aKey) }

    /// Sets a floating-point number.
    public func set(_ value: Double, forKey aKey: String) { set(value as Any?, forKey: aKey) }

    /// Sets a Boolean.
    public func set(_ value: Bool, forKey aKey: String) { set(value as Any?, forKey: aKey) }

    /// Removes a value.
    public func removeObject(forKey aKey: String) {
        values.withLock { values in values[aKey] = nil }
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Why values changed, in the notification.
public let NSUbiquitousKeyValueStoreChangeReasonKey = "NSUbiquitousKeyValueStoreChangeReasonKey"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Which values changed, in the notification.
public let NSUbiquitousKeyValueStoreChangedKeysKey = "NSUbiquitousKeyValueStoreChangedKeysKey"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Another device changed something.
public let NSUbiquitousKeyValueStoreServerChange = 0
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The values came from iCloud for the first time.
public let NSUbiquitousKeyValueStoreInitialSyncChange = 1
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The store is full.
public let NSUbiquitousKeyValueStoreQuotaViolationChange = 2
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The user uses another account.
public let NSUbiquitousKeyValueStoreAccountChange = 3
