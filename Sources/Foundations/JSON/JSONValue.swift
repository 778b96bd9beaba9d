public import Bytes

/// One value of a document.
public struct JSONValue: Sendable {
    let document: JSONDocument
    let index: Int

    private var node: JSONNode { document.nodes[index] }

    /// Whether this is an object.
    public var isObject: Bool { node.kind == .object }

    /// Whether this is an object without members.
    public var isEmptyObject: Bool { isObject && node.next == index + 1 }

    /// Whether this is `null`.
    public var isNull: Bool { node.kind == .null }

    /// The member of this name, or nil where there is none or this is not an object.
    public func member(_ name: StaticString) -> JSONValue? {
        let object = node
        guard object.kind == .object else { return nil }
        let nodes = document.nodes
        return document.storage.withBytes { bytes in
            var child = index + 1
            while child < object.next {
                if isName(nodes[child], name, in: bytes) {
                    return JSONValue(document: document, index: child + 1)
                }
                child = nodes[child + 1].next
            }
            return nil
        }
    }

    /// The names and values of an object in the order of the text; empty where this is not one.
    public var members: [(name: String, value: JSONValue)] {
        guard node.kind == .object else { return [] }
        var members: [(name: String, value: JSONValue)] = []
        var child = index + 1
        while child < node.next {
            if let name = JSONValue(document: document, index: child).string {
                members.append((name, JSONValue(document: document, index: child + 1)))
            }
            child = document.nodes[child + 1].next
        }
        return members
    }

    /// The values of an array in the order of the text, or nil where this is not one.
    public var elements: [JSONValue]? {
        guard node.kind == .array else { return nil }
        var elements: [JSONValue] = []
        var child = index + 1
        while child < node.next {
            elements.append(JSONValue(document: document, index: child))
            child = document.nodes[child].next
        }
        return elements
    }

    /// The text of a string, or nil where this is not one.
    public var string: String? {
        stringBytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The UTF-8 of a string, or nil where this is not one.
    public var stringBytes: [UInt8]? {
        withString { bytes in
            [UInt8](copying: bytes)
        }
    }

    /// Lends the UTF-8 of a string to a closure; nil where this is not a string.
    public func withString<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        let node = node
        switch node.kind {
        case .string:
            return try document.storage.withBytes { (bytes) throws(Failure) in
                try body(bytes.extracting(node.start..<node.end))
            }
        case .escapedString:
            return try document.storage.withBytes { (bytes) throws(Failure) in
                try body(JSONText.unescaped(node, in: bytes).span)
            }
        default: return nil
        }
    }

    /// The UTF-8 of a string, moved from the document to a secret; nil where this is not a string.
    public var secretString: Secret? {
        let node = node
        guard node.kind == .string || node.kind == .escapedString else { return nil }
        return document.storage.withBytes { bytes in
            if node.kind == .string {
                return Secret(copying: bytes.extracting(node.start..<node.end))
            }
            var length = 0
            JSONText.forEachByte(of: node, in: bytes) { _ in length += 1 }
            return Secret(count: length) { span in
                var filled = 0
                for byte in JSONText.unescaped(node, in: bytes) {
                    span[filled] = byte
                    filled += 1
                }
            }
        }
    }

    /// The digits of a number as they stand, or nil where this is not one.
    public var numberText: String? {
        node.kind == .number ? text : nil
    }

    /// The value of a number without fraction or exponent that fits, or nil.
    public var integer: Int64? {
        numberText.flatMap { Int64($0) }
    }

    /// The truth value, or nil where this is none.
    public var bool: Bool? {
        switch node.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The value as it stands in the text, moved to a secret.
    public var secretText: Secret {
        let node = node
        let quotation = node.kind == .string || node.kind == .escapedString ? 1 : 0
        return document.storage.withBytes { bytes in
            Secret(copying: bytes.extracting((node.start - quotation)..<(node.end + quotation)))
        }
    }

    private var text: String {
        let node = node
        return document.storage.withBytes { bytes in
            String(
                decoding: [UInt8](copying: bytes.extracting(node.start..<node.end)),
                as: UTF8.self
            )
        }
    }

    private func isName(_ node: JSONNode, _ name: StaticString, in bytes: Span<UInt8>) -> Bool {
        guard node.kind == .string else {
            return JSONText.unescaped(node, in: bytes) == Array(name.description.utf8)
        }
        guard node.end - node.start == name.utf8CodeUnitCount else { return false }
        var position = node.start
        for byte in name.description.utf8 {
            guard bytes[position] == byte else { return false }
            position += 1
        }
        return true
    }
}
