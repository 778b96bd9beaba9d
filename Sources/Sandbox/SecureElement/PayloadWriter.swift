internal import Bytes
internal import Cryptography
internal import JSON
internal import PaymentToken

/// Writes a token's payload, in the order and spelling of real ones.
///
/// - Source: Apple, *Payment token format reference*, "Payment data keys";
///   Documentation/Reference/PaymentTokenFormat.md, section 1.9, for the order.
enum PayloadWriter {
    ///
    /// One cryptogram is for the whole amount; several are for its parts, in order.
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
        let payload = JSONOutput.object([
            "applicationPrimaryAccountNumber": .string(account.accountNumber.revealedText()),
            "applicationExpirationDate": .string(account.expirationDate),
            "currencyCode": .string(instruction.currencyNumericCode),
            "transactionAmount": .integer(instruction.amountMinorUnits),
            "deviceManufacturerIdentifier": .string(account.deviceManufacturerIdentifier),
            "paymentDataType": .string("3DSecure"),
            "paymentData": proof,
            "merchantTokenIdentifier": instruction.merchantToken.map { .string($0.identifier) },
            "merchantTokenMetadata": instruction.merchantToken?.metadata.json,
            "authenticationResponses": instruction.parts.isEmpty
                ? nil : responses(cryptograms, instruction.parts),
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
