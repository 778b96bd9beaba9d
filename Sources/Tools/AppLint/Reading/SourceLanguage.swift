/// A language that apps are written in.
public enum SourceLanguage: String, Hashable, Sendable {
    /// Swift, of any version: nothing is compiled.
    case swift
    /// Objective-C and Objective-C++, with their headers.
    case objectiveC

    /// The language of a file by the end of its name, or nil where it is neither.
    public init?(fileName: String) {
        let ending = fileName.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        switch ending.lowercased() {
        case "swift": self = .swift
        case "m", "mm", "h": self = .objectiveC
        default: return nil
        }
    }
}
