/// The delegate of a text field. All methods are optional.
@preconcurrency @MainActor
public protocol UITextFieldDelegate: NSObjectProtocol {
    /// Whether the field may be edited.
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    /// Told that editing began.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// Told that editing ended.
    func textFieldDidEndEditing(_ textField: UITextField)
    /// Whether a part of the text may be replaced.
    func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool
    /// Whether the return key does its default action.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
    /// Yes.
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    /// Does nothing.
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    /// Does nothing.
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    /// Yes.
    public func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool { true }
    /// Yes.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

/// A field for one line of text.
@preconcurrency @MainActor
open class UITextField: UIControl {
    /// The border of a field.
    public enum BorderStyle: Int, Sendable {
        /// None.
        case none = 0
        /// A line.
        case line = 1
        /// A line with a shadow.
        case bezel = 2
        /// A line with round corners.
        case roundedRect = 3
    }

    /// The text.
    open var text: String? = ""
    /// The placeholder.
    open var placeholder: String?
    /// The text's colour.
    open var textColor: UIColor?
    /// The font.
    open var font: UIFont?
    /// The alignment.
    open var textAlignment = NSTextAlignment.natural
    /// The border.
    open var borderStyle = BorderStyle.none
    /// The keyboard; it is stored and has no effect.
    open var keyboardType = UIKeyboardType.default
    /// The type of the return key; it is stored and has no effect.
    open var returnKeyType = UIReturnKeyType.default
    /// Whether the text is hidden; it is stored and has no effect.
    open var isSecureTextEntry = false
    /// The delegate.
    open weak var delegate: (any UITextFieldDelegate)?

    /// Whether it is being edited.
    open var isEditing: Bool { isFirstResponder }

    /// Begins editing, unless the delegate refuses.
    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        guard !isFirstResponder else { return true }
        guard delegate?.textFieldShouldBeginEditing(self) ?? true else { return false }
        guard super.becomeFirstResponder() else { return false }
        delegate?.textFieldDidBeginEditing(self)
        sendActions(for: .editingDidBegin)
        return true
    }

    /// Ends editing.
    @discardableResult
    open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        _ = super.resignFirstResponder()
        delegate?.textFieldDidEndEditing(self)
        sendActions(for: .editingDidEnd)
        return true
    }

    /// Types at the end of the text, as a user does, and then presses return if that is requested.
    ///
    /// The delegate is asked first, as for a user's input.
    ///
    /// - Source: ours, not Apple's.
    /// - Returns: Whether the field accepted the text.
    @discardableResult
    public func type(_ typed: String, thenReturn: Bool = false) -> Bool {
        guard isEnabled, !isHidden, isUserInteractionEnabled, becomeFirstResponder() else {
            return false
        }
        let end = NSRange(location: (text ?? "").utf16.count, length: 0)
        let isTaken =
            delegate?
            .textField(self, shouldChangeCharactersIn: end, replacementString: typed) ?? true
        if isTaken {
            text = (text ?? "") + typed
            sendActions(for: .editingChanged)
        }
        if thenReturn, delegate?.textFieldShouldReturn(self) ?? true {
            sendActions(for: .editingDidEndOnExit)
        }
        return isTaken
    }
}

/// The keyboard of a field.
public enum UIKeyboardType: Int, Sendable {
    /// The language's default.
    case `default` = 0
    /// Latin letters.
    case asciiCapable = 1
    /// Numbers and punctuation.
    case numbersAndPunctuation = 2
    /// For URLs.
    case URL = 3
    /// Digits.
    case numberPad = 4
    /// Digits as on a telephone.
    case phonePad = 5
    /// Letters and telephone numbers.
    case namePhonePad = 6
    /// For e-mail addresses.
    case emailAddress = 7
    /// Digits and a decimal separator.
    case decimalPad = 8
}

/// The type of a return key.
public enum UIReturnKeyType: Int, Sendable {
    /// The default.
    case `default` = 0
    /// "Go".
    case go = 1
    /// "Next".
    case next = 4
    /// "Search".
    case search = 6
    /// "Send".
    case send = 7
    /// "Done".
    case done = 9
}
