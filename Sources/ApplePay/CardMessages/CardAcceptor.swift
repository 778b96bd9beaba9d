/// Who asks: the acquirer, the merchant and the terminal, as every request of a payment names them.
///
/// - Source: ISO 8583:1987, fields 32, 33, 41 and 42.
public struct CardAcceptor: Hashable, Sendable {
    /// Field 32, the acquiring institution: 1 to 11 digits; nil where the request names none.
    public let acquirer: String?
    /// Field 33, the forwarding institution: 1 to 11 digits; nil where the acquirer sends itself.
    public let forwarder: String?
    /// Field 41, the terminal: 1 to 8 printable characters.
    public let terminal: String
    /// Field 42, the merchant: 1 to 15 printable characters.
    public let merchant: String

    /// An acceptor; nil where a part has another form.
    public init?(acquirer: String?, forwarder: String? = nil, terminal: String, merchant: String) {
        guard acquirer.map({ FieldText.isDigits($0, count: 1...11) }) != false,
            forwarder.map({ FieldText.isDigits($0, count: 1...11) }) != false,
            FieldText.isPrintable(terminal, limit: 8), FieldText.isPrintable(merchant, limit: 15)
        else { return nil }
        self.acquirer = acquirer
        self.forwarder = forwarder
        self.terminal = terminal
        self.merchant = merchant
    }
}

/// The merchant as an authorization names it.
///
/// - Source: ISO 8583:1987, fields 18 and 43; the three parts of field 43 are the networks' usual.
public struct MerchantDetails: Hashable, Sendable {
    /// Field 18, the merchant category code: four digits of ISO 18245.
    public let categoryCode: String
    /// The name: 1 to 25 printable characters.
    public let name: String
    /// The city: 1 to 13 printable characters.
    public let city: String
    /// The country: two capital letters of ISO 3166-1.
    public let country: String

    /// Details; nil where a part has another form.
    public init?(categoryCode: String, name: String, city: String, country: String) {
        guard FieldText.isDigits(categoryCode, count: 4...4),
            FieldText.isPrintable(name, limit: 25), FieldText.isPrintable(city, limit: 13),
            country.utf8.count == 2, country.utf8.allSatisfy({ (0x41...0x5a).contains($0) })
        else { return nil }
        self.categoryCode = categoryCode
        self.name = name
        self.city = city
        self.country = country
    }

    init?(categoryCode: String, field43 text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 40 else { return nil }
        func part(_ range: Range<Int>) -> String {
            FieldText.trimmed(String(decoding: bytes[range], as: UTF8.self))
        }
        self.init(
            categoryCode: categoryCode,
            name: part(0..<25),
            city: part(25..<38),
            country: part(38..<40)
        )
    }

    var field43: String {
        FieldText.padded(name, to: 25) + FieldText.padded(city, to: 13) + country
    }
}
