/// The counters of an account's verified payments: the highest, and which of the 63 below it were used.
/// Payments that a device made one after another are charged in another order where a shop works on
/// several at a time.
///
/// - Source: the window is that of RFC 4303 § 3.4.3. How card networks judge a counter below the highest
///   is not published: a guess.
public struct CounterWindow: Hashable, Sendable {
    /// How many counters are known, the highest among them.
    public static let size: UInt16 = 64

    /// The highest counter of a verified payment; 0 before the first.
    public let highest: UInt16
    /// Which counters were used: a bit for each, that of the highest first.
    public let used: UInt64

    /// A window from storage.
    ///
    /// - Parameters:
    ///   - highest: The highest counter.
    ///   - used: Which counters were used; unless given, all up to the highest.
    public init(highest: UInt16, used: UInt64 = .max) {
        (self.highest, self.used) = (highest, used)
    }

    /// The window of an account that has not paid.
    public static let unused = CounterWindow(highest: 0)

    /// Whether a payment with this counter was verified, or is too far back to be told.
    public func contains(_ counter: UInt16) -> Bool {
        guard counter <= highest else { return false }
        let distance = highest - counter
        return distance >= Self.size || used >> UInt64(distance) & 1 == 1
    }

    /// This window after a payment with a counter that it does not contain.
    public func adding(_ counter: UInt16) -> CounterWindow {
        guard counter > highest else {
            return CounterWindow(highest: highest, used: used | 1 << UInt64(highest - counter))
        }
        // A shift by the whole width or more gives 0.
        return CounterWindow(highest: counter, used: used << UInt64(counter - highest) | 1)
    }
}
