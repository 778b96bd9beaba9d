import Combine

/// A basket that says when it changes.
public final class Basket: ObservableObject {
    @Published public var count = 0

    public init() {}
}

/// The counts that a subscriber is told while one is set.
public func useCombine() -> [Int] {
    let basket = Basket()
    var counts: [Int] = []
    let subscription = basket.$count.sink { counts.append($0) }
    basket.count = 2
    subscription.cancel()
    basket.count = 3
    return counts
}
