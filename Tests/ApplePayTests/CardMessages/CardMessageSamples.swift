import Bytes
import CardMessages
import ISO8583
import Money
import Testing
import World

/// Requests with values that are easy to see.
enum CardMessageSamples {
    static let key = "attempt-00112233445566778899aabbccddeeff-auth"
    static let captureKey = "attempt-00112233445566778899aabbccddeeff-cap-1"
    /// 2026-02-28T23:59:59Z.
    static let time = UnixTime(seconds: 1_772_323_199)
    static let reference = MessageReference(key: key, at: time)
    static let chip = Secret(copying: [0x9f, 0x36, 2, 0, 1])

    static func acceptor(forwarder: String? = nil) throws -> CardAcceptor {
        try #require(
            CardAcceptor(
                acquirer: "123456",
                forwarder: forwarder,
                terminal: "TERM1",
                merchant: "MERCHANT 1"
            )
        )
    }

    static func authorization(
        of number: String,
        _ proof: CardAuthorization.Proof,
        credential: StoredCredentialIndicator? = nil,
        indicator: String? = nil,
        minorUnits: Int64 = 1_075,
        address: AddressData? = nil,
        isRepetition: Bool = false
    ) throws -> CardAuthorization {
        CardAuthorization(
            reference: reference,
            acceptor: try acceptor(),
            merchant: try #require(
                MerchantDetails(categoryCode: "5999", name: "Shop", city: "Paris", country: "FR")
            ),
            accountNumber: Secret(copying: Array(number.utf8)),
            expiry: try #require(CardAuthorization.Expiry("2812")),
            amount: Money(minorUnits: minorUnits, currency: .eur),
            proof: proof,
            credential: credential,
            indicator: indicator.flatMap(ElectronicCommerceIndicator.init),
            address: address,
            isRepetition: isRepetition
        )
    }

    static func cryptogram(_ count: UInt8) -> CardAuthorization.Proof {
        .cryptogram(Secret(copying: Array(0..<count)))
    }

    static func followUp(isRepetition: Bool = false) throws -> CardFollowUp {
        CardFollowUp(
            reference: MessageReference(key: captureKey, at: time, following: reference),
            acceptor: try acceptor(forwarder: "00777"),
            amount: Money(minorUnits: 500, currency: .jpy),
            original: OriginalDataElements(
                .authorizationRequest,
                reference,
                from: try acceptor(forwarder: "00777")
            ),
            authorizationCode: "A1B2C3",
            networkTransaction: NetworkTransaction("123456789012345"),
            isRepetition: isRepetition
        )
    }

    static func reversal(
        isAdvice: Bool = true,
        isRepetition: Bool = false,
        remaining: Int64? = nil
    ) throws -> CardReversal {
        CardReversal(
            reference: MessageReference(key: captureKey, at: time, following: reference),
            acceptor: try acceptor(),
            amount: Money(minorUnits: 1_075, currency: .eur),
            original: OriginalDataElements(
                .authorizationRequest,
                reference,
                from: try acceptor()
            ),
            remaining: remaining.map { Money(minorUnits: $0, currency: .eur) },
            reason: .unanswered,
            isAdvice: isAdvice,
            isRepetition: isRepetition
        )
    }

    static func management(_ code: NetworkManagement.Code) throws -> NetworkManagement {
        try #require(
            NetworkManagement(
                code,
                traceNumber: "000001",
                transmissionTime: TransmissionTime(time),
                acquirer: "123456"
            )
        )
    }

    /// One request of each kind, and of each scheme.
    static func all() throws -> [CardRequest] {
        let numbers = [
            "4761120010000492", "5204247750001471", "349956959041362", "6011000994462780",
            "3530111333300000", "6250946000000016", "999999999999",
        ]
        var requests: [CardRequest] = []
        for number in numbers {
            for indicator in [nil, "2", "07"] {
                requests.append(
                    .authorization(
                        try authorization(of: number, cryptogram(20), indicator: indicator)
                    )
                )
            }
            requests.append(
                .authorization(
                    try authorization(of: number, .chipData(chip, encryptedPIN: nil))
                )
            )
        }
        let pin = Secret(copying: [1, 2, 3, 4, 5, 6, 7, 8])
        requests += [
            .authorization(
                try authorization(of: numbers[5], .chipData(chip, encryptedPIN: pin), minorUnits: 0)
            ),
            .authorization(
                try authorization(of: numbers[2], cryptogram(40), isRepetition: true)
            ),
            .authorization(try authorization(of: numbers[1], cryptogram(19), indicator: "0")),
            .authorization(
                try authorization(
                    of: numbers[0],
                    cryptogram(20),
                    address: AddressData(postalCode: "WC2H 9BH", street: "1 Example Street")
                )
            ),
            .capture(try followUp()), .capture(try followUp(isRepetition: true)),
            .refund(try followUp()), .refund(try followUp(isRepetition: true)),
        ]
        for isAdvice in [false, true] {
            for isRepetition in [false, true] {
                requests.append(
                    .reversal(try reversal(isAdvice: isAdvice, isRepetition: isRepetition))
                )
            }
        }
        requests.append(.reversal(try reversal(remaining: 75)))
        for code in NetworkManagement.Code.allCases {
            requests.append(.management(try management(code)))
        }
        return requests
    }
}

extension ISO8583Message {
    /// Every field as text, or as hexadecimal where it is binary.
    var texts: [Int: String] {
        fields.reduce(into: [:]) { texts, field in
            let isBinary = [52, 55, 64, 96, 128].contains(field.number)
            texts[field.number] =
                isBinary ? Hexadecimal.encode(field.value) : text(field.number) ?? "not ASCII"
        }
    }
}
