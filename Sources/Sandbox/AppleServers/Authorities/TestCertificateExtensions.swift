internal import ASN1
internal import Certificates
internal import PaymentToken

/// The extensions of Apple's certificates that refer to other places: the policy, and the
/// addresses of revocation lists and OCSP responders. Nothing answers at these addresses; `.test`
/// is reserved.
///
/// - Source: RFC 5280 §§ 4.2.1.4, 4.2.1.13 and 4.2.2.1 for the form;
///   Documentation/Reference/PaymentTokenFormat.md, section 1.3, for the list of extensions. The
///   texts are ours. RFC 2606 for `.test`.
enum TestCertificateExtensions {
    static func responder(_ name: String) -> CertificateTemplate.Extension {
        let responder = ASN1ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 48, 1)
        return CertificateTemplate.Extension(
            identifier: ASN1ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 1, 1),
            value: ASN1Encoding.sequence([
                ASN1Encoding.sequence([
                    ASN1Encoding.objectIdentifier(responder),
                    address("http://ocsp.quince.test/\(name)"),
                ])
            ])
        )
    }

    static func revocationList(_ name: String) -> CertificateTemplate.Extension {
        let place = address("http://crl.quince.test/\(name).crl")
        let name = ASN1Encoding.element(.context(0), ASN1Encoding.element(.context(0), place))
        return CertificateTemplate.Extension(
            identifier: ASN1ObjectIdentifier(2, 5, 29, 31),
            value: ASN1Encoding.sequence([ASN1Encoding.sequence([name])])
        )
    }

    static let policy = CertificateTemplate.Extension(
        identifier: ASN1ObjectIdentifier(2, 5, 29, 32),
        value: ASN1Encoding.sequence([
            ASN1Encoding.sequence([
                ASN1Encoding.objectIdentifier(
                    ASN1ObjectIdentifier(1, 2, 840, 113_635, 100, 5, 1)
                ),
                ASN1Encoding.sequence([
                    qualifier(2, ASN1Encoding.sequence([notice])),
                    qualifier(1, text(.ia5String, "http://policy.quince.test/")),
                ]),
            ])
        ])
    )

    /// The uses of the key besides ``CertificateTemplate/keyUsage``.
    enum Purpose {
        case clientAuthentication, orderSigning

        fileprivate var identifier: ASN1ObjectIdentifier {
            switch self {
            case .clientAuthentication: ASN1ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 2)
            case .orderSigning: AppleExtension.orderSigning
            }
        }
    }

    /// - Source: RFC 5280 § 4.2.1.12.
    static func usage(_ purposes: Purpose...) -> CertificateTemplate.Extension {
        CertificateTemplate.Extension(
            identifier: ASN1ObjectIdentifier(2, 5, 29, 37),
            value: ASN1Encoding.sequence(
                purposes.map { ASN1Encoding.objectIdentifier($0.identifier) }
            )
        )
    }

    /// The order type identifier.
    ///
    /// - Source: ``AppleExtension/orderType``. Devices take a UTF8String or an IA5String; which of them Apple
    ///   writes is a guess.
    static func orderType(_ identifier: String) -> CertificateTemplate.Extension {
        CertificateTemplate.Extension(
            identifier: AppleExtension.orderType,
            value: text(.utf8String, identifier)
        )
    }

    private static let notice = text(
        .utf8String,
        "TEST: whoever relies on this certificate relies on a sandbox that anybody can run, "
            + "with keys that a number gives away."
    )

    private static func qualifier(_ number: UInt, _ value: [UInt8]) -> [UInt8] {
        let identifier = ASN1ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 2, number)
        return ASN1Encoding.sequence([ASN1Encoding.objectIdentifier(identifier), value])
    }

    private static func address(_ text: String) -> [UInt8] {
        self.text(.primitiveContext(6), text)
    }

    private static func text(_ tag: ASN1Tag, _ text: String) -> [UInt8] {
        ASN1Encoding.element(tag, Array(text.utf8))
    }
}
