/// Whether a screen is light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// As what is around it.
    case unspecified = 0
    /// Light.
    case light = 1
    /// Dark.
    case dark = 2
}

/// The traits of the screen around a view or a view controller.
public final class UITraitCollection: NSObject, Sendable {
    /// Whether the screen is light or dark.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// The kind of device: a phone.
    public let userInterfaceIdiom = UIUserInterfaceIdiom.phone

    /// Creates traits of a light or a dark screen.
    public init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.userInterfaceStyle = userInterfaceStyle
        super.init()
    }

    /// Whether colours look otherwise than with other traits: if one is light and the other dark.
    public func hasDifferentColorAppearance(comparedTo traits: UITraitCollection?) -> Bool {
        userInterfaceStyle != traits?.userInterfaceStyle
    }

    /// The traits of the device's screen, which is light.
    public static let current = UITraitCollection(userInterfaceStyle: .light)
}

/// A view or view controller, which gets its traits from what is around it.
@MainActor
protocol TraitItem {
    var overrideUserInterfaceStyle: UIUserInterfaceStyle { get }
    /// The item around it.
    var traitHolder: (any TraitItem)? { get }
    /// The items in it.
    var traitContent: [any TraitItem] { get }
    func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

extension TraitItem {
    var traits: UITraitCollection {
        guard overrideUserInterfaceStyle == .unspecified else {
            return UITraitCollection(userInterfaceStyle: overrideUserInterfaceStyle)
        }
        return traitHolder?.traits ?? .current
    }

    /// Tells it and what it contains that it is light or dark, if it was not.
    func tellTraits(before: UIUserInterfaceStyle) {
        let inherited = traitHolder?.traits.userInterfaceStyle ?? .light
        let style = before == .unspecified ? inherited : before
        guard style != traits.userInterfaceStyle else { return }
        tell(UITraitCollection(userInterfaceStyle: style))
    }

    private func tell(_ previous: UITraitCollection) {
        traitCollectionDidChange(previous)
        for item in traitContent where item.overrideUserInterfaceStyle == .unspecified {
            item.tell(previous)
        }
    }
}

extension UIView: TraitItem {
    /// The traits that it has from what is around it.
    public var traitCollection: UITraitCollection { traits }

    var traitHolder: (any TraitItem)? {
        if let controller { return controller }
        return superview
    }
    var traitContent: [any TraitItem] {
        subviews.map { view in
            if let controller = view.controller { return controller }
            return view
        }
    }
}

extension UIViewController: TraitItem {
    /// The traits that it has from what is around it.
    public var traitCollection: UITraitCollection { traits }

    var traitHolder: (any TraitItem)? {
        if let parent { return parent }
        if let superview = viewIfLoaded?.superview { return superview }
        return presentingViewController
    }
    var traitContent: [any TraitItem] { viewIfLoaded.map { [$0] } ?? [] }
}
