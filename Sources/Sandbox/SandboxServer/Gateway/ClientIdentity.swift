internal import ASN1
internal import ApplePaySession
internal import Bytes
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

/// A merchant that was recognized by the certificate of its TLS connection.
struct ClientIdentity: Hashable, Sendable {
    let merchant: MerchantReference
    let serialNumber: [UInt8]

    /// Verifies a merchant's certificates, of which TLS proved that it has the first one's key.
    ///
    /// Only the first one is looked at. A client need not send intermediates, because they are known.
    init(
        verifying certificates: [[UInt8]],
        under authorities: [MerchantAuthority],
        at now: UnixTime
    ) throws(GatewayRefusal) {
        let leaf = try Self.leaf(of: certificates, under: authorities, at: now)
        let digest = Self.text(AppleExtension.merchantIdentifier, in: leaf)
        guard let digest, let identifier = leaf.subject[.userID] else {
            throw .notAMerchantCertificate
        }
        merchant = MerchantReference(identifier: identifier)
        guard merchant.digest == digest else { throw .identifiersDiffer }
        guard leaf.keyUsage?.contains(.digitalSignature) == true else {
            throw .notAnIdentityCertificate
        }
        serialNumber = leaf.serialNumber
    }

    /// The certificate of a client, whose chain is verified.
    static func leaf(
        of certificates: [[UInt8]],
        under authorities: [MerchantAuthority],
        at now: UnixTime
    ) throws(GatewayRefusal) -> Certificate {
        guard let first = certificates.first else { throw .noCertificate }
        guard let leaf = try? Certificate(der: first) else { throw .certificateUnreadable }
        guard
            let authority = authorities.first(where: {
                $0.intermediate.subject == leaf.issuer
            })
        else { throw .anotherIssuer(leaf.issuer[.commonName] ?? "an unnamed issuer") }
        do {
            try authority.root.validate(leaf: leaf, intermediate: authority.intermediate, at: now)
        } catch { throw .certificate(error) }
        return leaf
    }

    /// The text in an extension.
    static func text(_ identifier: ASN1ObjectIdentifier, in leaf: Certificate) -> String? {
        guard let value = leaf.extensionValue(identifier) else { return nil }
        var cursor = ASN1Cursor(value)
        guard let content = try? cursor.take(.utf8String).content, cursor.isAtEnd else {
            return nil
        }
        return String(validating: value[content], as: UTF8.self)
    }
}
