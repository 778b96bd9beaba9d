import Testing

@testable import PassKitCoverage

@Suite("Inherited symbols")
struct InheritanceTests {
    private static let item = [
        OurSymbol("PKItem", "swift.class"),
        OurSymbol("PKItem.label", "swift.property", type: "String"),
        OurSymbol("PKItem.init(label:)", "swift.init", type: "(String) -> Self"),
        OurSymbol("PKMethod", "swift.class"),
    ]
    private static let parents = ["PKItem": ["NSObject"], "PKMethod": ["PKItem"]]

    @Test func `count, through any number of classes`() {
        let further = ["PKStorePickup": ["PKMethod"]]
        let ours = OurModules(Self.item, parents: Self.parents.merging(further) { $1 })
        #expect(ours.found("PKStorePickup.label").count == 1)
        #expect(ours.found("PKStorePickup.init(label:)").count == 1)
        #expect(ours.inherits("PKStorePickup", from: "NSObject"))
        #expect(!ours.inherits("PKItem", from: "PKMethod"))
    }

    @Test func `do not include initializers if the class has a designated one`() {
        let own = OurSymbol("PKMethod.init(detail:)", "swift.init", access: "internal")
        let ours = OurModules(Self.item + [own], parents: Self.parents)
        #expect(ours.found("PKMethod.init(label:)").isEmpty)
        #expect(ours.found("PKMethod.init(detail:)").isEmpty)
        #expect(ours.found("PKMethod.label").count == 1)
    }

    @Test func `include initializers if the class has convenience ones only`() {
        let own = OurSymbol("PKMethod.init(detail:)", "swift.init", isConvenience: true)
        let ours = OurModules(Self.item + [own], parents: Self.parents)
        #expect(ours.found("PKMethod.init(label:)").count == 1)
    }

    @Test func `is a convenience initializer where the class overrides all designated ones`() {
        let plain = OurSymbol("PKItem.init()", "swift.init", isConvenience: true)
        let own = OurSymbol("PKMethod.init(detail:)", "swift.init")
        let override = OurSymbol("PKMethod.init(label:)", "swift.init")
        let all = OurModules(Self.item + [plain, own, override], parents: Self.parents)
        #expect(all.found("PKMethod.init()").count == 1)
        let some = OurModules(Self.item + [plain, own], parents: Self.parents)
        #expect(some.found("PKMethod.init()").isEmpty)
    }

    @Test func `include NSObject's initializer if no class declares one`() {
        let plain = OurModules([OurSymbol("PKContact", "swift.class")], parents: Self.parents)
        #expect(plain.found("PKItem.init()").count == 1)
        #expect(OurModules(Self.item, parents: Self.parents).found("PKMethod.init()").isEmpty)
    }
}
