import Bytes
import Cryptography
import Testing
import World

@testable import CardAccounts

@Suite("A PIN block")
struct PINBlockTests {
    let keys = IssuerKeys(from: SeededRandomness(seed: 1))
        .cardKeys(of: Secret(copying: Array("5432101234567891".utf8)))
    let number = Secret(copying: Array("5432101234567891".utf8))

    /// The example that most descriptions of format 0 have.
    @Test func `combines the PIN and the account number`() throws {
        let card = Secret(copying: Array("43219876543210987".utf8))
        let block = try #require(PINBlock.clear(Secret(copying: Array("1234".utf8)), card))
        #expect(block.hexadecimal == "0412ac89abcdef67")
    }

    @Test func `contains its own PIN and no other, for its own account only`() throws {
        let pin = Secret(copying: Array("123456".utf8))
        let block = try #require(
            PINBlock.encrypt(pin, accountNumber: number, key: keys.pins)
        )
        func contains(
            _ pin: String,
            _ block: Secret,
            _ number: String = "5432101234567891",
            _ key: CardKey? = nil
        ) -> Bool {
            PINBlock.decrypt(
                block,
                accountNumber: Secret(copying: Array(number.utf8)),
                key: key ?? keys.pins
            ) == Secret(copying: Array(pin.utf8))
        }
        #expect(contains("123456", block))
        #expect(!contains("123457", block))
        #expect(!contains("12345", block))
        #expect(!contains("123456", block, "5432101234567801"))
        #expect(!contains("123456", block, "5432101234567891", keys.cryptograms))
        for other in [[], Array(block.copied.dropLast()), block.copied + [0]] {
            #expect(!contains("123456", Secret(copying: other)))
        }
    }

    @Test(arguments: [
        ("041234ffffffffff", "1234"), ("0c123456789012ff", "123456789012"),
        ("061234560fffffff", nil), ("041234fffffffff0", nil), ("141234ffffffffff", nil),
        ("03123fffffffffff", nil), ("0d1234567890123f", nil), ("04123affffffffff", nil),
        ("051234ffffffffff", nil),
    ])
    func `is decrypted to its PIN only in format 0`(field: String, pin: String?) throws {
        // The last 12 digits of the account number before its check digit.
        let digits = try Hexadecimal.decode("0000210123456789")
        let clear = zip(try Hexadecimal.decode(field), digits).map { $0 ^ $1 }
        let block = keys.pins.key.encrypt(Secret(copying: clear))
        let found = PINBlock.decrypt(block, accountNumber: number, key: keys.pins)
        #expect(found == pin.map { Secret(copying: Array($0.utf8)) })
        #expect(PINBlock.decrypt(block, accountNumber: number, key: keys.cryptograms) == nil)
        let short = Secret(copying: Array(block.copied.dropLast()))
        #expect(PINBlock.decrypt(short, accountNumber: number, key: keys.pins) == nil)
    }

    @Test func `is not made of anything but 4 to 12 digits`() {
        for pin in ["", "123", "1234567890123", "12a4", "12 4", "１２３４"] {
            let secret = Secret(copying: Array(pin.utf8))
            #expect(PINBlock.encrypt(secret, accountNumber: number, key: keys.pins) == nil)
        }
    }
}
