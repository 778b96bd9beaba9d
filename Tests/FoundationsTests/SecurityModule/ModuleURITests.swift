import SecurityModule
import Testing

@Suite("A PKCS #11 URI")
struct ModuleURITests {
    @Test func `says where a key is`() throws {
        let uri = try ModuleURI(
            "pkcs11:token=My%20Shop;serial=12ab;manufacturer=M%C3%BCller;model=v2;slot-id=7;"
                + "object=apple-pay;id=%01%ff;type=private"
                + "?module-path=/usr/lib/x.so&pin-source=file:/run/pin"
        )
        #expect(uri.token == "My Shop" && uri.serial == "12ab" && uri.model == "v2")
        #expect(uri.manufacturer == "Müller" && uri.slotID == 7)
        #expect(uri.object == "apple-pay" && uri.id == [1, 255])
        #expect(uri.modulePath == "/usr/lib/x.so" && uri.pinSource == "/run/pin")
    }

    @Test(arguments: ["/run/pin", "file:/run/pin", "file:///run/pin", "%2frun/pin"])
    func `names the file of the PIN in several ways`(source: String) throws {
        let uri = try ModuleURI("pkcs11:object=k?module-path=/m.so&pin-source=\(source)")
        #expect(uri.pinSource == "/run/pin")
    }

    static let refused: [(String, ModuleURIFailure)] = [
        ("", .notAModuleURI), ("key.pem", .notAModuleURI), ("PKCS11:object=k", .notAModuleURI),
        ("pkcs11:object", .notAModuleURI), ("pkcs11:", .noModulePath),
        ("pkcs11:object=k", .noModulePath), ("pkcs11:object=k?module-path=m.so", .noModulePath),
        ("pkcs11:token=t?module-path=/m.so", .noKey),
        ("pkcs11:object=k;object=l?module-path=/m.so", .repeated),
        ("pkcs11:object=k;colour=red?module-path=/m.so", .unknownAttribute),
        ("pkcs11:object=k?module-path=/m.so&module-name=m", .unknownAttribute),
        ("pkcs11:object=k;module-path=/m.so", .unknownAttribute),
        ("pkcs11:object=k?module-path=/m.so&token=t", .unknownAttribute),
        ("pkcs11:object=k;type=cert?module-path=/m.so", .notAPrivateKey),
        ("pkcs11:object=k?module-path=/m.so&pin-value=1234", .pinInside),
        ("pkcs11:object=k?module-path=/m.so&pin-source=pin", .relativePINSource),
        ("pkcs11:object=k?module-path=/m.so&pin-source=file:pin", .relativePINSource),
        ("pkcs11:object=%4?module-path=/m.so", .notText),
        ("pkcs11:object=%zz?module-path=/m.so", .notText),
        ("pkcs11:object=%ff?module-path=/m.so", .notText),
        ("pkcs11:object=k;slot-id=one?module-path=/m.so", .notText),
    ]

    @Test(arguments: refused)
    func `is refused where it cannot be honored`(text: String, failure: ModuleURIFailure) {
        #expect(throws: failure) { try ModuleURI(text) }
        #expect(!failure.description.isEmpty)
    }
}
