/// A UIKit view controller as a part of a SwiftUI view.
///
/// The hosting controller contains it: it comes on screen with the hosting controller, and a payment
/// sheet comes up then. A test finds it in the hosting controller's `children`.
@preconcurrency @MainActor
public protocol UIViewControllerRepresentable: View where Body == EmptyView {
    /// The view controller.
    associatedtype UIViewControllerType: UIViewController
    /// An object that acts for the view controller, such as its delegate.
    associatedtype Coordinator = Void

    /// Makes the view controller, once.
    func makeUIViewController(context: Context) -> UIViewControllerType
    /// Updates the view controller; also called after it is made.
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
    /// Makes what acts for the view controller, before the view controller.
    func makeCoordinator() -> Coordinator

    /// The context in which the view controller is made and updated.
    typealias Context = UIViewControllerRepresentableContext<Self>
}

extension UIViewControllerRepresentable {
    /// Nothing: it is made of no other view.
    public var body: EmptyView { EmptyView() }

    func host() -> any RepresentableHosting { ControllerHost(self) }
}

extension UIViewControllerRepresentable where Coordinator == Void {
    /// Nothing acts for the view controller.
    public func makeCoordinator() {}
}

/// The context in which a UIKit view controller is made and updated.
@preconcurrency @MainActor
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
    /// The object that acts for the view controller.
    public let coordinator: Representable.Coordinator
}

/// Hosts one type of representables of view controllers.
struct ControllerHost<Content: UIViewControllerRepresentable>: RepresentableHosting {
    private let content: Content
    private var made: (controller: Content.UIViewControllerType, coordinator: Content.Coordinator)?

    init(_ content: Content) { self.content = content }

    var view: UIView { made?.controller.view ?? UIView() }
    var controller: UIViewController? { made?.controller }

    func continuing(_ earlier: (any RepresentableHosting)?) -> any RepresentableHosting {
        var next = self
        if let known = (earlier as? Self)?.made {
            next.made = known
        } else {
            let coordinator = content.makeCoordinator()
            let context = UIViewControllerRepresentableContext<Content>(coordinator: coordinator)
            next.made = (content.makeUIViewController(context: context), coordinator)
        }
        if let made = next.made {
            let context = UIViewControllerRepresentableContext<Content>(
                coordinator: made.coordinator
            )
            content.updateUIViewController(made.controller, context: context)
        }
        return next
    }
}
