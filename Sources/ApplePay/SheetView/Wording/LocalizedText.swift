/// A text in every language of the sheet.
///
/// The initializer requires all of them, so that no translation can be missing.
public struct LocalizedText: Hashable, Sendable {
    private let english: String
    private let chinese: String
    private let russian: String

    /// A text in each language.
    public init(_ english: String, _ chinese: String, _ russian: String) {
        self.english = english
        self.chinese = chinese
        self.russian = russian
    }

    /// The text in a language.
    public subscript(language: Language) -> String {
        switch language {
        case .english: english
        case .chinese: chinese
        case .russian: russian
        }
    }
}
