internal import Foundation

/// A JSON file of cases, with what they are about and where they came from.
public struct VectorFile<Case: Decodable & Sendable>: Decodable, Sendable {
    /// The subject of the cases.
    public let about: String
    /// Whose word they are.
    public let source: String
    /// The cases.
    public let cases: [Case]

    /// Reads a file under `Tests/Vectors/`, and refuses one that names no source or holds no case.
    public static func cases(in name: String) -> [Case] {
        let url = Repository.root.appending(path: "Tests/Vectors/\(name)")
        do {
            let file = try JSONDecoder().decode(Self.self, from: Data(contentsOf: url))
            precondition(!file.about.isEmpty, "\(name) does not say what it is about")
            precondition(!file.source.isEmpty && !file.cases.isEmpty, "\(name) proves nothing")
            return file.cases
        } catch {
            preconditionFailure("\(name): \(error)")
        }
    }
}
