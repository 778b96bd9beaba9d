import Bytes
import Certificates
import Cryptography
import Foundation
import JSON
import PaymentToken
import TestSupport
import Testing
import World

/// Tokens that an earlier version of this project minted; see `Tests/Vectors/Minted`.
@Suite("Minted tokens")
struct MintedTokenTests {
    struct Minted: Sendable, CustomTestStringConvertible {
        let scenario: String
        let currencyCode: String
        let minorUnits: Int64
        var testDescription: String { scenario }
    }

    static let all = [
        Minted(scenario: "guide", currencyCode: "840", minorUnits: 1_075),
        Minted(scenario: "china", currencyCode: "156", minorUnits: 2_990),
        Minted(scenario: "shinobi", currencyCode: "840", minorUnits: 2_927),
    ]

    @Test(arguments: all)
    func `still verify and open`(minted: Minted) throws {
        let token = try Self.token(minted)
        let anchor = try TrustAnchor(root: Self.certificate(minted, "root.pem"))
        let moment = try SignedData(token.signature).signingTime
        let key = try MerchantKey(
            privateKey: Self.key(minted),
            certificate: PaymentProcessingCertificate(Self.certificate(minted, "merchant.pem"))
        )
        let opened = try PaymentTokenVerifier(trusting: anchor).verify(token, at: moment)
            .opened(with: [key])
        #expect(opened.payment.transactionAmount == minted.minorUnits)
        #expect(opened.payment.currencyCode == minted.currencyCode)
    }

    @Test(arguments: all)
    func `are accepted by OpenSSL, and refused with one bit changed`(
        minted: Minted
    ) throws {
        let token = try Self.token(minted)
        #expect(try Self.openSSLVerifies(token.signature, of: token.signedContent, minted))
        var changed = token.signedContent
        changed[changed.count / 2] ^= 1
        #expect(try !Self.openSSLVerifies(token.signature, of: changed, minted))
    }

    private static func openSSLVerifies(
        _ signature: [UInt8],
        of content: [UInt8],
        _ minted: Minted
    ) throws -> Bool {
        let folder = ScratchFolder()
        let file = folder.url.appending(path: "content")
        try Data(content).write(to: file)
        let moment = try SignedData(signature).signingTime.seconds
        let answer = try Program.openSSL.run(
            [
                "cms", "-verify", "-inform", "DER", "-content", file.path, "-binary", "-CAfile",
                Self.file(minted, "root.pem").path, "-purpose", "any", "-attime", "\(moment)",
                "-out", "/dev/null",
            ],
            input: signature
        )
        return answer.isSuccess && answer.complaint.contains("CMS Verification successful")
    }

    private static func file(_ minted: Minted, _ name: String) -> URL {
        Repository.root.appending(path: "Tests/Vectors/Minted/\(minted.scenario)/\(name)")
    }

    private static func token(_ minted: Minted) throws -> SealedPaymentToken {
        try SealedPaymentToken(json: [UInt8](Data(contentsOf: file(minted, "token.json"))))
    }

    private static func certificate(_ minted: Minted, _ name: String) throws -> Certificate {
        try Certificate(pem: String(contentsOf: file(minted, name), encoding: .utf8))
    }

    private static func key(_ minted: Minted) throws -> PrivateKey {
        let pem = try [UInt8](Data(contentsOf: file(minted, "merchant-key.pem")))
        return try PrivateKey(pem: Secret(copying: pem))
    }
}
