/// Writes a person's name in one line.
///
/// Linux's Foundation declares a class of this name that cannot be made. Checkouts use Apple's for
/// the name on a contact, so where a file imports `Contacts` or `PassKit`,
/// `PersonNameComponentsFormatter()` makes one of these. As the type of a declaration the name is
/// ambiguous: there it has to be `Contacts.PersonNameComponentsFormatter`.
///
/// - Source: Apple, Foundation, `PersonNameComponentsFormatter`. That family names come first, and
///   without a space, where the name is written in Chinese, Japanese or Korean script is Apple's
///   rule; that all other names begin with the given name is a guess, whichever the locale is.
open class PersonNameComponentsFormatter: Formatter {
    /// How much of a name is written.
    public enum Style: Int, Sendable {
        /// As medium.
        case `default` = 0
        /// What the person is called: the nickname, or else the given name.
        case short = 1
        /// Given name and family name.
        case medium = 2
        /// Everything but the nickname.
        case long = 3
        /// The first letters of given name and family name.
        case abbreviated = 4
    }

    /// What else is wanted.
    public struct Options: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: UInt

        /// Options from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// How the name is pronounced, instead of how it is written.
        public static let phonetic = Options(rawValue: 2)
    }

    /// How much of a name is written.
    open var style = Style.default
    /// Whether it is written as it is pronounced.
    open var isPhonetic = false

    /// A formatter.
    public override init() { super.init() }

    /// A formatter as an archive has it; here, a fresh one.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// A name in one line.
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

    /// A name in one line.
    open override func string(for obj: Any?) -> String? {
        (obj as? PersonNameComponents).map(string(from:))
    }

    /// A name in one line.
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
    /// The text, unless it is empty.
    fileprivate var ifWritten: String? { self?.isEmpty == true ? nil : self }
}

extension Unicode.Scalar {
    /// Whether it is a Chinese character, or of a Japanese or Korean script.
    fileprivate var isOfEastAsianName: Bool {
        switch value {
        case 0x1100...0x11FF, 0x3005...0x3007, 0x3040...0x30FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
