import AppleServers
import Certificates
import PaymentToken
import TestSupport
import Testing
import World

/// The member center of one process: the rules are those of the durable one.
@Suite("A member center in memory")
struct MemberCenterInMemoryTests {
    static let merchant = "merchant.com.example"
    let bench: SandboxBench

    init() throws {
        bench = try SandboxBench()
        _ = try bench.memberCenter.register(Self.merchant, description: "A shop")
    }

    func request(_ key: String = "ec -pkeyopt ec_paramgen_curve:P-256") throws
        -> CertificateSigningRequest
    {
        try CertificateSigningRequest(
            pem: Shell.output(
                of:
                    "openssl req -new -newkey \(key) -nodes -keyout /dev/null -subj /CN=a 2>/dev/null",
                in: Repository.root
            )
        )
    }

    func usable() -> [[UInt8]] {
        bench.memberCenter.paymentProcessingCertificates(of: Self.merchant, at: bench.clock.now)
            .map(\.certificate.serialNumber)
    }

    @Test func `rotates as the durable one does`() throws {
        let center = bench.memberCenter
        let first = try center.issue(.paymentProcessing, for: Self.merchant, request: request())
        let second = try center.issue(.paymentProcessing, for: Self.merchant, request: request())
        #expect(usable() == [first.certificate.serialNumber])
        #expect(throws: MemberCenter.Refusal.tooManyCertificates(.paymentProcessing, Self.merchant))
        {
            try center.issue(.paymentProcessing, for: Self.merchant, request: request())
        }
        try center.activate(second.serialNumber, of: Self.merchant)
        let both = [second.certificate.serialNumber, first.certificate.serialNumber]
        #expect(usable() == both)
        bench.clock.advance(bySeconds: 599)
        #expect(usable() == both)
        bench.clock.advance(bySeconds: 1)
        #expect(usable() == [second.certificate.serialNumber])
        #expect(throws: MemberCenter.Refusal.notActivable(first.serialNumber, .replaced)) {
            try center.activate(first.serialNumber, of: Self.merchant)
        }
        try center.revoke(second.serialNumber, of: Self.merchant)
        #expect(usable().isEmpty)
        #expect(throws: MemberCenter.Refusal.unknownCertificate("00")) {
            try center.revoke("00", of: Self.merchant)
        }
    }

    @Test func `issues the other kinds under the root that is made when it is needed`() throws {
        let center = bench.memberCenter
        #expect(bench.authorities.files.count == 3)
        let identity = try center.issue(
            .merchantIdentity,
            for: Self.merchant,
            request: request("rsa:2048")
        )
        _ = try center.register(.orderType, "order.com.example", description: "Orders")
        let order = try center.issue(
            .orderType,
            for: "order.com.example",
            request: request("rsa:2048")
        )
        #expect(bench.authorities.files.count == 7)
        let issuer = try bench.authorities.rsaAuthorities(from: SystemRandomness())
        for issued in [identity, order] {
            #expect(
                issued.certificate.isSigned(by: issuer.developerRelations.certificate.publicKey)
            )
            #expect(issued.state(at: bench.clock.now) == .active)
        }
        #expect(center.certificates(of: Self.merchant).count == 1)
        #expect(throws: MemberCenter.Refusal.invalidOrderType("merchant.com.x", .noPrefix)) {
            try center.register(.orderType, "merchant.com.x", description: "Orders")
        }
    }
}
