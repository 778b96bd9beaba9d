internal import Glibc

/// What whoever started the process has told it beside its arguments.
public enum SystemEnvironment {
    /// The locale of messages: the first that is set of `LC_ALL`, `LC_MESSAGES` and `LANG`.
    ///
    /// - Source: POSIX.1-2017, *Internationalization Variables*, their order of precedence.
    public static var messageLocale: String? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variable($0) }.first { !$0.isEmpty }
    }

    /// The kind of the terminal; nil where it is not told.
    ///
    /// - Source: POSIX.1-2017, *Other Environment Variables*, `TERM`.
    public static var terminalKind: String? { variable("TERM") }

    /// Whether whoever started the process wants text without colors and the like.
    ///
    /// - Source: no-color.org: `NO_COLOR` is set, and not empty.
    public static var wantsPlainText: Bool { variable("NO_COLOR")?.isEmpty == false }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
