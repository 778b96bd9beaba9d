internal import ASN1
internal import Bytes

/// The chip data of a message as the token service reads it. Nothing is trusted before
/// ``proves(_:keys:)`` has returned true.
struct ChipProof {
    let counter: UInt16
    private let amount: Int64
    private let currency: Int64
    private let issuerData: [UInt8]
    private let proven: [UInt8]
    private let cryptogram: Secret

    /// Reads chip data; nil if it is not BER-TLV, lacks a field, has one of another length, or
    /// carries another cryptogram than one that requests authorization.
    init?(reading bytes: Secret) {
        guard let objects = try? DataObjects(bytes) else { return nil }
        var values: [DataObjectTag: DataObject] = [:]
        for object in objects.objects { values[object.tag] = object }
        func value(_ field: ChipField) -> [UInt8]? {
            guard let object = values[field.tag], object.count == field.length else { return nil }
            return object.withValue { bytes in bytes.indices.map { bytes[$0] } }
        }
        let proven = ChipField.proven.compactMap(value)
        guard proven.count == ChipField.proven.count,
            let counter = value(.counter),
            let issuerData = value(.issuerApplicationData),
            let amount = value(.amount).flatMap(PackedDecimal.number),
            let currency = value(.currency).flatMap(PackedDecimal.number),
            let information = value(.cryptogramInformation), information[0] & 0xc0 == 0x80,
            let cryptogram = values[ChipField.applicationCryptogram.tag], cryptogram.count == 8
        else { return nil }
        self.counter = UInt16(counter[0]) << 8 | UInt16(counter[1])
        self.amount = amount
        self.currency = currency
        self.issuerData = issuerData
        self.proven = proven.flatMap { $0 }
        self.cryptogram = cryptogram.value
    }

    /// Whether an account made this chip data for a payment.
    func proves(_ payment: ProvenPayment, keys: CardKeys) -> Bool {
        let expected = IssuerApplicationData.bytes(
            issuerKeyIndex: keys.issuerKeyIndex,
            merchant: payment.merchant
        )
        let code = keys.cryptograms.sessionKey(counter: counter)
            .applicationCryptogram(over: proven)
        return amount == payment.amountMinorUnits
            && currency == Int64(payment.currencyNumericCode)
            && issuerData == expected && code == cryptogram
    }
}
