internal import Certificates
internal import Cryptography
internal import World

/// Who signed a token, after certificates and markers were checked.
struct VerifiedSigner: Sendable {
    let name: DistinguishedName
    let publicKey: PublicKey
    let notBefore: UnixTime
    let notAfter: UnixTime

    init(of signed: SignedData, under anchor: TrustAnchor) throws(TokenRefusal) {
        let (leaf, intermediate) = try Self.certificates(of: signed)
        do {
            try anchor.validate(leaf: leaf, intermediate: intermediate, at: signed.signingTime)
        } catch { throw .chain(error) }
        guard leaf.extensionValue(AppleExtension.tokenSigner) != nil else { throw .markers(.leaf) }
        guard intermediate.extensionValue(AppleExtension.applicationIntegration) != nil else {
            throw .markers(.intermediate)
        }
        // RFC 5280 § 4.2.1.3: a key usage that is there must allow what the key is used for.
        guard leaf.keyUsage?.contains(.digitalSignature) != false else {
            throw .chain(.leafMayNotSign)
        }
        name = leaf.subject
        publicKey = leaf.publicKey
        notBefore = max(leaf.notBefore, intermediate.notBefore)
        notAfter = min(leaf.notAfter, intermediate.notAfter)
    }

    /// The leaf is the certificate that the signer names, in whatever order the two stand.
    private static func certificates(
        of signed: SignedData
    ) throws(TokenRefusal) -> (leaf: Certificate, intermediate: Certificate) {
        let first: Certificate
        let second: Certificate
        do {
            first = try Certificate(der: Array(signed.bytes[signed.eachCertificate[0]]))
            second = try Certificate(der: Array(signed.bytes[signed.eachCertificate[1]]))
        } catch { throw .signature(.certificate(error)) }
        if first.issuerAndSerialNumber == signed.signer { return (first, second) }
        if second.issuerAndSerialNumber == signed.signer { return (second, first) }
        throw .signature(.signerIsNotTheLeaf)
    }
}

/// The certificate pairs that were verified last, by their exact bytes.
///
/// Only verified pairs enter, so whoever sends forged ones cannot fill it. Apple has used four
/// signers in twelve years; sixteen places are plenty, and the oldest goes first.
struct SignerCache: Sendable {
    static let capacity = 16

    private var entries: [(certificates: [UInt8], name: [UInt8], signer: VerifiedSigner)] = []

    /// The signer of a pair that was verified, if the pair was valid at the signing time.
    func signer(of signed: SignedData) -> VerifiedSigner? {
        let certificates = signed.bytes[signed.certificates]
        let entry = entries.first {
            $0.certificates[...] == certificates && $0.name == signed.signer
        }
        guard let signer = entry?.signer,
            (signer.notBefore...signer.notAfter).contains(signed.signingTime)
        else { return nil }
        return signer
    }

    mutating func remember(_ signer: VerifiedSigner, of signed: SignedData) {
        let certificates = Array(signed.bytes[signed.certificates])
        guard
            !entries.contains(where: { $0.certificates == certificates && $0.name == signed.signer }
            )
        else { return }
        if entries.count == Self.capacity { entries.removeFirst() }
        entries.append((certificates, signed.signer, signer))
    }
}
