/// A programming language that can be checked.
public enum SourceLanguage: String, Hashable, Sendable {
    /// Swift, of any version.
    case swift
    /// Objective-C and Objective-C++, and their headers.
    case objectiveC

    /// The language by a file's extension, or nil for any other extension.
    public init?(fileName: String) {
        let ending = fileName.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        switch ending.lowercased() {
        case "swift": self = .swift
        case "m", "mm", "h": self = .objectiveC
        default: return nil
        }
    }
}
