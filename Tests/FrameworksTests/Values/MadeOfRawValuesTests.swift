import PassKit
import TestSupport
import Testing

@Suite("Raw values that apps have stored")
struct MadeOfRawValuesTests {
    private typealias Named = RawValueTests.Named

    /// Names that a type has beside the one that its value is printed by.
    private static let otherNames = [
        "PKShippingContactEditingMode.enabled": "available", "PKPassType.payment": "secureElement",
        "PKAddSecureElementPassError.unknownError": "genericError",
    ]

    /// The types that take every raw value, by what tells them: a text, or bits.
    private static let takingAnything: Set = [
        "PKMerchantCapability", "PKAddressField", "PKRadioTechnology", "PKContactField",
        "PKPaymentErrorKey", "PKDisbursementErrorKey", "PKEncryptionScheme",
        "PKPassLibraryNotificationName", "PKPassLibraryNotificationKey",
    ]

    private static let named = VectorFile<Named>.cases(in: "passkit-raw-values.json")
        .filter { $0.type != "String" }

    @Test(arguments: named)
    func `is unchanged`(named: RawValueTests.Named) throws {
        let make = try #require(madeOfRawValues[named.type])
        let name = Self.otherNames[named.testDescription] ?? named.name
        #expect(make(named.raw) == (Self.takingAnything.contains(named.type) ? named.raw : name))
    }

    @Test(arguments: Set(named.map(\.type)).sorted())
    func `is nil for a number without a case`(type: String) throws {
        let make = try #require(madeOfRawValues[type])
        #expect(make("9999") == (Self.takingAnything.contains(type) ? "9999" : nil))
    }

    @Test(arguments: declaredErrorCodes.keys.sorted())
    func `has the same codes in an error's name and in its code`(type: String) {
        let listed = Self.named.filter { $0.type == type }
        #expect(declaredErrorCodes[type]?.count == listed.count)
        for named in listed {
            #expect(declaredErrorCodes[type]?[named.name].map(String.init) == named.raw)
        }
    }

    @Test func `is a notification's name with or without a label`() {
        let name = PKPassLibraryNotificationName("PKPassLibraryDidChangeNotification")
        #expect(name == .PKPassLibraryDidChange)
        #expect(name == PKPassLibraryNotificationName(rawValue: name.rawValue))
        #expect(name != .PKPassLibraryRemotePaymentPassesDidChange)
    }

    @Test func `is a merchant category code, or pay-later availability`() {
        typealias Later = PKPaymentRequest.ApplePayLaterAvailability
        #expect(PKPaymentRequest.MerchantCategoryCode(rawValue: 742).rawValue == 742)
        let request = PKPaymentRequest()
        for reason in [Later.Reason.itemIneligible, .recurringTransaction] {
            request.applePayLaterAvailability = .unavailable(reason)
            #expect(request.applePayLaterAvailability == Later.unavailable(reason))
            #expect(request.applePayLaterAvailability != .available)
        }
        #expect(Later.unavailable(.itemIneligible) != .unavailable(.recurringTransaction))
    }
}
