internal import Bytes
internal import CardAccounts
internal import Cryptography
internal import JSON
internal import PaymentToken

/// Writes a token's payload, in the order and spelling of real ones.
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
        let whole = instruction.parts.isEmpty ? cryptograms.first : nil
        let proof = JSONOutput.object([
            "onlinePaymentCryptogram": whole.map {
                .string($0.bytes.withBytes { Base64.encode($0) })
            },
            "eciIndicator": account.eciIndicator.map(JSONOutput.string),
        ])
        let responses =
            instruction.parts.isEmpty ? nil : responses(cryptograms, instruction.parts)
        return payload(account, instruction, type: "3DSecure", proof, responses)
    }

    /// A payload with chip data and, if the shopper entered one, the encrypted PIN.
    static func chip(
        _ account: DeviceAccount,
        _ payment: ChipPayment,
        encryptedPIN: Secret?,
        _ instruction: PaymentInstruction
    ) -> Secret {
        let proof = JSONOutput.object([
            "emvData": .string(payment.bytes.withBytes { Base64.encode($0) }),
            "encryptedPINData": encryptedPIN.map { pin in
                .string(
                    pin.withBytes { bytes in
                        Hexadecimal.encode(bytes.indices.map { bytes[$0] })
                    }
                )
            },
        ])
        return payload(account, instruction, type: "EMV", proof, nil)
    }

    private static func payload(
        _ account: DeviceAccount,
        _ instruction: PaymentInstruction,
        type: String,
        _ proof: JSONOutput,
        _ responses: JSONOutput?
    ) -> Secret {
        let payload = JSONOutput.object([
            "applicationPrimaryAccountNumber": .string(account.accountNumber.revealedText()),
            "applicationExpirationDate": .string(account.expirationDate),
            "currencyCode": .string(instruction.currencyNumericCode),
            "transactionAmount": .integer(instruction.amountMinorUnits),
            "deviceManufacturerIdentifier": .string(account.deviceManufacturerIdentifier),
            "paymentDataType": .string(type),
            "paymentData": proof,
            "merchantTokenIdentifier": instruction.merchantToken.map { .string($0.identifier) },
            "merchantTokenMetadata": instruction.merchantToken?.metadata.json,
            "authenticationResponses": responses,
        ])
        return Secret(copying: Array(payload.compact.utf8))
    }

    private static func responses(
        _ cryptograms: [PaymentCryptogram],
        _ parts: [PaymentInstruction.Part]
    ) -> JSONOutput {
        .array(
            zip(parts, cryptograms).map { part, cryptogram in
                AuthenticationResponse.json(
                    forMerchant: Hexadecimal.encode(SHA256.digest(part.merchantIdentifier)),
                    cryptogram: cryptogram.bytes,
                    amountMinorUnits: part.amountMinorUnits
                )
            }
        )
    }
}
