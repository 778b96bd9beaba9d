public import Foundation

// On Apple's systems the compiler casts between an error of PassKit's and `NSError`. On Linux it
// does so for types that are bridged, so that `error as? NSError` and `error as? PKPaymentError`
// both work, whichever of the two the error was made as.

extension _ObjectiveCBridgeable where Self: _BridgedStoredNSError, _ObjectiveCType == NSError {
    /// The error as an `NSError`, with the same domain, code and keys.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// The `NSError` as this type, whatever its domain; what a cast by `as!` calls.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        result = Self(_nsError: source)
    }

    /// The `NSError` as this type, if its domain is this type's.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError,
        result: inout Self?
    ) -> Bool {
        result = source.domain == _nsErrorDomain ? Self(_nsError: source) : nil
        return result != nil
    }

    /// The `NSError` as this type; for nil, an error without a code.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        Self(_nsError: source ?? NSError(domain: _nsErrorDomain, code: 0))
    }
}

extension PKPaymentError: _ObjectiveCBridgeable {}
extension PKDisbursementError: _ObjectiveCBridgeable {}
extension PKPassKitError: _ObjectiveCBridgeable {}
extension PKAddSecureElementPassError: _ObjectiveCBridgeable {}
extension PKShareSecureElementPassError: _ObjectiveCBridgeable {}
