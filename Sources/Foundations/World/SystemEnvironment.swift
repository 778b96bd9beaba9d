internal import Glibc

/// The environment variables that the tool reads.
public enum SystemEnvironment {
    /// The locale of messages: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
    ///
    /// - Source: POSIX.1-2017, *Internationalization Variables*, their order of precedence.
    public static var messageLocale: String? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variable($0) }.first { !$0.isEmpty }
    }

    /// The folder for temporary files.
    ///
    /// - Source: POSIX.1-2017, *Other Environment Variables*, `TMPDIR`.
    public static var temporaryFolder: String {
        variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// Whether windows can be shown.
    ///
    /// - Source: the X Window System's `DISPLAY`; Wayland's `WAYLAND_DISPLAY`.
    public static var hasDisplay: Bool {
        ["DISPLAY", "WAYLAND_DISPLAY"].contains { variable($0)?.isEmpty == false }
    }

    /// The variables whose names begin with a text.
    public static func variables(beginningWith prefix: String) -> [String: String] {
        var found: [String: String] = [:]
        var place = unsafe environ
        while let entry = unsafe place.pointee {
            let parts = unsafe String(cString: entry).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if parts.count == 2, parts[0].hasPrefix(prefix) {
                found[String(parts[0])] = String(parts[1])
            }
            unsafe place += 1
        }
        return found
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
