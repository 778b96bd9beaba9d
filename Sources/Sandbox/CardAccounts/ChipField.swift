internal import ASN1

/// The data objects of a payment by chip data, in the order in which the Secure Element writes them.
///
/// - Source: EMV 4.3 Book 3 annex A for tags and lengths. Which of them UnionPay expects of a payment
///   in an app is not published; the list is a guess (Documentation/Reference/SandboxCryptograms.md,
///   section 3).
enum ChipField: UInt32, CaseIterable {
    case applicationCryptogram = 0x9f26
    case cryptogramInformation = 0x9f27
    case issuerApplicationData = 0x9f10
    case unpredictableNumber = 0x9f37
    case counter = 0x9f36
    case verificationResults = 0x95
    case date = 0x9a
    case type = 0x9c
    case amount = 0x9f02
    case currency = 0x5f2a
    case interchangeProfile = 0x82
    case country = 0x9f1a
    case otherAmount = 0x9f03
    case terminalCapabilities = 0x9f33
    case verificationMethod = 0x9f34
    case terminalType = 0x9f35
    case deviceSerialNumber = 0x9f1e
    case applicationIdentifier = 0x84
    case applicationVersion = 0x9f09
    case sequenceCounter = 0x9f41
    case accountSequenceNumber = 0x5f34

    /// The fields that the application cryptogram is computed over, in this order.
    ///
    /// - Source: the order of EMV 4.3 Book 2 § 8.1.1, then the issuer application data.
    static let proven: [ChipField] = [
        .amount, .otherAmount, .country, .verificationResults, .currency, .date, .type,
        .unpredictableNumber, .interchangeProfile, .counter, .issuerApplicationData,
    ]

    var tag: DataObjectTag { DataObjectTag(rawValue) }

    /// The number of bytes of a field that is read.
    var length: Int {
        switch self {
        case .verificationResults: 5
        case .amount, .otherAmount: 6
        case .applicationCryptogram, .deviceSerialNumber: 8
        case .unpredictableNumber, .sequenceCounter: 4
        case .date, .terminalCapabilities, .verificationMethod: 3
        case .counter, .currency, .interchangeProfile, .country, .applicationVersion: 2
        case .type, .cryptogramInformation, .terminalType, .accountSequenceNumber: 1
        case .issuerApplicationData: IssuerApplicationData.length
        case .applicationIdentifier: 8
        }
    }

    /// The tag, the length in one byte and a value of fewer than 128 bytes.
    func object(_ value: [UInt8]) -> [UInt8] {
        let tag =
            rawValue > 0xff ? [UInt8(rawValue >> 8), UInt8(rawValue & 0xff)] : [UInt8(rawValue)]
        return tag + [UInt8(value.count)] + value
    }
}

/// The issuer application data (9F10) of the sandbox: index of the master keys, version of the
/// cryptogram, four bytes of results, algorithm, and 16 bytes of the merchant's digest, so that the
/// cryptogram proves the merchant too.
///
/// - Source: the form is that of UnionPay's public card specifications; the version and what follows
///   the algorithm are our decision (Documentation/Reference/SandboxCryptograms.md, section 3).
enum IssuerApplicationData {
    static let digestLength = 16
    static let length = 9 + digestLength

    static func bytes(issuerKeyIndex: UInt8, merchant: MerchantDigest) -> [UInt8] {
        // An application request cryptogram was asked for, and no check of the card failed.
        let results: [UInt8] = [0x03, 0xa0, 0x00, 0x00]
        let digest = merchant.bytes.prefix(digestLength)
        return [0x07, issuerKeyIndex, 0x12] + results + [0x01, UInt8(digestLength)] + digest
    }
}
