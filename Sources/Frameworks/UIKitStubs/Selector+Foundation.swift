internal import World

extension NotificationCenter {
    /// Calls a method of an observer for notifications, as long as the observer lives.
    ///
    /// A notification that is posted elsewhere calls it on the main queue, later.
    public func addObserver(
        _ observer: AnyObject,
        selector: Selector,
        name: NSNotification.Name?,
        object: Any?
    ) {
        let observation = SelectorObservation(of: observer, name, object as AnyObject?)
        observation.token = addObserver(forName: name, object: object, queue: nil) { note in
            guard let observer = observation.observer else { return }
            SelectorCall(selector, of: observer, with: note).make()
        }
        SelectorObservation.all.withLock { all in
            all.removeAll { $0.observer == nil && $0.end(in: self) }
            all.append(observation)
        }
    }

    /// Stops calling an observer, as Foundation's method of this name does for its own observers.
    public func removeObserver<Observer: AnyObject>(_ observer: Observer) {
        removeObserver(observer, name: nil, object: nil)
    }

    /// Stops calling an observer for notifications of a name, of an object, or of any if nil.
    public func removeObserver<Observer: AnyObject>(
        _ observer: Observer,
        name: NSNotification.Name?,
        object: Any?
    ) {
        removeObserver(observer as Any, name: name, object: object)
        SelectorObservation.all.withLock { all in
            all.removeAll { $0.matches(observer, name, object as AnyObject?) && $0.end(in: self) }
        }
    }
}

/// An observer whose method a notification center calls.
///
/// Its token is set before other threads see it.
private final class SelectorObservation: @unchecked Sendable {
    static let all = LockedValue<[SelectorObservation]>([])

    private(set) weak var observer: AnyObject?
    private let name: NSNotification.Name?
    private let object: ObjectIdentifier?
    var token: (any NSObjectProtocol)?

    init(of observer: AnyObject, _ name: NSNotification.Name?, _ object: AnyObject?) {
        self.observer = observer
        self.name = name
        self.object = object.map(ObjectIdentifier.init)
    }

    func matches(_ other: AnyObject, _ name: NSNotification.Name?, _ object: AnyObject?) -> Bool {
        observer === other && (name == nil || self.name == name)
            && (object == nil || self.object == object.map(ObjectIdentifier.init))
    }

    func end(in center: NotificationCenter) -> Bool {
        if let token { center.removeObserver(token as Any) }
        return true
    }
}

extension Timer {
    /// Creates a timer on the current run loop that calls a method of a target, which it keeps alive.
    @discardableResult
    public class func scheduledTimer(
        timeInterval: TimeInterval,
        target: AnyObject,
        selector: Selector,
        userInfo: Any?,
        repeats: Bool
    ) -> Timer {
        let call = SelectorCall(selector, of: target, with: nil)
        return scheduledTimer(withTimeInterval: timeInterval, repeats: repeats) { timer in
            SelectorCall(selector, of: call.target, with: timer).make()
        }
    }
}

extension NSObject {
    /// Calls one of its methods on the main queue after a delay in seconds.
    public func perform(_ selector: Selector, with argument: Any?, afterDelay delay: TimeInterval) {
        let call = SelectorCall(selector, of: self, with: argument)
        DispatchQueue.main.asyncAfter(deadline: .now() + delay) { call.make() }
    }

    /// Calls one of its methods now, or later if this is not the main queue.
    public func perform(_ selector: Selector, with argument: Any? = nil) {
        SelectorCall(selector, of: self, with: argument).make()
    }
}

/// A call that may wait for the main queue.
///
/// Objective-C does not check either what it hands to another thread.
private struct SelectorCall: @unchecked Sendable {
    let target: AnyObject
    private let selector: Selector
    private let argument: Any?

    init(_ selector: Selector, of target: AnyObject, with argument: Any?) {
        self.target = target
        self.selector = selector
        self.argument = argument
    }

    /// Set on the main queue. A process that leaves its main thread to dispatch, such as Swift
    /// Testing's, runs that queue on other threads, which `Thread.isMainThread` does not know.
    private static let mainQueue = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Makes the call now on the main queue, and later if this is another.
    func make() {
        if DispatchQueue.getSpecific(key: Self.mainQueue) == true {
            MainActor.assumeIsolated { _ = selector.call(target, argument) }
        } else {
            DispatchQueue.main.async { make() }
        }
    }
}
