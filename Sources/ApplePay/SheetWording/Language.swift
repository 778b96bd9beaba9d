/// A language that the sheet and its buttons speak.
public enum Language: String, Hashable, Sendable, CaseIterable {
    /// English.
    case english = "en"
    /// Chinese, simplified.
    case chinese = "zh"
    /// Russian.
    case russian = "ru"
}
