internal import Bytes
internal import JSON

/// Reads the fields of a payload; a field that is not as documented is thrown by its name.
struct PayloadReader {
    private let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    func accountNumber() throws(PayloadField) -> Secret {
        guard let number = try optionalSecret(.applicationPrimaryAccountNumber),
            (8...19).contains(number.count),
            number.withBytes({ bytes in bytes.indices.allSatisfy { Self.isDigit(bytes[$0]) } })
        else { throw .applicationPrimaryAccountNumber }
        return number
    }

    func digits(_ field: PayloadField, count: Int) throws(PayloadField) -> String {
        let text = try text(field)
        guard text.utf8.count == count, text.utf8.allSatisfy(Self.isDigit) else { throw field }
        return text
    }

    func amount() throws(PayloadField) -> Int64 {
        guard let amount = value.member("transactionAmount")?.integer, amount >= 0 else {
            throw .transactionAmount
        }
        return amount
    }

    func text(_ field: PayloadField) throws(PayloadField) -> String {
        guard let text = member(field)?.string else { throw field }
        return text
    }

    /// A string where the field stands there at all.
    func optionalSecret(_ field: PayloadField) throws(PayloadField) -> Secret? {
        guard let found = member(field) else { return nil }
        guard let secret = found.secretString else { throw field }
        return secret
    }

    func proof() throws(PayloadField) -> OpenedPaymentToken.Proof {
        guard let data = value.member("paymentData"), data.isObject else { throw .paymentData }
        let inner = PayloadReader(data)
        switch try text(.paymentDataType) {
        case "3DSecure":
            return .threeDSecure(
                cryptogram: try inner.base64(.onlinePaymentCryptogram),
                eciIndicator: try inner.optionalText(.eciIndicator)
            )
        case "EMV":
            guard let chip = try inner.base64(.emvData) else { throw .emvData }
            return .emv(data: chip, encryptedPIN: try inner.optionalSecret(.encryptedPINData))
        default: throw .paymentDataType
        }
    }

    /// A string that is Base64 where it stands there at all, kept in Base64.
    private func base64(_ field: PayloadField) throws(PayloadField) -> Secret? {
        guard let secret = try optionalSecret(field) else { return nil }
        guard secret.withBytes({ (try? Base64.decode($0)) != nil }) else { throw field }
        return secret
    }

    private func optionalText(_ field: PayloadField) throws(PayloadField) -> String? {
        guard let found = member(field) else { return nil }
        guard let text = found.string else { throw field }
        return text
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private func member(_ field: PayloadField) -> JSONValue? {
        switch field {
        case .applicationPrimaryAccountNumber: value.member("applicationPrimaryAccountNumber")
        case .applicationExpirationDate: value.member("applicationExpirationDate")
        case .currencyCode: value.member("currencyCode")
        case .transactionAmount: value.member("transactionAmount")
        case .cardholderName: value.member("cardholderName")
        case .deviceManufacturerIdentifier: value.member("deviceManufacturerIdentifier")
        case .paymentDataType: value.member("paymentDataType")
        case .paymentData: value.member("paymentData")
        case .onlinePaymentCryptogram: value.member("onlinePaymentCryptogram")
        case .eciIndicator: value.member("eciIndicator")
        case .emvData: value.member("emvData")
        case .encryptedPINData: value.member("encryptedPINData")
        }
    }
}

extension PayloadField: Error {}
