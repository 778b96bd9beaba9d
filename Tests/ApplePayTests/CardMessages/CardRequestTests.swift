import Bytes
import CardMessages
import ISO8583
import Money
import Testing
import World

private typealias Samples = CardMessageSamples

/// The expected fields are written by hand, and the references computed with Python's hashlib.
@Suite("Requests of card payments")
struct CardRequestTests {
    private static let reference = [
        7: "0228235959", 12: "235959", 13: "0228", 32: "123456",
        41: "TERM1   ", 42: "MERCHANT 1     ",
    ]
    private static let authorization = reference.merging([
        3: "000000", 4: "000000001075", 14: "2812", 18: "5999", 22: "010", 25: "59",
        43: "Shop                     Paris        FR", 49: "978",
    ]) { $1 }

    private func expect(
        _ request: CardRequest,
        _ type: MessageType?,
        _ expected: [Int: String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let message = try request.message()
        #expect(message.type == type, sourceLocation: sourceLocation)
        #expect(message.texts == expected, sourceLocation: sourceLocation)
    }

    private func authorized(_ number: String, _ further: [Int: String]) -> [Int: String] {
        Self.authorization.merging(CardMessageReferenceTests.fields) { $1 }
            .merging(further.merging([2: number]) { $1 }) { $1 }
    }

    @Test func `Visa's cryptogram is in 126.9 and its indicator in 60.8`() throws {
        let request = try Samples.authorization(
            of: "4761120010000492",
            Samples.cryptogram(20),
            indicator: "7"
        )
        let expected = authorized(
            "4761120010000492",
            [
                60: "0000000007",
                126: "0080000000000000000102030405060708090A0B0C0D0E0F10111213",
            ]
        )
        try expect(.authorization(request), .authorizationRequest, expected)
    }

    @Test func `Mastercard's cryptogram is in 104 and its indicator in 48, element 42`() throws {
        let request = try Samples.authorization(
            of: "5204247750001471",
            Samples.cryptogram(19),
            indicator: "02"
        )
        let expected = authorized(
            "5204247750001471",
            [
                22: "810", 48: "T42070103242", 104: "001028AAECAwQFBgcICQoLDA0ODxAREg==",
            ]
        )
        try expect(.authorization(request), .authorizationRequest, expected)
    }

    @Test func `Discover is told indicator 04, whatever the token says`() throws {
        for indicator in [nil, "5", "07"] {
            let request = try Samples.authorization(
                of: "6011000994462780",
                Samples.cryptogram(20),
                indicator: indicator
            )
            let message = try CardRequest.authorization(request).message()
            #expect(message.text(61) == "0000000004" && message.text(60) == nil)
        }
    }

    @Test func `an indicator that a token does not have is not sent`() throws {
        for number in ["4761120010000492", "349956959041362", "3530111333300000"] {
            let without = try Samples.authorization(of: number, Samples.cryptogram(20))
            #expect(try CardRequest.authorization(without).message().fields[60] == nil)
            let zero = try Samples.authorization(
                of: number,
                Samples.cryptogram(20),
                indicator: "0"
            )
            #expect(try CardRequest.authorization(zero).message().text(60) == "0000000000")
        }
        let without = try Samples.authorization(of: "5204247750001471", Samples.cryptogram(20))
        #expect(try CardRequest.authorization(without).message().text(48) == "T")
    }

    @Test func `American Express has a second cryptogram block in 126.8`() throws {
        let request = try Samples.authorization(of: "349956959041362", Samples.cryptogram(40))
        let message = try CardRequest.authorization(request).message()
        let field =
            "0180000000000000" + "1415161718191A1B1C1D1E1F2021222324252627"
            + "000102030405060708090A0B0C0D0E0F10111213"
        #expect(message.text(126) == field)
    }

    @Test func `chip data is in 55 and a PIN block in 52`() throws {
        let pin = Secret(copying: [1, 2, 3, 4, 5, 6, 7, 8])
        let request = try Samples.authorization(
            of: "6250946000000016",
            .chipData(Samples.chip, encryptedPIN: pin)
        )
        let expected = authorized(
            "6250946000000016",
            [22: "090", 52: "0102030405060708", 55: "9f36020001"]
        )
        try expect(.authorization(request), .authorizationRequest, expected)
    }

    private static let followUp = [
        3: "000000", 4: "000000000500", 7: "0228235959", 12: "235959", 13: "0228",
        25: "59", 32: "123456", 33: "00777", 38: "A1B2C3", 41: "TERM1   ",
        42: "MERCHANT 1     ", 49: "392", 62: "4000000000000000123456789012345",
    ]

    @Test func `a capture names the authorization and has no card data`() throws {
        let expected = Self.followUp.merging(CardMessageReferenceTests.captureFields) { $1 }
            .merging([
                90: "0100\(CardMessageReferenceTests.trace)02282359590000012345600000000777"
            ]) { $1 }
        try expect(.capture(Samples.followUp()), .financialAdvice, expected)
        try expect(.capture(Samples.followUp(isRepetition: true)), MessageType(221), expected)
        let refund = expected.merging([3: "200000"]) { $1 }
        try expect(.refund(Samples.followUp()), .financialRequest, refund)
        try expect(.refund(Samples.followUp(isRepetition: true)), MessageType(201), refund)
    }

    @Test func `a reversal gives its reason, and what stays authorized`() throws {
        let expected = CardMessageReferenceTests.captureFields.merging([
            3: "000000", 4: "000000001075", 7: "0228235959", 12: "235959", 13: "0228", 25: "59",
            32: "123456", 41: "TERM1   ", 42: "MERCHANT 1     ", 49: "978", 63: "2000002503",
            90: "0100\(CardMessageReferenceTests.trace)02282359590000012345600000000000",
        ]) { $1 }
        try expect(.reversal(Samples.reversal()), .reversalAdvice, expected)
        try expect(
            .reversal(Samples.reversal(isRepetition: true)),
            .reversalAdviceRepeat,
            expected
        )
        try expect(.reversal(Samples.reversal(isAdvice: false)), .reversalRequest, expected)
        let partial = expected.merging([95: "000000000075" + String(repeating: "0", count: 30)]) {
            $1
        }
        try expect(.reversal(Samples.reversal(remaining: 75)), .reversalAdvice, partial)
    }

    @Test(arguments: [
        (NetworkManagement.Code.signOn, "001"), (.signOff, "002"), (.echo, "301"),
    ])
    func `network management has a code`(code: NetworkManagement.Code, text: String) throws {
        let expected = [7: "0228235959", 11: "000001", 32: "123456", 70: text]
        try expect(.management(Samples.management(code)), .networkManagementRequest, expected)
    }

    @Test func `an address is in 120, as far as issuers compare it, and is not shown`() throws {
        let rows: [(String, String, String)] = [
            ("30303-1234", "1234 Laurel Street\nApt 5", "3030312341234 Laurel Street Apt 5"),
            ("wc2h 9bh", " 1 Example  Street ", "WC2H9BH  1 Example Street"),
            ("100025", "建国路1号", "100025   1"), ("", "12 Elm", "         12 Elm"),
            ("1\u{1}2", "1\u{7f} Main\u{85} St\0", "12       1 Main St"),
            ("75008", "", "75008    "), ("12345678901", "", "123456789"),
            (
                "1", String(repeating: "x", count: 41),
                "1        " + String(repeating: "x", count: 40)
            ),
        ]
        for (postalCode, street, field) in rows {
            let address = try #require(AddressData(postalCode: postalCode, street: street))
            let request = try Samples.authorization(
                of: "4761120010000492",
                Samples.cryptogram(20),
                address: address
            )
            let message = try CardRequest.authorization(request).message()
            #expect(message.text(120) == field)
            guard case .authorization(let read) = try CardRequest(message) else { continue }
            #expect(read.address == address)
            let shown = "120  cardholder's address: (\(field.utf8.count) bytes)"
            #expect(MessageTrace(message).description.contains(shown))
        }
        #expect(AddressData(postalCode: " -", street: "路\n") == nil)
    }

    @Test func `a trace has no account number that stands in another field`() throws {
        let card = "4000009999990008"
        for field in [37, 41, 42, 43, 44, 62, 63, 123] {
            var message = try #require(try Samples.all().first).message()
            message.fields[field] = Array("X\(card)".utf8)
            let text = MessageTrace(message).description
            #expect(!text.contains("99999"))
            #expect(text.contains("  \(field)  ") && text.contains("(17 bytes)"))
        }
    }

    @Test func `every request is read as it was written`() throws {
        for request in try Samples.all() {
            let message = try request.message()
            let bytes = try message.encoded(in: .ascii)
            let decoded = try CardRequest(ISO8583Message(bytes, in: .ascii))
            #expect(try decoded.message() == message)
        }
    }

    @Test func `a request is read without a field unless its table has it as mandatory`() throws {
        for request in try Samples.all() {
            let message = try request.message()
            let table = try #require(RequestField.table(of: message.type))
            for field in message.fields.numbers {
                var less = message
                less.fields[field] = nil
                let need = table.first { $0.number == field }?.need
                #expect(need != nil, "field \(field) of \(message.type)")
                // Field 22 says whether there is chip data.
                if need == .mandatory || field == 55 {
                    #expect(throws: CardMessageFailure.self, "field \(field) of \(message.type)") {
                        try CardRequest(less)
                    }
                } else {
                    #expect(throws: Never.self, "field \(field) of \(message.type)") {
                        try CardRequest(less)
                    }
                }
            }
        }
    }

    @Test func `no more fields are mandatory than a payment and a connection need`() {
        let mandatory = RequestField.tables.map { type, fields in
            "\(type): "
                + fields.filter { $0.need == .mandatory }.map { "\($0.number)" }
                .joined(separator: " ")
        }
        #expect(
            mandatory == [
                "0100: 2 3 4 7 11 14 22 25 37 41 42 49", "0200: 3 4 7 11 25 37 41 42 49 90",
                "0220: 3 4 7 11 25 37 41 42 49 90", "0400: 3 4 7 11 25 37 41 42 49 63 90",
                "0420: 3 4 7 11 25 37 41 42 49 63 90", "0800: 7 11 70",
            ]
        )
    }

    @Test func `what fails is named in field 44's 25 characters`() throws {
        let failures: [CardMessageFailure] = [
            .unknownType(try #require(MessageType(9_999))), .missingField(128), .invalidField(128),
            .unexpectedField(128),
        ]
        #expect(failures.allSatisfy { $0.description.utf8.count <= 25 })
    }

    @Test func `a request with a field of another type is refused`() throws {
        for request in try Samples.all() {
            let message = try request.message()
            for field in [5, 20, 39, 45, 64, 102, 125] {
                var more = message
                more.fields[field] = [0x30]
                #expect(throws: CardMessageFailure.unexpectedField(field)) {
                    try CardRequest(more)
                }
            }
        }
    }

    @Test(arguments: [
        (2, "47611200100"), (2, "4761120010000492x"), (3, "000001"), (4, "00000000107"),
        (4, "-00000001075"), (7, "0230000000"), (7, "0228240000"), (11, "000000"),
        (11, "12345x"), (12, "1"), (12, "240000"), (13, "0230"), (14, "2813"), (18, "59999"),
        (22, "810"), (25, "00"),
        (32, ""), (33, "x"), (37, "12345678901-"), (41, "        "), (42, ""), (43, "Shop"),
        (49, "999"), (60, "00000000x7"), (60, "07"), (126, "00"),
        (126, "0040000000000000000102030405060708090A0B0C0D0E0F10111213"), (120, "30303   "),
        (120, "30303    12345678901234567890123456789012345678901"), (120, "30303    \u{7}1"),
    ])
    func `an authorization with an invalid value is refused`(field: Int, value: String) throws {
        let request = try Samples.authorization(
            of: "4761120010000492",
            Samples.cryptogram(20),
            indicator: "7"
        )
        var message = try CardRequest.authorization(request).message()
        message.fields[field] = Array(value.utf8)
        #expect(throws: CardMessageFailure.self) { try CardRequest(message) }
    }

    @Test(arguments: [
        "", "42070103242", "t", "T4207", "T42070103999", "T42070103242420701032420",
        "T4207010324299", "T4307010324", "T42090103242050", "T420401012",
    ])
    func `Mastercard's field 48 with other elements is refused`(value: String) throws {
        let request = try Samples.authorization(of: "5204247750001471", Samples.cryptogram(20))
        var message = try CardRequest.authorization(request).message()
        message.fields[48] = Array(value.utf8)
        #expect(throws: CardMessageFailure.invalidField(48)) { try CardRequest(message) }
    }

    @Test func `what cannot be written is refused`() throws {
        let visa = "4761120010000492"
        let refused: [CardAuthorization] = [
            try Samples.authorization(of: visa, Samples.cryptogram(19)),
            try Samples.authorization(of: visa, Samples.cryptogram(40)),
            try Samples.authorization(of: "5204247750001471", Samples.cryptogram(49)),
            try Samples.authorization(
                of: "5204247750001471",
                Samples.cryptogram(20),
                indicator: "12"
            ),
            try Samples.authorization(of: visa, Samples.cryptogram(20), minorUnits: -1),
            try Samples.authorization(
                of: visa,
                Samples.cryptogram(20),
                minorUnits: 1_000_000_000_000
            ),
            try Samples.authorization(of: "47611200100", Samples.cryptogram(20)),
            try Samples.authorization(
                of: visa,
                .chipData(Samples.chip, encryptedPIN: Secret(copying: [1]))
            ),
        ]
        for request in refused {
            #expect(throws: CardMessageFailure.self) {
                try CardRequest.authorization(request).message()
            }
        }
    }
}
