/// A drawing of a payment button, for tests and the sandbox.
///
/// The mark is our own: a quince and the word "Pay". It contains no artwork, font or text of
/// Apple's. Do not show it to shoppers who pay with Apple Pay: use Apple's button for them.
///
/// - Units: points, which are CSS pixels.
public struct PaymentButtonDrawing: Hashable, Sendable {
    /// The type, which decides the title.
    public let type: PaymentButtonType
    /// The style.
    public let style: PaymentButtonStyle
    /// The language of its title.
    public let language: Language
    /// The width.
    public let width: Double
    /// The height.
    public let height: Double
    /// The corner radius; at most half the height.
    public let cornerRadius: Double

    /// The sizes that can be drawn.
    public static let sizes = 16.0...4_096.0

    /// Creates a button. Sizes outside ``sizes`` are clamped.
    public init(
        _ type: PaymentButtonType,
        style: PaymentButtonStyle = .automatic,
        in language: Language = .english,
        width: Double = 240,
        height: Double = 44,
        cornerRadius: Double = 6
    ) {
        self.type = type
        self.style = style
        self.language = language
        self.width = Self.sizes.nearest(to: width)
        self.height = Self.sizes.nearest(to: height)
        self.cornerRadius = (0...min(self.width, self.height) / 2).nearest(to: cornerRadius)
    }

    /// The accessibility label.
    public var label: String { type.label[language] }

    /// The button as an SVG document, whose title is the label.
    ///
    /// - Source: W3C, SVG 2 and SVG Accessibility API Mappings.
    public var svg: String {
        let label = XMLText.escaped(label)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="\(label)" \
            xml:lang="\(language.tag)" \(box)><title>\(label)</title>\(picture)</svg>
            """
    }

    /// The button as an HTML `button` element.
    ///
    /// It has a label in its language and can be focused by keyboard. It has no action.
    ///
    /// - Source: W3C, ARIA in HTML; WHATWG, HTML, the `button` element.
    public var html: String {
        let size = "width:\(points(width))px;height:\(points(height))px"
        return """
            <button type="button" class="quince-pay-button" lang="\(language.tag)" \
            aria-label="\(XMLText.escaped(label))" style="\(size);padding:0;border:0;\
            border-radius:\(points(cornerRadius))px;background:none;cursor:pointer">\
            <svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" focusable="false" \
            style="display:block" \(box)>\(picture)</svg></button>
            """
    }

    private var box: String {
        let (width, height) = (points(width), points(height))
        return "width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\""
    }

    private var picture: String {
        let palette = PaymentButtonPalette(style)
        let inset = palette.outline == nil ? 0 : 0.5
        let line = palette.outline.map { " stroke=\"\($0)\" stroke-width=\"1\"" } ?? ""
        let face = """
            <rect x="\(points(inset))" y="\(points(inset))" width="\(points(width - 2 * inset))" \
            height="\(points(height - 2 * inset))" \
            rx="\(points(max(0, cornerRadius - inset)))"\(palette.face)\(line)/>
            """
        return palette.styleSheet + face + "<g\(palette.ink)>" + content + "</g>"
    }

    private var content: String {
        let layout = PaymentButtonLayout(
            title: type.template[language],
            width: width,
            height: height
        )
        return layout.pieces.map(\.svg).joined()
    }
}

extension ClosedRange<Double> {
    /// The value clamped to the range; the lower bound for NaN.
    fileprivate func nearest(to value: Double) -> Double {
        value.isNaN ? lowerBound : Swift.min(upperBound, Swift.max(lowerBound, value))
    }
}
