internal import ASN1
internal import AppleServers
internal import Bytes
internal import Certificates
internal import Cryptography
internal import JSON
internal import PaymentToken
internal import World

/// A good token, about to be given a fault.
struct TokenDraft {
    let mint: TokenMint
    /// The order; its signing time is the moment of the check.
    let order: MintOrder
    /// The members that are sealed in the token.
    let payload: [JSONMember]
    var parts: TokenParts
    var style: TokenStyle
    let randomness: any Randomness
    /// The token as text, where it is not simply its parts in their style.
    var text: [UInt8]?

    var json: [UInt8] { text ?? parts.json(style) }
    var now: UnixTime { order.signingTime }
    var version: PaymentTokenVersion { mint.version }

    /// A moment so many seconds from that of the check.
    func moment(_ offset: Int64) -> UnixTime { now.advanced(bySeconds: offset) ?? now }

    /// A good signature of the mint's signer, or of another.
    func signature(of signer: TokenSigner? = nil) -> SignatureRecipe {
        let signer = signer ?? mint.signer
        var recipe = SignatureRecipe(
            signer: signer.certificate,
            intermediate: signer.intermediate,
            key: signer.key,
            signingTime: now
        )
        recipe.hasIndefiniteLengths = true
        if order.form != .absent { recipe.digestParameters = ASN1Encoding.null }
        if order.form == .year2014 { recipe.protectedAlgorithm = nil }
        return recipe
    }

    /// Signs the parts as they are now, with a change to a good signature.
    mutating func sign(_ change: (inout SignatureRecipe) throws -> Void = { _ in }) throws {
        var recipe = signature()
        try change(&recipe)
        parts = try parts.signed(by: recipe)
    }

    /// Signs the current parts with another signer.
    mutating func sign(as signer: TokenSigner) throws {
        parts = try parts.signed(by: signature(of: signer))
    }

    /// Seals a payload, the good one unless another is given, with a change to good sealing, and
    /// signs.
    mutating func seal(
        _ payload: [UInt8]? = nil,
        _ change: (inout SealingRecipe) throws -> Void = { _ in }
    ) throws {
        var recipe = SealingRecipe(
            publicKey: mint.recipient.publicKey,
            merchantIdentifierHash: mint.recipient.merchantIdentifierHash
        )
        try change(&recipe)
        let good = JSONOutput.object(self.payload).compactBytes
        try recipe.seal(payload ?? good, into: &parts, from: randomness)
        try sign()
    }

    /// The mint's own signer with another key, or with a certificate that says something else.
    func signer(
        with key: (any SigningKey)? = nil,
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> TokenSigner {
        let key = key ?? mint.signer.key
        var template = TestAuthorities.signerTemplate(
            mint.signer.certificate.subject[.commonName] ?? "",
            from: mint.authorities.opening
        )
        change(&template)
        return try TokenSigner(
            certifiedBy: mint.authorities.integrationAuthority,
            as: template,
            key: key,
            randomness: randomness
        )
    }

    /// A signer under other authorities of the same form: an attacker whose root is not trusted.
    func rival(rootName: String = "Quince TEST Other Root CA") throws -> TokenSigner {
        let clock = SimulatedClock(startingAt: mint.authorities.opening)
        let world = World(clock: clock, randomness: randomness)
        return try TestAuthorities(world: world, rootName: rootName)
            .signer(of: version, from: randomness)
    }

    /// The refusal that names the key of the token and the one key that the merchant has.
    var unknownKey: TokenRefusal {
        let own = mint.recipient.publicKeyHash
        return .publicKeyHash(
            token: parts.publicKeyHash,
            of: version,
            ours: [TokenRefusal.KnownKey(publicKeyHash: own, version: version)]
        )
    }

    /// The refusal of a payload that another key sealed.
    var otherKey: TokenRefusal { .decryption(.tagMismatch(version)) }

    /// Writes the token without escapes, with one text in place of another.
    ///
    /// - Throws: ``NotMade`` where the text is not there.
    mutating func replace(_ old: String, with new: String) throws {
        style.escapesSlashes = false
        let written = String(decoding: json, as: UTF8.self)
        guard let place = written.firstRange(of: old) else {
            throw NotMade("the text is not there")
        }
        text = Array(written.replacingCharacters(in: place, with: new).utf8)
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with new: String) -> String {
        self[..<range.lowerBound] + new + self[range.upperBound...]
    }
}
