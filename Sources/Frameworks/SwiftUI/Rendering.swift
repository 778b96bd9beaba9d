internal import PassKit

/// The settings that views inherit from the views around them.
struct ViewSurroundings {
    var isEnabled = true
    var size: (width: CGFloat?, height: CGFloat?)
    var leastSize: (width: CGFloat?, height: CGFloat?)
    var greatestSize: (width: CGFloat?, height: CGFloat?)
    var opacity = 1.0
    var cornerRadius: CGFloat?
    var accessibilityIdentifier: String?
    var environment = EnvironmentValues()
    var payStyle = PayWithApplePayButtonStyle.automatic
    var passStyle = AddPassToWalletButtonStyle.black
    var answers = SheetAnswers()
}

/// The UIKit views of a SwiftUI view.
@MainActor
struct Rendering {
    private(set) var views: [UIView] = []
    private(set) var hosts: [any RepresentableHosting] = []
    /// The actions that begin when a view of it first appears, in order; each ends when its result is released.
    var beginnings: [() -> AnyCancellable?] = []
    var surroundings = ViewSurroundings()
    private var earlier: ArraySlice<any RepresentableHosting>

    init(after earlier: [any RepresentableHosting]) { self.earlier = earlier[...] }

    /// Adds a view: as a UIKit view, or by its body.
    mutating func add(_ view: any View) {
        if let primitive = view as? any PrimitiveView {
            primitive.render(into: &self)
        } else if let representable = view as? any UIViewRepresentable {
            add(representable.host())
        } else if let representable = view as? any UIViewControllerRepresentable {
            add(representable.host())
        } else if !(view is EmptyView) {
            for property in Mirror(reflecting: view).children {
                (property.value as? any EnvironmentReading)?.read(surroundings.environment)
            }
            add(body(of: view))
        }
    }

    /// Adds a UIKit view with the inherited settings.
    mutating func add(_ view: UIView) {
        let (least, greatest) = (surroundings.leastSize, surroundings.greatestSize)
        let size = view.frame.size
        view.frame.size = CGSize(
            width: surroundings.size.width
                ?? max(min(size.width, greatest.width ?? .infinity), least.width ?? 0),
            height: surroundings.size.height
                ?? max(min(size.height, greatest.height ?? .infinity), least.height ?? 0)
        )
        view.alpha = surroundings.opacity
        if let radius = surroundings.cornerRadius { view.layer.cornerRadius = radius }
        if let name = surroundings.accessibilityIdentifier { view.accessibilityIdentifier = name }
        view.isUserInteractionEnabled = surroundings.isEnabled
        views.append(view)
    }

    /// Adds the view of an app's representable, which is created the first time and updated later.
    mutating func add(_ host: any RepresentableHosting) {
        let known = earlier.popFirst()
        let host = host.continuing(known)
        hosts.append(host)
        add(host.view)
    }

    private func body(of view: some View) -> any View { view.body }
}
