public import PaymentRequest

/// The texts that ask for missing contact fields.
extension ContactField {
    /// The request for a shipping field.
    public func request(for type: ShippingType) -> LocalizedText {
        switch self {
        case .postalAddress: Self.addressRequest(for: type)
        case .emailAddress:
            LocalizedText("Add an email address", "请填写电子邮箱", "Укажите адрес эл. почты")
        case .phoneNumber:
            LocalizedText("Add a phone number", "请填写电话号码", "Укажите номер телефона")
        case .name: LocalizedText("Add a name", "请填写姓名", "Укажите имя")
        case .phoneticName:
            LocalizedText(
                "Add a phonetic name",
                "请填写姓名拼音",
                "Укажите, как произносится имя"
            )
        }
    }

    /// The request for a billing field.
    public var billingRequest: LocalizedText {
        switch self {
        case .postalAddress:
            LocalizedText("Add a billing address", "请填写账单地址", "Укажите платёжный адрес")
        case .emailAddress:
            LocalizedText(
                "Add an email address for the bill",
                "请填写账单电子邮箱",
                "Укажите эл. почту плательщика"
            )
        case .phoneNumber:
            LocalizedText(
                "Add a phone number for the bill",
                "请填写账单联系电话",
                "Укажите телефон плательщика"
            )
        case .name:
            LocalizedText("Add a name for the bill", "请填写账单姓名", "Укажите имя плательщика")
        case .phoneticName:
            LocalizedText(
                "Add a phonetic name for the bill",
                "请填写账单姓名拼音",
                "Укажите, как произносится имя плательщика"
            )
        }
    }

    private static func addressRequest(for type: ShippingType) -> LocalizedText {
        switch type {
        case .shipping:
            LocalizedText("Add a shipping address", "请填写收货地址", "Укажите адрес доставки")
        case .delivery:
            LocalizedText("Add a delivery address", "请填写送货地址", "Укажите, куда доставить")
        case .storePickup:
            LocalizedText("Choose where to pick up", "请选择自提地点", "Выберите, где забрать")
        case .servicePickup:
            LocalizedText(
                "Add a collection address",
                "请填写取件地址",
                "Укажите, откуда забрать"
            )
        }
    }
}
