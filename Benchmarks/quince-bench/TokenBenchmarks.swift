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
    private let rsaTokens: [TestToken]
    private let floor: TokenFloor
    private let rsaFloor: RSAFloor
    private let sealer: PaymentTokenSealer
    private let recipient: PaymentTokenSealer.Recipient
    private let keys: [MerchantKey]
    private let randomness: any Randomness

    init(seed: UInt64) throws {
        let world = World.simulated(seed: seed, startingAt: TestChain.moment)
        randomness = world.randomness
        chain = try TestChain(world)
        var tokens: [TestToken] = []
        for number in 0..<Self.tokenCount {
            tokens.append(try TestToken(number: number, under: chain, randomness))
        }
        self.tokens = tokens
        rsaTokens = try (0..<Self.tokenCount).map { [chain, randomness] in
            try TestToken(number: $0, version: .rsaV1, under: chain, randomness)
        }
        floor = try TokenFloor(chain, tokens)
        rsaFloor = try RSAFloor(chain, rsaTokens.map(\.token))
        sealer = chain.sealer(.ecV1)
        recipient = chain.recipient(.ecV1)
        keys = try chain.merchantKeys()
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
        for (index, token) in rsaTokens.enumerated() {
            let opened = try open(token.json, with: verifier)
            guard opened.payment.document.root.secretText == token.payload,
                Secret(copying: try rsaFloor.open(index)) == token.payload
            else { throw BenchmarkFailure.floorDiffers }
        }
        try floor.verifyChain()
        try checkMintedByFloor()
        _ = try mint()
    }

    /// Measures what bears a name.
    func measure(_ name: String) throws -> Measurement {
        switch name {
        case "token.open.ec.cached":
            try measureOpening(tokens, name, beside: floor.openMany)
        case "token.open.rsa.cached":
            try measureOpening(rsaTokens, name, beside: rsaFloor.openMany)
        case "token.open.ec.uncached": try measureOpeningWithNewChain(name)
        case "token.mint.ec":
            try Measurement(name, floor: floor.mintMany) { count in
                for _ in 0..<count { _ = try mint() }
                return true
            }
        default: throw BenchmarkFailure.noSuchFigure
        }
    }

    /// From the bytes of a token to what was sealed in it, its certificates being known.
    private func measureOpening(
        _ tokens: [TestToken],
        _ name: String,
        beside floor: (Int) throws -> Bool
    ) throws -> Measurement {
        let verifier = PaymentTokenVerifier(trusting: chain.anchor)
        return try Measurement(name, floor: floor) { count in
            for index in 0..<count {
                _ = try open(tokens[index % Self.tokenCount].json, with: verifier)
            }
            return true
        }
    }

    /// The same with certificates that were never seen.
    private func measureOpeningWithNewChain(_ name: String) throws -> Measurement {
        try Measurement(name, floor: floor.openManyWithChain) { count in
            for index in 0..<count {
                let verifier = PaymentTokenVerifier(trusting: chain.anchor)
                _ = try open(tokens[index % Self.tokenCount].json, with: verifier)
            }
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
        try sealer.seal(
            tokens[0].payload,
            to: recipient,
            by: .agreement(ephemeralKey: EphemeralKey(on: .p256, from: randomness)),
            transactionID: tokens[0].token.transactionID,
            applicationDataHash: nil,
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
            chain.signerKey.publicKey.isValidSignature(
                minted.signature,
                forSHA256: SHA256.digest(minted.attributes)
            )
        else { throw BenchmarkFailure.floorDiffers }
    }
}
