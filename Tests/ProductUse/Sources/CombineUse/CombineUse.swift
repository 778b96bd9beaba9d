import Combine

/// A model of an app that tells of its changes.
public final class Counter: ObservableObject {
    /// How often it counted.
    @Published public var count = 0

    /// A model that has not counted.
    public init() {}
}

/// Counts once, as an app's model does.
public func useCombine() -> Int {
    let counter = Counter()
    counter.count += 1
    return counter.count
}
