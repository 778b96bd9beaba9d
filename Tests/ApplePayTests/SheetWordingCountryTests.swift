import Foundation
import PaymentRequest
import SheetView
import Testing

@Suite("Countries on the sheet")
struct SheetWordingCountryTests {
    @Test func `are those that a payment request may use`() {
        var request = PaymentRequest()
        let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(Unicode.Scalar($0)) }
        let codes = letters.flatMap { first in letters.map { first + $0 } }
        let known = codes.filter { code in
            request.countryCode = code
            do throws(InvalidPaymentRequest) {
                _ = try request.validated()
                return true
            } catch {
                return !([error.firstViolation] + error.otherViolations)
                    .contains(.countryCodeUnknown(code))
            }
        }
        #expect(Country.all.map(\.code) == known)
    }

    @Test func `have a distinct name in every language, in its script`() {
        for language in Language.allCases {
            let names = Country.all.map { $0.name[language] }
            #expect(Set(names).count == names.count)
            #expect(names.allSatisfy { !$0.isEmpty && $0.count <= 40 })
        }
        for country in Country.all {
            let hasHan = country.name[.chinese].unicodeScalars
                .contains { $0.properties.isIdeographic }
            let hasCyrillic = country.name[.russian].unicodeScalars
                .contains { (0x400...0x45f).contains($0.value) }
            #expect(hasHan && hasCyrillic, "\(country.code)")
        }
    }

    /// Compared with CLDR in Foundation; a few names are shorter here.
    @Test func `have the names of CLDR`() {
        var differing: [String] = []
        for country in Country.all {
            for (language, locale) in [
                (Language.english, "en"), (.chinese, "zh_Hans"), (.russian, "ru"),
            ] {
                let name = Locale(identifier: locale).localizedString(forRegionCode: country.code)
                if name != country.name[language] { differing.append(country.code) }
            }
        }
        #expect(Set(differing).isSubset(of: ["CD", "CG", "CN", "US"]))
    }

    private static let meant: [(text: String, code: String?)] = [
        ("Germany", "DE"), ("germ", "DE"), ("de", "DE"), ("ge", "GE"), ("德", "DE"), ("герм", "DE"),
        ("США", "US"), ("united s", "US"), ("中国", "CN"), ("Atlantis", nil), ("", nil), (" ", nil),
    ]

    @Test(arguments: meant)
    func `are found by a prefix, a code, or a name in any language`(text: String, code: String?) {
        for language in Language.allCases {
            #expect(Country(namedLike: text, in: language)?.code == code)
        }
    }

    @Test func `are searched in the sheet's language first`() {
        #expect(Country(namedLike: "中", in: .chinese)?.code == "CN")
        #expect(Country(namedLike: "united", in: .english)?.code == "US")
        #expect(Country(code: "cn")?.name[.chinese] == "中国")
        #expect(Country(named: "Китай")?.code == "CN" && Country(named: "Кита") == nil)
    }
}
