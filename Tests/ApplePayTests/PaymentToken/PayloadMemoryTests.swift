import ASN1
import Bytes
import Certificates
import JSON
import PaymentToken
import TestSupport
import Testing
import World

/// Reads payloads whose secrets stand nowhere else, and looks through the memory of the process.
/// One search at a time, because each reads what the other has read.
@Suite("Secrets of a payload in memory", .serialized)
struct PayloadMemoryTests {
    /// A payload as text; each mark is replaced by a run of characters that nothing else makes.
    struct Planted {
        let kind: String
        let template: String

        /// The payload, written to a secret and nowhere else.
        func plaintext(seed: UInt8) -> Secret {
            let template = Array(template.utf8)
            return Secret(count: template.count) { span in
                for index in span.indices {
                    span[index] = Self.character(template[index], at: index, seed: seed)
                }
            }
        }

        /// `#` stands for a digit, `@` for a character of Base64, `$` for one of hexadecimal.
        private static func character(_ mark: UInt8, at index: Int, seed: UInt8) -> UInt8 {
            let chance = (UInt8(truncatingIfNeeded: index) &* 151 &+ seed) ^ seed >> 3
            return switch mark {
            case UInt8(ascii: "#"): 0x30 + chance % 10
            case UInt8(ascii: "@"): 0x41 + chance % 26
            case UInt8(ascii: "$"): 0x61 + chance % 6
            default: mark
            }
        }
    }

    /// Longer than real ones, because the memory of short ones is soon used again.
    static let long = String(repeating: "@", count: 600)

    static let start = """
        {"applicationPrimaryAccountNumber":"################","applicationExpirationDate":"310731",\
        "currencyCode":"840","transactionAmount":1075,"cardholderName":"N\\u0061me \(long)",\
        "deviceManufacturerIdentifier":"040010030273",
        """

    static let planted = [
        Planted(
            kind: "3-D Secure",
            template: start + """
                "paymentDataType":"3DSecure","paymentData":{\
                "onlinePaymentCryptogram":"\(long)","eciIndicator":"5"}}
                """
        ),
        Planted(
            kind: "3-D Secure, with escapes",
            template: start + """
                "paymentDataType":"3DSecure","paymentData":{\
                "onlinePaymentCryptogram":"\\u0041\(long)AE=","eciIndicator":"5"}}
                """
        ),
        // Tag 83, 452 bytes.
        Planted(
            kind: "EMV",
            template: start + """
                "paymentDataType":"EMV","paymentData":{"emvData":"g4IBxA\(long)AA",\
                "encryptedPINData":"\(String(repeating: "$", count: 600))"}}
                """
        ),
        Planted(
            kind: "several merchants",
            template: start + """
                "paymentDataType":"3DSecure","authenticationResponses":[{"merchantIdentifier":"m",\
                "authenticationData":"\(long)","transactionAmount":"1"}]}
                """
        ),
    ]

    /// Everything secret that a payload gives.
    static func secrets(of payment: PaymentPayload) throws -> [Secret] {
        var secrets = [payment.accountNumber, try #require(payment.cardholderName)]
        switch payment.proof {
        case .threeDSecure(let cryptogram, _): secrets += cryptogram.map { [$0] } ?? []
        case .emv(let chip, let pin):
            secrets += [chip.objects.bytes, try #require(pin)] + chip.objects.objects.map(\.value)
        }
        for response in payment.authenticationResponses ?? [] {
            secrets += [response.authenticationData, try #require(response.cryptogram)]
        }
        for (_, value) in payment.document.root.member("paymentData")?.members ?? [] {
            secrets += value.secretString.map { $0.count > 8 ? [$0] : [] } ?? []
        }
        return secrets
    }

    @Test(arguments: planted.indices)
    func `is zero after its last reference is released`(index: Int) throws {
        let planted = Self.planted[index]
        let search = try #require(MemorySearch())
        func readAndDrop() throws {
            let payment = try PaymentPayload(planted.plaintext(seed: UInt8(11 + index)))
            for secret in try Self.secrets(of: payment) { search.add(secret) }
            _ = ("\(payment)", String(reflecting: payment))
            let isFound = try search.counts()[0] > 0
            #expect(isFound && payment.accountNumber.count == 16, "the search finds nothing")
        }
        try readAndDrop()
        let left = try search.counts()
        #expect(left.allSatisfy { $0 == 0 }, "\(planted.kind): \(left)")
    }

    @Test func `is nothing, when it came out of a token`() throws {
        let workshop = try TokenWorkshop(seed: 191)
        let search = try #require(MemorySearch())
        let writer = SignedDataWriter(
            leaf: workshop.signer,
            intermediate: workshop.integration.certificate,
            key: workshop.signerKey
        )
        let identifier = try workshop.seal().transactionID
        func openAndDrop() throws {
            let token = try PaymentTokenSealer(signer: writer).seal(
                Self.planted[0].plaintext(seed: 23),
                to: .init(PaymentProcessingCertificate(workshop.merchant.certificate)),
                by: .agreement(ephemeralKey: TokenWorkshop.key(from: workshop.world)),
                transactionID: identifier,
                applicationDataHash: nil,
                signingTime: TokenWorkshop.now,
                paymentMethod: nil
            )
            let payment = try workshop.open(token.json.compact).payment
            for secret in try Self.secrets(of: payment) { search.add(secret) }
        }
        try openAndDrop()
        let left = try search.counts()
        #expect(left.allSatisfy { $0 == 0 }, "\(left)")
    }

    /// A search that cannot find a copy proves nothing about those that it does not find.
    @Test func `would be found if it were copied`() throws {
        let search = try #require(MemorySearch())
        func copyAndDrop() -> [UInt8] {
            let secret = Self.planted[0].plaintext(seed: 37)
            search.add(secret)
            return secret.withBytes { [UInt8](copying: $0) }
        }
        let copy = copyAndDrop()
        #expect(try search.counts() == [1])
        #expect(copy.count == search.lengths[0])
    }
}
