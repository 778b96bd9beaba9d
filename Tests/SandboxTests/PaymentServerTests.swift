import AppleServers
import Bytes
import Certificates
import PaymentToken
import TestSandbox
import Testing
import Wallet
import World

@Suite("Apple's payment server")
struct PaymentServerTests {
    let bench: SandboxBench
    let method = UntrustedPaymentMethod(displayName: "Visa 1111", network: "Visa", type: "credit")

    init() throws { bench = try SandboxBench() }

    func sealed(_ instruction: PaymentInstruction) async throws -> SealedForApple {
        try await bench.secureElement.pay(
            instruction,
            with: bench.secureElement.add(bench.account()),
            sealedTo: bench.server.publicKey
        )
    }

    func token(for sealed: SealedForApple) async throws -> SealedPaymentToken {
        try await bench.server.paymentToken(for: sealed, paymentMethod: method)
    }

    @Test func `seals to the merchant what the chip sealed to it (mission 1.6, 11.3)`() async throws
    {
        let merchant = try bench.merchant()
        let instruction = try bench.instruction(2990, applicationData: Array("buyID=12345".utf8))
        let token = try await token(for: await sealed(instruction))
        #expect(token.transactionID == instruction.transactionID)
        #expect(token.applicationDataHash == instruction.applicationDataHash)
        #expect(token.paymentMethod == method)
        let opened = try bench.open(token, for: merchant)
        #expect(opened.payment.transactionAmount == 2990)
        #expect(opened.payment.currencyCode == "840")
        #expect(opened.signedAt == bench.clock.now)
        let stranger = try bench.merchant("merchant.com.other")
        #expect {
            try bench.open(token, for: stranger)
        } throws: {
            ($0 as? TokenRefusal)?.step == .publicKeyHash
        }
    }

    @Test func `makes no token for a merchant without a valid certificate (mission 3.2)`()
        async throws
    {
        func refuses(_ merchant: String) async throws {
            let message = try await sealed(bench.instruction(to: merchant))
            await #expect(throws: TokenServiceRefusal.merchantWithoutCertificate) {
                try await token(for: message)
            }
        }
        try await refuses("merchant.com.unregistered")
        try await refuses("not a merchant identifier")
        _ = try await bench.memberCenter.register(
            .merchant,
            "merchant.com.bare",
            description: "No certificate"
        )
        try await refuses("merchant.com.bare")
        let merchant = try bench.merchant()
        _ = try await token(for: await sealed(bench.instruction()))
        let end = merchant.certificate.certificate.notAfter.seconds
        bench.clock.advance(bySeconds: end - bench.clock.now.seconds)
        _ = try await token(for: await sealed(bench.instruction()))
        bench.clock.advance(bySeconds: 1)
        try await refuses("merchant.com.example")
    }

    @Test func `seals to the newest certificate that is valid`() async throws {
        let old = try bench.merchant()
        bench.clock.advance(bySeconds: 700 * 86_400)
        let new = try bench.sandbox.certify(old.identifier, named: "A shop")
        bench.clock.advance(bySeconds: IssuedCertificate.mixedWindow)
        let first = try await token(for: await sealed(bench.instruction()))
        #expect(first.publicKeyHash == new.merchantKey.publicKeyHash)
        #expect(try bench.open(first, for: new).payment.transactionAmount == 1075)
        // The clock is put back: Apple would seal to the certificate that was valid then.
        bench.clock.advance(bySeconds: -690 * 86_400)
        let second = try await token(for: await sealed(bench.instruction()))
        #expect(second.publicKeyHash == old.merchantKey.publicKeyHash)
    }

    @Test func `knows its chips`() async throws {
        _ = try bench.merchant()
        let stranger = try SecureElement(randomness: bench.world.randomness)
        let message = try await stranger.pay(
            bench.instruction(),
            with: stranger.add(bench.account()),
            sealedTo: bench.server.publicKey
        )
        await #expect(throws: TokenServiceRefusal.unknownSecureElement) {
            try await token(for: message)
        }
        bench.sandbox.secureElements.enroll(stranger.identifier, publicKey: stranger.publicKey)
        _ = try await token(for: message)
    }

    /// A payment belongs to no call but its own: nothing that the server holds has changed, and
    /// nothing of it is there (mission 1.7). What is swapped out of memory, no test can see.
    @Test func `keeps nothing of a payment`() async throws {
        let bench = try SandboxBench(randomness: World.system.randomness)
        _ = try bench.merchant()
        func pay() async throws {
            let message = try await bench.secureElement.pay(
                bench.instruction(),
                with: bench.secureElement.add(bench.account()),
                sealedTo: bench.server.publicKey
            )
            _ = try await bench.server.paymentToken(for: message, paymentMethod: method)
        }
        func contents() -> String {
            var text = ""
            dump(bench.server, to: &text)
            return text
        }
        // Keys keep what libcrypto prepares at their first use.
        try await pay()
        let before = contents()
        #expect(before.contains("secureElements"), "the search sees what the server holds")
        try await pay()
        #expect(contents() == before)
    }
}
