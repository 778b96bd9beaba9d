import PassKit
import TestSupport
import Testing

@Suite("Names of PassKit that apps have stored")
struct RawValueTests {
    struct Named: Decodable, Sendable, CustomTestStringConvertible {
        let type, name, raw, since: String
        let guess: Bool
        var testDescription: String { "\(type).\(name)" }
    }

    struct Network: Decodable, Sendable, CustomTestStringConvertible {
        let name, raw, since: String
        let guess: Bool
        var testDescription: String { name }
    }

    @Test(arguments: VectorFile<Named>.cases(in: "passkit-raw-values.json"))
    func `has Apple's values (mission 5.2, 5.3, 7.6)`(named: Named) {
        #expect(declaredRawValues[named.type]?[named.name] == named.raw)
    }

    @Test func `is in the table, every name of it`() {
        let cases = VectorFile<Named>.cases(in: "passkit-raw-values.json")
        #expect(cases.count == declaredRawValues.values.reduce(0) { $0 + $1.count })
        #expect(cases.count == Set(cases.map(\.testDescription)).count)
    }

    @Test(arguments: VectorFile<Network>.cases(in: "passkit-networks.json"))
    func `names networks as Apple does (mission 2.7)`(network: Network) {
        #expect(declaredNetworks[network.name]?.rawValue == network.raw)
        #expect(declaredNetworks[network.name] == PKPaymentNetwork(network.raw))
    }

    @Test func `counts 46 networks, each with a text of its own`() {
        #expect(declaredNetworks.count == 46)
        #expect(Set(declaredNetworks.values).count == 46)
        #expect(VectorFile<Network>.cases(in: "passkit-networks.json").count == 46)
    }

    @Test func `compares networks letter by letter`() {
        #expect(PKPaymentNetwork(rawValue: "cartesBancaires") != .cartesBancaires)
        #expect(PKPaymentNetwork("Visa") == .visa)
    }

    @Test func `makes no enum of a number that is none`() {
        #expect(PKShippingContactEditingMode(rawValue: 0) == nil)
        #expect(PKPaymentAuthorizationStatus(rawValue: 8) == nil)
        #expect(PKPaymentButtonType(rawValue: 16) == .continue)
    }

    @Test func `keeps the older spellings of capabilities (mission 7.7)`() {
        let old: PKMerchantCapability = [.capability3DS, .capabilityEMV]
        #expect(old == [.threeDSecure, .emv])
        #expect(PKMerchantCapability.capability3DS.union(.capabilityDebit).rawValue == 9)
    }
}
