import Bytes
import Cryptography
import TestSupport
import Testing

@Suite("Triple DES")
struct TripleDESTests {
    static func key(_ digits: String) throws -> TripleDESKey {
        try #require(TripleDESKey(Secret(copying: Hexadecimal.decode(digits))))
    }

    static func text(_ secret: Secret) -> String {
        Hexadecimal.encode(secret.withBytes { bytes in bytes.indices.map { bytes[$0] } })
    }

    /// FIPS 81, table B1: single DES, which is Triple DES with equal halves.
    @Test func `with equal halves is single DES`() throws {
        let key = try Self.key("0123456789abcdef0123456789abcdef")
        let encrypted = key.encrypt(Array("Now is the time for all ".utf8))
        #expect(Self.text(encrypted) == "3fa40e8a984d48156a271787ab8883f9893d51ec4b563b53")
        #expect(key.decrypt(encrypted).revealedText() == "Now is the time for all ")
    }

    /// Compared with the command-line program of OpenSSL.
    @Test func `with two halves encrypts as OpenSSL's program does`() throws {
        let digits = "29b33180e567ce38ea4cbc9d753b0e61"
        let answer = try Program.openSSL.run(
            ["enc", "-des-ede", "-nopad", "-K", digits],
            input: Array(0..<32)
        )
        let ours = try Self.key(digits).encrypt(Array(0..<32))
        #expect(Self.text(ours) == Hexadecimal.encode(answer.output))
        #expect(Self.text(try Self.key(digits).decrypt(ours)) == Hexadecimal.encode(0..<32))
    }

    /// The documentation of the Python package pyemv 1.5.0, module ac.
    @Test func `makes the published application cryptogram`() throws {
        let key = try Self.key("29b33180e567ce38ea4cbc9d753b0e61")
        let message = try Hexadecimal.decode("0123456789abcdef0123456789abcdef")
        #expect(Self.text(key.retailMAC(of: message)) == "fa624250b008b59a")
    }

    @Test func `has an odd number of ones in each byte after its parity is set`() throws {
        let key = try Self.key("000102030405060708090a0b0c0d0efe")
        #expect(Self.text(key.withOddParity.bytes) == "010102020404070708080b0b0d0d0efe")
    }

    @Test func `takes keys of 16 bytes only`() {
        for count in [0, 8, 15, 17, 24] {
            #expect(TripleDESKey(Secret(copying: Array(repeating: 1, count: count))) == nil)
        }
    }
}
