/// How lengths of elements are read.
///
/// - Source: ITU-T X.690 § 8.1.3 and § 10.1.
enum ASN1Length {
    /// Reads the length at a position, and moves the position to the content, which must be there whole.
    ///
    /// - Parameters:
    ///   - bytes: Where the element stands.
    ///   - position: Where its length begins; afterwards, where its content does.
    ///   - limit: Where the element must end at the latest.
    ///   - mustBeShortest: Whether the length must be written in as few bytes as possible.
    /// - Returns: How many bytes the content has; nil where its end is marked instead.
    /// - Throws: ``ASN1Failure``.
    static func read(
        _ bytes: [UInt8],
        at position: inout Int,
        before limit: Int,
        mustBeShortest: Bool
    ) throws(ASN1Failure) -> Int? {
        let start = position
        guard position < limit else { throw .truncated }
        let first = bytes[position]
        position += 1
        guard first != 0x80 else { return nil }
        var length = Int(first)
        if first > 0x80 {
            let count = Int(first & 0x7f)
            guard count <= 3 else { throw .invalidLength(offset: start) }
            guard position + count <= limit else { throw .truncated }
            length = 0
            for _ in 0..<count {
                length = length << 8 | Int(bytes[position])
                position += 1
            }
            let shortest = count == 1 ? 0x80 : 1 << (8 * (count - 1))
            guard length >= shortest || !mustBeShortest else {
                throw .invalidLength(offset: start)
            }
        }
        guard length <= limit - position else { throw .truncated }
        return length
    }
}
