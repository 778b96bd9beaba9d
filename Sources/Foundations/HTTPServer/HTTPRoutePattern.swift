/// The path of a route, such as `/cards/{id}/payments`: each segment is a text or a parameter.
public struct HTTPRoutePattern: Hashable, Sendable {
    enum Segment: Hashable, Sendable {
        case text(String)
        case parameter(String)
    }

    let segments: [Segment]

    /// Whether a path has this pattern.
    func matches(_ path: [String]) -> Bool {
        guard path.count == segments.count else { return false }
        return zip(segments, path).allSatisfy { segment, part in
            switch segment {
            case .text(let text): text == part
            case .parameter: !part.isEmpty
            }
        }
    }

    /// The values of the parameters in a path that has this pattern.
    func parameters(in path: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for case (.parameter(let name), let part) in zip(segments, path) { values[name] = part }
        return values
    }

    /// Whether a path of both patterns is rather this one's: the first segment in which they differ is
    /// a text here.
    func isMoreSpecific(than other: HTTPRoutePattern) -> Bool {
        for (own, theirs) in zip(segments, other.segments) {
            switch (own, theirs) {
            case (.text, .parameter): return true
            case (.parameter, .text): return false
            default: continue
            }
        }
        return false
    }
}

extension HTTPRoutePattern: CustomStringConvertible {
    /// The path, with parameters in braces.
    public var description: String {
        "/"
            + segments.map { segment in
                switch segment {
                case .text(let text): text
                case .parameter(let name): "{\(name)}"
                }
            }.joined(separator: "/")
    }
}

extension HTTPRoutePattern: ExpressibleByStringLiteral {
    /// A pattern that is written in the program.
    ///
    /// - Precondition: it begins with a slash, and the names of its parameters differ.
    public init(stringLiteral text: StaticString) {
        let parts = text.description.split(separator: "/", omittingEmptySubsequences: false)
        precondition(parts.count > 1 && parts[0].isEmpty, "'\(text)' does not begin with '/'")
        let rest = parts.count == 2 && parts[1].isEmpty ? [] : parts.dropFirst()
        segments = rest.map { part in
            guard part.hasPrefix("{"), part.hasSuffix("}") else { return .text(String(part)) }
            return .parameter(String(part.dropFirst().dropLast()))
        }
        let names = segments.filter { if case .parameter = $0 { true } else { false } }
        precondition(Set(names).count == names.count, "'\(text)' has a name twice")
    }
}
