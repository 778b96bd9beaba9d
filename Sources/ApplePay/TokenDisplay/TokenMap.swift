internal import Bytes
internal import JSON
package import PaymentToken

/// The parts of a token, and what each of their bytes is.
///
/// - Source: Apple, *Payment token format reference*.
package struct TokenMap: Hashable, Sendable {
    /// The parts, in the order in which they are checked.
    package let parts: [ByteMap]

    /// The map of a token.
    ///
    /// - Parameters:
    ///   - token: A token, of which nothing is trusted.
    ///   - payment: What it was opened to; nil where it was not. AES-GCM encrypts byte by byte, so each
    ///     encrypted byte is that of one byte of the payload.
    ///   - revealing: Whether the payload's secrets are shown.
    package init(
        _ token: SealedPaymentToken,
        opened payment: PaymentPayload? = nil,
        revealing: Bool = false
    ) {
        var parts = [Self.version(token), Self.keyMaterial(token)]
        parts.append(Self.data(token, payment, revealing))
        parts.append(
            Self.digest(
                "header.transactionId",
                "The device's identifier of the payment. Signed.",
                in: "hexadecimal",
                token.transactionID.bytes
            )
        )
        if let hash = token.applicationDataHash {
            parts.append(
                Self.digest(
                    "header.applicationData",
                    "SHA-256 of the app's data in the request. Signed.",
                    in: "hexadecimal",
                    hash
                )
            )
        }
        parts.append(
            Self.digest(
                "header.publicKeyHash",
                "SHA-256 of the merchant's public key: which key opens the token. Not signed.",
                in: "Base64",
                token.publicKeyHash
            )
        )
        var signature = ByteMap(
            "signature",
            "Apple's detached signature over key, data, transactionId and applicationData.",
            in: "Base64",
            token.signature
        )
        signature.addTree(as: .contentInfo)
        parts.append(signature)
        self.parts = parts
    }

    private static func version(_ token: SealedPaymentToken) -> ByteMap {
        let bytes = Array(token.version.rawValue.utf8)
        var map = ByteMap("version", "How the token is encrypted. Not signed.", in: "text", bytes)
        map.addValue("version", value: token.version.rawValue, .plain, 0..<bytes.count)
        return map
    }

    private static func digest(
        _ name: String,
        _ meaning: String,
        in encoding: String,
        _ bytes: [UInt8]
    ) -> ByteMap {
        var map = ByteMap(name, meaning, in: encoding, bytes)
        let own = name.split(separator: ".").last.map(String.init) ?? name
        map.addValue(own, value: Hexadecimal.encode(bytes), .digest, 0..<bytes.count)
        return map
    }

    private static func keyMaterial(_ token: SealedPaymentToken) -> ByteMap {
        switch token.keyMaterial {
        case .ephemeralPublicKey(let bytes):
            var map = ByteMap(
                "header.ephemeralPublicKey",
                """
                The public half of a key that was made for this token alone. With it, the merchant's private key \
                and the merchant identifier give the payload's key. Signed.
                """,
                in: "Base64",
                bytes
            )
            map.addTree(as: .publicKeyInfo)
            return map
        case .wrappedKey(let bytes):
            var map = ByteMap(
                "header.wrappedKey",
                "The payload's key, encrypted for the merchant's RSA key. Signed.",
                in: "Base64",
                bytes
            )
            map.addValue("wrappedKey", "RSA-OAEP with SHA-256", .encrypted, 0..<bytes.count)
            return map
        }
    }

    private static func data(
        _ token: SealedPaymentToken,
        _ payment: PaymentPayload?,
        _ revealing: Bool
    ) -> ByteMap {
        let bytes = token.data
        let cipher = token.version == .ecV1 ? "AES-256-GCM" : "AES-128-GCM"
        var map = ByteMap(
            "data",
            "The payload, encrypted by \(cipher), and the tag that authenticates it. Signed.",
            in: "Base64",
            bytes
        )
        let end = max(0, bytes.count - 16)
        let whole = map.add(
            ByteMap.Node(
                depth: 0,
                name: "payload",
                meaning: payment == nil ? "only the merchant's key opens it" : "a JSON object",
                value: nil,
                kind: .encrypted,
                range: 0..<end
            )
        )
        if let payment {
            addPayload(payment, revealing, upTo: end, in: whole, to: &map)
        } else {
            map.assign(0..<end, to: whole, as: .value)
        }
        map.addValue(
            "tag",
            "16 bytes; a payload of which a bit was changed does not open",
            value: Hexadecimal.encode(Array(bytes[end...])),
            .signature,
            end..<bytes.count
        )
        return map
    }

    private static func addPayload(
        _ payment: PaymentPayload,
        _ revealing: Bool,
        upTo end: Int,
        in whole: Int,
        to map: inout ByteMap
    ) {
        let places = payment.document.places
        let values = PaymentDisplay(payment, revealing: revealing).values
        var position = 0
        for (number, place) in places.enumerated() where place.range.upperBound <= end {
            map.assign(position..<place.range.lowerBound, to: whole, as: .frame)
            map.addValue(
                place.path.joined(separator: "."),
                "encrypted; \(PayloadMeanings.meaning(of: place.path))",
                value: values.count == places.count ? values[number] : nil,
                .encrypted,
                place.range,
                depth: 1
            )
            position = place.range.upperBound
        }
        map.assign(position..<end, to: whole, as: .frame)
    }
}

/// The purposes of a payload's fields.
enum PayloadMeanings {
    static func meaning(of path: [String]) -> String {
        guard let field = path.last.flatMap(PayloadField.init) else {
            return "a field that this version does not know"
        }
        return switch field {
        case .applicationPrimaryAccountNumber:
            "the device account number, which stands for the card's"
        case .applicationExpirationDate: "the expiry of the device account, YYMMDD"
        case .currencyCode: "the currency, by its number in ISO 4217"
        case .transactionAmount: "the amount in the currency's smallest unit"
        case .cardholderName: "the name on the card"
        case .deviceManufacturerIdentifier: "who made the device's secure element"
        case .paymentDataType: "how the payment is proven: 3DSecure or EMV"
        case .paymentData: "what proves the payment to the card network"
        case .onlinePaymentCryptogram: "the cryptogram, good for this payment once"
        case .eciIndicator: "the electronic commerce indicator, for the card network"
        case .emvData: "the chip's data"
        case .encryptedPINData: "the PIN, encrypted for the issuer"
        case .authenticationResponses: "the cryptogram of each of several merchants"
        case .merchantTokenIdentifier: "Apple's identifier of the merchant token"
        case .merchantTokenMetadata: "how the card of the merchant token looks"
        }
    }
}
