internal import ASN1
internal import AppleServers
internal import Bytes
internal import Cryptography
internal import JSON
internal import PaymentToken

extension TokenFault {
    /// Unusual tokens that must be accepted.
    static let oddities: [TokenFault] = [
        TokenFault(
            "leading-zero-shared-secret",
            "the shared secret begins with a zero byte, which belongs to it",
            .accept,
            of: [.ecV1],
            because: "SP 800-56A § 5.7.1.2: the secret has the length of the curve's field"
        ) { draft in
            let peer = draft.mint.recipient.publicKey
            for _ in 0..<65_536 {
                let key = try PrivateKey(on: .p256, from: draft.randomness)
                guard try key.sharedSecret(with: peer).withBytes({ $0[0] }) == 0 else { continue }
                try draft.seal { $0.ephemeralKey = key }
                return nil
            }
            throw NotMade("no key was drawn that has it")
        },
        TokenFault(
            "leading-zero-transaction-id",
            "the transaction identifier begins with a zero byte, which belongs to it",
            .accept,
            because: "an identifier is bytes, not a number"
        ) { draft in
            draft.parts.transactionID[0] = 0
            draft.parts.nameTransactionOutside()
            try draft.sign()
            return nil
        },
        TokenFault(
            "signer-key-ends-in-blank",
            "the signer's key ends in a byte that a text would lose: 00, 09, 0A, 0B, 0D or 20",
            .accept,
            of: [.ecV1],
            because: "a key is bytes, not a text"
        ) { draft in
            for _ in 0..<65_536 {
                let key = try PrivateKey(on: .p256, from: draft.randomness)
                let last = key.publicKey.publicKeyInfo.last ?? 1
                guard [0x00, 0x09, 0x0a, 0x0b, 0x0d, 0x20].contains(last) else { continue }
                try draft.sign(as: draft.signer(with: key))
                return nil
            }
            throw NotMade("no key was drawn that has it")
        },
        TokenFault(
            "malleated-signature",
            "the ECDSA signature (r, s) is written as (r, n-s), which needs no key",
            .accept,
            of: [.ecV1],
            because: "FIPS 186-4 has both forms valid; half of all genuine signatures have this one"
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
            "the intermediate precedes the leaf; a set has no order",
            .accept,
            because: "RFC 5652 § 10.2.3: the certificates are a set"
        ) { draft in
            try draft.sign { $0.certificates.reverse() }
            return nil
        },
        TokenFault(
            "definite-lengths",
            "the signature is in DER, not in BER of indefinite lengths",
            .accept,
            because: "RFC 5652 allows BER, and DER is BER"
        ) { draft in
            try draft.sign { $0.hasIndefiniteLengths = false }
            return nil
        },
        TokenFault(
            "unknown-signed-attribute",
            "the signer signed an attribute of an unknown kind",
            .accept,
            because: "the signer signed it; algorithm protection once arrived that way"
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
            .accept,
            because: "the token around the payment data is not signed"
        ) { draft in
            draft.text = draft.style.written(.object(draft.parts.paymentData))
            return nil
        },
        TokenFault(
            "lowercase-outer-identifier",
            "the identifier outside is in lower case",
            .accept,
            because: "hexadecimal digits have no case"
        ) { draft in
            draft.parts.transactionIdentifier = Hexadecimal.encode(draft.parts.transactionID)
            return nil
        },
        TokenFault(
            "unknown-payload-field",
            "the payload has a member of an unknown name",
            .accept,
            because: "Apple adds members; what was sealed is authentic"
        ) { draft in
            let added = JSONMember(name: "testMember", value: .array([.string("TEST"), .null]))
            try draft.seal(JSONOutput.object(draft.payload + [added]).compactBytes)
            return nil
        },
    ]
}
