/// A fixed text of the sheet.
///
/// - Source: our own text in each language; none is Apple's.
public enum SheetPhrase: Hashable, Sendable, CaseIterable {
    /// The name of the payment on the sheet and its buttons, the same in every language.
    case serviceName
    /// The row of the card.
    case payWith
    /// The row of the e-mail address and telephone number.
    case contact
    /// The row of the billing address.
    case billTo
    /// The row of the coupon code.
    case couponCode
    /// The grand total without a merchant's name.
    case total
    /// Shown for a pending amount.
    case pendingAmount
    /// Shown for a price of zero.
    case free
    /// Shown when no coupon code was entered.
    case enterCouponCode
    /// Shown when there is no shipping method.
    case noShippingMethods
    /// The choice of entering a new address.
    case newAddress
    /// The choice of entering other contact details.
    case newContact
    /// The address is the merchant's and cannot be changed.
    case addressIsFixed
    /// Shown when the wallet has nothing to choose from.
    case nothingToChoose
    /// The sheet waits for the merchant.
    case updating
    /// The payment is being processed.
    case processing
    /// The payment succeeded.
    case paid
    /// The payment failed and can be tried again.
    case failed
    /// The payment was not completed, and the sheet closes.
    case notCompleted
    /// The total changed after the shopper confirmed it.
    case totalChanged
    /// Asks for the card's PIN.
    case enterPIN
    /// Asks for the card's PIN once more.
    case enterPINAgain
    /// The card's PIN was wrong too often.
    case pinLocked
    /// The button that closes the sheet.
    case cancel
    /// The statement that the TEST sandbox moves no real money.
    case testOnly

    /// The text.
    public var text: LocalizedText {
        switch self {
        case .serviceName: LocalizedText("Quince Pay", "Quince Pay", "Quince Pay")
        case .payWith, .contact, .billTo, .couponCode, .total: title
        case .pendingAmount: LocalizedText("Pending", "待定", "Уточняется")
        case .free: LocalizedText("Free", "免费", "Бесплатно")
        case .enterCouponCode:
            LocalizedText("Enter a code", "输入优惠码", "Ввести промокод")
        case .noShippingMethods:
            LocalizedText("None available", "暂无可用方式", "Нет доступных")
        case .newAddress, .newContact, .addressIsFixed: contactText
        case .nothingToChoose:
            LocalizedText("Nothing to choose from", "没有可选项", "Выбирать не из чего")
        case .updating: LocalizedText("Updating…", "正在更新…", "Обновляем…")
        case .processing: LocalizedText("Processing payment…", "正在支付…", "Проводим платёж…")
        case .paid: LocalizedText("Paid", "支付成功", "Оплачено")
        case .failed, .notCompleted, .totalChanged, .enterPIN, .enterPINAgain, .pinLocked:
            notice
        case .cancel: LocalizedText("Cancel", "取消", "Отменить")
        case .testOnly:
            LocalizedText(
                "TEST: no real card, no real money",
                "测试环境：不涉及真实银行卡和资金",
                "ТЕСТ: карты и деньги ненастоящие"
            )
        }
    }

    private var title: LocalizedText {
        switch self {
        case .payWith: LocalizedText("Pay with", "支付方式", "Способ оплаты")
        case .contact: LocalizedText("Contact", "联系方式", "Контакты")
        case .billTo: LocalizedText("Bill to", "账单地址", "Платёжный адрес")
        case .couponCode: LocalizedText("Coupon code", "优惠码", "Промокод")
        default: LocalizedText("Total", "合计", "Итого")
        }
    }

    private var contactText: LocalizedText {
        switch self {
        case .newAddress: LocalizedText("Enter a new address", "新增地址", "Новый адрес")
        case .newContact: LocalizedText("Enter new details", "新增联系方式", "Новые контакты")
        default:
            LocalizedText(
                "This address cannot be changed",
                "此地址不可更改",
                "Этот адрес изменить нельзя"
            )
        }
    }

    private var notice: LocalizedText {
        switch self {
        case .failed:
            LocalizedText(
                "Payment failed. Try again.",
                "支付失败，请重试。",
                "Платёж не прошёл. Попробуйте ещё раз."
            )
        case .totalChanged:
            LocalizedText(
                "The total has changed. Check it and pay again.",
                "合计金额有变动，请确认后重新支付。",
                "Сумма изменилась. Проверьте её и оплатите ещё раз."
            )
        case .enterPIN:
            LocalizedText("Enter your card’s PIN", "请输入银行卡密码", "Введите ПИН-код карты")
        case .enterPINAgain:
            LocalizedText(
                "Wrong PIN. Enter it again.",
                "密码错误，请重新输入。",
                "Неверный ПИН-код. Введите его ещё раз."
            )
        case .pinLocked:
            LocalizedText(
                "PIN locked, choose another card",
                "密码已锁定，请换一张卡",
                "ПИН-код заблокирован, нужна другая карта"
            )
        default:
            LocalizedText("Payment not completed", "支付未完成", "Платёж не завершён")
        }
    }
}
