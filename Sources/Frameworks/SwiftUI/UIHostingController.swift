/// A view controller that shows a SwiftUI view.
///
/// Its view holds the UIKit views of the root's parts, in order: a test finds the payment button
/// there, and taps it. They are made anew whenever the view lays itself out, as by
/// `view.layoutIfNeeded()`; SwiftUI does so by itself, after a change.
@preconcurrency @MainActor
open class UIHostingController<Content: View>: UIViewController {
    /// What it shows.
    open var rootView: Content {
        didSet { viewIfLoaded?.layoutIfNeeded() }
    }
    private var hosts: [any RepresentableHosting] = []

    /// A view controller of a view.
    public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
    }

    /// There is none in an archive.
    public required init?(coder: NSCoder) { nil }

    /// Makes the view that holds the others.
    open override func loadView() {
        let view = HostingView()
        view.render = { [weak self] in self?.render() ?? [] }
        self.view = view
        view.layoutSubviews()
    }

    private func contain(_ controllers: [UIViewController]) {
        for child in children where !controllers.contains(where: { $0 === child }) {
            child.removeFromParent()
        }
        for controller in controllers { addChild(controller) }
    }

    private func render() -> [UIView] {
        var rendering = Rendering(after: hosts)
        rendering.add(rootView)
        hosts = rendering.hosts
        contain(hosts.compactMap(\.controller))
        return rendering.views
    }
}

/// Holds the views of a hosting controller.
private final class HostingView: UIView {
    var render: () -> [UIView] = { [] }

    override func layoutSubviews() {
        for view in subviews { view.removeFromSuperview() }
        for view in render() { addSubview(view) }
    }
}
