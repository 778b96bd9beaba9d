import AppleServers
import Certificates
import Cryptography
import PaymentToken
import TestSupport
import Testing
import World

/// The statements of the certificates, read by OpenSSL.
///
/// Expected: the fields of Apple's published certificates, in
/// Documentation/Reference/PaymentTokenFormat.md and Documentation/MemberCenter.md.
@Suite("The member center's certificates")
struct CertificateFormTests {
    let bench: CenterBench

    init() async throws {
        bench = try await CenterBench()
        try await bench.register()
        try await bench.register("order.com.example")
        for file in bench.center.authorities.files {
            try bench.write(file.certificate.pem, to: "\(file.name).pem")
        }
    }

    func issue(_ kind: CertificateKind) async throws -> IssuedCertificate {
        let issued = try await bench.issue(
            kind,
            for: kind == .orderType ? "order.com.example" : CenterBench.merchant
        )
        try bench.write(issued.certificate.pem, to: "leaf.pem")
        return issued
    }

    /// Whether OpenSSL verifies the certificate up to a root, at the clock's time or another.
    func verifies(_ root: String, _ intermediate: String, _ options: String = "") -> Bool {
        bench.shell(
            """
            openssl verify -x509_strict -attime \(bench.clock.now.seconds) \(options) \
            -CAfile \(root).pem -untrusted \(intermediate).pem leaf.pem 2>/dev/null
            """
        ) == "leaf.pem: OK\n"
    }

    func text(_ options: String) -> String {
        bench.shell("openssl x509 -in leaf.pem -noout \(options)")
    }

    @Test(arguments: CertificateKind.allCases)
    func `verify under both roots, each with its intermediate`(kind: CertificateKind) async throws {
        _ = try await issue(kind)
        let (own, other) =
            kind == .paymentProcessing
            ? (
                ("root-g3", "developer-relations-g2"),
                ("root-g2", "developer-relations-g2-under-root-g2")
            )
            : (
                ("root-g2", "developer-relations-rsa"),
                ("root-g3", "developer-relations-rsa-under-root-g3")
            )
        #expect(verifies(own.0, own.1))
        #expect(verifies(other.0, other.1))
        #expect(!verifies(own.0, other.1), "the intermediate of the other root")
        #expect(!verifies(own.0, "application-integration-g3"), "another intermediate")
        #expect(!verifies(own.0, own.0), "no intermediate")
    }

    @Test func `a Payment Processing certificate has the fields of Apple's`() async throws {
        _ = try await issue(.paymentProcessing)
        #expect(
            text("-subject -issuer -nameopt oneline")
                == """
                subject=UID = merchant.com.example, \
                CN = Apple Pay Payment Processing:merchant.com.example, OU = QUINCETEST, \
                O = Quince TEST Merchant, C = US
                issuer=CN = Quince TEST Worldwide Developer Relations CA - G2, \
                OU = Quince TEST Certification Authority, O = Quince TEST, C = US

                """
        )
        #expect(text("-ext keyUsage").hasSuffix("    Key Encipherment, Key Agreement\n"))
        #expect(text("-ext keyUsage").contains("critical"))
        #expect(text("-ext extendedKeyUsage") == "")
        #expect(text("-text").contains("Signature Algorithm: ecdsa-with-SHA256"))
    }

    @Test func `a Merchant Identity certificate has the fields of Apple's, and is a TLS client's`()
        async throws
    {
        let issued = try await issue(.merchantIdentity)
        #expect(
            text("-subject -issuer -nameopt oneline")
                == """
                subject=UID = merchant.com.example, \
                CN = Apple Pay Merchant Identity:merchant.com.example, OU = QUINCETEST, \
                O = Quince TEST Merchant
                issuer=CN = Quince TEST WWDR Certification Authority, OU = G3, \
                O = Quince TEST, C = US

                """
        )
        #expect(text("-ext keyUsage").hasSuffix("critical\n    Digital Signature\n"))
        #expect(text("-ext extendedKeyUsage").hasSuffix("    TLS Web Client Authentication\n"))
        #expect(text("-text").contains("Signature Algorithm: sha256WithRSAEncryption"))
        let hash = bench.shell("printf %s merchant.com.example | sha256sum | tr a-f A-F").prefix(64)
        #expect(text("-text").contains("1.2.840.113635.100.6.32: \n                .@\(hash)"))
        #expect(verifies("root-g2", "developer-relations-rsa", "-purpose sslclient"))
        #expect(!verifies("root-g2", "developer-relations-rsa", "-purpose sslserver"))
        #expect(throws: MerchantKeyFailure.identityCertificate) {
            try PaymentProcessingCertificate(issued.certificate)
        }
    }

    @Test func `an Order Type certificate names the order type`() async throws {
        _ = try await issue(.orderType)
        let subject = text("-subject -nameopt oneline")
        #expect(subject.hasPrefix("subject=UID = order.com.example, CN = Order Type ID:order"))
        #expect(text("-ext keyUsage").hasSuffix("critical\n    Digital Signature\n"))
        #expect(!text("-text").contains("100.6.32"))
        #expect(text("-text").contains("1.2.840.113635.100.14.2: \n                ..order.com."))
        #expect(text("-ext extendedKeyUsage").hasSuffix("tication, 1.2.840.113635.100.4.19\n"))
        let issuer = "openssl x509 -in developer-relations-rsa.pem -noout -text"
        #expect(bench.shell(issuer).contains("1.2.840.113635.100.6.2.1: \n"))
    }

    @Test(arguments: CertificateKind.allCases)
    func `is valid for 760 days, begins a day earlier and says nothing of authority`(
        kind: CertificateKind
    ) async throws {
        let issued = try await issue(kind)
        let start = issued.certificate.notBefore.seconds
        #expect(start == CenterBench.start.seconds - 86_400)
        #expect(issued.certificate.notAfter.seconds - start == 65_664_000)
        #expect(text("-ext basicConstraints").hasSuffix("    CA:FALSE\n"))
        #expect(issued.issuedAt == CenterBench.start)
    }

    @Test func `serial numbers have 8 bytes and differ`() async throws {
        var serials: Set<String> = []
        let request = bench.request("rsa:2048")
        for _ in 0..<20 {
            let issued = try await bench.center.issue(
                .merchantIdentity,
                for: CenterBench.merchant,
                request: request
            )
            #expect(issued.serialNumber.utf8.count == 16)
            #expect(serials.insert(issued.serialNumber).inserted)
        }
    }

    @Test func `a key of China's kind is certified for tokens of RSA_v1`() async throws {
        let issued = try await bench.center.issue(
            .paymentProcessing,
            for: CenterBench.merchant,
            request: bench.request("rsa:2048")
        )
        try bench.write(issued.certificate.pem, to: "leaf.pem")
        #expect(issued.certificate.publicKey.kind == .rsa(bits: 2048))
        #expect(verifies("root-g3", "developer-relations-g2"))
    }
}
