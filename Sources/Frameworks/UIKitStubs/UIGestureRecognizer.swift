/// Calls methods when the user makes a gesture on its view.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
    /// The state of a gesture.
    public enum State: Int, Sendable {
        /// Not recognized so far.
        case possible = 0
        /// Begun.
        case began = 1
        /// Changed.
        case changed = 2
        /// Ended, or recognized.
        case ended = 3
        /// Cancelled.
        case cancelled = 4
        /// Not recognized.
        case failed = 5

        /// Recognized.
        public static let recognized = State.ended
    }

    private var calls: [TargetAction] = []

    /// The view that it belongs to.
    open internal(set) weak var view: UIView?
    /// Whether it calls its methods.
    open var isEnabled = true
    /// Whether the view gets no touches of a recognized gesture; touches do not exist here.
    open var cancelsTouchesInView = true
    /// The state.
    open var state = State.possible

    /// Creates a recognizer with a method of a target.
    public init(target: Any?, action: Selector?) {
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    /// Creates a recognizer without a method.
    public convenience override init() { self.init(target: nil, action: nil) }

    /// Adds a method of a target, which is not kept alive.
    open func addTarget(_ target: Any, action: Selector) {
        calls.append(TargetAction(target, action))
    }

    /// Removes a method of a target; nil stands for every target or every method.
    open func removeTarget(_ target: Any?, action: Selector?) {
        calls.removeAll { $0.matches(target: target, action: action) }
    }

    /// Makes the gesture, as a user does. Nothing happens if it is disabled or its view is.
    ///
    /// - Source: ours, not Apple's.
    public func recognize() {
        guard isEnabled, let view, view.isUserInteractionEnabled, !view.isHidden else { return }
        state = .ended
        for call in calls { call.send(from: self) }
        state = .possible
    }
}

/// Recognizes taps.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// The number of taps.
    open var numberOfTapsRequired = 1
    /// The number of fingers.
    open var numberOfTouchesRequired = 1
}

extension UIView {
    /// Adds a recognizer, and takes it from the view that had it.
    public func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
        recognizer.view?.removeGestureRecognizer(recognizer)
        recognizer.view = self
        gestureRecognizers = (gestureRecognizers ?? []) + [recognizer]
    }

    /// Removes a recognizer.
    public func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
        guard recognizer.view === self else { return }
        recognizer.view = nil
        gestureRecognizers?.removeAll { $0 === recognizer }
    }
}
