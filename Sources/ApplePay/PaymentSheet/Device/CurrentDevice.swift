internal import World

/// The device that an app's classes use. Apple's classes have no parameter for one.
///
/// A task and its children can have a device of their own, so that tests can run in parallel. Code
/// outside such a task, such as a block on a dispatch queue, uses the process's device. If there
/// is neither, nothing can be paid.
public enum CurrentDevice {
    /// The device of a task; nil for none.
    private struct Binding { let device: (any PaymentDevice)? }

    @TaskLocal private static var ofTask: Binding?
    private static let ofProcess = LockedValue<(any PaymentDevice)?>(nil)

    /// The device of the current task, if the task has one; otherwise the process's.
    public static var device: (any PaymentDevice)? {
        if let ofTask { return ofTask.device }
        return ofProcess.withLock(\.self)
    }

    /// Whether the current task determines the device, including that there is none.
    public static var isOfTask: Bool { ofTask != nil }

    /// Sets the process's device; returns the previous one.
    @discardableResult
    public static func install(_ device: (any PaymentDevice)?) -> (any PaymentDevice)? {
        ofProcess.withLock { installed in
            defer { installed = device }
            return installed
        }
    }

    /// Runs a closure with a current device; nil for none.
    public static func with<Result, Failure: Error>(
        _ device: (any PaymentDevice)?,
        isolation: isolated (any Actor)? = #isolation,
        run body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        do {
            return try await $ofTask.withValue(
                Binding(device: device),
                operation: body,
                isolation: isolation
            )
        } catch let failure as Failure {
            throw failure
        } catch {
            preconditionFailure("only what the body throws can be thrown")
        }
    }
}
