import Bytes
import Certificates
import Cryptography
import Foundation
import TestSupport
import Testing
import World

/// Certificates that we issue, judged by the OpenSSL command line.
@Suite("Certificates compared with OpenSSL")
struct OpenSSLCertificateTests {
    @Test func `lead to their root and to no other`() throws {
        let (workshop, other) = (try TokenWorkshop(seed: 3), try TokenWorkshop(seed: 4))
        let folder = ScratchFolder()
        for (name, certificate) in [
            ("root", workshop.root.certificate), ("other", other.root.certificate),
            ("integration", workshop.integration.certificate), ("signer", workshop.signer),
            ("relations", workshop.relations.certificate),
            ("merchant", workshop.merchant.certificate),
        ] {
            try Data(certificate.pem.utf8).write(to: folder.url.appending(path: name))
        }
        func isAccepted(_ leaf: String, _ intermediate: String, root: String) throws -> Bool {
            try Program.openSSL.run([
                "verify", "-x509_strict", "-attime", "\(TokenWorkshop.now.seconds)", "-CAfile",
                folder.path(root), "-untrusted", folder.path(intermediate), folder.path(leaf),
            ]).isSuccess
        }
        #expect(try isAccepted("signer", "integration", root: "root"))
        #expect(try isAccepted("merchant", "relations", root: "root"))
        #expect(try !isAccepted("signer", "integration", root: "other"))
        #expect(try !isAccepted("signer", "relations", root: "root"))
    }

    @Test func `contain the text of Apple's buttons`() throws {
        let workshop = try TokenWorkshop(seed: 3)
        let digits = Hexadecimal.encode(SHA256.digest("merchant.test.quince")).uppercased()
        let shown: [(Certificate, [String])] = [
            (
                workshop.root.certificate,
                ["ASN1 OID: secp384r1", "CA:TRUE", "Certificate Sign, CRL Sign", "TEST Root CA 3"]
            ),
            (
                workshop.integration.certificate,
                ["1.2.840.113635.100.6.2.14:", "CA:TRUE", "ASN1 OID: prime256v1", "TEST Root CA 3"]
            ),
            (
                workshop.signer,
                [
                    "1.2.840.113635.100.6.29:", "CA:FALSE", "Key Usage: critical",
                    "Digital Signature", "ecdsa-with-SHA256", "X509v3 Authority Key Identifier",
                ]
            ),
            (
                workshop.merchant.certificate,
                [
                    "UID=merchant.test.quince", "Key Encipherment, Key Agreement",
                    "CN=Apple Pay Payment Processing:merchant.test.quince",
                    "1.2.840.113635.100.6.32:", digits,
                ]
            ),
        ]
        for (certificate, expected) in shown {
            let text = try Program.openSSL.run(
                ["x509", "-noout", "-text", "-nameopt", "RFC2253"],
                input: Array(certificate.pem.utf8)
            ).text
            for line in expected + ["Version: 3"] {
                #expect(text.contains(line), "\(line) in \(text)")
            }
        }
    }

    @Test func `are read as OpenSSL reads them`() throws {
        let certificate = try TokenWorkshop(seed: 3).signer
        let answer = try Program.openSSL.run(
            ["x509", "-noout", "-serial", "-startdate", "-enddate", "-dateopt", "iso_8601"],
            input: Array(certificate.pem.utf8)
        )
        let expected = [
            "serial=\(Hexadecimal.encode(certificate.serialNumber).uppercased())",
            "notBefore=\(certificate.notBefore.iso8601.replacing("T", with: " "))",
            "notAfter=\(certificate.notAfter.iso8601.replacing("T", with: " "))",
        ]
        #expect(answer.text.split(separator: "\n").map(String.init) == expected)
        #expect(try Certificate(pem: certificate.pem) == certificate)
        #expect(certificate.keyUsage == .digitalSignature && !certificate.isAuthority)
    }

    @Test func `are refused if they are truncated, too long or invalid`() throws {
        let der = try TokenWorkshop(seed: 3).signer.der
        let refused = [
            [], [0x30], Array(der.dropLast()), der + [0], der + der, Array(der.dropFirst()),
        ]
        for bytes in refused {
            #expect(throws: CertificateFailure.notACertificate) { try Certificate(der: bytes) }
        }
        #expect(throws: CertificateFailure.notACertificate) { try Certificate(pem: "none") }
    }

    @Test func `of keys of other kinds are refused`() throws {
        let folder = ScratchFolder()
        let made = try Program.openSSL.run([
            "req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", folder.path("key"), "-subj",
            "/CN=TEST", "-outform", "DER",
        ])
        #expect(throws: CertificateFailure.unsupportedKey) {
            try Certificate(der: [UInt8](made.output))
        }
    }
}
