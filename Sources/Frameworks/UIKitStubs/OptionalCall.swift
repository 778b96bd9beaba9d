internal import World

/// A call of an optional delegate method.
///
/// Objective-C can ask whether an object implements a method. Here each optional method has a
/// default in an extension of its protocol, and the default declines the call. When the call
/// returns, the caller knows whether the delegate implements the method, and if not tries the next
/// form.
package final class OptionalCall: Sendable {
    @TaskLocal private static var current: OptionalCall?

    private let delegate: ObjectIdentifier
    private let wasDeclined = LockedValue(false)

    private init(of delegate: AnyObject) {
        self.delegate = ObjectIdentifier(delegate)
    }

    /// Declines a call; called by the method's default implementation.
    ///
    /// A delegate that forwards its calls to other delegates is not told which calls they decline.
    package static func decline(by delegate: AnyObject) {
        guard let call = current, call.delegate == ObjectIdentifier(delegate) else { return }
        call.wasDeclined.withLock { $0 = true }
    }

    /// Calls a method; returns whether the delegate implements it.
    @MainActor
    package static func isTaken(by delegate: AnyObject, _ method: () -> Void) -> Bool {
        let call = OptionalCall(of: delegate)
        $current.withValue(call, operation: method)
        return !call.wasDeclined.withLock(\.self)
    }

    /// Calls an asynchronous method; nil if the delegate does not implement it.
    @MainActor
    package static func result<Result>(
        from delegate: AnyObject,
        _ method: @MainActor () async -> Result
    ) async -> Result? {
        let call = OptionalCall(of: delegate)
        let result = await $current.withValue(call, operation: method)
        return call.wasDeclined.withLock(\.self) ? nil : result
    }
}
