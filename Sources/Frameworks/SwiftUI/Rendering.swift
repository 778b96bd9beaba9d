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

/// The place of a view in a tree of views: the steps from the root to it.
typealias ViewPath = [ViewStep]

/// A step from a view to one in it. Another type or identifier at the same position is another view.
struct ViewStep: Hashable {
    let position: Int
    let type: ObjectIdentifier
    let id: AnyHashable?
}

/// A property of a view that is prepared before the body is evaluated.
protocol ViewProperty {
    /// Takes the environment, or the value that the view at this place had before.
    @MainActor
    func prepare(named name: String, in rendering: inout Rendering)
}

/// The UIKit views of a SwiftUI view.
@MainActor
struct Rendering {
    /// A value that a view keeps, such as a state.
    fileprivate struct Place: Hashable {
        let path: ViewPath
        let name: String
    }

    /// The values of all views in one rendering.
    struct Kept { fileprivate var values: [Place: Any] = [:] }

    private(set) var views: [UIView] = []
    private(set) var controllers: [UIViewController] = []
    /// The actions that begin when a view first appears, in order; each ends when its result is released.
    private(set) var beginnings: [(path: ViewPath, begin: () -> AnyCancellable?)] = []
    var surroundings = ViewSurroundings()
    /// The values for the next rendering. A view that is not here any more has lost its own.
    private(set) var kept = Kept()
    private let earlier: Kept
    private var path: ViewPath = []
    /// How many views were added in the one at the path.
    private var position = 0

    init(after earlier: Kept) { self.earlier = earlier }

    /// Adds a view: as a UIKit view, or by its body.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - branch: Which of several views in the place of one it is.
    ///   - id: The app's identifier.
    mutating func add(_ view: any View, branch: Int = 0, id: AnyHashable? = nil) {
        let before = position
        let type = ObjectIdentifier(Swift.type(of: view))
        path.append(ViewStep(position: before + branch, type: type, id: id))
        position = 0
        defer {
            path.removeLast()
            position = before + 1
        }
        if let primitive = view as? any PrimitiveView {
            primitive.render(into: &self)
        } else if let representable = view as? any UIViewRepresentable {
            add(representable.host())
        } else if let representable = view as? any UIViewControllerRepresentable {
            add(representable.host())
        } else if !(view is EmptyView) {
            for property in Mirror(reflecting: view).children {
                (property.value as? any ViewProperty)?
                    .prepare(named: property.label ?? "", in: &self)
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

    /// The value that the view at this place had under a name in the rendering before, or another one made of it.
    mutating func keep<Value>(_ name: String, _ make: (Value?) -> Value) -> Value {
        let place = Place(path: path, name: name)
        let value = make(earlier.values[place] as? Value)
        kept.values[place] = value
        return value
    }

    /// Adds an action that begins when the view at this place first appears.
    mutating func add(beginning: @escaping () -> AnyCancellable?) {
        beginnings.append((path, beginning))
    }

    /// Adds the view of an app's representable, which is created the first time and updated later.
    private mutating func add(_ host: any RepresentableHosting) {
        let host = keep("host") { (known: (any RepresentableHosting)?) in host.continuing(known) }
        if let controller = host.controller { controllers.append(controller) }
        add(host.view)
    }

    private func body(of view: some View) -> any View { view.body }
}
