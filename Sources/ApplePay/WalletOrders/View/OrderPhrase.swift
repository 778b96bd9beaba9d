internal import SheetView

/// The words of an order as people see it.
///
/// - Source: our own text.
enum OrderPhrase {
    static func title(_ number: String) -> LocalizedText {
        LocalizedText("Order \(number)", "订单 \(number)", "Заказ \(number)")
    }

    static let order = LocalizedText("Order", "订单", "Заказ")
    static let placed = LocalizedText("Placed on", "下单日期", "Оформлен")
    static let total = LocalizedText("Total", "合计", "Итого")
    static let carrier = LocalizedText("Carrier", "承运商", "Перевозчик")
    static let trackingNumber = LocalizedText("Tracking number", "运单号", "Номер отправления")
    static let shippedAt = LocalizedText("Shipped on", "发货日期", "Отправлено")
    static let estimatedDeliveryAt = LocalizedText(
        "Expected on",
        "预计送达",
        "Ожидаемая доставка"
    )
    static let deliveredAt = LocalizedText("Delivered on", "送达日期", "Доставлено")
    static let pickupAt = LocalizedText("Ready from", "可自取日期", "Можно забрать с")
    static let pickedUpAt = LocalizedText("Picked up on", "取货日期", "Получено")
    static let address = LocalizedText("Address", "地址", "Адрес")
    static let shipment = LocalizedText("Shipment", "配送", "Доставка")
    static let aReturn = LocalizedText("Return", "退货", "Возврат")
    static let returnNumber = LocalizedText("Return number", "退货编号", "Номер возврата")
    static let initiatedAt = LocalizedText("Requested on", "申请日期", "Запрошен")
    static let dropOffBy = LocalizedText("Hand in by", "请于此日前寄出", "Сдать до")
    static let returnedAt = LocalizedText("Arrived on", "退回日期", "Получен")
    static let returns = LocalizedText("Returns", "退货须知", "Как вернуть товар")
    static let returnDeadline = LocalizedText("Possible until", "退货截止日期", "Возможно до")
    static let openOrder = LocalizedText("Manage the order", "管理订单", "Управление заказом")
    static let policy = LocalizedText("Conditions", "退货政策", "Условия")
    static let manage = LocalizedText("Manage the return", "管理退货", "Управление возвратом")

    /// The status of a fulfillment or a return by its word; nil for another word.
    static func status(_ word: String, isReturn: Bool) -> LocalizedText? {
        switch (word, isReturn) {
        case ("open", false): LocalizedText("Accepted", "已接单", "Принято")
        case ("open", true): LocalizedText("Accepted", "已受理", "Принят")
        case ("processing", _): LocalizedText("In preparation", "处理中", "Обрабатывается")
        case ("shipped", _): LocalizedText("Shipped", "已发货", "Отправлено")
        case ("onTheWay", _): LocalizedText("On its way", "运输中", "В пути")
        case ("outForDelivery", _): LocalizedText("Out for delivery", "派送中", "Передано курьеру")
        case ("delivered", _): LocalizedText("Delivered", "已送达", "Доставлено")
        case ("readyForPickup", _): LocalizedText("Ready to be picked up", "可自取", "Можно забрать")
        case ("pickedUp", _): LocalizedText("Picked up", "已取货", "Получено")
        case ("issue", _): LocalizedText("There is a problem", "出现问题", "Есть затруднение")
        case ("completed", _): LocalizedText("Completed", "已完成", "Завершён")
        case ("cancelled", false): LocalizedText("Cancelled", "已取消", "Отменено")
        case ("cancelled", true): LocalizedText("Cancelled", "已取消", "Отменён")
        default: nil
        }
    }
}

extension WalletOrder.Status {
    /// The status in words.
    var text: LocalizedText {
        switch self {
        case .open: LocalizedText("In progress", "进行中", "Выполняется")
        case .completed: LocalizedText("Completed", "已完成", "Выполнен")
        case .cancelled: LocalizedText("Cancelled", "已取消", "Отменён")
        }
    }
}

extension WalletOrder.Payment.Status {
    /// The status in words.
    var text: LocalizedText {
        switch self {
        case .pending: LocalizedText("Payment pending", "待付款", "Ожидает оплаты")
        case .authorized:
            LocalizedText("Amount reserved on the card", "已预授权", "Сумма зарезервирована")
        case .paid: LocalizedText("Paid", "已付款", "Оплачено")
        case .voided: LocalizedText("Reservation released", "预授权已撤销", "Резерв снят")
        case .refunded: LocalizedText("Refunded", "已退款", "Деньги возвращены")
        case .declined: LocalizedText("Payment declined", "付款被拒绝", "Платёж отклонён")
        }
    }
}
