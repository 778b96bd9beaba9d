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
    private var kept = Rendering.Kept()
    /// The actions that have begun in views that are shown, in the order in which they did.
    private var begun: [Begun] = []
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
        var rendering = Rendering(after: kept)
        rendering.surroundings.environment = environment
        rendering.add(rootView)
        kept = rendering.kept
        contain(rendering.controllers)
        for view in view.subviews { view.removeFromSuperview() }
        for shown in rendering.views { view.addSubview(shown) }
        let paths = Set(rendering.beginnings.map(\.path))
        let ended = begun.filter { !paths.contains($0.path) }
        begun.removeAll { !paths.contains($0.path) }
        for each in ended { each.ending = nil }
        // An action may lay the view out, and so begin those that follow it.
        for (path, begin) in rendering.beginnings where !begun.contains(where: { $0.path == path })
        {
            let each = Begun(path)
            begun.append(each)
            each.ending = begin()
        }
    }
}

/// An action of a view that began when the view appeared.
private final class Begun {
    let path: ViewPath
    var ending: AnyCancellable?

    init(_ path: ViewPath) { self.path = path }
}

/// The containing view of a hosting controller.
private final class HostingView: UIView {
    var render: () -> Void = {}

    override func layoutSubviews() { render() }
}
