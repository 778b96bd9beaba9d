public import PaymentRequest

extension PaymentError {
    /// The text that the shopper reads: the merchant's, or ours for the cause and place.
    ///
    /// - Parameters:
    ///   - type: How the goods reach the shopper, which decides how the address is called.
    ///   - language: The language of our text. The merchant's is not translated.
    /// - Returns: One sentence.
    public func sentence(for type: ShippingType, in language: Language) -> String {
        if let message, message.contains(where: { !$0.isWhitespace }) { return message }
        return cause.sentence(for: type)[language]
    }
}

extension PaymentError.Cause {
    /// Our text for the cause, when the merchant gave none.
    public func sentence(for type: ShippingType) -> LocalizedText {
        switch self {
        case .unknown:
            LocalizedText(
                "Something went wrong. Try again.",
                "出了点问题，请重试。",
                "Что-то пошло не так. Попробуйте ещё раз."
            )
        case .shippingContactInvalid(let place):
            place.check(
                type.addressNoun,
                person: LocalizedText("recipient’s", "收货人", "получателя")
            )
        case .billingContactInvalid(let place):
            place.check(.billing, person: LocalizedText("payer’s", "付款人", "плательщика"))
        case .shippingAddressUnserviceable: type.noService
        case .couponCodeInvalid:
            LocalizedText(
                "This coupon code is not valid.",
                "优惠码无效。",
                "Такой промокод не действует."
            )
        case .couponCodeExpired:
            LocalizedText(
                "This coupon code has expired.",
                "优惠码已过期。",
                "Срок действия промокода истёк."
            )
        }
    }
}

extension ShippingType {
    /// The text for an address that the merchant does not serve.
    fileprivate var noService: LocalizedText {
        switch self {
        case .shipping, .delivery:
            LocalizedText(
                "We do not deliver to this address.",
                "该地址不在配送范围内。",
                "Доставка по этому адресу не выполняется."
            )
        case .storePickup:
            LocalizedText(
                "You cannot pick up at this address.",
                "该地点暂不支持自提。",
                "Забрать заказ по этому адресу нельзя."
            )
        case .servicePickup:
            LocalizedText(
                "We do not collect from this address.",
                "该地址不在上门取件范围内。",
                "Вывоз с этого адреса не выполняется."
            )
        }
    }
}

extension PaymentError.Place {
    /// Asks the shopper to check a place in a contact.
    fileprivate func check(_ address: AddressNoun, person: LocalizedText) -> LocalizedText {
        switch self {
        case .anywhere: Self.check(person, LocalizedText("details", "信息", "данные"))
        case .field(.postalAddress):
            LocalizedText(
                "Check the \(address.english).",
                "请检查\(address.chinese)。",
                "Проверьте \(address.russianAccusative)."
            )
        case .field(.emailAddress):
            Self.check(person, LocalizedText("email address", "电子邮箱", "эл. почту"))
        case .field(.phoneNumber):
            Self.check(person, LocalizedText("phone number", "电话号码", "телефон"))
        case .field(.name): Self.check(person, LocalizedText("name", "姓名", "имя"))
        case .field(.phoneticName):
            Self.check(person, LocalizedText("phonetic name", "姓名拼音", "произношение имени"))
        case .addressPart(let part):
            LocalizedText(
                "Check the \(part.checked[.english]) in the \(address.english).",
                "请检查\(address.chinese)中的\(part.checked[.chinese])。",
                "Проверьте \(part.checked[.russian]) в \(address.russianLocative)."
            )
        }
    }

    private static func check(_ person: LocalizedText, _ thing: LocalizedText) -> LocalizedText {
        LocalizedText(
            "Check the \(person[.english]) \(thing[.english]).",
            "请检查\(person[.chinese])\(thing[.chinese])。",
            "Проверьте \(thing[.russian]) \(person[.russian])."
        )
    }
}
