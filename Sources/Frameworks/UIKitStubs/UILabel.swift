/// The alignment of text.
public enum NSTextAlignment: Int, Sendable {
    /// Left.
    case left = 0
    /// Centred.
    case center = 1
    /// Right.
    case right = 2
    /// Justified.
    case justified = 3
    /// The language's default.
    case natural = 4
}

/// A view that shows text.
@preconcurrency @MainActor
open class UILabel: UIView {
    /// The text.
    open var text: String? {
        get { attributedText?.string }
        set { attributedText = newValue.map { NSAttributedString(string: $0) } }
    }
    /// The text with attributes; setting it sets the text.
    open var attributedText: NSAttributedString?
    // Apple's property has this type, so that nil resets it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The text's colour.
    open var textColor: UIColor! = .black
    // Apple's property has this type, so that nil resets it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The font.
    open var font: UIFont! = .systemFont(ofSize: 17)
    /// Whether the size follows the user's setting; it is stored and has no effect.
    open var adjustsFontForContentSizeCategory = false
    /// Whether a long text is made smaller; it is stored and has no effect.
    open var adjustsFontSizeToFitWidth = false
    /// How much smaller it may be; it is stored and has no effect.
    open var minimumScaleFactor: CGFloat = 0
    /// The alignment.
    open var textAlignment = NSTextAlignment.natural
    /// The maximum number of lines; 0 for no limit.
    open var numberOfLines = 1
    /// Whether it looks enabled.
    open var isEnabled = true
}
