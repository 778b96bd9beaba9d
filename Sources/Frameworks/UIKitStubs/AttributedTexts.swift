extension NSAttributedString.Key {
    /// The font.
    public static let font = Self("NSFont")
    /// The colour of the text.
    public static let foregroundColor = Self("NSColor")
    /// The colour behind the text.
    public static let backgroundColor = Self("NSBackgroundColor")
    /// The line under the text.
    public static let underlineStyle = Self("NSUnderline")
    /// The space between letters.
    public static let kern = Self("NSKern")
    /// A link.
    public static let link = Self("NSLink")
}
