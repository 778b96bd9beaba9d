internal import PaymentSheet
internal import World

/// Decides which phone is the process's device, on which code outside the tests' tasks runs: blocks on
/// dispatch queues, threads, detached tasks.
///
/// A run claims it until the app asks for its sheet. Claims are granted one at a time, in the
/// order in which they came; a claim made within another is granted at once. Where no run has a claim,
/// the only phone that is in use is the process's device.
enum ProcessDevice {
    /// A right to be the process's device, until it is ended.
    final class Claim: Sendable {
        let device: any PaymentDevice
        init(_ device: any PaymentDevice) { self.device = device }
    }

    private struct State {
        var inUse: [Claim] = []
        /// The claims that are granted, the innermost last.
        var granted: [Claim] = []
        var waiting: [Claim] = []

        var device: (any PaymentDevice)? {
            granted.last?.device ?? (inUse.count == 1 ? inUse.first?.device : nil)
        }
    }

    /// The claim that the current task runs in.
    @TaskLocal private static var current: Claim?
    private static let state = AwaitableValue(State())

    /// Runs something that may present a sheet, on a device.
    ///
    /// A free claim is granted without leaving the main actor: the code of an app that presents its
    /// sheet at once runs from the claim to its end in one piece, and no other run waits.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - body: Is given the claim, which it may end early; it is ended on return.
    /// - Returns: What the body returns.
    @MainActor
    static func claim<Result>(
        for device: any PaymentDevice,
        _ body: @MainActor (Claim) async throws -> Result
    ) async rethrows -> Result {
        let claim = Claim(device)
        let isGranted = change { state in
            state.inUse.append(claim)
            let isNested = state.granted.contains { $0 === current }
            guard state.granted.isEmpty || isNested else {
                state.waiting.append(claim)
                return false
            }
            state.granted.append(claim)
            return true
        }
        if !isGranted { await state.wait { $0.granted.contains { $0 === claim } } }
        defer {
            end(claim)
            change { $0.inUse.removeAll { $0 === claim } }
        }
        return try await $current.withValue(claim) { try await body(claim) }
    }

    /// Ends a claim, and grants the next.
    static func end(_ claim: Claim) {
        change { state in
            state.granted.removeAll { $0 === claim }
            guard state.granted.isEmpty, !state.waiting.isEmpty else { return }
            state.granted.append(state.waiting.removeFirst())
        }
    }

    private static func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.change { state in
            defer { CurrentDevice.install(state.device) }
            return body(&state)
        }
    }
}
