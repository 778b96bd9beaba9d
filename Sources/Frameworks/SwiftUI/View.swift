/// A part of a screen.
@preconcurrency @MainActor
public protocol View {
    /// What it is made of.
    associatedtype Body: View

    /// What it is made of.
    @ViewBuilder var body: Body { get }
}

/// A view that is made of no other, and what it is in UIKit.
@MainActor
protocol PrimitiveView: View where Body == EmptyView {
    /// Adds its views to a screen.
    func render(into rendering: inout Rendering)
}

extension PrimitiveView {
    /// Nothing: the view is made of no other.
    public var body: EmptyView { EmptyView() }
}

/// A view without anything.
public struct EmptyView: View {
    /// A view.
    public nonisolated init() {}

    /// Itself.
    public var body: EmptyView { self }
}

/// Views one after the other.
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

    init(first: First) { shown = first }
    init(second: Second) { shown = second }

    func render(into rendering: inout Rendering) { rendering.add(shown) }
}

/// A view, where there is one.
extension Optional: View where Wrapped: View {
    /// Nothing: the view is made of no other.
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

    /// A group.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    func render(into rendering: inout Rendering) { rendering.add(content) }
}

/// A view of which nothing is known but that it is one.
public struct AnyView: View, PrimitiveView {
    private let content: any View

    /// A view without its type.
    public init(_ view: some View) { content = view }

    func render(into rendering: inout Rendering) { rendering.add(content) }
}

/// Makes one view of several statements.
@resultBuilder
@MainActor
public enum ViewBuilder {
    /// Nothing.
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

    /// A view that there may be.
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    /// The first of two.
    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> ConditionalContent<First, Second> { ConditionalContent(first: first) }

    /// The second of two.
    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> ConditionalContent<First, Second> { ConditionalContent(second: second) }

    /// A view of a later system.
    public static func buildLimitedAvailability(_ content: some View) -> AnyView {
        AnyView(content)
    }
}
