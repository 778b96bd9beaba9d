/// What is wrong with what somebody wrote in a field, before any merchant sees it.
///
/// - Source: our own words.
public enum WritingProblem: Hashable, Sendable, CaseIterable {
    /// Nothing was written.
    case empty
    /// No e-mail address looks like this.
    case emailAddressIncomplete
    /// There is no digit in it.
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

/// Why a card in the wallet cannot pay here.
///
/// - Source: our own words.
public enum CardObstacle: Hashable, Sendable, CaseIterable {
    /// The merchant does not take the card's network.
    case network
    /// The merchant does not take cards that are funded or prove payments in this way.
    case kind
    /// The merchant does not take cards of the country that issued it.
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
