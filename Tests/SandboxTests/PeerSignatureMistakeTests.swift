import Bytes
import Certificates
import Cryptography
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

/// The mistakes of other decrypters of payment tokens about who signed a part.
///
/// One test a cause; each names the peer that had it.
@Suite("Mistakes of other projects with signatures")
struct PeerSignatureMistakeTests {
    static let versions: [PaymentTokenVersion] = [.ecV1, .rsaV1]

    /// Tokens with a fault, with application data and without, and what is said of them.
    static func expect(
        _ faults: [String],
        refusedAt step: TokenRefusal.Step,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for name in faults {
            let fault = try #require(TokenFault(named: name), sourceLocation: sourceLocation)
            for version in fault.versions {
                let bench = try MintBench.shared.get()
                let mint = try bench.mint(version)
                for data in [nil, Array("buyID=12345".utf8)] {
                    var order = MintBench.order
                    order.applicationData = data
                    let token = try mint.token(3, order, fault: fault)
                    let refusal = try #require(token.refusal, sourceLocation: sourceLocation)
                    #expect(refusal.step == step, "\(name)", sourceLocation: sourceLocation)
                    #expect(throws: refusal, "\(name)", sourceLocation: sourceLocation) {
                        try bench.open(token, of: mint)
                    }
                }
            }
        }
    }

    /// Tokens that are good, however odd.
    static func expectOpened(_ faults: [String], numbers: ClosedRange<UInt64> = 1...3) throws {
        for name in faults {
            let fault = try #require(TokenFault(named: name))
            for version in fault.versions {
                let bench = try MintBench.shared.get()
                let mint = try bench.mint(version)
                for number in numbers {
                    let token = try mint.token(number, MintBench.order, fault: fault)
                    #expect(throws: Never.self, "\(name) \(number)") {
                        try bench.open(token, of: mint)
                    }
                }
            }
        }
    }

    @Test func `gala: the signer must be the leaf, not any certificate in the bag`() throws {
        try Self.expect(["attacker-signer", "attacker-key"], refusedAt: .signature)
        let (workshop, attacker) = (try TokenWorkshop(seed: 71), try TokenWorkshop(seed: 72))
        for place in 0...2 {
            var recipe = workshop.signature()
            recipe.key = attacker.signerKey
            recipe.signerName = attacker.signer.issuerAndSerialNumber
            recipe.certificates.insert(attacker.signer.der, at: place)
            let json = try workshop.parts().signed(by: recipe).json
            #expect(throws: TokenRefusal.signature(.form(.certificateCount(3)))) {
                try workshop.open(json)
            }
            // One of the genuine pair gives way, so that two go along.
            recipe.certificates.remove(at: place == 2 ? 0 : 2)
            let two = try workshop.parts().signed(by: recipe).json
            let failure: ChainFailure = place == 2 ? .leafNotSignedByIntermediate : .anotherRoot
            #expect(throws: TokenRefusal.chain(failure)) { try workshop.open(two) }
        }
    }

    @Test func `gala: a signature is checked with application data too`() throws {
        try Self.expect(["forged-signature", "data-tampered"], refusedAt: .signature)
    }

    @Test func `gala: an old or future signature is refused`() throws {
        try Self.expect(["stale", "future"], refusedAt: .signingTime)
    }

    @Test func `rbkmoney, enudler: the result of a verification is not ignored`() throws {
        try Self.expect(["signature-tampered", "forged-signature"], refusedAt: .signature)
        try Self.expect(["zero-signature"], refusedAt: .signature)
    }

    @Test func `rbkmoney, enudler: application data is hexadecimal and not Base64`() throws {
        let workshop = try TokenWorkshop(seed: 73)
        let hash = SHA256.digest("buyID=12345")
        var parts = try workshop.parts(.init(applicationDataHash: hash))
        #expect(try workshop.open(parts.json).token.applicationDataHash == hash)
        // The digits of hexadecimal are digits of Base64: 64 of them give 48 bytes.
        let misread = try Base64.decode(Hexadecimal.encode(hash))
        let start = parts.signedContent.dropLast(hash.count)
        let digest = SHA256.digest(start + misread)
        parts.signature = try workshop.signature().sign(contentDigest: digest)
        let json = parts.json
        #expect(throws: TokenRefusal.signature(.otherContent)) { try workshop.open(json) }
        let inBase64 = json.replacing(Hexadecimal.encode(hash), with: Base64.encode(hash))
        #expect(inBase64 != json)
        let refusal = #expect(throws: TokenRefusal.self) { try workshop.open(inBase64) }
        #expect(refusal?.step == .format)
    }

    @Test func `PayU: application data is signed, present or absent`() throws {
        let workshop = try TokenWorkshop(seed: 74)
        let hash = SHA256.digest("buyID=12345")
        for shape in [TokenWorkshop.Shape(applicationDataHash: hash), .init()] {
            #expect(throws: Never.self) { try workshop.open(workshop.parts(shape).json) }
        }
        try Self.expect(
            ["application-data-swapped", "application-data-removed", "application-data-added"],
            refusedAt: .signature
        )
    }

    @Test(arguments: [0x00, 0x09, 0x0a, 0x0b, 0x0d, 0x20] as [UInt8])
    func `PayU: a signer's key is bytes, whose last one is no white space`(last: UInt8) throws {
        let workshop = try TokenWorkshop(seed: 75)
        let key = try #require(
            try (0..<20_000).lazy.map { _ in try TokenWorkshop.key(from: workshop.world) }
                .first { $0.publicKey.publicKeyInfo.last == last }
        )
        let leaf = try workshop.integration.issue(
            TokenWorkshop.template("TEST signer", marker: AppleExtension.tokenSigner),
            for: key.publicKey,
            randomness: workshop.world.randomness
        )
        let recipe = SignatureRecipe(
            signer: leaf,
            intermediate: workshop.integration.certificate,
            key: key,
            signingTime: TokenWorkshop.now
        )
        let json = try workshop.parts().signed(by: recipe).json
        #expect(throws: Never.self) { try workshop.open(json) }
    }

    @Test func `etsy: a transaction identifier keeps its leading zeros`() throws {
        try Self.expectOpened(["leading-zero-transaction-id"])
        let workshop = try TokenWorkshop(seed: 76)
        for zeros in [1, 2, 31, 32] {
            var parts = try workshop.parts()
            parts.transactionID.replaceSubrange(0..<zeros, with: repeatElement(0, count: zeros))
            let signed = try parts.signed(by: workshop.signature())
            let opened = try workshop.open(signed.json)
            #expect(opened.token.transactionID.bytes == parts.transactionID)
            // The same number in fewer digits is another identifier, or none.
            parts.transactionID.removeFirst()
            let short = try parts.signed(by: workshop.signature()).json
            let tooShort = TokenRefusal.FormatProblem.wrongLength(
                .transactionId,
                expected: 32,
                found: 31
            )
            #expect(throws: TokenRefusal.format(tooShort)) { try workshop.open(short) }
        }
    }

    @Test func `processout, swift-certificates: certificates stand in any order`() throws {
        try Self.expectOpened(["swapped-certificates", "definite-lengths"])
        let workshop = try TokenWorkshop(seed: 77)
        for isIndefinite in [true, false] {
            var recipe = workshop.signature()
            recipe.hasIndefiniteLengths = isIndefinite
            // One of the two orders is that of DER, and the other is not.
            for _ in 1...2 {
                let json = try workshop.parts().signed(by: recipe).json
                #expect(throws: Never.self) { try workshop.open(json) }
                recipe.certificates.reverse()
            }
        }
    }

    @Test(arguments: versions)
    func `swift-certificates: a digest has NULL for parameters, or none`(
        version: PaymentTokenVersion
    ) throws {
        let bench = try MintBench.shared.get()
        let mint = try bench.mint(version)
        for form in SignedDataWriter.Form.allCases {
            var order = MintBench.order
            order.form = form
            let token = try mint.token(4, order)
            #expect(throws: Never.self, "\(form)") { try bench.open(token, of: mint) }
        }
    }
}
