/// A part of the user interface.
@preconcurrency @MainActor
public protocol View {
    /// The type of the body.
    associatedtype Body: View

    /// The views that this one consists of.
    @ViewBuilder var body: Body { get }
}

/// A view without a body, which renders itself in UIKit.
@MainActor
protocol PrimitiveView: View where Body == EmptyView {
    /// Adds its UIKit views.
    func render(into rendering: inout Rendering)
}

extension PrimitiveView {
    /// Nothing: the view has no body.
    public var body: EmptyView { EmptyView() }
}

/// An empty view.
public struct EmptyView: View {
    /// Creates a view.
    public nonisolated init() {}

    /// The view itself.
    public var body: EmptyView { self }
}

/// Several views, one after the other.
public struct TupleView<Content>: View, PrimitiveView {
    /// The views.
    public let value: Content
    private let children: [any View]

    init(_ value: Content, _ children: [any View]) {
        self.value = value
        self.children = children
    }

    func render(into rendering: inout Rendering) {
        for child in children { rendering.add(child) }
    }
}

/// One of two views.
public struct ConditionalContent<First: View, Second: View>: View, PrimitiveView {
    private let shown: any View
    private let branch: Int

    init(first: First) { (shown, branch) = (first, 0) }
    init(second: Second) { (shown, branch) = (second, 1) }

    func render(into rendering: inout Rendering) { rendering.add(shown, branch: branch) }
}

/// A view or nothing.
extension Optional: View where Wrapped: View {
    /// Nothing: the view has no body.
    public var body: EmptyView { EmptyView() }
}

extension Optional: PrimitiveView where Wrapped: View {
    func render(into rendering: inout Rendering) {
        if let self { rendering.add(self) }
    }
}

/// Views that are treated as one.
public struct Group<Content: View>: View, PrimitiveView {
    private let content: Content

    /// Creates a group.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    func render(into rendering: inout Rendering) { rendering.add(content) }
}

/// A view with its type erased.
public struct AnyView: View, PrimitiveView {
    private let content: any View

    /// Creates a view from any view.
    public init(_ view: some View) { content = view }

    func render(into rendering: inout Rendering) { rendering.add(content) }
}

/// Builds one view from several statements.
@resultBuilder
@MainActor
public enum ViewBuilder {
    /// No view.
    public static func buildBlock() -> EmptyView { EmptyView() }

    /// One view.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    /// Several views.
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        var children: [any View] = []
        for child in repeat each content { children.append(child) }
        return TupleView((repeat each content), children)
    }

    /// An optional view.
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    /// The first of two views.
    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> ConditionalContent<First, Second> { ConditionalContent(first: first) }

    /// The second of two views.
    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> ConditionalContent<First, Second> { ConditionalContent(second: second) }

    /// A view that is available on later systems.
    public static func buildLimitedAvailability(_ content: some View) -> AnyView {
        AnyView(content)
    }
}
