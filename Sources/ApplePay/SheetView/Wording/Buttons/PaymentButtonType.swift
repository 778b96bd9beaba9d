/// The type of a payment button.
///
/// - Source: Apple, PassKit, `PKPaymentButtonType`; the raw values are Apple's.
public enum PaymentButtonType: Int, Hashable, Sendable, CaseIterable {
    /// Only the mark.
    case plain = 0
    /// To buy.
    case buy = 1
    /// To set up a card.
    case setUp = 2
    /// To pay in a shop.
    case inStore = 3
    /// To give to a charity.
    case donate = 4
    /// To check out.
    case checkout = 5
    /// To book a journey or a table.
    case book = 6
    /// To subscribe.
    case subscribe = 7
    /// To reload a card.
    case reload = 8
    /// To add money to an account.
    case addMoney = 9
    /// To top up a telephone account or similar.
    case topUp = 10
    /// To order.
    case order = 11
    /// To rent.
    case rent = 12
    /// To support a cause.
    case support = 13
    /// To contribute to a collection.
    case contribute = 14
    /// To tip.
    case tip = 15
    /// To continue.
    case `continue` = 16

    /// The title; `%` is the position of the mark.
    ///
    /// - Source: our own text in each language.
    var template: LocalizedText {
        switch self {
        case .plain: LocalizedText("%", "%", "%")
        case .buy: LocalizedText("Buy with %", "使用 % 购买", "Купить через %")
        case .setUp: LocalizedText("Set up %", "设置 %", "Настроить %")
        case .inStore: LocalizedText("Pay with %", "使用 % 付款", "Оплатить через %")
        case .donate: LocalizedText("Donate with %", "使用 % 捐款", "Пожертвовать через %")
        case .checkout: LocalizedText("Check out with %", "使用 % 结账", "Оформить через %")
        case .book: LocalizedText("Book with %", "使用 % 预订", "Забронировать через %")
        case .subscribe: LocalizedText("Subscribe with %", "使用 % 订阅", "Подписаться через %")
        case .reload: LocalizedText("Reload with %", "使用 % 续充", "Пополнить через %")
        case .addMoney: LocalizedText("Add money with %", "使用 % 存入资金", "Внести деньги через %")
        case .topUp: LocalizedText("Top up with %", "使用 % 充值", "Пополнить счёт через %")
        case .order: LocalizedText("Order with %", "使用 % 下单", "Заказать через %")
        case .rent: LocalizedText("Rent with %", "使用 % 租用", "Арендовать через %")
        case .support: LocalizedText("Support with %", "使用 % 支持", "Поддержать через %")
        case .contribute: LocalizedText("Contribute with %", "使用 % 赞助", "Внести вклад через %")
        case .tip: LocalizedText("Tip with %", "使用 % 打赏", "Чаевые через %")
        case .continue: LocalizedText("Continue with %", "使用 % 继续", "Продолжить с %")
        }
    }

    /// The accessibility label, also for a button without an image.
    public var label: LocalizedText {
        let name = SheetPhrase.serviceName.text
        func label(_ language: Language) -> String {
            template[language].replacing("%", with: name[language])
        }
        return LocalizedText(label(.english), label(.chinese), label(.russian))
    }
}

/// The style of a payment button.
///
/// - Source: Apple, PassKit, `PKPaymentButtonStyle`; the raw values are Apple's.
public enum PaymentButtonStyle: Int, Hashable, Sendable, CaseIterable {
    /// White, for dark backgrounds.
    case white = 0
    /// White with a black outline, for light backgrounds.
    case whiteOutline = 1
    /// Black, for light backgrounds.
    case black = 2
    /// Black on a light page, white on a dark one.
    case automatic = 3
}
