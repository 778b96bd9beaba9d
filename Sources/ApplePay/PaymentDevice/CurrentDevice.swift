internal import World

/// The device that an app's classes find, because Apple's have no parameter for one.
///
/// A task and its children can run on a device of their own, so that tests run side by side;
/// elsewhere it is the process's device, and where there is none, nothing can pay.
public enum CurrentDevice {
    @TaskLocal private static var ofTask: (any PaymentDevice)?
    private static let ofProcess = LockedValue<(any PaymentDevice)?>(nil)

    /// The device of this task, or else the process's.
    public static var device: (any PaymentDevice)? { ofTask ?? ofProcess.withLock { $0 } }

    /// Makes a device the process's; the one before is given back.
    @discardableResult
    public static func install(_ device: (any PaymentDevice)?) -> (any PaymentDevice)? {
        ofProcess.withLock { installed in
            defer { installed = device }
            return installed
        }
    }

    /// Runs something on a device of its own.
    public static func with<Result, Failure: Error>(
        _ device: any PaymentDevice,
        isolation: isolated (any Actor)? = #isolation,
        run body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        do {
            return try await $ofTask.withValue(device, operation: body, isolation: isolation)
        } catch let failure as Failure {
            throw failure
        } catch {
            preconditionFailure("only what the body throws can be thrown")
        }
    }
}
