/// A fixed text of the sheet as a page, beside those of every sheet.
///
/// - Source: our own text.
public enum PagePhrase: String, Hashable, Sendable, CaseIterable {
    /// The button that asks the shopper to confirm.
    case pay
    /// Closes the sheet.
    case cancel
    /// Accepts what was written.
    case done
    /// Opens a contact for editing.
    case edit
    /// Goes back to the whole sheet.
    case back
    /// Closes a sheet that is over.
    case close
    /// The button of the second step of a payment.
    case confirm
    /// The hint before the second step.
    case confirmHint
    /// The button of the second step where the browser cannot tell what covers the sheet.
    case confirmInWindow
    /// Something covers the sheet, so that nothing can be confirmed.
    case covered
    /// Removes the last digit of a PIN.
    case pinDelete
    /// Uses a coupon code.
    case apply
    /// The heading of the merchant's lines.
    case details
    /// The button that lets another device or tab go on with the payment.
    case otherDevice
    /// The hint for the code that the other device reads.
    case otherDeviceHint
    /// Another device shows the sheet.
    case otherDeviceJoined
    /// Opens the sheet in another tab.
    case otherTab
    /// Goes on with the payment where it was opened.
    case continueHere

    /// The text.
    public var text: LocalizedText {
        switch self {
        case .pay: LocalizedText("Pay", "支付", "Оплатить")
        case .cancel: LocalizedText("Cancel", "取消", "Отменить")
        case .done: LocalizedText("Done", "完成", "Готово")
        case .edit: LocalizedText("Edit", "编辑", "Изменить")
        case .back: LocalizedText("Back", "返回", "Назад")
        case .close: LocalizedText("Close", "关闭", "Закрыть")
        case .apply: LocalizedText("Apply", "使用", "Применить")
        case .pinDelete: LocalizedText("Delete", "删除", "Удалить")
        case .details: LocalizedText("What you pay for", "费用明细", "За что вы платите")
        case .otherDevice:
            LocalizedText("Pay on another device", "在其他设备上支付", "Оплатить на другом устройстве")
        case .otherTab: LocalizedText("Open in a tab", "在新标签页中打开", "Открыть во вкладке")
        case .continueHere: LocalizedText("Continue here", "在此继续", "Продолжить здесь")
        case .confirm, .confirmHint, .confirmInWindow, .covered, .otherDeviceHint,
            .otherDeviceJoined:
            sentence
        }
    }

    private var sentence: LocalizedText {
        switch self {
        case .confirm: LocalizedText("Confirm payment", "确认支付", "Подтвердить оплату")
        case .confirmHint:
            LocalizedText(
                "Check the total, then confirm.",
                "请核对合计金额，然后确认支付。",
                "Проверьте сумму и подтвердите оплату."
            )
        case .confirmInWindow:
            LocalizedText(
                "Confirm in a window of the wallet",
                "在钱包窗口中确认",
                "Подтвердить в окне кошелька"
            )
        case .covered:
            LocalizedText(
                "Something covers or shrinks this sheet. You can pay once all of it is visible.",
                "支付页面被遮挡或显示过小，完整显示后才能支付。",
                "Окно оплаты закрыто или слишком мало. Оплатить можно, когда оно видно целиком."
            )
        case .otherDeviceHint:
            LocalizedText(
                "Scan this code with the camera of the other device.",
                "请用其他设备的相机扫描此二维码。",
                "Наведите на этот код камеру другого устройства."
            )
        default:
            LocalizedText(
                "Continue on the other device.",
                "请在其他设备上继续。",
                "Продолжите на другом устройстве."
            )
        }
    }
}
