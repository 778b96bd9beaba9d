import AppleServers
import Bytes
import Certificates
import Cryptography
import Foundation
import PaymentToken
import TestSandbox
import TestSupport
import Testing
import Wallet
import World

/// A third of the merchant identifiers in published apps have more than 35 characters, with which
/// the certificate's common name would have more than the 64 that it may have.
@Suite("A merchant identifier of any length")
struct LongMerchantIdentifierTests {
    /// An identifier of this many characters, in which any cut shows.
    static func identifier(length: Int) -> String {
        let letters = (0..<255).map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0 % 26))) }
        return String(("merchant." + letters.joined()).prefix(length))
    }

    @Test func `gets a certificate, and tokens that open by it`() async throws {
        let bench = try SandboxBench()
        let account = try bench.account()
        let method = UntrustedPaymentMethod(displayName: nil, network: nil, type: nil)
        for length in 10...255 {
            let identifier = Self.identifier(length: length)
            let merchant = try bench.merchant(identifier)
            let certificate = merchant.certificate
            let name = "Apple Pay Payment Processing:\(identifier)"
            #expect(certificate.certificate.subject[.commonName] == String(name.prefix(64)))
            #expect(certificate.merchantIdentifier == identifier)
            let message = try await bench.secureElement.pay(
                bench.instruction(to: identifier),
                with: bench.secureElement.add(account),
                sealedTo: bench.server.publicKey
            )
            let token = try await bench.server.paymentToken(for: message, paymentMethod: method)
            for key in [
                merchant.merchantKey,
                try MerchantKey(privateKey: merchant.key, merchantIdentifier: identifier),
            ] {
                #expect(try bench.open(token, with: key).payment.transactionAmount == 1075)
            }
            let other = try MerchantKey(
                privateKey: merchant.key,
                merchantIdentifier: identifier + "a"
            )
            #expect(throws: TokenRefusal.decryption(.tagMismatch(.ecV1))) {
                try bench.open(token, with: other)
            }
        }
    }

    @Test(arguments: [10, 35, 36, 64, 65, 128, 255])
    func `is read whole by OpenSSL's command`(length: Int) throws {
        let bench = try SandboxBench()
        let identifier = Self.identifier(length: length)
        let merchant = try bench.merchant(identifier)
        let folder = ScratchFolder()
        for (name, pem) in [
            ("root.pem", bench.authorities.root.pem),
            ("developer.pem", bench.authorities.developerRelations.certificate.pem),
            ("merchant.pem", merchant.certificate.certificate.pem),
        ] {
            try Data(pem.utf8).write(to: folder.url.appending(path: name))
        }
        let subject = Shell.output(
            of: "openssl x509 -in merchant.pem -noout -subject -nameopt multiline",
            in: folder.url
        )
        let lines = subject.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.contains("userId                    = \(identifier)"), "\(subject)")
        let name = "Apple Pay Payment Processing:\(identifier)".prefix(64)
        #expect(lines.contains("commonName                = \(name)"), "\(subject)")
        let verified = Shell.output(
            of: """
                openssl verify -x509_strict -attime \(bench.clock.now.seconds) -CAfile root.pem \
                -untrusted developer.pem merchant.pem 2>&1
                """,
            in: folder.url
        )
        #expect(verified == "merchant.pem: OK\n")
        let hash = Shell.output(
            of: "printf %s \(identifier) | sha256sum | cut -c1-64 | tr a-f A-F",
            in: folder.url
        )
        let text = Shell.output(of: "openssl x509 -in merchant.pem -noout -text", in: folder.url)
        #expect(text.contains(hash.dropLast()), "the extension has the whole identifier's hash")
    }
}
