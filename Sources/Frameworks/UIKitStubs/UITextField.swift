/// What a text field asks and tells its delegate; each method may be left out.
@preconcurrency @MainActor
public protocol UITextFieldDelegate: NSObjectProtocol {
    /// Whether the field may be edited.
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    /// Told that the field is edited now.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// Told that the field is edited no more.
    func textFieldDidEndEditing(_ textField: UITextField)
    /// Whether a part of the text may be replaced.
    func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool
    /// Whether the return key does what it does by default.
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

/// A line of text that a person edits.
@preconcurrency @MainActor
open class UITextField: UIControl {
    /// The frame around a field.
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
    /// What is shown while there is no text.
    open var placeholder: String?
    /// The text's colour.
    open var textColor: UIColor?
    /// How the text is drawn.
    open var font: UIFont?
    /// Where the text begins.
    open var textAlignment = NSTextAlignment.natural
    /// The frame around it.
    open var borderStyle = BorderStyle.none
    /// Which keyboard it brings up; kept, and without effect here.
    open var keyboardType = UIKeyboardType.default
    /// What its return key says; kept, and without effect here.
    open var returnKeyType = UIReturnKeyType.default
    /// Whether the text is hidden from onlookers; kept, and without effect here.
    open var isSecureTextEntry = false
    /// What it asks and tells.
    open weak var delegate: (any UITextFieldDelegate)?

    /// Whether it is being edited.
    open var isEditing: Bool { isFirstResponder }

    /// Begins editing, unless the delegate refuses.
    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        guard !isFirstResponder else { return true }
        guard delegate?.textFieldShouldBeginEditing(self) ?? true else { return false }
        _ = super.becomeFirstResponder()
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

    /// Types at the end of the text as a person does, then presses return where that is asked for.
    ///
    /// The delegate is asked first, as a person's typing asks it.
    ///
    /// - Source: ours, not Apple's.
    /// - Returns: Whether the field took the text.
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

/// Which keyboard a field brings up.
public enum UIKeyboardType: Int, Sendable {
    /// The language's own.
    case `default` = 0
    /// Latin letters.
    case asciiCapable = 1
    /// Numbers and punctuation.
    case numbersAndPunctuation = 2
    /// For addresses of the web.
    case URL = 3
    /// Digits.
    case numberPad = 4
    /// Digits as on a telephone.
    case phonePad = 5
    /// For electronic mail.
    case emailAddress = 7
    /// Digits and a decimal separator.
    case decimalPad = 8
}

/// What a return key says.
public enum UIReturnKeyType: Int, Sendable {
    /// The language's word.
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
