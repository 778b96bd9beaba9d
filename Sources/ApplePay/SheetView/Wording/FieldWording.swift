public import PaymentRequest

extension ContactField {
    /// The name of the field.
    public var title: LocalizedText {
        switch self {
        case .postalAddress: LocalizedText("Address", "地址", "Адрес")
        case .emailAddress: LocalizedText("Email", "电子邮箱", "Эл. почта")
        case .phoneNumber: LocalizedText("Phone", "电话", "Телефон")
        case .name: LocalizedText("Name", "姓名", "Имя")
        case .phoneticName: LocalizedText("Phonetic name", "姓名拼音", "Произношение имени")
        }
    }
}

/// A part of a name with its own field.
public enum NamePart: Hashable, Sendable, CaseIterable {
    /// The family name.
    case family
    /// The given name.
    case given
    /// The phonetic family name.
    case phoneticFamily
    /// The phonetic given name.
    case phoneticGiven

    /// The name of the part.
    public var title: LocalizedText {
        switch self {
        case .family: LocalizedText("Last name", "姓", "Фамилия")
        case .given: LocalizedText("First name", "名", "Имя")
        case .phoneticFamily: LocalizedText("Last, phonetic", "姓的拼音", "Фамилия на слух")
        case .phoneticGiven: LocalizedText("First, phonetic", "名的拼音", "Имя на слух")
        }
    }
}

extension PostalAddress.Part {
    /// The name of the part.
    public var title: LocalizedText {
        switch self {
        case .street: LocalizedText("Street", "街道地址", "Улица, дом")
        case .subLocality: LocalizedText("District", "区/县", "Район города")
        case .city: LocalizedText("City", "城市", "Город")
        case .subAdministrativeArea: LocalizedText("County", "地区", "Район")
        case .state: LocalizedText("State or province", "省份", "Регион")
        case .postalCode: LocalizedText("Postal code", "邮政编码", "Почтовый индекс")
        case .country: LocalizedText("Country or region", "国家或地区", "Страна")
        case .isoCountryCode: LocalizedText("Country code", "国家或地区代码", "Код страны")
        }
    }

    /// The part in a sentence that asks to check it; in Russian in the accusative.
    var checked: LocalizedText {
        switch self {
        case .street: LocalizedText("street", "街道地址", "улицу и дом")
        case .subLocality: LocalizedText("district", "区/县", "район города")
        case .city: LocalizedText("city", "城市", "город")
        case .subAdministrativeArea: LocalizedText("county", "地区", "район")
        case .state: LocalizedText("state or province", "省份", "регион")
        case .postalCode: LocalizedText("postal code", "邮政编码", "индекс")
        case .country: LocalizedText("country or region", "国家或地区", "страну")
        case .isoCountryCode: LocalizedText("country code", "国家或地区代码", "код страны")
        }
    }
}

extension PaymentMethodType {
    /// The name of a card of this kind; nil when the kind is unknown.
    public var title: LocalizedText? {
        switch self {
        case .unknown: nil
        case .debit: LocalizedText("Debit card", "借记卡", "Дебетовая карта")
        case .credit: LocalizedText("Credit card", "信用卡", "Кредитная карта")
        case .prepaid: LocalizedText("Prepaid card", "预付卡", "Карта предоплаты")
        case .store: LocalizedText("Store card", "商店卡", "Карта магазина")
        case .eMoney: LocalizedText("Electronic money", "电子货币", "Электронные деньги")
        }
    }
}
