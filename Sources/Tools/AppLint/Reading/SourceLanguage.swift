/// A language that apps are written in.
public enum SourceLanguage: String, Hashable, Sendable {
    /// Swift, of any version: nothing is compiled.
    case swift
    /// Objective-C and Objective-C++, with their headers.
    case objectiveC

    /// The language of a file by the end of its name, or nil where it is neither.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[dot...].dropFirst().lowercased() {
        case "swift": self = .swift
        case "m", "mm", "h": self = .objectiveC
        default: return nil
        }
    }
}
