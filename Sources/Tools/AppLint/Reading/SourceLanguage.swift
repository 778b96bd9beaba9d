/// A programming language that can be checked.
public enum SourceLanguage: String, Hashable, Sendable {
    /// Swift, of any version.
    case swift
    /// Objective-C and Objective-C++, and their headers.
    case objectiveC

    /// The language by a file's extension, or nil for any other extension.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[dot...].dropFirst().lowercased() {
        case "swift": self = .swift
        case "m", "mm", "h": self = .objectiveC
        default: return nil
        }
    }
}
