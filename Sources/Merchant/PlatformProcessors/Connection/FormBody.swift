internal import Bytes

/// The parameters of a request, as a body of `application/x-www-form-urlencoded`.
///
/// - Source: the URL Standard, § 5.2, the serializer; spaces are `%20`.
struct FormBody: Sendable {
    private(set) var bytes: [UInt8] = []

    /// Adds a parameter; nothing where the value is nil.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        add(name) { append in value.utf8.forEach(append) }
    }

    /// Adds a secret, which is never a string.
    mutating func add(_ name: String, secret: Secret) {
        add(name) { append in
            secret.withBytes { bytes in
                for index in bytes.indices { append(bytes[index]) }
            }
        }
    }

    private mutating func add(_ name: String, _ value: ((UInt8) -> Void) -> Void) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        var escaped: [UInt8] = []
        for byte in name.utf8 { Self.escape(byte, into: &escaped) }
        escaped.append(UInt8(ascii: "="))
        value { Self.escape($0, into: &escaped) }
        bytes += escaped
    }

    private static func escape(_ byte: UInt8, into escaped: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "*"):
            escaped.append(byte)
        default: escaped += Array("%\(Hexadecimal.encode([byte]).uppercased())".utf8)
        }
    }
}
