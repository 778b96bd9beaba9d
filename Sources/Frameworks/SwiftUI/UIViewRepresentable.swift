/// A UIKit view as a part of a SwiftUI view.
@preconcurrency @MainActor
public protocol UIViewRepresentable: View where Body == EmptyView {
    /// The UIKit view.
    associatedtype UIViewType: UIView
    /// What acts for the view, such as its delegate.
    associatedtype Coordinator = Void

    /// Makes the view, once.
    func makeUIView(context: Context) -> UIViewType
    /// Brings the view up to date; also called after it is made.
    func updateUIView(_ uiView: UIViewType, context: Context)
    /// Makes what acts for the view, before the view.
    func makeCoordinator() -> Coordinator

    /// What is known when the view is made and updated.
    typealias Context = UIViewRepresentableContext<Self>
}

extension UIViewRepresentable {
    /// Nothing: it is made of no other view.
    public var body: EmptyView { EmptyView() }
}

extension UIViewRepresentable where Coordinator == Void {
    /// Nobody acts for the view.
    public func makeCoordinator() {}
}

/// What is known when a UIKit view is made and updated.
@preconcurrency @MainActor
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    /// What acts for the view.
    public let coordinator: Representable.Coordinator
}

/// An app's representable with its UIKit view.
@MainActor
protocol RepresentableHosting {
    var view: UIView { get }
    /// The view controller of the view, if the representable has one.
    var controller: UIViewController? { get }

    /// The same with the view of an earlier rendering, where that is of the same type.
    func continuing(_ earlier: (any RepresentableHosting)?) -> any RepresentableHosting
}

/// Hosts one type of representables.
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
