internal import PassKit

/// The settings that views inherit from the views around them.
struct ViewSurroundings {
    var isEnabled = true
    var size: (width: CGFloat?, height: CGFloat?)
    var payStyle = PayWithApplePayButtonStyle.automatic
    var passStyle = AddPassToWalletButtonStyle.black
    var answers = SheetAnswers()
}

/// The UIKit views of a SwiftUI view.
@MainActor
struct Rendering {
    private(set) var views: [UIView] = []
    private(set) var hosts: [any RepresentableHosting] = []
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
            add(body(of: view))
        }
    }

    /// Adds a UIKit view with the inherited settings.
    mutating func add(_ view: UIView) {
        if let width = surroundings.size.width { view.frame.size.width = width }
        if let height = surroundings.size.height { view.frame.size.height = height }
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
