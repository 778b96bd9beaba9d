/// Why the sheet does not accept the text of a field.
///
/// - Source: our own text.
public enum WritingProblem: Hashable, Sendable, CaseIterable {
    /// The field is empty.
    case empty
    /// The text is not an e-mail address.
    case emailAddressIncomplete
    /// The text has no digit.
    case phoneNumberIncomplete
    /// No country has such a name or code.
    case countryUnknown

    /// The text.
    public var text: LocalizedText {
        switch self {
        case .empty: LocalizedText("Fill this in", "请填写此项", "Заполните это поле")
        case .emailAddressIncomplete:
            LocalizedText(
                "Enter the whole email address",
                "请输入完整的电子邮箱",
                "Введите адрес эл. почты целиком"
            )
        case .phoneNumberIncomplete:
            LocalizedText("Enter a phone number", "请输入电话号码", "Введите номер телефона")
        case .countryUnknown:
            LocalizedText(
                "No country or region is called this",
                "没有此国家或地区",
                "Такой страны нет"
            )
        }
    }
}

/// Why a card in the wallet cannot be used for a request.
///
/// - Source: our own text.
public enum CardObstacle: Hashable, Sendable, CaseIterable {
    /// The merchant does not accept the card's network.
    case network
    /// The merchant does not accept the card's kind of funding or protocol.
    case kind
    /// The merchant does not accept cards of the issuing country.
    case country

    /// The text.
    public var text: LocalizedText {
        switch self {
        case .network:
            LocalizedText(
                "Network not accepted here",
                "商户不支持该卡组织",
                "Эту систему не принимают"
            )
        case .kind:
            LocalizedText(
                "Kind of card not accepted here",
                "商户不支持该类银行卡",
                "Карты этого типа не принимают"
            )
        case .country:
            LocalizedText(
                "Issuing country not accepted",
                "商户不支持该发卡国家或地区",
                "Карты этой страны не принимают"
            )
        }
    }
}
