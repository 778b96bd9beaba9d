/// Where lines of a text begin.
public enum NSTextAlignment: Int, Sendable {
    /// On the left.
    case left = 0
    /// In the middle.
    case center = 1
    /// On the right.
    case right = 2
    /// On both sides.
    case justified = 3
    /// As the language has it.
    case natural = 4
}

/// A view that shows words.
@preconcurrency @MainActor
open class UILabel: UIView {
    /// The words.
    open var text: String?
    /// The words with attributes; setting them sets the words.
    open var attributedText: NSAttributedString? {
        get { text.map { NSAttributedString(string: $0) } }
        set { text = newValue?.string }
    }
    // Apple's property has this type, so that nil resets it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The words' colour.
    open var textColor: UIColor! = .black
    // Apple's property has this type, so that nil resets it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// How the words are drawn.
    open var font: UIFont! = .systemFont(ofSize: 17)
    /// Whether the words grow as the person wants them; kept, and without effect here.
    open var adjustsFontForContentSizeCategory = false
    /// Where the lines begin.
    open var textAlignment = NSTextAlignment.natural
    /// How many lines there may be; 0 for any number.
    open var numberOfLines = 1
    /// Whether it looks as if it could be used.
    open var isEnabled = true
}
