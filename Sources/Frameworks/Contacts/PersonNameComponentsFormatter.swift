/// Formats a person's name on one line.
///
/// Foundation on Linux declares a class of this name that cannot be created. Checkouts use Apple's
/// for the name of a contact, so in a file that imports `Contacts` or `PassKit`,
/// `PersonNameComponentsFormatter()` creates one of these. As the type in a declaration the name
/// is ambiguous: write `Contacts.PersonNameComponentsFormatter` there.
///
/// - Source: Apple, Foundation, `PersonNameComponentsFormatter`. Apple's rule is that a name in
///   Chinese, Japanese or Korean script begins with the family name and has no space. That every
///   other name begins with the given name, in any locale, is a guess.
open class PersonNameComponentsFormatter: Formatter {
    /// The parts of a name that are written.
    public enum Style: Int, Sendable {
        /// The same as medium.
        case `default` = 0
        /// The nickname, or the given name if there is none.
        case short = 1
        /// Given name and family name.
        case medium = 2
        /// Everything but the nickname.
        case long = 3
        /// The initials of given name and family name.
        case abbreviated = 4
    }

    /// The options of a formatter.
    public struct Options: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: UInt

        /// Options from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Writes the phonetic name.
        public static let phonetic = Options(rawValue: 2)
    }

    /// The style.
    open var style = Style.default
    /// Whether the phonetic name is written.
    open var isPhonetic = false

    /// Creates a formatter.
    public override init() { super.init() }

    /// Creates a formatter with the default style; nothing is decoded.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// A name on one line.
    open func string(from components: PersonNameComponents) -> String {
        let name = isPhonetic ? components.phoneticRepresentation ?? components : components
        switch style {
        case .short: return name.nickname.ifWritten ?? name.givenName ?? name.familyName ?? ""
        case .default, .medium: return line([name.givenName], name.familyName, [])
        case .long:
            let given = [name.namePrefix, name.givenName, name.middleName]
            return line(given, name.familyName, [name.nameSuffix])
        case .abbreviated:
            let initials = [name.givenName, name.familyName].map { $0?.first.map(String.init) }
            return line([initials[0]], initials[1], [], space: "")
        }
    }

    /// A name on one line.
    open override func string(for obj: Any?) -> String? {
        (obj as? PersonNameComponents).map(string(from:))
    }

    /// A name on one line.
    open class func localizedString(
        from components: PersonNameComponents,
        style nameFormatStyle: Style,
        options nameOptions: Options = []
    ) -> String {
        let formatter = PersonNameComponentsFormatter()
        formatter.style = nameFormatStyle
        formatter.isPhonetic = nameOptions.contains(.phonetic)
        return formatter.string(from: components)
    }

    private func line(
        _ given: [String?],
        _ family: String?,
        _ last: [String?],
        space: String = " "
    ) -> String {
        let isEastAsian = [family, given.compactMap(\.self).joined()].contains {
            $0?.unicodeScalars.contains(where: \.isOfEastAsianName) == true
        }
        let parts = isEastAsian ? [family] + given + last : given + [family] + last
        return parts.compactMap(\.ifWritten).joined(separator: isEastAsian ? "" : space)
    }
}

extension String? {
    /// The text, or nil if it is empty.
    fileprivate var ifWritten: String? { self?.isEmpty == true ? nil : self }
}

extension Unicode.Scalar {
    /// Whether the character is Chinese, or of a Japanese or Korean script.
    fileprivate var isOfEastAsianName: Bool {
        switch value {
        case 0x1100...0x11FF, 0x3005...0x3007, 0x3040...0x30FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
