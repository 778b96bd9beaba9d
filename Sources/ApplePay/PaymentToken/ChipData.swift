public import ASN1
public import Bytes

/// Chip data: the objects that a card's chip sends to the issuer.
///
/// Only the amount and the currency are read, in any template, and compared with the payload's;
/// all other objects are passed on. Chip data may lack both, as UnionPay's does.
///
/// - Source: Apple, *Payment token format reference*, `emvData`; EMV 4.3 Book 3 annex A for the
///   tags and their formats.
public struct ChipData: Sendable {
    /// The objects, and the bytes as sent.
    public let objects: DataObjects

    /// An object of the chip data that is read.
    public enum Field: Hashable, Sendable, CaseIterable {
        /// 9F02, Amount, Authorised (Numeric): twelve digits, in minor units.
        case amountAuthorized
        /// 5F2A, Transaction Currency Code: three digits of ISO 4217, after a zero.
        case currencyCode

        /// The tag.
        public var tag: DataObjectTag {
            switch self {
            case .amountAuthorized: DataObjectTag(0x9f02)
            case .currencyCode: DataObjectTag(0x5f2a)
            }
        }

        fileprivate var byteCount: Int {
            switch self {
            case .amountAuthorized: 6
            case .currencyCode: 2
            }
        }
    }

    /// The bytes as sent, for ISO 8583 field 55.
    public var bytes: Secret { objects.bytes }

    init(_ bytes: Secret) throws(TokenRefusal.DecryptionProblem) {
        do {
            objects = try DataObjects(bytes)
        } catch { throw .chipData(error) }
    }

    /// Whether the chip data contains a field, in any template.
    public func says(_ field: Field) -> Bool { !objects.everyObject(tagged: field.tag).isEmpty }

    /// Compares the chip's fields with the payload's; a field that the chip does not send is not
    /// compared.
    func check(amount: Int64, currencyCode: String) throws(TokenRefusal.DecryptionProblem) {
        try check(.amountAuthorized, equals: amount)
        try check(.currencyCode, equals: Int64(currencyCode))
    }

    private func check(
        _ field: Field,
        equals expected: Int64?
    ) throws(TokenRefusal.DecryptionProblem) {
        for object in objects.everyObject(tagged: field.tag) {
            guard object.count == field.byteCount, let found = Self.number(in: object) else {
                throw .chipDataField(field)
            }
            guard found == expected else { throw .chipDataDiffers(field) }
        }
    }

    /// The value as two decimal digits per byte, or nil if a half byte is not a digit.
    ///
    /// - Source: EMV 4.3 Book 3 § 4.3, format n.
    private static func number(in object: DataObject) -> Int64? {
        object.withValue { bytes in
            var number: Int64 = 0
            for index in bytes.indices {
                let (high, low) = (Int64(bytes[index] >> 4), Int64(bytes[index] & 0xf))
                guard high < 10, low < 10 else { return nil }
                number = number * 100 + high * 10 + low
            }
            return number
        }
    }
}

extension ChipData: CustomStringConvertible, CustomReflectable {
    /// The objects with their tags and lengths, without their values.
    public var description: String { objects.description }

    /// A mirror of the description, and of nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["objects": description]) }
}
