internal import World

/// Something that can be cancelled.
public protocol Cancellable {
    /// Cancels the activity.
    func cancel()
}

/// A subscription, which is cancelled when it is released.
public final class AnyCancellable: Cancellable, Hashable {
    private let action = LockedValue<(() -> Void)?>(nil)

    /// Creates a subscription that a closure cancels.
    public init(_ cancel: @escaping () -> Void) { action.withLock { $0 = cancel } }

    deinit { cancel() }

    /// Cancels the subscription; a second call does nothing.
    public func cancel() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    /// Stores the subscription in a set.
    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

    /// Stores the subscription in a collection.
    public func store<Others: RangeReplaceableCollection<AnyCancellable>>(
        in collection: inout Others
    ) { collection.append(self) }

    /// Whether two are the same subscription.
    public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }

    /// The subscription's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
