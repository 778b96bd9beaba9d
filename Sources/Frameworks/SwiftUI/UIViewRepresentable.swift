/// A UIKit view in a SwiftUI view.
@preconcurrency @MainActor
public protocol UIViewRepresentable: View where Body == EmptyView {
    /// The UIKit view.
    associatedtype UIViewType: UIView
    /// The type of the coordinator, which is for example the view's delegate.
    associatedtype Coordinator = Void

    /// Creates the view, once.
    func makeUIView(context: Context) -> UIViewType
    /// Updates the view; also called after it is created.
    func updateUIView(_ uiView: UIViewType, context: Context)
    /// Creates the coordinator, before the view.
    func makeCoordinator() -> Coordinator

    /// The context of the calls.
    typealias Context = UIViewRepresentableContext<Self>
}

extension UIViewRepresentable {
    /// Nothing: the view has no body.
    public var body: EmptyView { EmptyView() }
}

extension UIViewRepresentable where Coordinator == Void {
    /// Creates no coordinator.
    public func makeCoordinator() {}
}

/// The context in which a UIKit view is created and updated.
@preconcurrency @MainActor
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    /// The coordinator.
    public let coordinator: Representable.Coordinator
}

/// An app's representable with its UIKit view.
@MainActor
protocol RepresentableHosting {
    var view: UIView { get }
    /// The view controller of the view, if the representable has one.
    var controller: UIViewController? { get }

    /// This representable with the view of an earlier rendering, if that has the same type.
    func continuing(_ earlier: (any RepresentableHosting)?) -> any RepresentableHosting
}

/// Hosts one type of representable.
struct RepresentableHost<Content: UIViewRepresentable>: RepresentableHosting {
    private let content: Content
    private var made: (view: Content.UIViewType, coordinator: Content.Coordinator)?

    init(_ content: Content) { self.content = content }

    var view: UIView { made?.view ?? UIView() }
    var controller: UIViewController? { nil }

    func continuing(_ earlier: (any RepresentableHosting)?) -> any RepresentableHosting {
        var next = self
        if let known = (earlier as? Self)?.made {
            next.made = known
        } else {
            let coordinator = content.makeCoordinator()
            let context = UIViewRepresentableContext<Content>(coordinator: coordinator)
            next.made = (content.makeUIView(context: context), coordinator)
        }
        if let made = next.made {
            let context = UIViewRepresentableContext<Content>(coordinator: made.coordinator)
            content.updateUIView(made.view, context: context)
        }
        return next
    }
}

extension UIViewRepresentable {
    func host() -> any RepresentableHosting { RepresentableHost(self) }
}
