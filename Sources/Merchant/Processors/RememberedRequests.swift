/// Requests that were answered or given up, to recognize what comes later; the oldest are forgotten.
struct RememberedRequests: Sendable {
    enum Fate: Hashable, Sendable {
        case answered
        case givenUp
    }

    private let limit: Int
    private var fates: [AnswerKey: Fate] = [:]
    private var order: [AnswerKey] = []
    private var reversed: Set<[UInt8]> = []
    private var reversedOrder: [[UInt8]] = []

    init(limit: Int) { self.limit = limit }

    subscript(_ key: AnswerKey) -> Fate? { fates[key] }

    mutating func remember(_ key: AnswerKey, _ fate: Fate) {
        if fates.updateValue(fate, forKey: key) == nil { order.append(key) }
        guard order.count > 2 * limit else { return }
        for key in order.prefix(limit) { fates[key] = nil }
        order.removeFirst(limit)
    }

    mutating func rememberReversal(of authorization: [UInt8]) {
        if reversed.insert(authorization).inserted { reversedOrder.append(authorization) }
        guard reversedOrder.count > 2 * limit else { return }
        for authorization in reversedOrder.prefix(limit) { reversed.remove(authorization) }
        reversedOrder.removeFirst(limit)
    }

    func isReversed(_ key: AnswerKey) -> Bool {
        key.isAuthorization && reversed.contains(key.authorization)
    }
}
