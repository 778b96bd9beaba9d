public import ISO8583

/// A field that requests of a type have.
public struct RequestField: Hashable, Sendable {
    /// Whether a request needs the field.
    public enum Need: Hashable, Sendable {
        /// No request is read without it.
        case mandatory
        /// It is needed, or admitted, in this case only.
        case conditional(String)
        /// It is judged where it is there.
        case optional
    }

    /// Its number.
    public let number: Int
    /// Whether a request needs it.
    public let need: Need
    /// The values that are right.
    public let form: String

    /// The name of the field.
    public var name: String { MessageTrace.name(of: number) }

    private init(_ number: Int, _ need: Need, _ form: String) {
        (self.number, self.need, self.form) = (number, need, form)
    }

    /// The types of requests, each with its fields in the order of their numbers. A repetition has the fields of
    /// what it repeats.
    public static let tables: [(type: MessageType, fields: [RequestField])] = {
        func table(
            _ type: MessageType,
            _ fields: [RequestField]
        ) -> (type: MessageType, fields: [RequestField]) {
            (type, fields.sorted { $0.number < $1.number })
        }
        let purchase = payment(processingCode: "000000")
        let refund = payment(processingCode: "200000, a refund")
        return [
            table(.authorizationRequest, purchase + authorization),
            table(.financialRequest, refund + followUp),
            table(.financialAdvice, purchase + followUp),
            table(.reversalRequest, purchase + reversal),
            table(.reversalAdvice, purchase + reversal),
            table(.networkManagementRequest, management),
        ]
    }()

    /// The fields of requests of a type; nil where requests of the type are not used.
    public static func table(of type: MessageType) -> [RequestField]? {
        let first = type.number % 10 == 1 ? type.number - 1 : type.number
        return tables.first { $0.type.number == first }?.fields
    }

    private static let time = RequestField(7, .mandatory, "MMDDhhmmss, a time in UTC")
    private static let trace = RequestField(11, .mandatory, "6 digits, not 000000")
    private static let acquirer = RequestField(32, .optional, "1 to 11 digits")
    private static let original = RequestField(
        90,
        .mandatory,
        "of the original: type, fields 11 and 7, fields 32 and 33 in 11 digits each"
    )

    private static let management = [
        time, trace, acquirer,
        RequestField(42, .conditional("70 is 900"), "1 to 15 printable characters, and spaces"),
        RequestField(48, .conditional("70 is 900"), "the name of a scenario"),
        RequestField(
            70,
            .mandatory,
            "001 sign-on, 002 sign-off, 301 echo, or 900 to ask for a scenario"
        ),
    ]

    private static func payment(processingCode: String) -> [RequestField] {
        [
            RequestField(3, .mandatory, processingCode),
            RequestField(4, .mandatory, "12 digits, in the currency's minor unit"),
            time, trace,
            RequestField(12, .optional, "hhmmss, a time of day"),
            RequestField(13, .optional, "MMDD, a day"),
            RequestField(25, .mandatory, CardAuthorization.condition),
            acquirer,
            RequestField(33, .optional, "1 to 11 digits"),
            RequestField(37, .mandatory, "12 letters or digits"),
            RequestField(41, .mandatory, "1 to 8 printable characters, and spaces"),
            RequestField(42, .mandatory, "1 to 15 printable characters, and spaces"),
            RequestField(49, .mandatory, "3 digits, a currency of ISO 4217"),
        ]
    }

    private static let authorization = [
        RequestField(2, .mandatory, "12 to 19 digits"),
        RequestField(14, .mandatory, "YYMM, a month"),
        RequestField(18, .optional, "4 digits"),
        RequestField(22, .mandatory, "010; Mastercard 810; with field 55 090; with field 62 100"),
        RequestField(
            43,
            .optional,
            "name in 25 characters, city in 13, country in two capital letters"
        ),
        RequestField(
            48,
            .conditional("optional, of Mastercard only"),
            "T; sub-element 22, 080504 and a code; 42, 070103 and 210 to 219 or 240 to 249"
        ),
        RequestField(52, .conditional("optional, with field 55 or a cryptogram"), "8 bytes"),
        RequestField(55, .conditional("in place of a cryptogram"), "1 to 255 bytes of chip data"),
        RequestField(
            60,
            .conditional("optional, not of Mastercard and Discover"),
            "10 digits, of which the last two are the indicator"
        ),
        RequestField(61, .conditional("optional, of Discover only"), "10 digits, as field 60"),
        RequestField(
            62,
            .conditional("in place of a cryptogram, with a stored account"),
            "4000000000000000, and 15 digits"
        ),
        RequestField(
            104,
            .conditional("the cryptogram of Mastercard"),
            "001, a length in 3 digits, and 1 to 48 bytes in Base64"
        ),
        RequestField(
            120,
            .optional,
            "postal code in 9 characters, street in at most 40"
        ),
        RequestField(
            123,
            .conditional("to be approved"),
            "0164, and the SHA-256 of the Apple merchant identifier in hexadecimal"
        ),
        RequestField(
            126,
            .conditional("the cryptogram of all but Mastercard"),
            """
            0080000000000000, and 20 bytes in hexadecimal; American Express also 0180000000000000, \
            and 40; of a stored account 0088…, 0188… or 0008…, and C or R last
            """
        ),
    ]

    private static let followUp = [
        original,
        RequestField(38, .optional, "6 letters or digits"),
        RequestField(62, .optional, "4000000000000000, and 15 digits"),
    ]

    private static let reversal = [
        original,
        RequestField(63, .mandatory, "200000, and 2501, 2502, 2503 or 2504"),
        RequestField(95, .optional, "12 digits, not more than field 4, and 30 zeros"),
    ]
}
