/// A country or region of an address.
public struct Country: Hashable, Sendable {
    /// The ISO 3166-1 code.
    public let code: String
    /// The name.
    public let name: LocalizedText

    /// All countries, ordered by code.
    public static let all = CountryNames.lines.split(separator: "\n")
        .compactMap { line -> Country? in
            let names = line.dropFirst(3).split(separator: "|").map(String.init)
            guard names.count == 3 else { return nil }
            return Country(
                code: String(line.prefix(2)),
                name: LocalizedText(names[0], names[1], names[2])
            )
        }

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    /// The country with a code, ignoring case.
    public init?(code: String) {
        guard let found = Self.byCode[code.uppercased()] else { return nil }
        self = found
    }

    /// The country with this name in any language, or this code.
    public init?(named text: String) {
        let wanted = text.lowercased()
        let named = Self.all.first { country in
            Language.allCases.contains { country.name[$0].lowercased() == wanted }
        }
        guard let found = named ?? Country(code: text) else { return nil }
        self = found
    }

    /// The country whose name has this prefix, in the given language first; of several the one with
    /// the shortest name.
    public init?(namedLike text: String, in language: Language) {
        guard !text.isEmpty else { return nil }
        let wanted = text.lowercased()
        let languages = [language] + Language.allCases.filter { $0 != language }
        let begun = languages.lazy.compactMap { language in
            Self.all.filter { $0.name[language].lowercased().hasPrefix(wanted) }
                .min { $0.name[language].count < $1.name[language].count }
        }
        guard let found = Country(named: text) ?? begun.first else { return nil }
        self = found
    }

    private init(code: String, name: LocalizedText) {
        self.code = code
        self.name = name
    }
}
