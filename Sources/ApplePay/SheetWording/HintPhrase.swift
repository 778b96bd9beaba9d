/// A hint about a key.
///
/// - Source: our own text.
public enum HintPhrase: Hashable, Sendable, CaseIterable {
    /// The arrow keys move up and down.
    case choose
    /// The return key opens a row.
    case change
    /// The return key shows a row that cannot be changed.
    case view
    /// A key opens a contact for editing.
    case edit
    /// The arrow keys move between fields.
    case move
    /// The return key accepts the selection.
    case take
    /// The return key accepts the typed text.
    case done
    /// A key pays.
    case pay
    /// The key that pays must be pressed once more.
    case pressAgainToPay
    /// A key closes the sheet.
    case cancel
    /// The escape key goes back.
    case back
    /// A key lists the keys.
    case keys
    /// The arrow keys move up and down.
    case upAndDown
    /// A number key opens a row or takes a choice.
    case number
    /// The terminal is too small for the sheet; the minimum size follows.
    case windowTooSmall

    /// The text.
    public var text: LocalizedText {
        switch self {
        case .choose: LocalizedText("choose", "选择", "выбрать")
        case .change: LocalizedText("change", "更改", "изменить")
        case .view: LocalizedText("view", "查看", "показать")
        case .edit: LocalizedText("edit", "编辑", "править")
        case .move: LocalizedText("move", "移动", "перейти")
        case .take: LocalizedText("select", "确定", "применить")
        case .done: LocalizedText("done", "完成", "готово")
        case .pay: LocalizedText("pay", "支付", "оплатить")
        case .pressAgainToPay:
            LocalizedText(
                "Press p again to pay",
                "再按一次 p 键即可支付",
                "Ещё раз нажмите p, чтобы оплатить"
            )
        case .cancel: LocalizedText("cancel", "取消", "отменить")
        case .back: LocalizedText("back", "返回", "назад")
        case .keys: LocalizedText("keys", "按键", "клавиши")
        case .upAndDown: LocalizedText("go up and down", "上下移动", "вверх и вниз")
        case .number:
            LocalizedText(
                "open a row, or select from a list",
                "打开一行，或在列表中选择",
                "открыть строку или выбрать из списка"
            )
        case .windowTooSmall:
            LocalizedText("Make the window larger", "请放大窗口", "Увеличьте окно")
        }
    }
}
