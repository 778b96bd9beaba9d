import ASN1
import AppleServers
import Bytes
import Certificates
import Cryptography
import Foundation
import JSON
import Money
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

@Suite("The token mint")
struct TokenMintTests {
    static let versions: [PaymentTokenVersion] = [.ecV1, .rsaV1]

    @Test(arguments: versions)
    func `makes tokens that are as Apple's, byte by byte`(version: PaymentTokenVersion) throws {
        let mint = try MintBench.shared.get().mint(version)
        let (leaf, intermediate) = (mint.signer.certificate, mint.signer.intermediate)
        #expect(leaf.der.count > intermediate.der.count, "or the set would be in DER's order")
        #expect(leaf.keyUsage == .digitalSignature && !leaf.isAuthority)
        #expect(leaf.isSigned(by: intermediate.publicKey))
        let beginnings: [(SignedDataWriter.Form, String)] = [
            (.absent, "MIAGCSqGSIb3DQEHAqCAMIACAQExDTAL"),
            (.null, "MIAGCSqGSIb3DQEHAqCAMIACAQExDzAN"),
            (.year2014, "MIAGCSqGSIb3DQEHAqCAMIACAQExDzAN"),
        ]
        for (form, beginning) in beginnings {
            var order = MintBench.order
            order.form = form
            let token = try SealedPaymentToken(json: mint.token(1, order).json)
            #expect(Base64.encode(token.signature).hasPrefix(beginning))
            #expect(token.signature.suffix(6) == [0, 0, 0, 0, 0, 0])
            let range = version == .ecV1 ? 1_852...2_226 : 2_540...2_620
            #expect(range.contains(token.signature.count), "\(token.signature.count)")
            let protection: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x34]
            let isProtected = Data(token.signature).range(of: Data(protection)) != nil
            #expect(isProtected == (form != .year2014))
        }
    }

    /// Without the seed no second token could be minted under the same root.
    @Test func `makes the same token of the same number, but for signatures`() throws {
        let bench = try MintBench.shared.get()
        let certificate = try #require(bench.certificates[.ecV1])
        let mints = try (0..<2).map { _ in try MintBench.mint(for: certificate, seed: 7) }
        let tokens = try mints.enumerated()
            .map { index, mint in
                // The one makes them in order and the other does not.
                let numbers: [UInt64] = index == 0 ? [1, 2, 3] : [3, 1, 2]
                let made = try numbers.map { ($0, try mint.token($0, MintBench.order)) }
                return try made.sorted { $0.0 < $1.0 }
                    .map { try SealedPaymentToken(json: $0.1.json).signedContent }
            }
        #expect(tokens[0] == tokens[1])
        #expect(Set(tokens[0]).count == 3)
        #expect(mints[0].root.publicKey == mints[1].root.publicKey)
        let fromOne = try mints[0].token(1, MintBench.order)
        #expect(throws: Never.self) { try bench.open(fromOne, of: mints[1]) }
        let other = try MintBench.mint(for: certificate, seed: 8)
        #expect(throws: TokenRefusal.anotherTestRoot) {
            try bench.open(fromOne, of: other)
        }
    }

    @Test(arguments: MintNetwork.allCases, PayloadForm.allCases)
    func `fills every form for every network`(network: MintNetwork, form: PayloadForm) throws {
        let bench = try MintBench.shared.get()
        var order = MintBench.order
        (order.network, order.payload) = (network, form)
        order.applicationData = Array("buyID=12345".utf8)
        for version in Self.versions {
            let mint = try bench.mint(version)
            for number in 1...4 as ClosedRange<UInt64> {
                let token = try mint.token(number, order)
                let sealed = try SealedPaymentToken(json: token.json)
                #expect(sealed.applicationDataHash == SHA256.digest("buyID=12345"))
                #expect(sealed.paymentMethod?.network == network.passKitName)
                let outside = try JSONDocument(token.json).root.member("transactionIdentifier")
                #expect(outside?.string == sealed.transactionID.transactionIdentifier)
                let opened = try bench.open(token, of: mint)
                #expect(opened.payment.document.root.secretText == token.payload)
                #expect(opened.payment.transactionAmount == 1_075)
                #expect(Self.holds(opened.payment, form))
                let payload = opened.payment.document.root
                let number = payload.member("applicationPrimaryAccountNumber")?.string ?? ""
                #expect(Self.isTestNumber(number), "a TEST number says that it is one")
            }
        }
    }

    static func holds(_ payment: PaymentPayload, _ form: PayloadForm) -> Bool {
        let isForOne = payment.authenticationResponses == nil
        let isForCard = payment.merchantTokenIdentifier == nil
        return switch (form, payment.proof) {
        case (.threeDSecure, .threeDSecure(let cryptogram?, _)):
            isForOne && isForCard && [19, 20, 40].contains(cryptogram.count)
        case (.emv, .emv(let chip, _)):
            isForOne && isForCard
                && chip.objects.everyObject(tagged: DataObjectTag(0x9f02)).count == 1
        case (.merchantToken, .threeDSecure): isForOne && !isForCard
        case (.multiMerchant, .threeDSecure(cryptogram: nil, _)):
            payment.authenticationResponses.map {
                $0.compactMap { Int64($0.transactionAmount) }.reduce(0, +)
            } == payment.transactionAmount && isForCard
        default: false
        }
    }

    /// Six digits of a published test number, four zeros, and a right check digit.
    static func isTestNumber(_ number: String) -> Bool {
        let digits = number.compactMap(\.wholeNumberValue)
        let sum = digits.reversed().enumerated()
            .reduce(0) { sum, digit in
                let value = digit.element * (digit.offset.isMultiple(of: 2) ? 1 : 2)
                return sum + (value > 9 ? value - 9 : value)
            }
        return digits.dropFirst(6).prefix(4) == [0, 0, 0, 0] && sum.isMultiple(of: 10)
            && (15...16).contains(digits.count)
    }

    /// One merchant in 256 has such a digest, and a decrypter that drops zeros never works for it.
    @Test func `seals to a merchant whose digest begins with zero`() throws {
        let workshop = try TokenWorkshop(seed: 302)
        let identifier = try #require(
            (0..<10_000).lazy.map { "merchant.test.quince.\($0)" }
                .first { SHA256.digest($0)[0] == 0 }
        )
        let key = try TokenWorkshop.key(from: workshop.world)
        let certificate = try PaymentProcessingCertificate(
            MintBench.certificate(identifier, key, workshop)
        )
        let mint = try MintBench.mint(for: certificate.certificate, seed: 3)
        let token = try mint.token(1, MintBench.order)
        let opened = try PaymentTokenVerifier(trusting: TrustAnchor(root: mint.root))
            .verify(SealedPaymentToken(json: token.json), at: MintBench.now)
            .opened(with: [MerchantKey(privateKey: key, certificate: certificate)])
        #expect(opened.payment.transactionAmount == 1_075)
    }

    @Test func `refuses what no token could be`() throws {
        let mint = try MintBench.shared.get().mint(.ecV1)
        var order = MintBench.order
        order.amount = Money(minorUnits: -1, currency: .usd)
        #expect(throws: MintFailure.negativeAmount) { try mint.token(1, order) }
        order.amount = Money(minorUnits: 1_000_000_000_000, currency: .usd)
        #expect(throws: Never.self) { try mint.token(1, order) }
        order.payload = .emv
        #expect(throws: MintFailure.tooLongForChipData(digits: 12)) { try mint.token(1, order) }
        let world = World.simulated(seed: 1, startingAt: MintBench.now)
        let recipient = PaymentTokenSealer.Recipient(
            publicKey: try PrivateKey(on: .p384, from: world.randomness).publicKey,
            merchantIdentifier: "merchant.test.quince"
        )
        #expect(throws: MintFailure.unsupportedKey) {
            try TokenMint(for: recipient, seed: 1, openingAt: MintBench.now)
        }
    }
}
