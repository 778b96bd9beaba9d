import Bytes
import Certificates
import Cryptography
import Foundation
import JSON
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

/// Our minted tokens, checked by independent programs.
@Suite("A minted token elsewhere")
struct OpenedElsewhereTests {
    @Test func `has a signature that OpenSSL verifies, and not with one bit changed`() throws {
        let workshop = try TokenWorkshop(seed: 131)
        let parts = try workshop.parts(.init(applicationDataHash: SHA256.digest("an order")))
        let content =
            (parts.ephemeralPublicKey ?? []) + parts.data + parts.transactionID
            + (parts.applicationData ?? [])
        #expect(try Self.isVerified(parts.signature, over: content, in: workshop))
        let byHand = try parts.signed(by: workshop.signature()).signature
        #expect(try Self.isVerified(byHand, over: content, in: workshop))
        var changed = content
        changed[content.count / 2] ^= 1
        #expect(try !Self.isVerified(parts.signature, over: changed, in: workshop))
        var signature = parts.signature
        signature[signature.count - 20] ^= 1
        #expect(try !Self.isVerified(signature, over: content, in: workshop))
        let other = try TokenWorkshop(seed: 132)
        #expect(try !Self.isVerified(parts.signature, over: content, in: other))
    }

    static func isVerified(
        _ signature: [UInt8],
        over content: [UInt8],
        in workshop: TokenWorkshop
    ) throws -> Bool {
        let folder = ScratchFolder()
        try Data(content).write(to: folder.url.appending(path: "content"))
        try Data(workshop.root.certificate.pem.utf8).write(to: folder.url.appending(path: "root"))
        return try Program.openSSL.run(
            [
                "cms", "-verify", "-inform", "DER", "-content", folder.path("content"), "-binary",
                "-CAfile", folder.path("root"), "-purpose", "any", "-out", folder.path("out"),
                "-attime", "\(TokenWorkshop.now.seconds)",
            ],
            input: signature
        ).isSuccess
    }

    static let isInstalled = ConditionTrait.enabled(
        if: PythonOracle.isInstalled,
        "skipped: Tests/Oracles/install has not been run, so no other decrypter is here"
    )

    @Test(isInstalled)
    func `opens to the same payload with the Python package applepay`() throws {
        let workshop = try TokenWorkshop(seed: 133)
        let merchants = try ["merchant.a", "merchant.b.c", "merchant.é", "m"].map {
            try WorkshopMerchant($0, under: workshop.relations, in: workshop.world)
        }
        let minted = try (0..<300).map { _ in try Self.mint(for: merchants, in: workshop) }
        let answer = try PythonOracle.run(
            "open-tokens.py",
            input: Self.question(minted, merchants, workshop).compact
        )
        #expect(answer.isSuccess, "\(answer.complaint)")
        let payloads = answer.text.split(separator: "\n").map(String.init)
        #expect(payloads.count == minted.count)
        let differing = zip(payloads, minted).enumerated().filter { _, pair in
            pair.0 != Base64.encode(Array(pair.1.payload.utf8))
        }
        #expect(differing.map(\.offset) == [])
        for token in minted {
            let opened = try workshop.verifier.verify(token.sealed, at: TokenWorkshop.now)
                .opened(with: [merchants[token.merchant].key])
            let isSame = opened.payment.document.root.secretText.revealedText() == token.payload
            #expect(isSame)
        }
    }

    /// An oracle that agrees with everything would prove nothing.
    @Test(isInstalled)
    func `is refused by applepay where it was sealed to another merchant`() throws {
        let workshop = try TokenWorkshop(seed: 134)
        let merchants = try ["merchant.a", "merchant.b"].map {
            try WorkshopMerchant($0, under: workshop.relations, in: workshop.world)
        }
        var minted = try Self.mint(for: merchants, in: workshop)
        minted.merchant = 1 - minted.merchant
        let answer = try PythonOracle.run(
            "open-tokens.py",
            input: Self.question([minted], merchants, workshop).compact
        )
        #expect(answer.text == "refused\n")
    }
}

extension OpenedElsewhereTests {
    struct Minted {
        var merchant: Int
        let payload: String
        let sealed: SealedPaymentToken
    }

    /// A token of random shape.
    static func mint(
        for merchants: [WorkshopMerchant],
        in workshop: TokenWorkshop
    ) throws -> Minted {
        let chance = workshop.world.randomness
        let number = Int(chance.number(below: UInt64(merchants.count)))
        var recipe = PayloadRecipe(
            from: workshop.world,
            cryptogramLength: Int(chance.number(below: 41))
        )
        if chance.number(below: 2) == 0 { recipe = recipe.with("cardholderName", nil) }
        if chance.number(below: 3) == 0 {
            let text = Hexadecimal.encode(chance.bytes(Int(chance.number(below: 400))))
            recipe = recipe.with("unknown", .string("é😀\n\(text)"))
        }
        let hash = chance.number(below: 2) == 0 ? chance.bytes(32) : nil
        let shape = TokenWorkshop.Shape(
            applicationDataHash: hash,
            merchant: merchants[number]
        )
        return Minted(
            merchant: number,
            payload: recipe.text,
            sealed: try workshop.seal(recipe.text, shape)
        )
    }

    static func question(
        _ minted: [Minted],
        _ merchants: [WorkshopMerchant],
        _ workshop: TokenWorkshop
    ) -> JSONOutput {
        .object([
            "root": .string(Base64.encode(workshop.root.certificate.der)),
            "integration": .string(Base64.encode(workshop.integration.certificate.der)),
            "merchants": .array(
                merchants.map {
                    .object([
                        "certificate": .string($0.certificate.pem),
                        "privateKey": .string($0.privateKey.pem.revealedText()),
                    ])
                }
            ),
            "tokens": .array(
                minted.map {
                    let parts = TokenParts(of: $0.sealed)
                    return .object([
                        "merchant": .integer(Int64($0.merchant)),
                        "ephemeralPublicKey": .string(
                            Base64.encode(parts.ephemeralPublicKey ?? [])
                        ),
                        "data": .string(Base64.encode(parts.data)),
                    ])
                }
            ),
        ])
    }
}
