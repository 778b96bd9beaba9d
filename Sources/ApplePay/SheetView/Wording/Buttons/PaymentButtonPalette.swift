/// The colours of a button, as SVG attributes.
struct PaymentButtonPalette: Hashable, Sendable {
    let face: String
    let ink: String
    let outline: String?
    /// CSS rules for the automatic style, the same for every such button of a page.
    let styleSheet: String

    init(_ style: PaymentButtonStyle) {
        let isAutomatic = style == .automatic
        let isBlack = style == .black
        face = isAutomatic ? " class=\"quince-pay-face\"" : Self.fill(black: isBlack)
        ink = isAutomatic ? " class=\"quince-pay-ink\"" : Self.fill(black: !isBlack)
        outline = style == .whiteOutline ? "#000" : nil
        styleSheet = isAutomatic ? Self.followingThePage : ""
    }

    private static func fill(black: Bool) -> String { " fill=\"\(black ? "#000" : "#fff")\"" }

    private static let followingThePage = """
        <style>.quince-pay-face{fill:#000}.quince-pay-ink{fill:#fff}\
        @media (prefers-color-scheme:dark){.quince-pay-face{fill:#fff}\
        .quince-pay-ink{fill:#000}}</style>
        """
}
