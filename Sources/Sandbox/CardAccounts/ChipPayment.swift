public import Bytes

/// The chip data that proves that a device account made a payment: data objects in BER-TLV, as field
/// 55 of a card message has them, with an application request cryptogram.
///
/// - Source: EMV 4.3 Books 2 and 3; Documentation/Reference/SandboxCryptograms.md, section 3.
public struct ChipPayment: Sendable {
    /// The data objects.
    public let bytes: Secret

    /// Makes chip data.
    ///
    /// - Parameters:
    ///   - payment: The payment.
    ///   - terms: What the terminal states besides.
    ///   - application: The account's application.
    ///   - counter: The number of the payment.
    ///   - unpredictableNumber: 4 random bytes.
    ///   - isPINEntered: Whether the shopper entered a PIN, which the issuer will verify.
    ///   - keys: The account's keys.
    public init(
        of payment: ProvenPayment,
        on terms: ChipTerms,
        by application: ChipApplication,
        counter: UInt16,
        unpredictableNumber: [UInt8],
        isPINEntered: Bool,
        keys: CardKeys
    ) {
        precondition(unpredictableNumber.count == 4, "an unpredictable number has 4 bytes")
        let number = [UInt8(counter >> 8), UInt8(counter & 0xff)]
        func value(_ field: ChipField) -> [UInt8] {
            switch field {
            case .issuerApplicationData:
                IssuerApplicationData.bytes(
                    issuerKeyIndex: keys.issuerKeyIndex,
                    merchant: payment.merchant
                )
            case .unpredictableNumber: unpredictableNumber
            case .counter: number
            case .date: PackedDecimal.bytes(terms.date.utf8, count: 3) ?? []
            case .amount: payment.packedAmount
            case .currency: payment.packedCurrency
            case .country: PackedDecimal.bytes(terms.countryNumericCode.utf8, count: 2) ?? []
            case .applicationIdentifier: application.identifier
            case .sequenceCounter: PackedDecimal.bytes(Int64(counter), count: 4) ?? []
            case .verificationMethod: isPINEntered ? [0x42, 0x03, 0x00] : [0x01, 0x03, 0x02]
            default: field.constant
            }
        }
        let code = keys.cryptograms.sessionKey(counter: counter)
            .applicationCryptogram(over: ChipField.proven.flatMap(value))
        let objects = ChipField.allCases.filter { $0 != .applicationCryptogram }
            .flatMap { $0.object(value($0)) }
        bytes = code.withBytes { code in
            let own = ChipField.applicationCryptogram.object(code.indices.map { code[$0] })
            return Secret(copying: own + objects)
        }
    }
}

extension ChipField {
    /// The value of a field that is the same in all payments.
    ///
    /// - Source: EMV 4.3 Book 3 annex C for the interchange profile, results and type; Book 4 annex A
    ///   for terminal capabilities (PIN for the issuer, no other verification by a terminal) and type
    ///   (unattended, online, operated by the cardholder). The choice is ours.
    fileprivate var constant: [UInt8] {
        switch self {
        case .cryptogramInformation: [0x80]
        case .interchangeProfile: [0x20, 0x00]
        case .terminalCapabilities: [0x00, 0x40, 0x00]
        case .terminalType: [0x34]
        case .deviceSerialNumber: Array("QUINCE01".utf8)
        case .applicationVersion: [0x00, 0x20]
        default: [UInt8](repeating: 0, count: length)
        }
    }
}
