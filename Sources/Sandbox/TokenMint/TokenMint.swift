public import AppleServers
internal import Bytes
public import Certificates
internal import Cryptography
internal import JSON
internal import Money
public import PaymentToken
public import World

/// Makes tokens for any Payment Processing certificate, under a TEST root.
///
/// Every token is a function of the mint's seed and the token's number, whichever thread makes it
/// and in whatever order; only RSA keys and the random numbers of ECDSA signatures are libcrypto's
/// own (Documentation/Decisions/0016-what-a-seed-determines.md).
///
/// - Source: Documentation/Decisions/0021-minted-tokens.md.
public struct TokenMint: Sendable {
    /// Who the tokens are for.
    public let recipient: PaymentTokenSealer.Recipient
    /// Which tokens are made for such a key.
    public let version: PaymentTokenVersion
    /// The TEST authorities.
    public let authorities: TestAuthorities
    /// Who signs the tokens.
    public let signer: TokenSigner
    private let seed: UInt64

    /// A mint for one merchant, whose authorities are made at a moment.
    ///
    /// - Throws: ``MintFailure/unsupportedKey``, ``MintFailure/authorities(_:)``.
    public init(
        for recipient: PaymentTokenSealer.Recipient,
        seed: UInt64,
        openingAt moment: UnixTime
    ) throws(MintFailure) {
        let world = World.simulated(seed: seed, startingAt: moment)
        let authorities: TestAuthorities
        do { authorities = try TestAuthorities(world: world) } catch { throw .authorities(error) }
        try self.init(for: recipient, seed: seed, authorities, world.randomness)
    }

    /// A mint for one merchant that signs as the authorities of a sandbox do.
    ///
    /// - Throws: ``MintFailure/unsupportedKey``, ``MintFailure/authorities(_:)``.
    public init(
        for recipient: PaymentTokenSealer.Recipient,
        seed: UInt64,
        under authorities: TestAuthorities
    ) throws(MintFailure) {
        try self.init(for: recipient, seed: seed, authorities, SeededRandomness(seed: seed))
    }

    private init(
        for recipient: PaymentTokenSealer.Recipient,
        seed: UInt64,
        _ authorities: TestAuthorities,
        _ randomness: any Randomness
    ) throws(MintFailure) {
        guard let version = PaymentTokenVersion(sealedTo: recipient.publicKey) else {
            throw .unsupportedKey
        }
        do { signer = try authorities.signer(of: version, from: randomness) } catch {
            throw .authorities(error)
        }
        self.authorities = authorities
        self.recipient = recipient
        self.version = version
        self.seed = seed
    }

    /// The TEST root, which a verifier has to be told to trust.
    public var root: Certificate { authorities.root }

    /// The token of a number, good or with a fault.
    ///
    /// - Throws: ``MintFailure``.
    public func token(
        _ number: UInt64,
        _ order: MintOrder,
        fault: TokenFault? = nil
    ) throws(MintFailure) -> MintedToken {
        try check(order, fault)
        let randomness = SeededRandomness(seed: seed(of: number))
        let card = TestCard(of: order.network, at: order.signingTime, from: randomness)
        let members = MintedPayload(
            order: order,
            version: version,
            card: card,
            randomness: randomness
        )
        .members()
        let payload = Secret(copying: JSONOutput.object(members).compactBytes)
        let parts = try sealed(payload, order, card, randomness)
        let style = TokenStyle(drawnFrom: randomness)
        guard let fault else {
            return MintedToken(json: parts.json(style), payload: payload, refusal: nil)
        }
        var draft = TokenDraft(
            mint: self,
            order: order,
            payload: members,
            parts: parts,
            style: style,
            randomness: randomness
        )
        let refusal: TokenRefusal?
        do { refusal = try fault.apply(&draft) } catch { throw .faultNotMade(fault.name) }
        return MintedToken(json: draft.json, payload: payload, refusal: refusal)
    }

    private func check(_ order: MintOrder, _ fault: TokenFault?) throws(MintFailure) {
        if let fault, !fault.versions.contains(version) {
            throw .faultOfAnotherVersion(fault: fault.name, version: version)
        }
        guard order.amount.minorUnits >= 0 else { throw .negativeAmount }
        guard order.payload != .emv || order.amount.minorUnits <= ChipDataWriter.amountLimit else {
            throw .tooLongForChipData(digits: String(ChipDataWriter.amountLimit).utf8.count)
        }
    }

    private func sealed(
        _ payload: Secret,
        _ order: MintOrder,
        _ card: TestCard,
        _ randomness: any Randomness
    ) throws(MintFailure) -> TokenParts {
        let transactionID = TransactionID(drawnFrom: randomness)
        let network = order.network.passKitName
        do {
            let token = try PaymentTokenSealer(signer: signer.writer(order.form)).seal(
                payload,
                to: recipient,
                by: PaymentTokenSealer.Sealing(for: recipient, from: randomness),
                transactionID: transactionID,
                applicationDataHash: order.applicationData.map { SHA256.digest($0) },
                signingTime: order.signingTime,
                paymentMethod: UntrustedPaymentMethod(
                    displayName: "\(network) \(card.lastFourDigits)",
                    network: network,
                    type: card.kind
                )
            )
            var parts = TokenParts(of: token)
            parts.transactionIdentifier = transactionID.transactionIdentifier
            return parts
        } catch { throw .notSealed }
    }

    private func seed(of number: UInt64) -> UInt64 {
        let numbers = [seed, number]
        let bytes = numbers.flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
        }
        return SHA256.digest(Array("token".utf8) + bytes).prefix(8)
            .reduce(0) { $0 << 8 | UInt64($1) }
    }
}
