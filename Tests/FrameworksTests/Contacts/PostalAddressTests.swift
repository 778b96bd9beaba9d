import Contacts
import Testing

@Suite("A postal address of Contacts")
struct PostalAddressTests {
    private static func address() -> CNMutablePostalAddress {
        let address = CNMutablePostalAddress()
        address.street = "1 Example Street\nFlat 2"
        address.subLocality = "Old Town"
        address.city = "Springfield"
        address.subAdministrativeArea = "Sangamon"
        address.state = "IL"
        address.postalCode = "62701"
        address.country = "United States"
        address.isoCountryCode = "US"
        return address
    }

    private static func texts(of address: CNPostalAddress) -> [String] {
        [
            address.street, address.subLocality, address.city, address.subAdministrativeArea,
            address.state, address.postalCode, address.country, address.isoCountryCode,
        ]
    }

    @Test func `is empty at first`() {
        #expect(Self.texts(of: CNPostalAddress()) == Array(repeating: "", count: 8))
        #expect(CNPostalAddress() == CNMutablePostalAddress())
    }

    @Test func `has keys that are its parts' names`() {
        let keys = [
            CNPostalAddressStreetKey, CNPostalAddressSubLocalityKey, CNPostalAddressCityKey,
            CNPostalAddressSubAdministrativeAreaKey, CNPostalAddressStateKey,
            CNPostalAddressPostalCodeKey, CNPostalAddressCountryKey,
            CNPostalAddressISOCountryCodeKey,
        ]
        #expect(
            keys == [
                "street", "subLocality", "city", "subAdministrativeArea", "state", "postalCode",
                "country", "ISOCountryCode",
            ]
        )
        for key in keys { #expect(CNPostalAddress.localizedString(forKey: key) != key) }
        #expect(CNPostalAddress.localizedString(forKey: "planet") == "planet")
    }

    @Test func `is equal by its parts, changeable or not`() throws {
        let address = Self.address()
        let fixed = try #require(address.copy() as? CNPostalAddress)
        #expect(!(fixed is CNMutablePostalAddress))
        #expect(fixed == address && address == fixed)
        #expect(fixed.hash == address.hash)
        address.city = "Shelbyville"
        #expect(fixed.city == "Springfield")
        #expect(fixed != address)
    }

    @Test func `can be changed in a copy`() throws {
        let fixed = try #require(Self.address().copy() as? CNPostalAddress)
        let changed = try #require(fixed.mutableCopy() as? CNMutablePostalAddress)
        changed.postalCode = "62702"
        #expect(fixed.postalCode == "62701" && changed.postalCode == "62702")
    }

    @Test func `is restored completely from an archive`() throws {
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: Self.address(),
            requiringSecureCoding: true
        )
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClass: CNMutablePostalAddress.self,
                from: archive
            )
        )
        #expect(Self.texts(of: read) == Self.texts(of: Self.address()))
    }

    @Test func `is laid out as in its country`() {
        let us = Self.address()
        us.subLocality = ""
        us.subAdministrativeArea = ""
        #expect(
            CNPostalAddressFormatter.string(from: us, style: .mailingAddress)
                == "1 Example Street\nFlat 2\nSpringfield IL 62701\nUnited States"
        )
        let fr = CNMutablePostalAddress()
        fr.street = "8 rue Exemple"
        fr.postalCode = "75008"
        fr.city = "Paris"
        fr.country = "France"
        fr.isoCountryCode = "fr"
        #expect(CNPostalAddressFormatter().string(from: fr) == "8 rue Exemple\n75008 Paris\nFrance")
        let cn = CNMutablePostalAddress()
        cn.state = "北京市"
        cn.subLocality = "朝阳区"
        cn.street = "示例路1号"
        cn.country = "中国"
        cn.isoCountryCode = "CN"
        #expect(CNPostalAddressFormatter().string(for: cn) == "中国\n北京市朝阳区\n示例路1号")
        #expect(CNPostalAddressFormatter().string(for: "nowhere") == nil)
    }

    @Test func `has its parts marked in an attributed text`() {
        let city = CNMutablePostalAddress()
        city.city = "Paris"
        city.country = "France"
        let text = CNPostalAddressFormatter().attributedString(from: city)
        let expected = NSMutableAttributedString(string: "")
        for (part, key) in [("Paris", "city"), ("\n", nil), ("France", "country")] {
            var marks: [NSAttributedString.Key: Any] = [:]
            marks[NSAttributedString.Key(CNPostalAddressPropertyAttribute)] = key
            marks[NSAttributedString.Key(CNPostalAddressLocalizedPropertyNameAttribute)] =
                key.map { CNPostalAddress.localizedString(forKey: $0) }
            expected.append(NSAttributedString(string: part, attributes: marks))
        }
        #expect(text.isEqual(to: expected))
        #expect(!text.isEqual(to: NSAttributedString(string: "Paris\nFrance")))
    }

    @Test func `takes an app's own marks, by any kind of key`() {
        let city = CNMutablePostalAddress()
        city.city = "Paris"
        let size = NSAttributedString.Key("size")
        let marks: [AnyHashable: Any] = [size: 12, "colour": "red", 7: "nothing"]
        let text = CNPostalAddressFormatter.attributedString(
            from: city,
            style: .mailingAddress,
            withDefaultAttributes: marks
        )
        let found = unsafe text.attributes(at: 0, effectiveRange: nil)
        #expect(found[size] as? Int == 12)
        #expect(found[NSAttributedString.Key("colour")] as? String == "red")
        #expect(found.count == 4)
    }
}
