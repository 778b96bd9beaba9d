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
    private let used = LockedValue(0)

    init(_ limit: Int) { self.limit = limit }

    /// Takes bytes of the budget. One request gets what it needs however long it is.
    fileprivate func take(_ count: Int, holding held: Int) -> Bool {
        used.withLock { used in
            guard used == held || used + count <= limit else { return false }
            used += count
            return true
        }
    }

    fileprivate func giveBack(_ count: Int) { used.withLock { $0 -= count } }
}

/// The part of the budget that one body has. It is given back when the request is answered, or with the last reference:
/// a handler whose client is gone may still hold the body.
final class BodyReservation: Sendable {
    private let budget: BodyBudget
    private let count = LockedValue(0)

    init(of budget: BodyBudget) { self.budget = budget }

    deinit { giveBack() }

    func giveBack() {
        let held = count.withLock { count in
            defer { count = 0 }
            return count
        }
        budget.giveBack(held)
    }

    /// - Returns: Whether the budget has as much.
    func grow(to wanted: Int) -> Bool {
        count.withLock { count in
            guard wanted > count else { return true }
            guard budget.take(wanted - count, holding: count) else { return false }
            count = wanted
            return true
        }
    }
}
