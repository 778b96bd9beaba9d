/// Something that can be cancelled.
public protocol Cancellable {
    /// Cancels it.
    func cancel()
}

/// A subscription, which is cancelled when it is released.
public final class AnyCancellable: Cancellable, Hashable {
    private var action: (() -> Void)?

    /// A subscription that is cancelled by a closure.
    public init(_ cancel: @escaping () -> Void) { action = cancel }

    deinit { action?() }

    /// Cancels it; a second time does nothing.
    public func cancel() {
        let action = self.action
        self.action = nil
        action?()
    }

    /// Keeps it in a set.
    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

    /// Keeps it in a collection.
    public func store<Others: RangeReplaceableCollection<AnyCancellable>>(
        in collection: inout Others
    ) { collection.append(self) }

    /// Whether two are the same subscription.
    public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }

    /// The subscription's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
