public import Foundation

/// How a postal address is laid out.
public enum CNPostalAddressFormatterStyle: Int, Hashable, Sendable {
    /// As on an envelope.
    case mailingAddress = 0
}

/// Lays out a postal address as its country does.
///
/// - Source: the layouts are our own, for the countries of the examples and a rule for the rest;
///   that they agree with Apple's is a guess.
open class CNPostalAddressFormatter: Formatter {
    /// How an address is laid out.
    open var style = CNPostalAddressFormatterStyle.mailingAddress

    /// A formatter for envelopes.
    public override init() { super.init() }

    /// A formatter, from an archive, for envelopes.
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

    /// Attributes by their keys, which Apple's signature takes as anything.
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
