internal import ASN1
internal import AppleServers
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

extension TokenFault {
    /// ECDSA values and signed attributes in forms that DER and CMS do not allow, or barely.
    static let signatureValues: [TokenFault] = values + attributeValues + signingTimeForms

    private static let values: [TokenFault] = [
        ecdsa(
            "padded-ecdsa-integers",
            "both numbers of the ECDSA signature begin with a zero byte too many",
            because: "X.690 § 8.3.2: an INTEGER has the fewest bytes"
        ) { value in
            let numbers = [value.r, value.s].map { digits in
                ASN1Encoding.element(.integer, [0, 0] + digits)
            }
            return ASN1Encoding.sequence(numbers)
        },
        ecdsa(
            "ecdsa-trailing-byte",
            "a zero byte follows the two numbers of the ECDSA signature",
            because: "RFC 3279 § 2.2.3: the value is the DER of two numbers, and nothing else"
        ) { $0.der + [0] },
    ]

    private static func ecdsa(
        _ name: String,
        _ explanation: String,
        because reason: String,
        _ encode: @escaping @Sendable (ECDSAValue) -> [UInt8]
    ) -> TokenFault {
        TokenFault(name, explanation, .refuse(.signature), of: [.ecV1], because: reason) { draft in
            let key = draft.mint.signer.key
            try draft.sign { recipe in
                recipe.signatureOverride = { encode(try ECDSAValue(key.signature(overSHA256: $0))) }
            }
            return .signature(.invalid)
        }
    }

    private static let singleValue = "RFC 5652 § 11: the attribute has a single value"

    private static let attributeValues: [TokenFault] = [
        TokenFault(
            "two-digest-values",
            "the attribute with the content's digest has two values, of which one is right",
            .refuse(.signature),
            because: singleValue
        ) { draft in
            let digests = [draft.parts.contentDigest, draft.randomness.bytes(32)]
                .map { ASN1Encoding.element(.octetString, $0) }
            try draft.sign {
                $0.hasMessageDigest = false
                $0.furtherAttributes = [.messageDigest(digests[0], digests[1])]
            }
            return .signature(.form(.repeatedAttribute(.messageDigest)))
        },
        TokenFault(
            "two-time-values",
            "the attribute with the signing time has two values",
            .refuse(.signature),
            because: singleValue
        ) { draft in
            let times = [draft.moment(0), draft.moment(1)].compactMap(ASN1Time.element)
            try draft.sign {
                $0.signingTime = nil
                $0.furtherAttributes = [
                    .init(identifier: ObjectIdentifiers.signingTime, values: times)
                ]
            }
            return .signature(.form(.repeatedAttribute(.signingTime)))
        },
    ]

    private static let timeRule = "RFC 5652 § 11.3: Greenwich time with seconds, without fractions"

    private static let signingTimeForms: [TokenFault] = [
        signingTime(
            "generalized-signing-time",
            "the signing time has four digits for the year, as only times after 2049 should",
            .accept,
            because: "RFC 5652 § 11.3 asks the signer for two digits; both say the same moment"
        ) { $0.generalized },
        signingTime("signing-time-without-seconds", "the signing time has no seconds") {
            ASN1TimeText(tag: $0.tag, text: Array($0.text.dropLast(3)) + $0.text.suffix(1))
        },
        signingTime("signing-time-with-offset", "the signing time ends in +0000, not in Z") {
            ASN1TimeText(tag: $0.tag, text: $0.text.dropLast() + Array("+0000".utf8))
        },
        signingTime("signing-time-with-fraction", "the signing time has tenths of a second") {
            let text = $0.generalized.text
            return ASN1TimeText(tag: .generalizedTime, text: text.dropLast() + Array(".5Z".utf8))
        },
    ]

    private static func signingTime(
        _ name: String,
        _ explanation: String,
        _ verdict: Verdict = .refuse(.signature),
        because reason: String = timeRule,
        _ write: @escaping @Sendable (ASN1TimeText) -> ASN1TimeText
    ) -> TokenFault {
        TokenFault(name, explanation, verdict, because: reason) { draft in
            let time = write(try ASN1TimeText(draft.now)).element
            try draft.sign {
                $0.signingTime = nil
                $0.furtherAttributes = [.signingTime(time)]
            }
            return verdict == .accept ? nil : .signature(.form(.invalidAttribute(.signingTime)))
        }
    }
}

/// The text of a time in ASN.1, which may be changed to one that the standards do not allow.
struct ASN1TimeText {
    let tag: ASN1Tag
    let text: [UInt8]

    init(tag: ASN1Tag, text: [UInt8]) { (self.tag, self.text) = (tag, text) }

    /// A moment as it should be written.
    init(_ moment: UnixTime) throws {
        guard let element = ASN1Time.element(moment) else { throw NotMade("no time \(moment)") }
        var cursor = ASN1Cursor(element)
        tag = cursor.isNext(.utcTime) ? .utcTime : .generalizedTime
        text = Array(element[try cursor.take(tag).content])
    }

    /// The same moment with four digits for the year.
    var generalized: ASN1TimeText {
        guard tag == .utcTime, let decade = text.first else { return self }
        let century = decade >= UInt8(ascii: "5") ? "19" : "20"
        return ASN1TimeText(tag: .generalizedTime, text: Array(century.utf8) + text)
    }

    var element: [UInt8] { ASN1Encoding.element(tag, text) }
}
