internal import World

/// Identifiers of contacts and their values, in the form of a UUID. They are numbered, so that a
/// run can be repeated.
enum Identifiers {
    private static let count = LockedValue(0)

    static func next() -> String {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let digits = String(number, radix: 16, uppercase: true)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count)
            + digits
    }
}
