import ASN1
import Bytes
import TestSupport
import Testing
import World

@Suite("An ASN.1 cursor")
struct ASN1CursorTests {
    @Test(arguments: [
        ("", ASN1Failure.truncated), ("04", .truncated), ("0401", .truncated),
        ("048100", .invalidLength(offset: 1)),
        ("04817f", .invalidLength(offset: 1)), ("04820080", .invalidLength(offset: 1)),
        ("048200ff", .invalidLength(offset: 1)), ("0483000100", .invalidLength(offset: 1)),
        ("048400000001", .invalidLength(offset: 1)), ("04ff", .invalidLength(offset: 1)),
        ("0481", .truncated), ("048201", .truncated), ("04818000", .truncated),
        ("0483ffffff", .truncated), ("0480", .indefiniteLength(offset: 1)),
        ("04800000", .indefiniteLength(offset: 1)), ("0500", .unexpectedTag(offset: 0)),
        ("24020400", .unexpectedTag(offset: 0)),
    ])
    func `takes an OCTET STRING in DER and nothing else`(text: String, failure: ASN1Failure) throws
    {
        var cursor = ASN1Cursor(try Hexadecimal.decode(text))
        #expect(throws: failure) { try cursor.take(.octetString) }
    }

    @Test(arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536])
    func `takes what was written, at every border of the lengths`(count: Int) throws {
        let content = [UInt8](repeating: 7, count: count)
        let bytes = ASN1Encoding.element(.octetString, content)
        var cursor = ASN1Cursor(bytes)
        let element = try cursor.take(.octetString)
        #expect(element.whole == 0..<bytes.count && Array(bytes[element.content]) == content)
        try cursor.finish()
    }

    @Test(
        arguments: [
            ("30800000", nil), ("30800500 0000", nil), ("3080308000000000", nil),
            ("3004308000 00", nil), ("30800000ff", .trailingBytes(offset: 4)),
            ("308000", .truncated), ("3080", .truncated), ("30800500", .truncated),
            ("308005000001", .unexpectedTag(offset: 4)), ("300330800000", .truncated),
            ("30023080", .truncated),
        ] as [(String, ASN1Failure?)]
    )
    func `enters indefinite lengths and leaves them only at their end`(
        text: String,
        expected: ASN1Failure?
    ) throws {
        let bytes = try Hexadecimal.decode(text.filter { $0 != " " })
        var cursor = ASN1Cursor(bytes)
        var failure: ASN1Failure?
        do throws(ASN1Failure) { try Self.walk(&cursor) } catch { failure = error }
        #expect(failure == expected)
    }

    /// A definite element ends where it says, even if an indefinite one inside it goes on.
    @Test func `does not read beyond the current element`() throws {
        var cursor = ASN1Cursor(try Hexadecimal.decode("3002308000000000"))
        try cursor.enter(.sequence)
        try cursor.enter(.sequence)
        #expect(throws: ASN1Failure.truncated) { try cursor.leave() }
        #expect(throws: ASN1Failure.truncated) { try cursor.take(.null) }
    }

    @Test func `leaves no unread bytes`() throws {
        var cursor = ASN1Cursor([0x30, 0x02, 0x05, 0x00])
        try cursor.enter(.sequence)
        #expect(throws: ASN1Failure.trailingBytes(offset: 2)) { try cursor.leave() }
        #expect(throws: ASN1Failure.trailingBytes(offset: 2)) { try cursor.finish() }
        #expect(cursor.isNext(.null) && !cursor.isNext(.sequence))
        _ = try cursor.take(.null)
        #expect(cursor.isAtEnd)
        try cursor.leave()
        #expect(throws: ASN1Failure.trailingBytes(offset: 4)) { try cursor.leave() }
        try cursor.finish()
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `never traps on bytes of any kind`(seed: UInt64) {
        let randomness = SeededRandomness(seed: seed)
        let likely: [UInt8] = [0x30, 0x31, 0x80, 0xa0, 0x00, 0x05, 0x04, 0x02, 0x81, 0x82, 0x01]
        for _ in 0..<250 {
            let count = Int(randomness.number(below: 40))
            let bytes = randomness.bytes(count).map {
                $0 < 200 ? likely[Int($0) % likely.count] : $0
            }
            var cursor = ASN1Cursor(bytes)
            _ = try? Self.walk(&cursor)
        }
    }

    /// Goes through anything made of SEQUENCE, SET, `[0]`, NULL, INTEGER and OCTET STRING.
    static func walk(_ cursor: inout ASN1Cursor, depth: Int = 0) throws(ASN1Failure) {
        for tag in [ASN1Tag.sequence, .set, .context(0)] where cursor.isNext(tag) && depth < 20 {
            try cursor.enter(tag)
            while !cursor.isAtEnd { try walk(&cursor, depth: depth + 1) }
            try cursor.leave()
            return depth == 0 ? try cursor.finish() : ()
        }
        for tag in [ASN1Tag.null, .integer] where cursor.isNext(tag) {
            _ = try cursor.take(tag)
            return
        }
        _ = try cursor.take(.octetString)
    }
}
