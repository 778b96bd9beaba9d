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

    /// The member of this name, or nil if there is none or this is not an object.
    public func member(_ name: String) -> JSONValue? {
        let object = node
        guard object.kind == .object else { return nil }
        let nodes = document.nodes
        return document.storage.withBytes { bytes in
            var child = index + 1
            while child < object.next {
                if JSONText.isEqual(nodes[child], to: name, in: bytes) {
                    return JSONValue(document: document, index: child + 1)
                }
                child = nodes[child + 1].next
            }
            return nil
        }
    }

    /// The names and values of an object in the order of the text; empty if this is not one.
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

    /// Passes the names and values of an object to a closure, in the order of the text.
    ///
    /// Nothing happens where this is not an object.
    public func forEachMember<Failure: Error>(
        _ body: (Span<UInt8>, JSONValue) throws(Failure) -> Void
    ) throws(Failure) {
        guard node.kind == .object else { return }
        let (nodes, end) = (document.nodes, node.next)
        try document.storage.withBytes { (bytes) throws(Failure) in
            var child = index + 1
            while child < end {
                let name = nodes[child]
                let value = JSONValue(document: document, index: child + 1)
                if name.kind == .string {
                    try body(bytes.extracting(name.start..<name.end), value)
                } else {
                    try body(JSONText.unescaped(name, in: bytes).span, value)
                }
                child = nodes[child + 1].next
            }
        }
    }

    /// The values of an array in the order of the text, or nil if this is not one.
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

    /// The text of a string, or nil if this is not one.
    public var string: String? {
        withString { Self.string(of: $0) }
    }

    /// The UTF-8 of a string, or nil if this is not one.
    public var stringBytes: [UInt8]? {
        withString { bytes in
            [UInt8](copying: bytes)
        }
    }

    /// Passes the UTF-8 of a string to a closure; nil if this is not a string.
    ///
    /// The closure's bytes are cleared when it is done, unless they are the document's own.
    public func withString<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        let node = node
        switch node.kind {
        case .string:
            return try document.storage.withBytes { (bytes) throws(Failure) in
                try body(bytes.extracting(node.start..<node.end))
            }
        case .escapedString: return try secretString?.withBytes(body)
        default: return nil
        }
    }

    /// The UTF-8 of a string, copied to a secret and nowhere else; nil if this is not a string.
    public var secretString: Secret? {
        let node = node
        return switch node.kind {
        case .string:
            document.storage.withBytes {
                Secret(copying: $0.extracting(node.start..<node.end))
            }
        case .escapedString:
            document.storage.withBytes { JSONText.unescapedSecret(node, in: $0) }
        default: nil
        }
    }

    /// The digits of a number as they stand, or nil if this is not one.
    public var numberText: String? {
        node.kind == .number ? text : nil
    }

    /// The value of a number without fraction or exponent that fits, or nil.
    public var integer: Int64? {
        let node = node
        guard node.kind == .number else { return nil }
        return document.storage.withBytes { bytes in
            let isNegative = bytes[node.start] == UInt8(ascii: "-")
            var value: Int64 = 0
            for position in (isNegative ? node.start + 1 : node.start)..<node.end {
                guard (0x30...0x39).contains(bytes[position]) else { return nil }
                let digit = Int64(bytes[position] - 0x30)
                let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
                let sum = tens.subtractingReportingOverflow(digit)
                guard !overflow, !sum.overflow else { return nil }
                value = sum.partialValue
            }
            return isNegative ? value : value == .min ? nil : -value
        }
    }

    /// The truth value, or nil if this is none.
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
            Self.string(of: bytes.extracting(node.start..<node.end))
        }
    }

    /// Bytes that are no UTF-8 do not get into a document; were they there, they would be replaced.
    private static func string(of bytes: Span<UInt8>) -> String {
        do {
            return String(copying: try UTF8Span(validating: bytes))
        } catch { return String(decoding: [UInt8](copying: bytes), as: UTF8.self) }
    }
}
