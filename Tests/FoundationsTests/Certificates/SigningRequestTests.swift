import Certificates
import Cryptography
import TestSupport
import Testing
import World

/// Signing requests, checked by the OpenSSL command line, and OpenSSL's by us.
@Suite("Signing requests")
struct SigningRequestTests {
    static let subject = DistinguishedName([
        .userID: "merchant.test.quince", .commonName: "Quince é", .country: "US",
    ])

    static func request(seed: UInt64) throws -> (PrivateKey, CertificateSigningRequest) {
        let key = try PrivateKey(on: .p256, from: SeededRandomness(seed: seed))
        return (key, try CertificateSigningRequest(subject: subject, key: key))
    }

    @Test func `are accepted by OpenSSL`() throws {
        let (key, request) = try Self.request(seed: 31)
        let answer = try Program.openSSL.run(
            ["req", "-verify", "-noout", "-subject", "-nameopt", "RFC2253,-esc_msb"],
            input: Array(request.pem.utf8)
        )
        #expect(answer.isSuccess, "\(answer.complaint)")
        #expect(answer.text.contains("C=US,CN=Quince é,UID=merchant.test.quince"))
        #expect(request.publicKeyInfo == key.publicKey.publicKeyInfo)
        #expect(request.subject == Self.subject)
    }

    @Test func `of OpenSSL's are accepted`() throws {
        let folder = ScratchFolder()
        let answer = try Program.openSSL.run([
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", folder.path("key"), "-subj", "/UID=merchant.test.quince/CN=Quince",
        ])
        let request = try CertificateSigningRequest(pem: answer.text)
        #expect(request.subject[.userID] == "merchant.test.quince")
    }

    @Test func `that were changed are refused, whichever byte it was`() throws {
        let der = try Self.request(seed: 32).1.der
        var causes: Set<CertificateFailure> = []
        for index in der.indices {
            var changed = der
            changed[index] ^= 1 << (index % 8)
            do throws(CertificateFailure) {
                _ = try CertificateSigningRequest(der: changed)
                Issue.record("accepted with byte \(index) changed")
            } catch { causes.insert(error) }
        }
        #expect(causes == [.notASigningRequest, .requestSignatureInvalid])
    }

    @Test func `that are truncated or too long are refused`() throws {
        let der = try Self.request(seed: 33).1.der
        for bytes in [[], Array(der.dropLast()), der + [0]] {
            #expect(throws: CertificateFailure.notASigningRequest) {
                try CertificateSigningRequest(der: bytes)
            }
        }
        #expect(throws: CertificateFailure.notASigningRequest) {
            try CertificateSigningRequest(pem: "no request")
        }
    }
}
