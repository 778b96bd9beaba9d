public import Foundation

// On Apple's systems the compiler casts between PassKit's errors and `NSError`. On Linux it does
// so for bridged types, so that both `error as? NSError` and `error as? PKPaymentError` work for
// either.

extension _ObjectiveCBridgeable where Self: _BridgedStoredNSError, _ObjectiveCType == NSError {
    /// The error as an `NSError`, with the same domain, code and keys.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// Converts an `NSError` of any domain to this type; called by `as!`.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        result = Self(_nsError: source)
    }

    /// Converts an `NSError` to this type, if its domain is this type's.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError,
        result: inout Self?
    ) -> Bool {
        result = source.domain == _nsErrorDomain ? Self(_nsError: source) : nil
        return result != nil
    }

    /// Converts an `NSError` to this type; nil becomes an error without a code.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        Self(_nsError: source ?? NSError(domain: _nsErrorDomain, code: 0))
    }
}

extension PKPaymentError: _ObjectiveCBridgeable {}
extension PKDisbursementError: _ObjectiveCBridgeable {}
extension PKPassKitError: _ObjectiveCBridgeable {}
extension PKAddSecureElementPassError: _ObjectiveCBridgeable {}
extension PKShareSecureElementPassError: _ObjectiveCBridgeable {}
