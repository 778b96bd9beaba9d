internal import Glibc

/// What whoever started the process has told it beside its arguments.
public enum SystemEnvironment {
    /// The locale of messages: the first that is set of `LC_ALL`, `LC_MESSAGES` and `LANG`.
    ///
    /// - Source: POSIX.1-2017, *Internationalization Variables*, their order of precedence.
    public static var messageLocale: String? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variable($0) }.first { !$0.isEmpty }
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
