import Contacts
import PassKit
import Testing

typealias NameFormatter = Contacts.PersonNameComponentsFormatter

@Suite("Names in one line")
struct PersonNameTests {
    private func name(_ given: String?, _ family: String?) -> PersonNameComponents {
        var name = PersonNameComponents()
        name.givenName = given
        name.familyName = family
        return name
    }

    @Test(arguments: [
        (NameFormatter.Style.default, "John Appleseed"),
        (.medium, "John Appleseed"), (.short, "Johnny"), (.abbreviated, "JA"),
        (.long, "Dr. John Chapman Appleseed Esq."),
    ])
    func `the style decides which parts of a name are written`(
        style: NameFormatter.Style,
        line: String
    ) {
        var john = name("John", "Appleseed")
        john.namePrefix = "Dr."
        john.middleName = "Chapman"
        john.nameSuffix = "Esq."
        john.nickname = "Johnny"
        let formatter = NameFormatter()
        formatter.style = style
        #expect(formatter.string(from: john) == line)
        #expect(formatter.string(for: john) == line)
        #expect(
            NameFormatter.localizedString(from: john, style: style) == line
        )
    }

    @Test(arguments: [
        ("伟", "王", "王伟"), ("花子", "山田", "山田花子"), ("민준", "김", "김민준"), ("Wei", "Wang", "Wei Wang"),
        ("Иван", "Иванов", "Иван Иванов"),
    ])
    func `the family name comes first in East Asian scripts`(
        given: String,
        family: String,
        line: String
    ) {
        #expect(NameFormatter().string(from: name(given, family)) == line)
    }

    @Test(
        arguments: [
            (nil, nil, ""), ("John", nil, "John"), (nil, "Appleseed", "Appleseed"),
            ("John", "", "John"), ("", "", ""),
        ] as [(String?, String?, String)]
    )
    func `what is missing leaves no space`(given: String?, family: String?, line: String) {
        #expect(NameFormatter().string(from: name(given, family)) == line)
    }

    @Test func `the phonetic name is written if it is requested and known`() {
        var wang = name("伟", "王")
        wang.phoneticRepresentation = name("Wei", "Wang")
        let phonetic = NameFormatter.localizedString(
            from: wang,
            style: .medium,
            options: .phonetic
        )
        #expect(phonetic == "Wei Wang")
        let formatter = NameFormatter()
        formatter.isPhonetic = true
        #expect(formatter.string(from: name("伟", "王")) == "王伟")
    }

    @Test func `an app makes the formatter by Apple's name`() {
        let formatter = PersonNameComponentsFormatter()
        formatter.style = .long
        #expect(formatter.string(from: name("John", "Appleseed")) == "John Appleseed")
    }

    @Test func `an empty name has no line`() {
        #expect(NameFormatter().string(for: "John") == nil)
    }
}
