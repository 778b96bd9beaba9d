/// A language that the sheet and its buttons speak.
public enum Language: String, Hashable, Sendable, CaseIterable {
    /// English.
    case english = "en"
    /// Chinese, simplified.
    case chinese = "zh"
    /// Russian.
    case russian = "ru"

    /// The language of a locale such as `zh-Hans-CN`, `ru_RU.UTF-8` or `C`; nil where it is none of
    /// these.
    ///
    /// Only the language counts, so whoever reads traditional characters gets simplified ones.
    ///
    /// - Source: the first subtag of RFC 5646, or what stands before territory, encoding and
    ///   modifier in a POSIX locale; `C` and `POSIX` are POSIX.1-2017's own names for no locale.
    public init?(localeIdentifier: String) {
        let tag = localeIdentifier.prefix { !"-_.@".contains($0) }.lowercased()
        switch tag {
        case "en", "c", "posix": self = .english
        case "zh", "cmn", "zho", "chi": self = .chinese
        case "ru", "rus": self = .russian
        default: return nil
        }
    }

    /// The first language that one of these locales speaks, or else English.
    public init(preferred localeIdentifiers: [String]) {
        let spoken = localeIdentifiers.lazy.compactMap { Language(localeIdentifier: $0) }.first
        self = spoken ?? .english
    }

    /// The tag that a page names the language by.
    ///
    /// - Source: RFC 5646.
    public var tag: String {
        switch self {
        case .english: "en"
        case .chinese: "zh-Hans"
        case .russian: "ru"
        }
    }

    /// The language's own name for itself.
    public var name: String {
        switch self {
        case .english: "English"
        case .chinese: "简体中文"
        case .russian: "Русский"
        }
    }
}
