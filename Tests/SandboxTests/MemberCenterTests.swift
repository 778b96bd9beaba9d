import ASN1
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

@Suite("The member center")
struct MemberCenterTests {
    let bench: SandboxBench

    init() throws { bench = try SandboxBench() }

    /// An identifier that is registered, with no certificate.
    func registered() async throws -> String {
        try await bench.memberCenter.register(.merchant, "merchant.com.example", description: "A")
            .text
    }

    func certificate(
        _ request: CertificateSigningRequest
    ) async throws -> PaymentProcessingCertificate {
        let issued = try await bench.memberCenter.issue(
            .paymentProcessing,
            for: registered(),
            request: request
        )
        return try #require(issued.paymentProcessing)
    }

    @Test func `registers an identifier once (mission 3.3)`() throws {
        let identifier = try bench.merchant().identifier
        #expect(identifier.text == "merchant.com.example")
        func refuses(_ refusal: MemberCenter.Refusal, _ text: String) {
            #expect(throws: MemberCenterFailure.refused(refusal)) {
                try bench.merchant(text)
            }
        }
        refuses(.alreadyRegistered("merchant.com.example"), "merchant.com.example")
        refuses(.invalidIdentifier("com.example", .noPrefix), "com.example")
    }

    @Test func `gives nothing for an identifier that is not registered (mission 3.2)`() throws {
        let stranger = try MerchantIdentifier("merchant.com.example")
        let refusal = MemberCenterFailure.refused(.unknownMerchant(stranger.text))
        #expect(throws: refusal) { try bench.sandbox.certify(stranger, named: "A") }
        #expect(throws: refusal) {
            try bench.sandbox.entitle("com.example.store", to: [stranger])
        }
    }

    @Test func `entitles an app to all of its merchants or to none (mission 3.6, 3.7)`() throws {
        let first = try bench.merchant("merchant.com.a").identifier
        let second = try bench.merchant("merchant.com.b").identifier
        let entitlement = try bench.sandbox.entitle("com.example", to: [second, first])
        #expect(entitlement.bundleIdentifier == "com.example")
        #expect(entitlement.merchantIdentifiers == ["merchant.com.b", "merchant.com.a"])
        let stranger = try MerchantIdentifier("merchant.com.c")
        #expect(throws: MemberCenterFailure.refused(.unknownMerchant("merchant.com.c"))) {
            try bench.sandbox.entitle("com.example", to: [first, stranger])
        }
    }

    @Test func `issues the other kinds under the root that is made when it is needed`()
        async throws
    {
        let center = bench.memberCenter
        #expect(bench.authorities.files.count == 3)
        let merchant = try await registered()
        _ = try await center.register(.orderType, "order.com.example", description: "Orders")
        let issuer = try bench.authorities.rsaAuthorities(from: SystemRandomness())
        #expect(bench.authorities.files.count == 7)
        for (kind, holder) in [
            (CertificateKind.merchantIdentity, merchant), (.orderType, "order.com.example"),
        ] {
            let pem = Shell.output(
                of:
                    "openssl req -new -newkey rsa:2048 -nodes -keyout /dev/null -subj /CN=a 2>/dev/null",
                in: Repository.root
            )
            let issued = try await center.issue(kind, for: holder, request: Array(pem.utf8))
            #expect(
                issued.certificate.isSigned(by: issuer.developerRelations.certificate.publicKey)
            )
            #expect(issued.state(at: bench.clock.now) == .active)
        }
        #expect(try await center.certificates(of: merchant)?.count == 1)
    }

    @Test func `issues a certificate in the form of Apple's (mission 3.1, 3.4)`() throws {
        let merchant = try bench.merchant()
        let certificate = merchant.certificate.certificate
        #expect(certificate.subject[.userID] == "merchant.com.example")
        let name = "Apple Pay Payment Processing:merchant.com.example"
        #expect(certificate.subject[.commonName] == name)
        #expect(certificate.subject[.organizationalUnit] == "QUINCETEST")
        #expect(certificate.keyUsage == [.keyEncipherment, .keyAgreement])
        #expect(!certificate.isAuthority)
        // What `printf merchant.com.example | sha256sum` says.
        let hash = Shell.output(
            of: "printf %s merchant.com.example | sha256sum | cut -c1-64 | tr a-f A-F",
            in: Repository.root
        ).dropLast()
        #expect(hash.utf8.count == 64)
        let marker = ASN1ObjectIdentifier(1, 2, 840, 113_635, 100, 6, 32)
        #expect(certificate.extensionValue(marker) == [0x0c, 64] + Array(hash.utf8))
        #expect(certificate.notBefore <= bench.clock.now)
        let lifetime = certificate.notAfter.seconds - certificate.notBefore.seconds
        let month = 365.2425 / 12 * 86_400
        #expect((24.5...25.5).contains(Double(lifetime) / month))
    }

    @Test func `issues what OpenSSL verifies up to the TEST root (mission 3.5)`() throws {
        let merchant = try bench.merchant()
        let folder = ScratchFolder()
        let files = [
            ("root.pem", bench.authorities.root.pem),
            ("developer.pem", bench.authorities.developerRelations.certificate.pem),
            ("integration.pem", bench.authorities.applicationIntegration.pem),
            ("merchant.pem", merchant.certificate.certificate.pem),
        ]
        for (name, pem) in files {
            try Data(pem.utf8).write(to: folder.url.appending(path: name))
        }
        func verified(_ intermediate: String, at moment: UnixTime) -> String {
            Shell.output(
                of: """
                    openssl verify -x509_strict -attime \(moment.seconds) -CAfile root.pem \
                    -untrusted \(intermediate) merchant.pem 2>/dev/null
                    """,
                in: folder.url
            )
        }
        // To OpenSSL a certificate has expired in the second that it names as its last.
        let now = bench.clock.now
        let expired = merchant.certificate.certificate.notAfter
        let last = try #require(expired.advanced(bySeconds: -1))
        #expect(verified("developer.pem", at: now) == "merchant.pem: OK\n")
        #expect(verified("integration.pem", at: now) == "", "another intermediate")
        #expect(verified("developer.pem", at: last) == "merchant.pem: OK\n")
        #expect(verified("developer.pem", at: expired) == "", "one second too late")
        #expect(bench.authorities.root.subject[.commonName]?.contains("TEST") == true)
    }

    @Test func `is given no signing request that was changed`() throws {
        let key = try PrivateKey(on: .p256, from: bench.world.randomness)
        let good = try SandboxBench.request(for: key).der
        let name = try #require(good.firstRange(of: Array("A shop".utf8)))
        for position in [name.lowerBound, good.count - 1, good.count - 20] {
            var changed = good
            changed[position] ^= 1
            #expect(throws: CertificateFailure.requestSignatureInvalid, "\(position)") {
                try CertificateSigningRequest(der: changed)
            }
        }
    }

    @Test(
        arguments: [
            ("rsa:3072", "an RSA key of 3072 bits"),
            ("ec -pkeyopt ec_paramgen_curve:P-384", "a P-384 key"),
        ]
    )
    func `certifies P-256 and RSA-2048 keys only`(kind: String, found: String) async throws {
        let folder = ScratchFolder()
        let pem = Shell.output(
            of:
                "openssl req -new -newkey \(kind) -nodes -keyout key.pem -subj /CN=shop 2>/dev/null",
            in: folder.url
        )
        let request = try CertificateSigningRequest(pem: pem)
        await #expect(
            throws: MemberCenterFailure.refused(.unsupportedKey(.paymentProcessing, found: found))
        ) {
            try await certificate(request)
        }
    }

    @Test func `certifies a key whose request OpenSSL made (mission 3.9)`() async throws {
        let folder = ScratchFolder()
        let pem = Shell.output(
            of: """
                openssl ecparam -name prime256v1 -genkey -noout -out key.pem &&
                openssl req -new -sha256 -key key.pem -subj /CN=shop
                """,
            in: folder.url
        )
        let certificate = try await certificate(CertificateSigningRequest(pem: pem))
        let key = try Data(contentsOf: folder.url.appending(path: "key.pem"))
        let privateKey = try PrivateKey(pem: Secret(copying: Array(key)))
        _ = try MerchantKey(privateKey: privateKey, certificate: certificate)
        let other = try PrivateKey(on: .p256, from: bench.world.randomness)
        #expect(throws: MerchantKeyFailure.keyDoesNotMatchCertificate) {
            try MerchantKey(privateKey: other, certificate: certificate)
        }
    }
    @Test func `certifies the RSA keys of China, and tokens for them verify`() async throws {
        let folder = ScratchFolder()
        let pem = Shell.output(
            of:
                "openssl req -new -newkey rsa:2048 -nodes -keyout key.pem -subj /CN=shop 2>/dev/null",
            in: folder.url
        )
        let certificate = try await certificate(CertificateSigningRequest(pem: pem))
        let key = try Data(contentsOf: folder.url.appending(path: "key.pem"))
        let privateKey = try RSAPrivateKey(pem: Secret(copying: Array(key)))
        let merchantKey = try MerchantKey(privateKey: privateKey, certificate: certificate)
        #expect(merchantKey.version == .rsaV1)
        // Their tokens are signed with a key of the same kind, as their version requires.
        let account = try bench.account()
        for amount in [2990, 1] as [Int64] {
            let message = try await bench.secureElement.pay(
                bench.instruction(amount),
                with: bench.secureElement.add(account),
                sealedTo: bench.server.publicKey
            )
            let method = UntrustedPaymentMethod(displayName: nil, network: nil, type: nil)
            let token = try await bench.server.paymentToken(for: message, paymentMethod: method)
            #expect(token.version == .rsaV1)
            let opened = try bench.open(token, with: merchantKey)
            #expect(opened.payment.transactionAmount == amount)
        }
    }
}
