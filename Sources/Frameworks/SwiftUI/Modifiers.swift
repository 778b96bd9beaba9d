/// A position in a frame.
public enum Alignment: Sendable {
    /// The middle.
    case center
    /// An edge.
    case leading, trailing, top, bottom
    /// A corner.
    case topLeading, topTrailing, bottomLeading, bottomTrailing
}

/// An edge of a rectangle.
public enum Edge: Int8, Sendable {
    /// An edge.
    case top, leading, bottom, trailing

    /// A set of edges.
    public struct Set: OptionSet, Sendable {
        /// A bit for each edge.
        public let rawValue: Int8

        /// Creates a set.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// The upper edge.
        public static let top = Set(rawValue: 1 << Edge.top.rawValue)
        /// The leading edge.
        public static let leading = Set(rawValue: 1 << Edge.leading.rawValue)
        /// The lower edge.
        public static let bottom = Set(rawValue: 1 << Edge.bottom.rawValue)
        /// The trailing edge.
        public static let trailing = Set(rawValue: 1 << Edge.trailing.rawValue)
        /// The edges at the sides.
        public static let horizontal: Set = [.leading, .trailing]
        /// The upper and the lower edge.
        public static let vertical: Set = [.top, .bottom]
        /// All edges.
        public static let all: Set = [.horizontal, .vertical]
    }
}

extension View {
    /// Adds space around it, which has no effect here.
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }

    /// Adds space around it, which has no effect here.
    public func padding(_ length: CGFloat) -> some View { self }

    /// Names it: with another name it is another view, without the state of the one before.
    public func id(_ id: some Hashable) -> some View {
        IdentifiedView(content: self, id: AnyHashable(id))
    }

    /// Sets the radius of the corners of the views in it.
    public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
        saying { $0.cornerRadius = radius }
    }

    /// Sets the opacity of the views in it.
    public func opacity(_ opacity: Double) -> some View { saying { $0.opacity *= opacity } }

    /// Names the views in it for tests.
    public func accessibilityIdentifier(_ identifier: String) -> some View {
        saying { $0.accessibilityIdentifier = identifier }
    }

    /// Does something when it is first shown: when the hosting controller first evaluates it.
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        BeginningView(content: self) {
            action?()
            return nil
        }
    }

    /// Does something when it is shown no more, or its hosting controller is released.
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        BeginningView(content: self) { action.map(AnyCancellable.init) }
    }

    /// Runs a task from when it is first shown until it is shown no more.
    public func task(
        priority: TaskPriority = .userInitiated,
        _ action: @escaping @MainActor () async -> Void
    ) -> some View {
        BeginningView(content: self) {
            let task = Task(priority: priority) { await action() }
            return AnyCancellable { task.cancel() }
        }
    }

    /// Calls a closure with each value of a publisher while it is shown.
    public func onReceive<Source: Publisher>(
        _ publisher: Source,
        perform action: @escaping (Source.Output) -> Void
    ) -> some View where Source.Failure == Never {
        BeginningView(content: self) { publisher.sink(receiveValue: action) }
    }
}

/// A view with something that begins when it is first shown.
private struct BeginningView<Content: View>: PrimitiveView {
    let content: Content
    let begin: () -> AnyCancellable?

    func render(into rendering: inout Rendering) {
        rendering.add(content)
        rendering.add(beginning: begin)
    }
}

/// A view with the app's identifier.
private struct IdentifiedView<Content: View>: PrimitiveView {
    let content: Content
    let id: AnyHashable

    func render(into rendering: inout Rendering) { rendering.add(content, id: id) }
}

/// Views that Xcode shows beside their file; here they are only compiled.
@preconcurrency @MainActor
public protocol PreviewProvider {
    /// The type of the views.
    associatedtype Previews: View

    /// The views.
    @ViewBuilder static var previews: Previews { get }
}

/// The size of a preview.
public enum PreviewLayout: Sendable {
    /// A device's.
    case device
    /// The view's.
    case sizeThatFits
    /// A size in points.
    case fixed(width: CGFloat, height: CGFloat)
}

extension View {
    /// Sets the size of its preview.
    public func previewLayout(_ value: PreviewLayout) -> some View { self }

    /// Names its preview.
    public func previewDisplayName(_ value: String?) -> some View { self }
}
