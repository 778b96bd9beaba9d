/// A view that a person presses or changes.
@preconcurrency @MainActor
open class UIControl: UIView {
    /// What happens to a control.
    public struct Event: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Events by their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A finger came down.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// A finger left it while inside.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// Its value changed.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// What the control is for.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// Text began to be edited.
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        /// Text was edited.
        public static let editingChanged = Event(rawValue: 1 << 17)
        /// Text is edited no more.
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// The return key was pressed.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        /// Any text editing.
        public static let allEditingEvents = Event(rawValue: 0x000F_0000)
        /// Any touch.
        public static let allTouchEvents = Event(rawValue: 0x0000_0FFF)
        /// Everything.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// How a control is.
    public struct State: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// States by their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Nothing special.
        public static let normal = State([])
        /// Pressed.
        public static let highlighted = State(rawValue: 1 << 0)
        /// Not to be pressed.
        public static let disabled = State(rawValue: 1 << 1)
        /// Chosen.
        public static let selected = State(rawValue: 1 << 2)
    }

    private struct Registration {
        let action: UIAction
        var events: Event
    }

    private var registrations: [Registration] = []

    /// Whether it can be pressed.
    open var isEnabled = true
    /// Whether it is chosen.
    open var isSelected = false
    /// Whether it is pressed.
    open var isHighlighted = false

    /// How it is.
    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }

    /// The events that some action is there for.
    open var allControlEvents: Event {
        registrations.reduce([]) { $0.union($1.events) }
    }

    /// A control with a frame.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// A control with a frame and something that it does.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    /// A control as an archive has it; here, without extent.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Does something upon events; an action of the same name goes.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
        registrations.append(Registration(action: action, events: controlEvents))
    }

    /// Does it no more upon these events.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    /// Does what has this name no more upon these events.
    open func removeAction(
        identifiedBy actionIdentifier: UIAction.Identifier,
        for controlEvents: Event
    ) {
        for index in registrations.indices
        where registrations[index].action.identifier == actionIdentifier {
            registrations[index].events.subtract(controlEvents)
        }
        registrations.removeAll { $0.events.isEmpty }
    }

    /// Does one thing now.
    open func sendAction(_ action: UIAction) {
        action.sender = self
        action.handler(action)
    }

    /// Does everything that is there for these events, in the order it was added.
    open func sendActions(for controlEvents: Event) {
        for registration in registrations where !registration.events.isDisjoint(with: controlEvents)
        {
            sendAction(registration.action)
        }
    }

    /// Presses it as a person does: nothing happens where it is disabled, hidden or out of touch.
    ///
    /// - Source: ours, not Apple's.
    public func tap() {
        guard isEnabled, !isHidden, isUserInteractionEnabled else { return }
        sendActions(for: [.touchDown])
        handleTap()
        sendActions(for: [.touchUpInside, .primaryActionTriggered])
    }

    /// Changes what a tap changes in this kind of control.
    func handleTap() {}
}
