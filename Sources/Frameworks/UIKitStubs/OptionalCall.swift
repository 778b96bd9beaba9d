internal import World

/// A call of a method that a delegate need not have.
///
/// Objective-C can ask whether an object has a method. Here each optional method has a default in
/// an extension of its protocol, and the default declines the call. The caller then knows, as
/// soon as the call returns, that the delegate has no such method, and tries the next.
package final class OptionalCall: Sendable {
    @TaskLocal private static var current: OptionalCall?

    private let delegate: ObjectIdentifier
    private let wasDeclined = LockedValue(false)

    private init(of delegate: AnyObject) {
        self.delegate = ObjectIdentifier(delegate)
    }

    /// Says that a delegate has no such method; to be called by the method's default.
    ///
    /// A delegate that hands its calls on to others hears nothing of what they decline.
    package static func decline(by delegate: AnyObject) {
        guard let call = current, call.delegate == ObjectIdentifier(delegate) else { return }
        call.wasDeclined.withLock { $0 = true }
    }

    /// Calls a method, and says whether the delegate has it.
    @MainActor
    package static func isTaken(by delegate: AnyObject, _ method: () -> Void) -> Bool {
        let call = OptionalCall(of: delegate)
        $current.withValue(call, operation: method)
        return !call.wasDeclined.withLock(\.self)
    }

    /// Calls a method that takes its time; nil where the delegate has none.
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
