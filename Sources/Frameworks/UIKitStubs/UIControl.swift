/// A view that the user presses or changes.
@preconcurrency @MainActor
open class UIControl: UIView {
    /// An event of a control.
    public struct Event: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Creates events from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A touch began.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// A touch ended inside the control.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// Its value changed.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// The control's main action.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// Text began to be edited.
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        /// Text was edited.
        public static let editingChanged = Event(rawValue: 1 << 17)
        /// Text editing ended.
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// The return key was pressed.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        /// Any text editing.
        public static let allEditingEvents = Event(rawValue: 0x000F_0000)
        /// Any touch.
        public static let allTouchEvents = Event(rawValue: 0x0000_0FFF)
        /// Every event.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// The state of a control.
    public struct State: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Creates states from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The normal state.
        public static let normal = State([])
        /// Pressed.
        public static let highlighted = State(rawValue: 1 << 0)
        /// Disabled.
        public static let disabled = State(rawValue: 1 << 1)
        /// Selected.
        public static let selected = State(rawValue: 1 << 2)
    }

    private struct Registration {
        let action: UIAction
        var events: Event
        var call: TargetAction?
    }

    private var registrations: [Registration] = []

    /// Whether it is enabled.
    open var isEnabled = true
    /// Whether it is selected.
    open var isSelected = false
    /// Whether it is highlighted.
    open var isHighlighted = false

    /// The state.
    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }

    /// The events that have an action.
    open var allControlEvents: Event {
        registrations.reduce([]) { $0.union($1.events) }
    }

    /// Creates a control with a frame.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Creates a control with a frame and an action.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    /// Creates a control of size zero; nothing is decoded.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Adds an action for events; replaces an action with the same identifier.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
        registrations.append(Registration(action: action, events: controlEvents))
    }

    /// Removes an action from events.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    /// Removes the action with an identifier from events.
    open func removeAction(
        identifiedBy actionIdentifier: UIAction.Identifier,
        for controlEvents: Event
    ) {
        unregister(controlEvents) { $0.action.identifier == actionIdentifier }
    }

    /// Adds a method of a target for events; the target is not kept alive.
    ///
    /// With a target of nil, the first responder that has the method is called.
    open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
        let call = TargetAction(target, action)
        if target != nil { removeTarget(target, action: action, for: controlEvents) }
        let handler = UIAction { call.send(from: $0.sender ?? $0) }
        registrations.append(Registration(action: handler, events: controlEvents, call: call))
    }

    /// Removes a method of a target from events; nil stands for every target or every method.
    open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
        unregister(controlEvents) { $0.call?.matches(target: target, action: action) == true }
    }

    private func unregister(_ events: Event, where belongs: (Registration) -> Bool) {
        for index in registrations.indices where belongs(registrations[index]) {
            registrations[index].events.subtract(events)
        }
        registrations.removeAll { $0.events.isEmpty }
    }

    /// Calls an action now.
    open func sendAction(_ action: UIAction) {
        action.sender = self
        action.handler(action)
    }

    /// Calls every action of these events, in the order in which they were added.
    open func sendActions(for controlEvents: Event) {
        for registration in registrations where !registration.events.isDisjoint(with: controlEvents)
        {
            sendAction(registration.action)
        }
    }

    /// Taps the control, as a user does. Nothing happens if it is disabled or hidden, or if
    /// touches do not reach it.
    ///
    /// - Source: ours, not Apple's.
    public func tap() {
        guard isEnabled, !isHidden, isUserInteractionEnabled else { return }
        sendActions(for: [.touchDown])
        handleTap()
        sendActions(for: [.touchUpInside, .primaryActionTriggered])
    }

    /// Makes the change that a tap makes in this kind of control.
    func handleTap() {}
}
