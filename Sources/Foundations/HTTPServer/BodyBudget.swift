internal import HTTPMessages
internal import World

/// How many bytes of bodies a server holds at the same time, over all loops.
final class BodyBudget: Sendable {
    static let isUsedUp = HTTPProblem(
        .serviceUnavailable,
        HTTPProblemCode.tooManyBodies,
        "the server holds as many bytes of bodies as it may; nothing was done",
        fields: ["Retry-After": "1"]
    )

    private let limit: Int
    private let used = LockedValue((all: 0, strangers: 0))

    init(_ limit: Int) { self.limit = limit }

    /// Takes bytes of the budget. One request gets what it needs however long it is.
    fileprivate func take(_ count: Int, holding held: Int, isStranger: Bool) -> Bool {
        used.withLock { used in
            guard used.all == held || used.all + count <= limit,
                !isStranger || used.strangers == held || used.strangers + count <= limit / 4
            else { return false }
            used.all += count
            if isStranger { used.strangers += count }
            return true
        }
    }

    fileprivate func giveBack(_ count: Int, isStranger: Bool) {
        used.withLock { used in
            used.all -= count
            if isStranger { used.strangers -= count }
        }
    }
}

/// The part of the budget that one body has. It is given back when the request is answered, or with the last reference:
/// a handler whose client is gone may still hold the body.
final class BodyReservation: Sendable {
    private let budget: BodyBudget
    private let isStranger: Bool
    private let count = LockedValue(0)

    init(of budget: BodyBudget, isStranger: Bool) {
        (self.budget, self.isStranger) = (budget, isStranger)
    }

    deinit { giveBack() }

    func giveBack() {
        let held = count.withLock { count in
            defer { count = 0 }
            return count
        }
        budget.giveBack(held, isStranger: isStranger)
    }

    /// - Returns: Whether the budget has as much.
    func grow(to wanted: Int) -> Bool {
        count.withLock { count in
            guard wanted > count else { return true }
            let isTaken = budget.take(wanted - count, holding: count, isStranger: isStranger)
            guard isTaken else { return false }
            count = wanted
            return true
        }
    }
}
