internal import Glibc

/// The environment variables that the tool reads.
public enum SystemEnvironment {
    /// The locale of messages: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
    ///
    /// - Source: POSIX.1-2017, *Internationalization Variables*, their order of precedence.
    public static var messageLocale: String? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variable($0) }.first { !$0.isEmpty }
    }

    /// Whether text is UTF-8, according to the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is
    /// set.
    ///
    /// - Source: POSIX.1-2017, *Internationalization Variables*; the codeset follows a dot.
    public static var usesUTF8: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variable($0) }
            .first { !$0.isEmpty }
        let codeset = locale?.split(separator: ".").dropFirst().first?.split(separator: "@").first
        return ["utf8", "utf-8"].contains(codeset?.lowercased())
    }

    /// The terminal type; nil if `TERM` is not set.
    ///
    /// - Source: POSIX.1-2017, *Other Environment Variables*, `TERM`.
    public static var terminalKind: String? { variable("TERM") }

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

    /// Whether output should have no colours or styles.
    ///
    /// - Source: no-color.org: `NO_COLOR` is set, and not empty.
    public static var wantsPlainText: Bool { variable("NO_COLOR")?.isEmpty == false }

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
