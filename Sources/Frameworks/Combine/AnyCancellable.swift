/// Something that can be cancelled.
public protocol Cancellable {
    /// Cancels the activity.
    func cancel()
}

/// A subscription, which is cancelled when it is released.
public final class AnyCancellable: Cancellable, Hashable {
    private var action: (() -> Void)?

    /// Creates a subscription that a closure cancels.
    public init(_ cancel: @escaping () -> Void) { action = cancel }

    deinit { action?() }

    /// Cancels the subscription; a second call does nothing.
    public func cancel() {
        let action = self.action
        self.action = nil
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
