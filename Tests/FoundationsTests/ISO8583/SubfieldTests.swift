import ISO8583
import Testing
import World

@Suite("Sub-fields of ISO 8583 fields")
struct SubfieldTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `sub-fields with numbers and lengths are written in order and read in any`() throws {
        let subfields = TaggedSubfields([42: Self.bytes("0103242"), 1: [], 99: Self.bytes("A B")])
        let encoded = try subfields.encoded(in: .twoAndTwo)
        #expect(String(decoding: encoded, as: UTF8.self) == "010042070103242" + "9903A B")
        #expect(try TaggedSubfields(encoded, in: .twoAndTwo) == subfields)
        let turned = Self.bytes("9903A B" + "0100" + "42070103242")
        #expect(try TaggedSubfields(turned, in: .twoAndTwo) == subfields)
        let three = try TaggedSubfields([1: Self.bytes("x")]).encoded(in: .threeAndThree)
        #expect(String(decoding: three, as: UTF8.self) == "001001x")
    }

    @Test(arguments: [
        ("4", SubfieldFailure.truncated), ("42", .truncated), ("420", .truncated),
        ("4202A", .truncated), ("x201A", .invalidNumber), ("42x1A", .invalidLength),
        ("4201A4201B", .duplicate(42)), ("4201\u{7}", .invalidContent(42)),
    ])
    func `a field that is not made of its sub-fields is refused`(
        text: String,
        failure: SubfieldFailure
    ) {
        #expect(throws: failure) { try TaggedSubfields(Self.bytes(text), in: .twoAndTwo) }
    }

    @Test func `sub-fields that the form has no space for are not written`() {
        let long = [UInt8](repeating: 0x30, count: 100)
        #expect(throws: SubfieldFailure.invalidLength) {
            try TaggedSubfields([1: long]).encoded(in: .twoAndTwo)
        }
        #expect(throws: SubfieldFailure.invalidNumber) {
            try TaggedSubfields([100: []]).encoded(in: .twoAndTwo)
        }
        #expect(throws: SubfieldFailure.invalidContent(1)) {
            try TaggedSubfields([1: [0x1f]]).encoded(in: .twoAndTwo)
        }
    }

    private static let layout = BitmapSubfields(
        bitmapCount: 2,
        formats: [
            1: FieldFormat(.alphanumeric, .fixed(2)), 9: FieldFormat(.binary, .fixed(3)),
            16: FieldFormat(.numeric, .fixed(1)),
        ]
    )

    @Test func `a bitmap says which sub-fields follow`() throws {
        let values = [1: Self.bytes("A1"), 9: [0xab, 0, 1], 16: Self.bytes("7")]
        let encoded = try Self.layout.encode(values)
        #expect(String(decoding: encoded, as: UTF8.self) == "8081A1AB00017")
        #expect(try Self.layout.decode(encoded) == values)
        #expect(try Self.layout.decode(Self.bytes("0000")) == [:])
    }

    @Test(arguments: [
        ("", SubfieldFailure.truncated), ("800", .truncated), ("8000A", .truncated),
        ("0080AB00", .truncated), ("80x0A1", .invalidNumber), ("4000A1", .invalidNumber),
        ("8000A-", .invalidContent(1)), ("0001x", .invalidContent(16)),
        ("0080AB00x1", .invalidContent(9)), ("8000A10", .trailingCharacters),
    ])
    func `a field that differs from its bitmap is refused`(text: String, failure: SubfieldFailure) {
        #expect(throws: failure) { try Self.layout.decode(Self.bytes(text)) }
    }

    @Test func `values of another length or content are not written`() {
        #expect(throws: SubfieldFailure.invalidLength) { try Self.layout.encode([9: [1, 2]]) }
        #expect(throws: SubfieldFailure.invalidContent(16)) {
            try Self.layout.encode([16: Self.bytes("x")])
        }
        #expect(throws: SubfieldFailure.invalidNumber) { try Self.layout.encode([2: []]) }
    }
}
