// Texts from a merchant or a shopper.
extension String {
    /// The text on one line without control characters: some of it comes from a merchant.
    package var harmless: String {
        var shown = ""
        for scalar in unicodeScalars {
            if scalar.properties.isWhitespace, scalar != "\u{a0}" {
                shown.unicodeScalars.append(" ")
            } else if scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
                || scalar.properties.isBidiControl
            {
                shown.unicodeScalars.append("\u{fffd}")
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// The part of the text that may be in a field: on one line, without control characters, and
    /// without characters that change the direction of the text.
    package var writable: String {
        var text = ""
        text.unicodeScalars.append(
            contentsOf: harmless.unicodeScalars.filter { $0 != "\u{fffd}" }
        )
        return text
    }
}
