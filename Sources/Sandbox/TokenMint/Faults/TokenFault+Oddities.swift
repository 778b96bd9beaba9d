internal import ASN1
internal import AppleServers
internal import Bytes
internal import Cryptography
internal import JSON
internal import PaymentToken

extension TokenFault {
    /// Tokens that look wrong to a careless verifier, and are good.
    static let oddities: [TokenFault] = [
        TokenFault(
            "leading-zero-shared-secret",
            "the shared secret begins with a zero byte, which belongs to it",
            .accept,
            of: [.ecV1]
        ) { draft in
            let peer = draft.mint.recipient.publicKey
            for _ in 0..<65_536 {
                let key = try PrivateKey(on: .p256, from: draft.randomness)
                guard try key.sharedSecret(with: peer).withBytes({ $0[0] }) == 0 else { continue }
                try draft.seal { $0.ephemeralKey = key }
                return nil
            }
            throw TokenDraftFailure.notDrawn
        },
        TokenFault(
            "leading-zero-transaction-id",
            "the transaction identifier begins with a zero byte, which belongs to it",
            .accept
        ) { draft in
            draft.parts.transactionID[0] = 0
            let identifier = Hexadecimal.encode(draft.parts.transactionID).uppercased()
            draft.parts.transactionIdentifier = identifier
            try draft.sign()
            return nil
        },
        TokenFault(
            "malleated-signature",
            "the ECDSA signature (r, s) is written as (r, n-s), which anybody can do",
            .accept,
            of: [.ecV1]
        ) { draft in
            let key = draft.mint.signer.key
            try draft.sign { recipe in
                recipe.signatureOverride = {
                    try ECDSAValue(key.signature(overSHA256: $0)).malleated.der
                }
            }
            return nil
        },
        TokenFault(
            "swapped-certificates",
            "the intermediate stands before the leaf; a set has no order",
            .accept
        ) { draft in
            try draft.sign { $0.certificates.reverse() }
            return nil
        },
        TokenFault(
            "definite-lengths",
            "the signature is in DER, not in BER of indefinite lengths",
            .accept
        ) { draft in
            try draft.sign { $0.hasIndefiniteLengths = false }
            return nil
        },
        TokenFault(
            "unknown-signed-attribute",
            "the signer signed an attribute that nobody knows",
            .accept
        ) { draft in
            try draft.sign {
                $0.furtherAttributes = [
                    .init(
                        identifier: ObjectIdentifiers.unknownExtension,
                        values: [ASN1Encoding.null]
                    )
                ]
            }
            return nil
        },
        TokenFault(
            "bare-payment-data",
            "the payment data comes alone, without the token around it",
            .accept
        ) { draft in
            draft.text = draft.style.written(.object(draft.parts.paymentData))
            return nil
        },
        TokenFault(
            "lowercase-outer-identifier",
            "the identifier outside is in lower case",
            .accept
        ) { draft in
            draft.parts.transactionIdentifier = Hexadecimal.encode(draft.parts.transactionID)
            return nil
        },
        TokenFault(
            "unknown-payload-field",
            "the payload has a member that nobody knows",
            .accept
        ) { draft in
            let added = JSONMember(name: "testMember", value: .array([.string("TEST"), .null]))
            try draft.seal(Array(JSONOutput.object(draft.payload + [added]).compact.utf8))
            return nil
        },
    ]
}
