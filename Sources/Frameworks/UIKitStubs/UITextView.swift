/// A view in which text of several lines is shown and edited.
@preconcurrency @MainActor
open class UITextView: UIScrollView {
    // Apple's properties have these types, so that nil resets them.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The text.
    open var text: String! = ""
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The text with attributes.
    open var attributedText: NSAttributedString! {
        get { NSAttributedString(string: text ?? "") }
        set { text = newValue?.string ?? "" }
    }
    /// The text's colour.
    open var textColor: UIColor?
    /// The font.
    open var font: UIFont?
    /// The alignment.
    open var textAlignment = NSTextAlignment.natural
    /// Whether the user can edit it.
    open var isEditable = true
    /// Whether the user can select text.
    open var isSelectable = true
    /// The keyboard.
    open var keyboardType = UIKeyboardType.default
}
