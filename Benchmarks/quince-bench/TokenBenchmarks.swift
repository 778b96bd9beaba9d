internal import Bytes
internal import Certificates
internal import Cryptography
internal import JSON
internal import PaymentToken
internal import World

/// The way of a token, measured beside the arithmetic that it cannot do without.
struct TokenBenchmarks {
    /// How many different tokens are taken in turns.
    static let tokenCount = 64

    private let chain: TestChain
    private let tokens: [TestToken]
    private let floor: TokenFloor
    private let keys: [MerchantKey]
    private let randomness: any Randomness

    init(seed: UInt64) throws {
        randomness = World.simulated(seed: seed, startingAt: TestChain.moment).randomness
        chain = try TestChain(randomness)
        var tokens: [TestToken] = []
        for number in 0..<Self.tokenCount {
            tokens.append(try TestToken(number: number, under: chain, randomness))
        }
        self.tokens = tokens
        floor = try TokenFloor(chain, tokens)
        keys = [
            try MerchantKey(
                privateKey: chain.merchantKey,
                certificate: chain.merchantCertificate
            )
        ]
    }

    /// Holds every result of ours and of the floor's to what was sealed.
    func check() throws {
        let verifier = PaymentTokenVerifier(trusting: chain.anchor)
        for (index, token) in tokens.enumerated() {
            let opened = try open(token.json, with: verifier)
            guard opened.payment.document.root.secretText == token.payload,
                Secret(copying: try floor.open(index)) == token.payload
            else { throw BenchmarkFailure.floorDiffers }
        }
        try floor.verifyChain()
        try checkMintedByFloor()
        _ = try mint()
    }

    /// From the bytes of a token to what was sealed in it, its certificates being known.
    func openWithKnownChain() throws -> Measurement {
        let verifier = PaymentTokenVerifier(trusting: chain.anchor)
        return try Measurement("token.open.ec.cached", floor: floor.openMany) { count in
            for index in 0..<count {
                _ = try open(tokens[index % Self.tokenCount].json, with: verifier)
            }
            return true
        }
    }

    /// The same with certificates that were never seen.
    func openWithNewChain() throws -> Measurement {
        try Measurement("token.open.ec.uncached", floor: floor.openManyWithChain) { count in
            for index in 0..<count {
                let verifier = PaymentTokenVerifier(trusting: chain.anchor)
                _ = try open(tokens[index % Self.tokenCount].json, with: verifier)
            }
            return true
        }
    }

    /// Sealing and signing, with a new ephemeral key each.
    func mintTokens() throws -> Measurement {
        try Measurement("token.mint.ec", floor: floor.mintMany) { count in
            for _ in 0..<count { _ = try mint() }
            return true
        }
    }

    private func open(
        _ json: [UInt8],
        with verifier: PaymentTokenVerifier
    ) throws(TokenRefusal) -> OpenedPaymentToken {
        let sealed = try SealedPaymentToken(json: json)
        return try verifier.verify(sealed, at: TestChain.moment).opened(with: keys)
    }

    private func mint() throws -> SealedPaymentToken {
        try chain.sealer.seal(
            tokens[0].payload,
            to: PaymentTokenSealer.Recipient(chain.merchantCertificate),
            transactionID: tokens[0].token.transactionID,
            applicationDataHash: nil,
            ephemeralKey: PrivateKey(on: .p256, from: randomness),
            signingTime: TestChain.moment,
            paymentMethod: nil
        )
    }

    private func checkMintedByFloor() throws {
        let minted = try floor.mint()
        let infoLength = EllipticCurve.p256.publicKeyInfoPrefix.count + 65
        let peer = try PublicKey(p256PublicKeyInfo: Array(minted.content.prefix(infoLength)))
        let fixedInfo = [0x0d] + Array("id-aes256-GCMApple".utf8) + keys[0].merchantIdentifierHash
        let plaintext = try AESGCM.open(
            Array(minted.content.dropFirst(infoLength).dropLast(TransactionID.length)),
            key: SingleStepKDF.key(
                sharedSecret: chain.merchantKey.sharedSecret(with: peer),
                fixedInfo: fixedInfo
            ),
            initializationVector: [UInt8](repeating: 0, count: 16)
        )
        guard plaintext == tokens[0].payload,
            minted.attributes.suffix(SHA256.digestLength) == SHA256.digest(minted.content)[...],
            chain.leaf.publicKey.isValidSignature(
                minted.signature,
                forSHA256: SHA256.digest(minted.attributes)
            )
        else { throw BenchmarkFailure.floorDiffers }
    }
}
