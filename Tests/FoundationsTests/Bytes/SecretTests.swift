import Bytes
import Foundation
import TestSupport
import Testing

@Suite("A secret")
struct SecretTests {
    struct Holder {
        let secret: Secret
        let list: [Secret]
        let perhaps: Secret?
    }

    static let planted = "4761739001010010"

    @Test func `shows in no description, reflection, dump or interpolation`() {
        let secret = Secret(copying: Array(Self.planted.utf8))
        let holder = Holder(secret: secret, list: [secret], perhaps: secret)
        for value in [secret, holder, [secret], ["key": secret]] as [Any] {
            for shown in Exposure.everyView(of: value) {
                #expect(Exposure.traces(of: Array(Self.planted.utf8), in: shown).isEmpty)
            }
        }
        #expect("\(secret)" == "(16 secret bytes)")
        #expect(secret.debugDescription == "(16 secret bytes)")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test(arguments: [
        ("4761739001010010", 4, "••••••••••••0010"), ("123456789", 4, "•••••6789"),
        ("12345678", 4, "••••••••"), ("1234", 4, "••••"), ("", 4, ""), ("12", 0, "••"),
    ])
    func `keeps its last characters only where more are masked than shown`(
        text: String,
        kept: Int,
        masked: String
    ) {
        #expect(Secret(copying: Array(text.utf8)).masked(keepingLast: kept) == masked)
    }

    @Test func `equals another of the same bytes and no other`() {
        let bytes: [[UInt8]] = [[], [0], [1], [0, 0], [1, 2, 3], [1, 2, 4]]
        for left in bytes {
            for right in bytes {
                #expect((Secret(copying: left) == Secret(copying: right)) == (left == right))
                #expect(constantTimeEqual(left, right) == (left == right))
            }
        }
    }

    @Test func `is all zero before it is filled`() {
        let secret = Secret(count: 64) { span in
            for index in span.indices { #expect(span[index] == 0) }
            span[0] = 7
        }
        #expect(secret.count == 64)
        #expect(secret.withBytes { $0[0] } == 7)
    }

    @Test func `reveals its text only by an explicit call`() {
        #expect(Secret(copying: Array("héllo".utf8)).revealedText() == "héllo")
    }

    /// Reads this process's own memory where a secret was. What is freed may be used again, which
    /// would hide a fault now and then, but never make one up.
    @Test func `is removed from memory with its last reference`() throws {
        let pattern = (0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        let memory = try #require(FileHandle(forReadingAtPath: "/proc/self/mem"))
        func addressOfOneThatGoes(afterwards check: (UInt64) throws -> Void) throws -> UInt64 {
            let secret = Secret(copying: pattern)
            let address = secret.withBytes { bytes in
                unsafe bytes.withUnsafeBufferPointer {
                    UInt64(UInt(bitPattern: $0.baseAddress))
                }
            }
            try check(address)
            return address
        }
        func read(_ address: UInt64) throws -> [UInt8] {
            try memory.seek(toOffset: address)
            return try [UInt8](memory.read(upToCount: pattern.count) ?? Data())
        }
        let address = try addressOfOneThatGoes { address in
            let isThere = try read(address) == pattern
            #expect(isThere, "the secret is not where it was looked for")
        }
        let left = try read(address)
        let survivors = left.indices.filter { $0 >= 64 && left[$0] == pattern[$0] }.count
        #expect(survivors < pattern.count / 8, "\(survivors) bytes of the secret are still there")
    }
}

@Suite("Text decoded to a secret")
struct SecretDecodingTests {
    @Test(arguments: ["", "Zg==", "Zm8=", "Zm9v", "AAECAwQFBgcICQoLDA0ODxAREhM="])
    func `is what Base64 stands for`(text: String) throws {
        let secret = try Base64.decodeSecret(Array(text.utf8).span)
        #expect(try secret == Secret(copying: Base64.decode(text)))
    }

    @Test(arguments: ["A", "AB==", "AA=A", "A===", "====", "AA A", "AAA*AAAA"])
    func `is refused as Base64 like any other`(text: String) {
        let failure = #expect(throws: Base64.Failure.self) { try Base64.decode(text) }
        let again = #expect(throws: Base64.Failure.self) {
            try Base64.decodeSecret(Array(text.utf8).span)
        }
        #expect(again == failure)
    }

    @Test(arguments: ["", "00", "0aFf", "000102030405"])
    func `is what hexadecimal stands for`(text: String) throws {
        let secret = try Hexadecimal.decodeSecret(Array(text.utf8).span)
        #expect(try secret == Secret(copying: Hexadecimal.decode(text)))
    }

    @Test(arguments: ["0", "0g", "g0", "00 0", "0x00"])
    func `is refused as hexadecimal like any other`(text: String) {
        let failure = #expect(throws: Hexadecimal.Failure.self) { try Hexadecimal.decode(text) }
        let again = #expect(throws: Hexadecimal.Failure.self) {
            try Hexadecimal.decodeSecret(Array(text.utf8).span)
        }
        #expect(again == failure)
    }
}
