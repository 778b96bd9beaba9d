public import PaymentRequest

/// The texts that depend on how the goods reach the shopper.
extension ShippingType {
    /// The row of the address.
    public var contactTitle: LocalizedText {
        switch self {
        case .shipping: LocalizedText("Ship to", "收货地址", "Адрес доставки")
        case .delivery: LocalizedText("Deliver to", "送货地址", "Куда доставить")
        case .storePickup: LocalizedText("Pick up at", "自提地点", "Где забрать")
        case .servicePickup: LocalizedText("Collect from", "上门取件地址", "Откуда забрать")
        }
    }

    /// The row of the shipping method.
    public var methodTitle: LocalizedText {
        switch self {
        case .shipping: LocalizedText("Shipping", "配送方式", "Способ доставки")
        case .delivery: LocalizedText("Delivery", "送货方式", "Вариант доставки")
        case .storePickup: LocalizedText("Pickup", "自提方式", "Самовывоз")
        case .servicePickup: LocalizedText("Collection", "取件方式", "Выезд курьера")
        }
    }

    /// The noun for the address in a sentence.
    var addressNoun: AddressNoun {
        switch self {
        case .shipping:
            AddressNoun(
                "shipping address",
                "收货地址",
                russian: (accusative: "адрес доставки", locative: "адресе доставки")
            )
        case .delivery:
            AddressNoun(
                "delivery address",
                "送货地址",
                russian: (accusative: "адрес доставки", locative: "адресе доставки")
            )
        case .storePickup:
            AddressNoun(
                "pickup address",
                "自提地址",
                russian: (accusative: "адрес самовывоза", locative: "адресе самовывоза")
            )
        case .servicePickup:
            AddressNoun(
                "collection address",
                "取件地址",
                russian: (accusative: "адрес вывоза", locative: "адресе вывоза")
            )
        }
    }
}

/// The noun for an address in a sentence.
struct AddressNoun: Hashable, Sendable {
    let english: String
    let chinese: String
    /// After a verb such as "check".
    let russianAccusative: String
    /// After "in".
    let russianLocative: String

    init(
        _ english: String,
        _ chinese: String,
        russian: (accusative: String, locative: String)
    ) {
        self.english = english
        self.chinese = chinese
        russianAccusative = russian.accusative
        russianLocative = russian.locative
    }

    static let billing = AddressNoun(
        "billing address",
        "账单地址",
        russian: (accusative: "платёжный адрес", locative: "платёжном адресе")
    )
}
