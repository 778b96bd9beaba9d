internal import World

/// The device that an app's classes use, because Apple's have no parameter for one.
///
/// A task and its children can have a device of their own, so that tests run in parallel. Code that
/// runs in no such task, such as a block on a dispatch queue, has the process's device. Where there
/// is neither, nothing can pay.
public enum CurrentDevice {
    /// A task's device, which may be none.
    private struct Binding { let device: (any PaymentDevice)? }

    @TaskLocal private static var ofTask: Binding?
    private static let ofProcess = LockedValue<(any PaymentDevice)?>(nil)

    /// The device of this task where it has one, otherwise the process's.
    public static var device: (any PaymentDevice)? {
        if let ofTask { return ofTask.device }
        return ofProcess.withLock(\.self)
    }

    /// Whether it is this task that says which device is the current one, or that there is none.
    public static var isOfTask: Bool { ofTask != nil }

    /// Makes a device the process's, and returns the one before.
    @discardableResult
    public static func install(_ device: (any PaymentDevice)?) -> (any PaymentDevice)? {
        ofProcess.withLock { installed in
            defer { installed = device }
            return installed
        }
    }

    /// Runs something in which a device is the current one; nil for none at all.
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
