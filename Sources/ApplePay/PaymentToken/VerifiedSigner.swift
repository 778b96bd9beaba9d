internal import Certificates
internal import Cryptography
internal import World

/// The signer of a token, after its certificates and markers were verified.
struct VerifiedSigner: Sendable {
    let name: DistinguishedName
    let publicKey: PublicKey
    let environment: PaymentEnvironment?
    let notBefore: UnixTime
    let notAfter: UnixTime

    init(leaf: Certificate, under intermediate: Certificate) throws(TokenRefusal) {
        guard leaf.extensionValue(AppleExtension.tokenSigner) != nil else { throw .markers(.leaf) }
        guard intermediate.extensionValue(AppleExtension.applicationIntegration) != nil else {
            throw .markers(.intermediate)
        }
        // RFC 5280 § 4.2.1.3: a key usage extension, if present, must permit the key's use.
        guard leaf.keyUsage?.contains(.digitalSignature) != false else {
            throw .chain(.leafMayNotSign)
        }
        name = leaf.subject
        publicKey = leaf.publicKey
        environment = PaymentEnvironment(signer: leaf.subject)
        notBefore = max(leaf.notBefore, intermediate.notBefore)
        notAfter = min(leaf.notAfter, intermediate.notAfter)
    }
}

/// The two certificates of a token, distinguished.
struct SignerCertificates {
    let leaf: Certificate
    let intermediate: Certificate

    /// The leaf is the certificate that the signer names; the two may be in either order.
    init(of signed: SignedData) throws(TokenRefusal) {
        let first: Certificate
        let second: Certificate
        do {
            first = try Certificate(der: Array(signed.bytes[signed.eachCertificate[0]]))
            second = try Certificate(der: Array(signed.bytes[signed.eachCertificate[1]]))
        } catch { throw .signature(.certificate(error)) }
        if first.issuerAndSerialNumber == signed.signer {
            (leaf, intermediate) = (first, second)
        } else if second.issuerAndSerialNumber == signed.signer {
            (leaf, intermediate) = (second, first)
        } else {
            throw .signature(.signerIsNotTheLeaf)
        }
    }
}
