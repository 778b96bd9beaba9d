internal import Bytes
internal import HTTPMessages
internal import World

/// The trace that a request belongs to.
///
/// - Source: W3C Trace Context, § 3.2 traceparent.
struct TraceContext: Sendable {
    /// 32 hexadecimal digits, the same in every service that the trace passes.
    let traceID: String
    /// 16 hexadecimal digits: this server's part of it.
    let spanID: String

    /// Continues the trace that a request names, or begins one where it names none.
    init(_ fields: HTTPFields, _ randomness: any Randomness) {
        spanID = Hexadecimal.encode(randomness.bytes(8))
        let given = fields.values(of: Self.field)
        let known = given.count == 1 ? Self.traceID(in: given[0].text) : nil
        traceID = known ?? Hexadecimal.encode(randomness.bytes(16))
    }

    static let field: HTTPFieldName = "traceparent"

    private static func traceID(in text: String) -> String? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0] != "ff", parts[0] != "00" || parts.count == 4,
            isHexadecimal(parts[0], 2), isHexadecimal(parts[1], 32), isHexadecimal(parts[2], 16),
            isHexadecimal(parts[3], 2)
        else { return nil }
        return String(parts[1])
    }

    /// Identifiers of zeros only are invalid.
    private static func isHexadecimal(_ text: Substring, _ count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            && (count == 2 || text.contains { $0 != "0" })
    }
}
