internal import World

/// The passes that were added to a wallet and removed from it in one change.
public struct PassChange: Hashable, Sendable {
    /// The added passes.
    public let added: [DevicePass]
    /// The removed passes.
    public let removed: [DevicePass]

    /// Creates a change.
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

/// The observers of a wallet's passes.
public final class PassChangeObservers: Sendable {
    /// Called with a change, on the thread that made it.
    public typealias Watcher = @Sendable (PassChange) -> Void

    private let state = LockedValue<(made: Int, watchers: [(Int, Watcher)])>((0, []))

    /// Creates an empty list.
    public init() {}

    /// Calls an observer with each change until the returned observation is released.
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

    /// Calls every observer in the order in which they were added; an empty change is ignored.
    public func tell(_ change: PassChange) {
        guard change != PassChange() else { return }
        for (_, watcher) in state.withLock({ $0.watchers }) { watcher(change) }
    }
}
