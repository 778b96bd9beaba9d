import Bytes
import CardMessages
import ISO8583
import Testing

private typealias Samples = CardMessageSamples

@Suite("The merchant's digest in an authorization")
struct TokenDataTests {
    /// SHA-256 of `merchant.com.example`, by Python's hashlib.
    static let digest = "224d417877b0ebd0c882c2d68e557a781092803cc75887cc11d2d954d77eac59"

    private func request(_ digest: [UInt8]?) throws -> CardAuthorization {
        let plain = try Samples.authorization(of: "4761120010000492", Samples.cryptogram(20))
        return CardAuthorization(
            reference: plain.reference,
            acceptor: plain.acceptor,
            merchant: try #require(plain.merchant),
            accountNumber: plain.accountNumber,
            expiry: plain.expiry,
            amount: plain.amount,
            proof: try #require(plain.proof),
            indicator: plain.indicator,
            merchantDigest: digest
        )
    }

    private func read(_ field: String?) throws -> CardAuthorization {
        var message = try CardRequest.authorization(request(nil)).message()
        message.fields[123] = field.map { Array($0.utf8) }
        guard case .authorization(let read) = try CardRequest(message) else {
            throw CardMessageFailure.invalidField(0)
        }
        return read
    }

    @Test func `is in sub-field 01 of field 123`() throws {
        let digest = try Hexadecimal.decode(Self.digest)
        let message = try CardRequest.authorization(request(digest)).message()
        #expect(message.text(123) == "0164" + Self.digest)
        #expect(try read("0164" + Self.digest).merchantDigest == digest)
        #expect(try read("0164" + Self.digest.uppercased()).merchantDigest == digest)
    }

    @Test func `may be absent`() throws {
        #expect(try CardRequest.authorization(request(nil)).message().fields[123] == nil)
        #expect(try read(nil).merchantDigest == nil)
    }

    @Test func `has 32 bytes in hexadecimal and nothing beside it`() throws {
        for field in [
            "", "01", "0100", "0164", "0162" + Self.digest.dropLast(2), "0264" + Self.digest,
            "0164" + Self.digest + "0201a", "0164" + Self.digest.dropLast() + "g",
            "0164" + Self.digest + "0164" + Self.digest, "0166" + Self.digest + "00",
        ] {
            #expect(throws: CardMessageFailure.invalidField(123)) { try read(field) }
        }
        for count in [0, 31, 33] {
            let wrong = try request(Array(repeating: 1, count: count))
            #expect(throws: CardMessageFailure.invalidField(123)) {
                try CardRequest.authorization(wrong).message()
            }
        }
    }
}
