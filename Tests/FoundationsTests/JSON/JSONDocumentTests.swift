import Bytes
import JSON
import TestSupport
import Testing

@Suite("A JSON document")
struct JSONDocumentTests {
    static func parse(_ text: String) throws(JSONFailure) -> JSONValue {
        try JSONDocument(Array(text.utf8)).root
    }

    @Test(arguments: [
        ("", JSONFailure.empty), (" \n\t\r", .empty), ("{", .unexpectedEnd), ("[", .unexpectedEnd),
        ("[1", .unexpectedEnd), ("[1,", .unexpectedEnd), ("{\"a\"", .unexpectedEnd),
        ("{\"a\":", .unexpectedEnd), ("{\"a\":1", .unexpectedEnd), ("\"", .unexpectedEnd),
        ("\"a", .unexpectedEnd), ("tru", .unexpectedEnd), ("-", .unexpectedEnd),
        ("1.", .unexpectedEnd), ("1e", .unexpectedEnd), ("1e+", .unexpectedEnd),
        ("[1,]", .unexpectedByte(offset: 3)), ("{\"a\":1,}", .unexpectedByte(offset: 7)),
        ("[,1]", .unexpectedByte(offset: 1)), ("{,}", .unexpectedByte(offset: 1)),
        ("[1 2]", .unexpectedByte(offset: 3)), ("{\"a\" 1}", .unexpectedByte(offset: 5)),
        ("{a:1}", .unexpectedByte(offset: 1)), ("{'a':1}", .unexpectedByte(offset: 1)),
        ("[1}", .unexpectedByte(offset: 2)), ("{\"a\":1]", .unexpectedByte(offset: 6)),
        ("True", .unexpectedByte(offset: 0)), ("nulL", .unexpectedByte(offset: 3)),
        ("+1", .unexpectedByte(offset: 0)), (".5", .unexpectedByte(offset: 0)),
        ("1.e1", .unexpectedByte(offset: 2)), ("--1", .unexpectedByte(offset: 1)),
        ("NaN", .unexpectedByte(offset: 0)), ("Infinity", .unexpectedByte(offset: 0)),
        ("/**/1", .unexpectedByte(offset: 0)), ("\u{feff}1", .byteOrderMark),
        ("\u{c}1", .unexpectedByte(offset: 0)), ("\u{a0}1", .unexpectedByte(offset: 0)),
        ("01", .trailingBytes(offset: 1)), ("-01", .trailingBytes(offset: 2)),
        ("0x1", .trailingBytes(offset: 1)), ("1 1", .trailingBytes(offset: 2)),
        ("{}{}", .trailingBytes(offset: 2)), ("{}\0", .trailingBytes(offset: 2)),
        ("null,", .trailingBytes(offset: 4)), ("{}//", .trailingBytes(offset: 2)),
    ])
    func `refuses what RFC 8259 does not allow`(text: String, failure: JSONFailure) {
        #expect(throws: failure) { try Self.parse(text) }
    }

    @Test(arguments: [
        (#""\ud800""#, 1), (#""\udc00""#, 1), (#""a\ud800\u0041""#, 2), (#""\ud800\ud800""#, 1),
        (#""\ud83d\ude0""#, 1), (#""\u12""#, 1), (#""\u12g4""#, 1), (#""\x41""#, 1),
        (#""\U0041""#, 1), (#""\udc0012"#, 1), (#""\ud83d\u00410"#, 1), (#""\u12g"#, 1),
    ])
    func `refuses an escape that stands for no character`(text: String, offset: Int) {
        #expect(throws: JSONFailure.invalidEscape(offset: offset)) { try Self.parse(text) }
    }

    @Test(arguments: ["{\"a\":\"bc\n", "[\"a\r\n", "\"\t \n"])
    func `says that a text breaks off in a string although a line's end follows`(text: String) {
        #expect(throws: JSONFailure.unexpectedEnd) { try Self.parse(text) }
    }

    @Test(
        arguments: [
            [0xff, 0xfe, 0x7b, 0, 0x7d, 0], [0xfe, 0xff, 0, 0x7b, 0, 0x7d], [0x7b, 0, 0x7d, 0],
            [0, 0x7b, 0, 0x7d],
        ] as [[UInt8]]
    )
    func `says that a text is UTF-16`(bytes: [UInt8]) {
        #expect(throws: JSONFailure.utf16) { try JSONDocument(bytes) }
    }

    @Test(arguments: [("\"a\nb\"", 2), ("\"\u{0}\"", 1), ("\"\t\"", 1), ("\"abc\u{1f}", 4)])
    func `refuses a control character that is not escaped`(text: String, offset: Int) {
        #expect(throws: JSONFailure.controlCharacter(offset: offset)) { try Self.parse(text) }
    }

    /// Whatever is cut off is cut off, and not also of another form.
    @Test func `reports every truncated text as incomplete`() throws {
        let text = Array(#"{"a\u0041\ud83d\ude00\n":["é😀€",true,null,"\/"]}"#.utf8)
        _ = try JSONDocument(text)
        for length in 1..<text.count {
            #expect(throws: JSONFailure.unexpectedEnd, "\(length)") {
                try JSONDocument(Array(text.prefix(length)))
            }
        }
    }

    @Test(
        arguments: [
            [0x80], [0xff], [0xc0, 0x80], [0xc1, 0xbf], [0xc3], [0xc3, 0x28], [0xe0, 0x80, 0x80],
            [0xe2, 0x82], [0xe2, 0x82, 0x28], [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf],
            [0xf0, 0x80, 0x80, 0x80], [0xf0, 0x9f, 0x98], [0xf4, 0x90, 0x80, 0x80],
            [0xf5, 0x80, 0x80, 0x80],
            [0xf8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]]
    )
    func `refuses bytes that are not UTF-8`(bytes: [UInt8]) {
        let text = [0x22] + bytes + [0x22]
        #expect(throws: JSONFailure.notUTF8(offset: 1)) { try JSONDocument(text) }
        #expect(String(validating: bytes, as: UTF8.self) == nil)
    }

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), (#"{"\u0061":1,"a":2}"#, 12),
        (#"{"\u0061":1,"\u0061":2}"#, 12), (#"{"":1,"":2}"#, 6),
        (#"{"x":{"a":1,"b":2,"a":3}}"#, 18),
        (#"{"/":1,"\/":2}"#, 7), (#"{"é":1,"\u00e9":2}"#, 8), (#"{"😀":1,"\ud83d\ude00":2}"#, 10),
        (#"{"A":1,"\u0041":2}"#, 7),
    ])
    func `refuses a name that stands twice, however it is written`(text: String, offset: Int) {
        #expect(throws: JSONFailure.duplicateName(offset: offset)) { try Self.parse(text) }
    }

    /// Many names are found by their hashes, few by comparison.
    @Test(arguments: [1, 7, 8, 9, 10, 100, 255])
    func `refuses a name that stands twice among any number of others`(count: Int) throws {
        let names = (0..<count).map { "\"name \($0)\":0" }
        for (place, written) in [(0, #""name 0""#), (count - 1, #""\u006eame \#(count - 1)""#)] {
            let good = "{" + names.joined(separator: ",")
            _ = try Self.parse(good + "}")
            #expect(throws: JSONFailure.duplicateName(offset: good.utf8.count + 1), "\(place)") {
                try Self.parse(good + ",\(written):1}")
            }
        }
    }

    /// `é` in one scalar and in two are different names in JSON (RFC 8259 § 8.3).
    @Test(arguments: [
        #"{"a":{"x":1},"b":{"x":1}}"#, #"{"a":1,"A":2}"#, "{\"\u{e9}\":1,\"e\u{301}\":2}",
        #"{"a":1,"a\u0000":2}"#, #"{"a":1,"\\u0061":2}"#,
    ])
    func `accepts names that are only similar`(text: String) throws {
        #expect(try Self.parse(text).members.count == 2)
    }

    @Test func `bounds depth and members, and the bounds are exact`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        func object(_ count: Int) -> String {
            "{" + (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        }
        let (depth, members) = (JSONDocument.depthLimit, JSONDocument.memberLimit)
        #expect(try Self.parse(nested(depth)).elements?.count == 1)
        #expect(throws: JSONFailure.tooDeep(limit: depth)) { try Self.parse(nested(depth + 1)) }
        #expect(throws: JSONFailure.tooDeep(limit: depth)) {
            try Self.parse(String(repeating: "[{\"a\":", count: 1_000_000))
        }
        #expect(try Self.parse(object(members)).members.count == members)
        #expect(throws: JSONFailure.tooManyMembers(limit: members)) {
            try Self.parse(object(members + 1))
        }
    }

    @Test func `returns its values in the order of the text`() throws {
        let root = try Self.parse(
            #" {"b" : [1, -2.5e3, "x\n\"\u00e9\ud83d\ude00\/"], "a": {"t": true, "n": null}, "f":false} "#
        )
        #expect(root.members.map(\.name) == ["b", "a", "f"])
        let list = try #require(root.member("b")?.elements)
        #expect(list.map(\.integer) == [1, nil, nil])
        #expect(list.map(\.numberText) == ["1", "-2.5e3", nil])
        #expect(list[2].string == "x\n\"é😀/")
        #expect(list[2].secretString?.revealedText() == "x\n\"é😀/")
        #expect(list[2].secretText.revealedText() == #""x\n\"\u00e9\ud83d\ude00\/""#)
        let inner = try #require(root.member("a"))
        #expect(inner.isObject && inner.member("t")?.bool == true)
        #expect(inner.member("n")?.isNull == true && inner.member("x") == nil)
        #expect(root.member("f")?.bool == false && root.string == nil && root.elements == nil)
        #expect(root.member("b")?.members.isEmpty == true)
    }

    @Test func `passes its names in the order of the text`() throws {
        let root = try Self.parse(#"{"b":1,"\u0061\/":{"c":2},"":[3]}"#)
        var names: [String] = []
        root.forEachMember { name, value in
            names.append(String(decoding: [UInt8](copying: name), as: UTF8.self))
            #expect(value.integer == 1 || value.isObject || value.elements?.count == 1)
        }
        #expect(names == ["b", "a/", ""] && names == root.members.map(\.name))
        root.member("")?.forEachMember { _, _ in Issue.record("a list has no names") }
    }

    @Test(
        arguments: [
            ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("0", 0), ("-0", 0),
            ("9223372036854775808", nil), ("1.0", nil), ("1e2", nil), ("\"1\"", nil), ("true", nil),
        ] as [(String, Int64?)]
    )
    func `gives a whole number only if it is written as one`(text: String, value: Int64?) throws {
        #expect(try Self.parse(text).integer == value)
    }

    @Test func `finds a member whose name is written with escapes`() throws {
        let root = try Self.parse(#"{"\u0064ata":"x\/y"}"#)
        #expect(root.member("data")?.string == "x/y")
        #expect(root.member("dat") == nil)
    }

    @Test func `of a secret shows nothing of it`() throws {
        let secret = Secret(copying: Array(#"{"n":"4761739001010010"}"#.utf8))
        let document = try JSONDocument(secret)
        let value = try #require(document.root.member("n"))
        for shown in [document, document.root, value].flatMap(Exposure.everyView) {
            #expect(Exposure.traces(of: Array("4761739001010010".utf8), in: shown).isEmpty)
        }
        #expect(value.string == "4761739001010010")
    }
}
