package import Certificates
package import Cryptography
internal import PaymentToken
internal import World

/// A merchant's key for an order type, with its certificate and the intermediate's.
package struct OrderTypeIdentity: Sendable {
    /// The order type identifier that the certificate has.
    package let orderType: String
    /// The certificate, and the one above it.
    package let chain: [Certificate]
    private let writer: SignedDataWriter

    /// Why files are no identity.
    package enum Failure: Error, Hashable, Sendable {
        case noKey, noCertificateOfKey, notOrderType, noIntermediate
    }

    /// Finds the key with its certificate and intermediate, whatever else is there. Of several certificates, such as after
    /// a renewal, the one that ends last is taken.
    package init(keys: [any SigningKey], certificates: [Certificate]) throws(Failure) {
        guard !keys.isEmpty else { throw .noKey }
        let certificates = certificates.sorted { $0.notAfter > $1.notAfter }
        let pairs = certificates.flatMap { leaf in
            keys.filter { $0.publicKey == leaf.publicKey }.map { (key: $0, leaf: leaf) }
        }
        guard !pairs.isEmpty else { throw .noCertificateOfKey }
        guard
            let (pair, type) = pairs.lazy.compactMap({ pair in
                OrderTypeCertificate.type(of: pair.leaf).map { (pair, $0) }
            }).first, OrderTypeCertificate.maySignOrders(pair.leaf)
        else { throw .notOrderType }
        let intermediate = certificates.first {
            $0.isAuthority && $0.subject == pair.leaf.issuer
                && pair.leaf.isSigned(by: $0.publicKey)
                && $0.extensionValue(AppleExtension.worldwideDeveloperRelations) != nil
        }
        guard let intermediate else { throw .noIntermediate }
        (orderType, chain) = (type, [pair.leaf, intermediate])
        writer = SignedDataWriter(
            leaf: pair.leaf,
            intermediate: intermediate,
            key: pair.key,
            encoding: .distinguished
        )
    }

    /// A detached signature over a manifest.
    ///
    /// - Throws: ``Certificates/CertificateFailure/notIssued``.
    func sign(_ manifest: [UInt8], at moment: UnixTime) throws(CertificateFailure) -> [UInt8] {
        try writer.sign(contentDigest: SHA256.digest(manifest), signingTime: moment)
    }
}

extension OrderTypeIdentity.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noKey: "there is no private key in the files"
        case .noCertificateOfKey: "there is no certificate of the key in the files"
        case .notOrderType: "the key's certificate is no Order Type ID certificate"
        case .noIntermediate:
            "there is no certificate of Worldwide Developer Relations that issued the key's certificate"
        }
    }
}
