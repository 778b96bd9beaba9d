public import Foundation

/// The style of a formatted postal address.
public enum CNPostalAddressFormatterStyle: Int, Hashable, Sendable {
    /// As on an envelope.
    case mailingAddress = 0
}

/// Formats a postal address in its country's layout.
///
/// - Source: our own layouts, for the countries of the examples and one rule for the others; that
///   they agree with Apple's is a guess.
open class CNPostalAddressFormatter: Formatter {
    /// The style.
    open var style = CNPostalAddressFormatterStyle.mailingAddress

    /// Creates a formatter.
    public override init() { super.init() }

    /// Creates a formatter with the default style; nothing is decoded.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// An address's lines.
    open class func string(
        from postalAddress: CNPostalAddress,
        style: CNPostalAddressFormatterStyle
    ) -> String {
        AddressLayout(of: postalAddress).text
    }

    /// An address's lines, each part marked with its key.
    open class func attributedString(
        from postalAddress: CNPostalAddress,
        style: CNPostalAddressFormatterStyle,
        withDefaultAttributes attributes: [AnyHashable: Any] = [:]
    ) -> NSAttributedString {
        let text = NSMutableAttributedString(string: "")
        let marksOfAll = marks(from: attributes)
        for piece in AddressLayout(of: postalAddress).pieces {
            var marks = marksOfAll
            if let key = piece.key {
                marks[NSAttributedString.Key(CNPostalAddressPropertyAttribute)] = key
                marks[NSAttributedString.Key(CNPostalAddressLocalizedPropertyNameAttribute)] =
                    CNPostalAddress.localizedString(forKey: key)
            }
            text.append(NSAttributedString(string: piece.text, attributes: marks))
        }
        return text
    }

    /// An address's lines.
    open func string(from postalAddress: CNPostalAddress) -> String {
        Self.string(from: postalAddress, style: style)
    }

    /// An address's lines, each part marked with its key.
    open func attributedString(
        from postalAddress: CNPostalAddress,
        withDefaultAttributes attributes: [AnyHashable: Any] = [:]
    ) -> NSAttributedString {
        Self.attributedString(
            from: postalAddress,
            style: style,
            withDefaultAttributes: attributes
        )
    }

    /// The attributes by key; Apple's signature has values of any type.
    private static func marks(
        from attributes: [AnyHashable: Any]
    ) -> [NSAttributedString.Key: Any] {
        var marks: [NSAttributedString.Key: Any] = [:]
        for (name, value) in attributes {
            let text = name.base as? String
            guard let key = name.base as? NSAttributedString.Key ?? text.map({ .init($0) })
            else { continue }
            marks[key] = value
        }
        return marks
    }

    /// An address's lines; nil for anything but an address.
    open override func string(for obj: Any?) -> String? {
        (obj as? CNPostalAddress).map(string(from:))
    }
}
