internal import AppleServers
internal import Bytes
internal import CardAccounts
internal import Cryptography
internal import JSON
internal import PaymentToken

/// Writes a token's payload, in the order and spelling of real ones.
///
/// Account numbers, cryptograms and PINs go from one secret to another, so that no copy of them stays
/// in memory.
///
/// - Source: Apple, *Payment token format reference*, "Payment data keys";
///   Documentation/Reference/PaymentTokenFormat.md, section 1.9, for the order.
enum PayloadWriter {
    /// A payload with cryptograms: one is for the whole amount; several are for its parts, in order.
    static func threeDSecure(
        _ account: DeviceAccount,
        _ cryptograms: [PaymentCryptogram],
        _ instruction: PaymentInstruction
    ) -> Secret {
        var proof: [SecretMember] = []
        if instruction.parts.isEmpty, let whole = cryptograms.first {
            proof.append(SecretMember("onlinePaymentCryptogram", Base64.encodeSecret(whole.bytes)))
        }
        if let indicator = account.eciIndicator {
            proof.append(SecretMember("eciIndicator", .string(indicator)))
        }
        var members = members(account, instruction, type: "3DSecure", proof)
        if !instruction.parts.isEmpty {
            members.append(
                SecretMember(
                    "authenticationResponses",
                    responses(cryptograms, instruction.parts)
                )
            )
        }
        return Secret(objectOf: members)
    }

    /// A payload with chip data and, if the shopper entered one, the encrypted PIN.
    static func chip(
        _ account: DeviceAccount,
        _ payment: ChipPayment,
        encryptedPIN: Secret?,
        _ instruction: PaymentInstruction
    ) -> Secret {
        var proof = [SecretMember("emvData", Base64.encodeSecret(payment.bytes))]
        if let encryptedPIN {
            proof.append(SecretMember("encryptedPINData", hexadecimal(encryptedPIN)))
        }
        return Secret(objectOf: members(account, instruction, type: "EMV", proof))
    }

    private static func members(
        _ account: DeviceAccount,
        _ instruction: PaymentInstruction,
        type: String,
        _ proof: [SecretMember]
    ) -> [SecretMember] {
        let merchantAccountNumber =
            instruction.merchantToken == nil ? nil : account.merchantAccountNumber
        var members = [
            SecretMember(
                "applicationPrimaryAccountNumber",
                merchantAccountNumber ?? account.accountNumber
            ),
            SecretMember("applicationExpirationDate", .string(account.expirationDate)),
            SecretMember("currencyCode", .string(instruction.currencyNumericCode)),
            SecretMember("transactionAmount", .integer(instruction.amountMinorUnits)),
            SecretMember(
                "deviceManufacturerIdentifier",
                .string(account.deviceManufacturerIdentifier)
            ),
            SecretMember("paymentDataType", .string(type)),
            SecretMember("paymentData", [Secret(objectOf: proof)]),
        ]
        if let token = instruction.merchantToken {
            members.append(SecretMember("merchantTokenIdentifier", .string(token.identifier)))
            members.append(SecretMember("merchantTokenMetadata", token.metadata.json))
        }
        return members
    }

    /// A list of what proves the payment of each part.
    private static func responses(
        _ cryptograms: [PaymentCryptogram],
        _ parts: [PaymentInstruction.Part]
    ) -> [Secret] {
        var list = [Secret(text: "[")]
        for (index, (part, cryptogram)) in zip(parts, cryptograms).enumerated() {
            if index > 0 { list.append(Secret(text: ",")) }
            let digest = Hexadecimal.encode(SHA256.digest(part.merchantIdentifier))
            list.append(
                Secret(objectOf: [
                    SecretMember("merchantIdentifier", .string(digest)),
                    SecretMember("authenticationData", Base64.encodeSecret(cryptogram.bytes)),
                    SecretMember("transactionAmount", .string(String(part.amountMinorUnits))),
                ])
            )
        }
        return list + [Secret(text: "]")]
    }

    private static func hexadecimal(_ secret: Secret) -> Secret {
        let digits = Array("0123456789abcdef".utf8)
        return Secret(count: 2 * secret.count) { text in
            secret.withBytes { bytes in
                for index in bytes.indices {
                    text[2 * index] = digits[Int(bytes[index] >> 4)]
                    text[2 * index + 1] = digits[Int(bytes[index] & 0xf)]
                }
            }
        }
    }
}
