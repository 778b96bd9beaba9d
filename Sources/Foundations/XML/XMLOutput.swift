public import Bytes

/// Elements that are written one after the other.
///
/// - Source: XML 1.0, § 2.4 and § 3.1.
public struct XMLOutput: Sendable {
    /// The elements in UTF-8.
    public private(set) var bytes: [UInt8] = []

    /// No elements.
    public init() {}

    /// Adds an element with a text; nothing where the text is nil.
    ///
    /// - Parameters:
    ///   - name: The name, which needs no escape.
    ///   - text: The text.
    ///   - type: The value of an attribute `type`; nil for none.
    public mutating func add(_ name: String, _ text: String?, type: String? = nil) {
        guard let text else { return }
        add(name, type) { output in for byte in text.utf8 { output.append(byte) } }
    }

    /// Adds an element with a secret, which is never a string.
    public mutating func add(_ name: String, secret: Secret) {
        add(name, nil) { output in
            secret.withBytes { bytes in
                for index in bytes.indices { output.append(bytes[index]) }
            }
        }
    }

    /// Adds an element with other elements in it.
    public mutating func add(_ name: String, type: String? = nil, _ content: XMLOutput) {
        add(name, type) { $0.bytes += content.bytes }
    }

    /// Adds an empty element with `nil="true"`, as Rails writes it.
    public mutating func addNothing(_ name: String) {
        bytes += Array("<\(name) nil=\"true\"/>".utf8)
    }

    private mutating func add(
        _ name: String,
        _ type: String?,
        _ content: (inout XMLOutput) -> Void
    ) {
        bytes += Array("<\(name)\(type.map { " type=\"\($0)\"" } ?? "")>".utf8)
        content(&self)
        bytes += Array("</\(name)>".utf8)
    }

    /// Appends a byte of a text. Control characters, which XML does not have, become spaces.
    private mutating func append(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
        case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
        case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
        case UInt8(ascii: "\r"): bytes += Array("&#13;".utf8)
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"), 0x20...: bytes.append(byte)
        default: bytes.append(UInt8(ascii: " "))
        }
    }
}
