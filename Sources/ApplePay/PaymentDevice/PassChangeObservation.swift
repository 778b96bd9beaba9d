internal import World

/// What came into a wallet and what left it, all at once.
public struct PassChange: Hashable, Sendable {
    /// The passes that are new.
    public let added: [DevicePass]
    /// The passes that are gone.
    public let removed: [DevicePass]

    /// A change.
    public init(added: [DevicePass] = [], removed: [DevicePass] = []) {
        self.added = added
        self.removed = removed
    }
}

/// An observation of changes; it ends when this object is released.
public final class PassChangeObservation: Sendable {
    private let end: @Sendable () -> Void

    fileprivate init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}

/// Those who want to be told when a wallet's passes change.
public final class PassChangeObservers: Sendable {
    /// Is told of a change, on the thread that made it.
    public typealias Watcher = @Sendable (PassChange) -> Void

    private let state = LockedValue<(made: Int, watchers: [(Int, Watcher)])>((0, []))

    /// Nobody.
    public init() {}

    /// Tells somebody of each change from now on, until the watch is let go of.
    public func watch(_ watcher: @escaping Watcher) -> PassChangeObservation {
        let number = state.withLock { state in
            state.made += 1
            state.watchers.append((state.made, watcher))
            return state.made
        }
        return PassChangeObservation { [weak self] in
            self?.state.withLock { $0.watchers.removeAll { $0.0 == number } }
        }
    }

    /// Tells everybody, in the order in which they came; of nothing, nobody.
    public func tell(_ change: PassChange) {
        guard change != PassChange() else { return }
        for (_, watcher) in state.withLock({ $0.watchers }) { watcher(change) }
    }
}
