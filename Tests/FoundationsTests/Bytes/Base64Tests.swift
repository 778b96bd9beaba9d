import Bytes
import Foundation
import TestSupport
import Testing
import World

@Suite("Base64")
struct Base64Tests {
    /// RFC 4648 § 10.
    static let published = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ]

    @Test(arguments: published)
    func `agrees with RFC 4648`(text: String, encoded: String) throws {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(try Base64.decode(encoded) == Array(text.utf8))
    }

    @Test(arguments: [
        ("A", Base64.Failure.wrongLength), ("AA", .wrongLength), ("AAA", .wrongLength),
        ("AAAAA", .wrongLength), ("=", .wrongLength), ("Zg=", .wrongLength),
        ("AB==", .notCanonical), ("AAB=", .notCanonical), ("//==", .notCanonical),
        ("AAD=", .notCanonical), ("AP==", .notCanonical),
        ("====", .notInAlphabet(offset: 0)), ("A===", .notInAlphabet(offset: 1)),
        ("A=AA", .notInAlphabet(offset: 1)), ("AA=A", .notInAlphabet(offset: 2)),
        ("AA==AAAA", .notInAlphabet(offset: 2)), ("Zg==\n   ", .notInAlphabet(offset: 2)),
        ("Zm9v\nZg=", .notInAlphabet(offset: 4)), (" Zm9", .space(offset: 0)),
        ("Zm 9", .space(offset: 2)), ("-_-_", .notInAlphabet(offset: 0)),
        ("AA-A", .notInAlphabet(offset: 2)), ("AA_A", .notInAlphabet(offset: 2)),
        ("AA\0A", .notInAlphabet(offset: 2)), ("AéA", .notInAlphabet(offset: 1)),
    ])
    func `refuses everything but the one form, and says why`(
        text: String,
        failure: Base64.Failure
    ) {
        #expect(throws: failure) { try Base64.decode(text) }
    }

    @Test(arguments: 0..<130)
    func `reads back what it wrote, as Foundation does`(length: Int) throws {
        let bytes = SeededRandomness(seed: UInt64(length)).bytes(length)
        let text = Base64.encode(bytes)
        #expect(text == Data(bytes).base64EncodedString())
        #expect(try Base64.decode(text) == bytes)
    }

    /// Two texts that mean the same bytes would be two tokens with one signature.
    @Test func `reads no two texts as the same bytes`() throws {
        let alphabet = Array((0x20...0x7f).map { UInt8($0) })
        var texts: [[UInt8]: [UInt8]] = [:]
        for third in alphabet {
            for fourth in alphabet {
                let text = Array("QQ".utf8) + [third, fourth]
                guard let bytes = try? Base64.decode(text.span) else { continue }
                #expect(texts.updateValue(text, forKey: bytes) == nil)
                #expect(Array(Base64.encode(bytes).utf8) == text)
            }
        }
        // Of "QQ??": any two digits, one in four as the last before "=", and "==".
        #expect(texts.count == 64 * 64 + 16 + 1)
    }
}
