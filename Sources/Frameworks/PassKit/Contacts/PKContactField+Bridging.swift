public import Foundation

// The type is a text in Objective-C. Apple's errors have such a text in their `userInfo`, which code
// casts to `String` or to `PKContactField`; on Linux both work for a value of a bridged type.

extension PKContactField: _ObjectiveCBridgeable {
    /// The field's name as Objective-C's text.
    public func _bridgeToObjectiveC() -> NSString { rawValue._bridgeToObjectiveC() }

    /// The field that a text names; what a cast by `as!` calls.
    public static func _forceBridgeFromObjectiveC(
        _ source: NSString,
        result: inout PKContactField?
    ) {
        result = _unconditionallyBridgeFromObjectiveC(source)
    }

    /// The field that a text names; every text makes one.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSString,
        result: inout PKContactField?
    ) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(source)
        return true
    }

    /// The field that a text names; for nil, a field without a name.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> PKContactField {
        PKContactField(rawValue: String._unconditionallyBridgeFromObjectiveC(source))
    }
}
