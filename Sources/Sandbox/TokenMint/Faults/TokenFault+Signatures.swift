internal import ASN1
internal import AppleServers
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

extension TokenFault {
    /// Signatures by another signer, or by none.
    static let signatures: [TokenFault] = [
        TokenFault(
            "signature-tampered",
            "one bit of the signature's value is changed",
            .refuse(.signature)
        ) { draft in
            let key = draft.mint.signer.key
            return try draft.invalid { digest in
                var value = try key.signature(overSHA256: digest)
                value[value.count - 1] ^= 1
                return value
            }
        },
        TokenFault(
            "forged-signature",
            "the digest is right, and the signature's value is made up",
            .refuse(.signature)
        ) { draft in
            let (r, s) = (draft.randomness.bytes(31), draft.randomness.bytes(31))
            let random = [0] + draft.randomness.bytes(255)
            let isRSA = draft.version == .rsaV1
            return try draft.invalid { _ in
                isRSA
                    ? random
                    : ECDSAValue(r: r, s: s).der
            }
        },
        TokenFault(
            "attacker-signer",
            "an attacker signs under a name of his own, with the genuine certificates in the bag",
            .refuse(.signature)
        ) { draft in
            let rival = try draft.rival()
            try draft.sign {
                $0.key = rival.key
                $0.signerName = rival.certificate.issuerAndSerialNumber
            }
            return .signature(.signerIsNotTheLeaf)
        },
        TokenFault(
            "attacker-key",
            "an attacker signs under the genuine leaf's name",
            .refuse(.signature)
        ) { draft in
            let rival = try draft.rival()
            try draft.sign { $0.key = rival.key }
            return .signature(.invalid)
        },
        TokenFault(
            "zero-signature",
            "both numbers of the ECDSA signature are zero",
            .refuse(.signature),
            of: [.ecV1]
        ) { draft in
            try draft.invalid { _ in
                ECDSAValue(r: [], s: []).der
            }
        },
        TokenFault(
            "out-of-range-signature",
            "the first number of the ECDSA signature is the order of the curve",
            .refuse(.signature),
            of: [.ecV1]
        ) { draft in
            try draft.invalid { _ in
                ECDSAValue(r: ECDSAValue.order, s: [1]).der
            }
        },
        TokenFault(
            "raw-signature",
            "the ECDSA signature is two numbers of 32 bytes, not DER",
            .refuse(.signature),
            of: [.ecV1]
        ) { draft in
            let key = draft.mint.signer.key
            return try draft.invalid { digest in
                let value = try ECDSAValue(key.signature(overSHA256: digest))
                return value.r + value.s
            }
        },
        TokenFault(
            "other-algorithm",
            "a genuine signer of the other version's algorithm signed it",
            .refuse(.signature)
        ) { draft in
            let signer = try draft.mint.authorities.signer(
                of: draft.version == .ecV1 ? .rsaV1 : .ecV1,
                from: draft.randomness
            )
            try draft.sign(as: signer)
            return .signature(.algorithmOfAnotherVersion)
        },
        TokenFault(
            "wrong-message-digest",
            "a good signature over other bytes than the token's",
            .refuse(.signature)
        ) { draft in
            let digest = ASN1Encoding.element(.octetString, SHA256.digest("another TEST token"))
            try draft.sign {
                $0.hasMessageDigest = false
                $0.furtherAttributes = [.messageDigest(digest)]
            }
            return .signature(.otherContent)
        },
    ]
}

extension TokenDraft {
    /// Puts a signature's value in place of the good one, which the signer's key did not make.
    fileprivate mutating func invalid(
        _ value: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) throws -> TokenRefusal {
        try sign { $0.signatureOverride = value }
        return .signature(.invalid)
    }
}
