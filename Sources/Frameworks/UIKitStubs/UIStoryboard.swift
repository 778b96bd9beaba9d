/// A storyboard. None is read here: its view controllers are those that a test has added.
@preconcurrency @MainActor
open class UIStoryboard: NSObject {
    private static var makers: [String: [String?: () -> UIViewController]] = [:]

    private let name: String

    /// Creates the storyboard of a name.
    public init(name: String, bundle storyboardBundleOrNil: Bundle?) { self.name = name }

    /// Adds a view controller to the storyboard of a name; without an identifier, the initial one.
    ///
    /// - Source: ours, not Apple's.
    public static func addViewController(
        withIdentifier identifier: String? = nil,
        toStoryboardNamed name: String = "Main",
        _ make: @escaping () -> UIViewController
    ) {
        makers[name, default: [:]][identifier] = make
    }

    /// A new view controller of an identifier. The process ends if none was added.
    open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        guard let make = Self.makers[name]?[identifier] else {
            preconditionFailure(
                "the storyboard '\(name)' has no view controller '\(identifier)'; add it with UIStoryboard.addViewController(withIdentifier:toStoryboardNamed:_:)"
            )
        }
        return make()
    }

    /// A new initial view controller; nil if none was added.
    open func instantiateInitialViewController() -> UIViewController? { Self.makers[name]?[nil]?() }
}

extension UIViewController {
    /// The storyboard `Main`, whichever the view controller came from.
    public var storyboard: UIStoryboard? { UIStoryboard(name: "Main", bundle: nil) }
}
