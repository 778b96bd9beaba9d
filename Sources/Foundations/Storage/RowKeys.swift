package import World

/// Which keys of new rows a database stores with the least work.
///
/// - Source: Documentation/Decisions/0058-keys-of-new-rows.md.
public enum KeyOrder: Hashable, Sendable {
    /// Keys that grow with time. Rows that are added together lie together in each index, so that one
    /// transaction, and one flush of several, changes few pages.
    case byTime
    /// Keys that are random throughout. Serializable transactions of PostgreSQL interfere where they
    /// touch the same page of an index.
    case random
}

/// Draws keys for new rows: 16 bytes that do not repeat, and of which at least 10 cannot be guessed.
///
/// By time, a key is the second since 1970 (32 bits), a count of the keys that were drawn here (16
/// bits, then again from 0) and 80 random bits. The time and the count only place a row; that keys
/// differ does not depend on them.
package struct RowKeys: Sendable {
    private let world: World
    private let order: KeyOrder
    private let drawn = LockedValue<UInt16>(0)

    /// Keys with the time and the random bytes of a world.
    package init(_ world: World, _ order: KeyOrder) {
        self.world = world
        self.order = order
    }

    /// The next key.
    package func next() -> [UInt8] {
        guard order == .byTime else { return world.randomness.bytes(16) }
        let count = drawn.withLock { drawn in
            drawn &+= 1
            return drawn
        }
        let place = world.clock.now.seconds << 16 | Int64(count)
        return (0..<6).map { UInt8(truncatingIfNeeded: place >> (40 - 8 * $0)) }
            + world.randomness.bytes(10)
    }
}
