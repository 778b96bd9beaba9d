import SheetView
import Testing

@Suite("The sheet's language")
struct SheetWordingLanguageTests {
    private static let locales: [(identifier: String, language: Language?)] = [
        ("zh-Hans-CN", .chinese), ("zh_CN.GB18030", .chinese), ("zh-Hant-HK", .chinese),
        ("ZH", .chinese), ("cmn-Hans", .chinese),
        ("ru_RU.UTF-8", .russian), ("ru", .russian), ("ru_UA@currency=UAH", .russian),
        ("en", .english), ("en-GB", .english), ("C", .english), ("C.UTF-8", .english),
        ("POSIX", .english), ("", nil), ("de_DE.UTF-8", nil), ("zhu", nil), ("russia", nil),
        ("_ru", nil),
    ]

    @Test(arguments: locales)
    func `is read from a locale`(identifier: String, language: Language?) {
        #expect(Language(localeIdentifier: identifier) == language)
    }

    @Test func `is the first supported one, or English`() {
        #expect(Language(preferred: ["de-AT", "ru-RU", "zh-Hans"]) == .russian)
        #expect(Language(preferred: ["", "de-AT"]) == .english)
        #expect(Language(preferred: []) == .english)
    }

    @Test func `has a name`() {
        #expect(Language.allCases.map(\.name) == ["English", "简体中文", "Русский"])
        #expect(Language.allCases.map(\.tag) == ["en", "zh-Hans", "ru"])
        for language in Language.allCases {
            #expect(Language(localeIdentifier: language.tag) == language)
        }
    }
}
