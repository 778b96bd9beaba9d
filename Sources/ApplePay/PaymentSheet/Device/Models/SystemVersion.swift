/// A version of a device's system, such as 9.2.
public struct SystemVersion: Hashable, Sendable {
    /// The major version.
    public let major: Int
    /// The minor version.
    public let minor: Int
    /// The patch version.
    public let patch: Int

    /// Creates a version.
    public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Parses one to three numbers, such as `9.2`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }.filter { $0 >= 0 }
        guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
        major = numbers[0]
        minor = numbers.count > 1 ? numbers[1] : 0
        patch = numbers.count > 2 ? numbers[2] : 0
    }

    /// The iOS version that supports the same networks as this watchOS version.
    ///
    /// - Source: watchOS 2.1 supports UnionPay as iOS 9.2 does (mission 2.5). The others are
    ///   matched by release date, which is a guess.
    var companionOfWatch: SystemVersion {
        switch (major, minor) {
        case (...1, _): SystemVersion(8, 2)
        case (2, 0): SystemVersion(9)
        case (2, 1): SystemVersion(9, 2)
        case (2, _): SystemVersion(9, 3)
        case (3, 2...): SystemVersion(10, 3)
        case (3...11, _): SystemVersion(major + 7, minor, patch)
        default: self
        }
    }
}

extension SystemVersion: Comparable {
    /// Orders older versions first.
    public static func < (left: SystemVersion, right: SystemVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}

extension SystemVersion: CustomStringConvertible {
    /// The version as text, such as `9.2`.
    public var description: String {
        patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
    }
}
