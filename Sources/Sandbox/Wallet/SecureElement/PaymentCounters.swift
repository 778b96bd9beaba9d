internal import World

/// How many payments the accounts of a Secure Element have made.
///
/// A counter only increases, and a number that was reserved is used once or never.
package protocol PaymentCounters: Sendable {
    /// Reserves numbers.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - account: The account, by its place in the chip.
    /// - Returns: The first of them.
    /// - Throws: ``SecureElementFailure/unknownAccount``, ``SecureElementFailure/counterUsedUp``,
    ///   ``SecureElementFailure/counterNotKept``.
    func reserve(_ count: Int, of account: DeviceAccountID) async throws(SecureElementFailure)
        -> Int
}

/// Counters that end with their process.
final class CountersInMemory: PaymentCounters {
    private let counters = LockedValue<[DeviceAccountID: Int]>([:])

    func reserve(_ count: Int, of account: DeviceAccountID) throws(SecureElementFailure) -> Int {
        try counters.withLock { (counters) throws(SecureElementFailure) in
            let last = counters[account] ?? 0
            guard last + count <= Int(UInt16.max) else { throw .counterUsedUp }
            counters[account] = last + count
            return last + 1
        }
    }
}
