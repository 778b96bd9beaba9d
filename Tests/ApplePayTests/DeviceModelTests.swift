import PaymentRequest
import PaymentSheet
import TestSupport
import Testing
import World

@Suite("A device model")
struct DeviceModelTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let row, name, model, system, offer: String
        let networks, cards: [String]
        let canMakePayments: Bool
        let stores, restricted: Bool?
        let watch: String?
        var testDescription: String { "mission \(row): \(name)" }
    }

    static let cases = VectorFile<Case>.cases(in: "device-capability.json")

    @Test(arguments: cases)
    func `supports what the lists say`(vector: Case) throws {
        let system: SystemVersion = try #require(SystemVersion(vector.system))
        let setup = DeviceSetup(
            try #require(DeviceModel(rawValue: vector.model)),
            system: system,
            pairedWatch: vector.watch.flatMap { SystemVersion($0) },
            isRestricted: vector.restricted ?? false
        )
        let capability = setup.capability(
            with: vector.cards.map(PaymentCapability.Card.init(words:))
        )
        #expect(capability.canMakePayments == vector.canMakePayments)
        let networks = vector.networks.map(PaymentNetwork.init(rawValue:))
        #expect(capability.offer(for: networks).rawValue == vector.offer)
        if let stores = vector.stores { #expect(setup.supportsStores == stores) }
    }

    @Test func `is on the list of every row (mission 2.1 to 2.8, 2.11, 4.1 to 4.4)`() {
        let rows = Set(Self.cases.flatMap { $0.row.split(separator: " ").map(String.init) })
        let wanted = ["2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.11", "4.1", "4.2", "4.3", "4.4"]
        #expect(rows.isSuperset(of: wanted))
        #expect(Set(Self.cases.map(\.model)) == Set(DeviceModel.allCases.map(\.rawValue)))
    }

    /// The networks of the Programming Guide, with the first iOS version of each.
    @Test(
        arguments: [
            (PaymentNetwork.amex, "8.0"), (.masterCard, "8.0"), (.visa, "8.0"),
            (.discover, "9.0"), (.privateLabel, "9.0"), (.interac, "9.2"),
            (.chinaUnionPay, "9.2"),
        ]
    )
    func `supports a network from its first system version (mission 2.7)`(
        network: PaymentNetwork,
        version: String
    ) throws {
        let first = try #require(SystemVersion(version))
        #expect(network.firstSystem == first)
        let before = first.minor > 0 ? SystemVersion(first.major, first.minor - 1) : nil
        let phone = DeviceSetup(.iPhone6, system: max(first, SystemVersion(8, 1)))
        #expect(phone.availableNetworks.contains(network))
        if let before {
            let older = DeviceSetup(.iPhone6, system: before)
            #expect(!older.availableNetworks.contains(network))
        }
    }

    @Test func `supports the networks of its system and no others`() {
        func count(_ model: DeviceModel, _ system: SystemVersion) -> Int {
            DeviceSetup(model, system: system).availableNetworks.count
        }
        #expect(PaymentNetwork.known.allSatisfy { $0.firstSystem != nil })
        #expect(PaymentNetwork(rawValue: "visa").firstSystem == nil)
        #expect(count(.iPhone6, SystemVersion(8)) == 0)
        #expect(count(.iPhone6, SystemVersion(8, 1)) == 3)
        #expect(count(.iPhone6s, SystemVersion(9, 2)) == 7)
        #expect(count(.simulator, SystemVersion(26, 1)) == 35)
        #expect(count(.appleWatch, SystemVersion(3)) == count(.iPhone7, SystemVersion(10)))
        let networks = DeviceSetup(.simulator, system: SystemVersion(26, 1)).availableNetworks
        #expect(networks == PaymentNetwork.known.filter { networks.contains($0) })
    }

    @Test func `has the launches of the listed regions (mission 2.1)`() throws {
        let (america, china) = (
            try #require(RegionalLaunch.launch(in: "US")),
            try #require(RegionalLaunch.launch(in: "CN"))
        )
        #expect(america.time == UnixTime(iso8601: "2014-10-20"))
        #expect(china.time == UnixTime(iso8601: "2016-02-18T05:00:00+08:00"))
        #expect(china.firstSystem == PaymentNetwork.chinaUnionPay.firstSystem)
        #expect(china.firstWatchSystem == SystemVersion(2, 1))
        #expect(RegionalLaunch.all.map(\.time) == RegionalLaunch.all.map(\.time).sorted())
        #expect(RegionalLaunch.launch(in: "AQ") == nil)
    }

    @Test func `accepts a total of zero since iOS 12 and watchOS 5`() {
        let versions: [(DeviceModel, SystemVersion, Bool)] = [
            (.iPhone7, SystemVersion(11, 4), false), (.iPhone7, SystemVersion(12), true),
            (.appleWatch, SystemVersion(4, 3), false), (.appleWatch, SystemVersion(5), true),
        ]
        for (model, system, admits) in versions {
            #expect(DeviceSetup(model, system: system).admitsZeroTotals == admits)
        }
    }

    @Test(arguments: zip(["9.2", "12.1.1", "8", "", "9.", "9.x", "1.2.3.4", "-9"], 0...7))
    func `reads a version of one to three numbers`(text: String, index: Int) {
        let expected = [SystemVersion(9, 2), SystemVersion(12, 1, 1), SystemVersion(8)]
        #expect(SystemVersion(text) == (index < 3 ? expected[index] : nil))
        if let version = SystemVersion(text) { #expect(SystemVersion("\(version)") == version) }
    }
}
