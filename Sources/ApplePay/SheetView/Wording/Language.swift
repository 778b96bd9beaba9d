/// A language of the sheet and its buttons.
public enum Language: String, Hashable, Sendable, CaseIterable {
    /// English.
    case english = "en"
    /// Chinese, simplified.
    case chinese = "zh"
    /// Russian.
    case russian = "ru"

    /// The language of a locale such as `zh-Hans-CN`, `ru_RU.UTF-8` or `C`; nil for any other.
    ///
    /// Script and region are ignored, so a locale with traditional characters gets simplified ones.
    ///
    /// - Source: the first subtag of RFC 5646, or the part before territory, encoding and
    ///   modifier in a POSIX locale; `C` and `POSIX` are the names of the default locale in
    ///   POSIX.1-2017.
    public init?(localeIdentifier: String) {
        let tag = localeIdentifier.prefix { !"-_.@".contains($0) }.lowercased()
        switch tag {
        case "en", "c", "posix": self = .english
        case "zh", "cmn", "zho", "chi": self = .chinese
        case "ru", "rus": self = .russian
        default: return nil
        }
    }

    /// The first supported language of these locales, or English.
    public init(preferred localeIdentifiers: [String]) {
        let spoken = localeIdentifiers.lazy.compactMap { Language(localeIdentifier: $0) }.first
        self = spoken ?? .english
    }

    /// The language tag for a web page.
    ///
    /// - Source: RFC 5646.
    public var tag: String {
        switch self {
        case .english: "en"
        case .chinese: "zh-Hans"
        case .russian: "ru"
        }
    }

    /// The name of the language in that language.
    public var name: String {
        switch self {
        case .english: "English"
        case .chinese: "简体中文"
        case .russian: "Русский"
        }
    }
}
