internal import Bytes
internal import JSON

/// Writes what a token holds, in the order and spelling of real ones.
///
/// - Source: Apple, *Payment token format reference*, "Payment data keys"; reference *Payment
///   token format*, section 1.9, for the order.
enum PayloadWriter {
    static func threeDSecure(
        _ account: DeviceAccount,
        _ cryptogram: PaymentCryptogram,
        _ instruction: PaymentInstruction
    ) -> Secret {
        let proof = JSONOutput.object([
            "onlinePaymentCryptogram": .string(cryptogram.bytes.withBytes { Base64.encode($0) }),
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
        ])
        return Secret(copying: Array(payload.compact.utf8))
    }
}
