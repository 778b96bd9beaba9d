/// Where the parts of a text stand, for views of the text itself.
extension JSONDocument {
    /// A part of a text: a value that has no values in it, with its name; or what is between such parts.
    public struct Place: Hashable, Sendable {
        /// The names of the members that lead to the value; the elements of a list have the list's.
        public let path: [String]
        /// The bytes, with the quotation marks of a string and of a name.
        public let range: Range<Int>
    }

    /// The values that have no values in them, in the order of the text. Each begins at its name, where it
    /// has one.
    public var places: [Place] {
        var places: [Place] = []
        collect(0, from: nil, path: [], in: &places)
        return places
    }

    private func collect(
        _ index: Int,
        from start: Int?,
        path: [String],
        in places: inout [Place]
    ) {
        let node = nodes[index]
        switch node.kind {
        case .object:
            var child = index + 1
            while child < node.next {
                let name = JSONValue(document: self, index: child).string ?? ""
                // A string's node is what is inside of its quotation marks.
                collect(child + 1, from: nodes[child].start - 1, path: path + [name], in: &places)
                child = nodes[child + 1].next
            }
        case .array:
            var child = index + 1
            while child < node.next {
                collect(child, from: nil, path: path, in: &places)
                child = nodes[child].next
            }
        case .string, .escapedString:
            places.append(Place(path: path, range: (start ?? node.start - 1)..<node.end + 1))
        case .null, .yes, .no, .number:
            places.append(Place(path: path, range: (start ?? node.start)..<node.end))
        }
    }
}
