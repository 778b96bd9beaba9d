internal import ASN1
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

/// The check of a package's signature, by the policy that devices have.
///
/// - Source: Apple, open source of Security, `SecPolicyCreateOrderBundleSigner` in SecPolicy.c, for the
///   certificates; RFC 5652 for the signature.
struct OrderSignature {
    /// The roots that are trusted; nil where the root is not judged.
    let anchors: [TrustAnchor]?
    let moment: UnixTime
    let log: OrderFaultLog

    private static let file = OrderManifest.signature

    /// Checks the signature over a manifest.
    ///
    /// - Parameters:
    ///   - bytes: The signature.
    ///   - manifest: The manifest; nil where there is none.
    ///   - type: The order type identifier; nil where the order does not have one.
    func check(_ bytes: [UInt8], over manifest: [UInt8]?, for type: String?) {
        let signed: SignedData
        do throws(SignedDataFailure) { signed = try SignedData(bytes) } catch {
            return log.add(.signatureForm, Self.file, detail: "\(error)")
        }
        let certificates: [Certificate]
        do {
            certificates = try signed.eachCertificate.map { try Certificate(der: Array(bytes[$0])) }
        } catch { return log.add(.certificateForm, Self.file) }
        guard let leaf = certificates.first(where: { $0.issuerAndSerialNumber == signed.signer }),
            let intermediate = certificates.first(where: { $0 != leaf })
        else { return log.add(.signerMissing, Self.file) }
        if let manifest,
            !signed.isSigned(by: leaf.publicKey, contentDigest: SHA256.digest(manifest))
        {
            log.add(.signatureInvalid, Self.file)
        }
        if let anchors { checkChain(leaf, intermediate, under: anchors) }
        let other = [leaf, intermediate].first { moment < $0.notBefore || $0.notAfter < moment }
        if let other {
            let times = "\(other.notBefore) to \(other.notAfter)"
            log.add(.signerNotValidNow, Self.file, detail: times)
        }
        if intermediate.extensionValue(AppleExtension.worldwideDeveloperRelations) == nil {
            log.add(.developerRelationsMarker, Self.file)
        }
        if let own = OrderTypeCertificate.type(of: leaf) {
            if let type, type != own {
                log.add(.orderTypeDiffers, OrderReader.file, "orderTypeIdentifier", detail: own)
            }
        } else {
            log.add(.orderTypeMarker, Self.file)
        }
        if !OrderTypeCertificate.maySignOrders(leaf) { log.add(.orderSigningUsage, Self.file) }
    }

    private func checkChain(
        _ leaf: Certificate,
        _ intermediate: Certificate,
        under anchors: [TrustAnchor]
    ) {
        // The anchor that the intermediate names says the most; another says only that it is not it.
        let anchor = anchors.first { $0.name == intermediate.issuer } ?? anchors.first
        guard let anchor else { return log.add(.signerChain, Self.file) }
        do throws(ChainFailure) {
            try anchor.validate(
                leaf: leaf,
                intermediate: intermediate,
                at: moment,
                judging: [OrderTypeCertificate.extendedKeyUsage, AppleExtension.orderType]
            )
        } catch {
            switch error {
            case .expired, .notYetValid: break
            default: log.add(.signerChain, Self.file, detail: "\(error)")
            }
        }
    }
}

/// The marks of a certificate of an order type.
enum OrderTypeCertificate {
    static let extendedKeyUsage = ASN1ObjectIdentifier(2, 5, 29, 37)

    /// The order type identifier; nil where the certificate is not one of an order type.
    static func type(of certificate: Certificate) -> String? {
        guard let value = certificate.extensionValue(AppleExtension.orderType) else { return nil }
        var cursor = ASN1Cursor(value)
        let tag: ASN1Tag = cursor.isNext(.ia5String) ? .ia5String : .utf8String
        guard let content = try? cursor.take(tag).content, (try? cursor.finish()) != nil else {
            return nil
        }
        return String(validating: value[content], as: UTF8.self)
    }

    /// Whether the extended key usage has the signing of orders.
    static func maySignOrders(_ certificate: Certificate) -> Bool {
        guard let value = certificate.extensionValue(extendedKeyUsage) else { return false }
        var cursor = ASN1Cursor(value)
        var isFound = false
        do throws(ASN1Failure) {
            try cursor.enter(.sequence)
            while !cursor.isAtEnd {
                let purpose = value[try cursor.take(.objectIdentifier).content]
                if purpose.elementsEqual(AppleExtension.orderSigning.content) { isFound = true }
            }
            try cursor.leave()
            try cursor.finish()
        } catch { return false }
        return isFound
    }
}
