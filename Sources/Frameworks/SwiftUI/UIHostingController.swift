/// A view controller that shows a SwiftUI view.
///
/// Its view contains the UIKit views of the root view, in order: a test finds the payment button
/// there and taps it. They are created again whenever the view is laid out, for example by
/// `view.layoutIfNeeded()`; SwiftUI does so automatically after a change.
@preconcurrency @MainActor
open class UIHostingController<Content: View>: UIViewController {
    /// The view that is shown.
    open var rootView: Content {
        didSet { viewIfLoaded?.layoutIfNeeded() }
    }
    private var hosts: [any RepresentableHosting] = []
    private var begun: [AnyCancellable?] = []
    private var environment: EnvironmentValues {
        var values = EnvironmentValues()
        values.colorScheme = traitCollection.userInterfaceStyle == .dark ? .dark : .light
        values.dismiss = DismissAction { [weak self] in self?.dismiss(animated: true) }
        return values
    }

    /// Creates a view controller for a view.
    public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
    }

    /// Always nil: archives are not supported.
    public required init?(coder: NSCoder) { nil }

    /// Creates the containing view.
    open override func loadView() {
        let view = HostingView()
        view.render = { [weak self] in self?.render() }
        self.view = view
        view.layoutSubviews()
    }

    private func contain(_ controllers: [UIViewController]) {
        for child in children where !controllers.contains(where: { $0 === child }) {
            child.removeFromParent()
        }
        for controller in controllers { addChild(controller) }
    }

    private func render() {
        guard let view = viewIfLoaded else { return }
        var rendering = Rendering(after: hosts)
        rendering.surroundings.environment = environment
        rendering.add(rootView)
        hosts = rendering.hosts
        contain(hosts.compactMap(\.controller))
        for view in view.subviews { view.removeFromSuperview() }
        for shown in rendering.views { view.addSubview(shown) }
        begun.removeLast(max(0, begun.count - rendering.beginnings.count))
        for begin in rendering.beginnings.dropFirst(begun.count) { begun.append(begin()) }
    }
}

/// The containing view of a hosting controller.
private final class HostingView: UIView {
    var render: () -> Void = {}

    override func layoutSubviews() { render() }
}
