import Bytes
import Cryptography
import Testing
import World

@testable import CardAccounts

/// The vectors are those of the documentation of the Python package pyemv 1.5.0, modules kd and cvn.
@Suite("The keys of a device account")
struct CardKeyTests {
    static func master(_ digits: String) throws -> TripleDESKey {
        try #require(TripleDESKey(Secret(copying: Hexadecimal.decode(digits))))
    }

    static func key(
        _ master: String = "0123456789ABCDEFFEDCBA9876543210",
        number: String,
        sequenceNumber: UInt8
    ) throws -> CardKey {
        CardKey(
            derivedFrom: try Self.master(master),
            accountNumber: Secret(copying: Array(number.utf8)),
            sequenceNumber: sequenceNumber
        )
    }

    @Test func `are derived by option B from a number of more than 16 digits`() throws {
        let key = try Self.key(number: "12345678901234567", sequenceNumber: 1)
        #expect(key.key.bytes.hexadecimal == "ad406d7f6d7570916d75e5dcab8cf737")
    }

    @Test func `make the published session key`() throws {
        let key = CardKey(key: try Self.master("0123456789ABCDEFFEDCBA9876543210"))
        let session = key.sessionKey(counter: 0x001c)
        #expect(session.key.bytes.hexadecimal == "e9fb384af807b940fedcea613461b0c4")
    }

    /// Derivation by option A, session key and cryptogram in one.
    @Test func `make the published cryptogram of version 18`() throws {
        let key = try Self.key(
            String(repeating: "A", count: 32),
            number: "1234567890123456",
            sequenceNumber: 0
        )
        let data = [
            "000000009999", "000000000000", "0840", "8000048000", "0840", "991231", "01",
            "52BF4585", "1800", "0FFF", "06011203A0B800",
        ]
        let code = key.sessionKey(counter: 0x0fff)
            .applicationCryptogram(over: try Hexadecimal.decode(data.joined()))
        #expect(code.hexadecimal == "769577b5abe9fe62")
    }

    @Test func `differ for each account, sequence number and purpose`() throws {
        let issuer = IssuerKeys(from: SeededRandomness(seed: 1))
        let keys = ["4817009900000002", "4817009900000010"].flatMap { number in
            [UInt8(0), 1].flatMap { sequenceNumber in
                let keys = issuer.cardKeys(
                    of: Secret(copying: Array(number.utf8)),
                    sequenceNumber: sequenceNumber
                )
                return [keys.cryptograms.key.bytes.hexadecimal, keys.pins.key.bytes.hexadecimal]
            }
        }
        #expect(Set(keys).count == 8)
    }

    @Test func `are the same after storage`() throws {
        let issuer = IssuerKeys(index: 3, from: SeededRandomness(seed: 1))
        let number = Secret(copying: Array("4817009900000002".utf8))
        let again = try #require(IssuerKeys(index: 3, restoring: issuer.bytes))
        let keys = issuer.cardKeys(of: number)
        #expect(again.cardKeys(of: number).bytes == keys.bytes)
        let card = try #require(CardKeys(restoring: keys.bytes))
        #expect(card.bytes == keys.bytes && card.issuerKeyIndex == 3)
        #expect(keys.bytes.count == CardKeys.length && issuer.bytes.count == IssuerKeys.length)
    }

    @Test func `are not restored from bytes of another form`() {
        let issuer = IssuerKeys(from: SeededRandomness(seed: 1)).bytes.copied
        #expect(IssuerKeys(index: 16, restoring: Secret(copying: issuer)) == nil)
        #expect(IssuerKeys(index: 0, restoring: Secret(copying: issuer + [0])) == nil)
        #expect(CardKeys(restoring: Secret(copying: [16] + issuer)) == nil)
        #expect(CardKeys(restoring: Secret(copying: issuer)) == nil)
        #expect(CardKeys(restoring: Secret(copying: [])) == nil)
    }
}

extension Secret {
    var hexadecimal: String { Hexadecimal.encode(copied) }
}
