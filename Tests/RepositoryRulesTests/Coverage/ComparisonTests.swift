import Testing

@testable import PassKitCoverage

@Suite("The comparison with Apple's symbols")
struct ComparisonTests {
    private func compare(
        _ apples: [AppleSymbol],
        excusing excuses: [Excuse] = [],
        with ours: OurModules
    ) -> Comparison {
        let section = AppleSection(title: "Requests", about: "Some.", symbols: apples)
        let uses = TestUses(["A.swift": ours.symbols.map(\.identifier)])
        return Comparison(AppleList(sections: [section], excuses: excuses), ours, uses)
    }

    private static let request: AppleSymbol = {
        var request = AppleSymbol("PKRequest", .class)
        request.withoutPlainInit = .unavailable
        return request
    }()
    private static let total: AppleSymbol = {
        var total = AppleSymbol("PKRequest.total", .property)
        total.type = "Int"
        return total
    }()
    private static let ours = [
        OurSymbol("PKRequest", "swift.class"),
        OurSymbol("PKRequest.total", "swift.property", type: "Int"),
    ]

    @Test func `finds no problem if all symbols exist`() {
        let comparison = compare([Self.request, Self.total], with: OurModules(Self.ours))
        #expect(comparison.problems == [])
        #expect(comparison.sections[0].lines.map(\.verdict) == [.present, .present])
        #expect(comparison.additions.isEmpty)
    }

    @Test func `finds a missing symbol`() {
        let comparison = compare([Self.request, Self.total], with: OurModules([Self.ours[0]]))
        #expect(comparison.problems == [.missing(Self.total)])
        #expect("\(comparison.problems[0])".hasPrefix("PKRequest.total, `Int`, is missing"))
    }

    @Test(arguments: ["PKRequest", "PKRequest.total", "Requests"])
    func `accepts an excuse for a symbol, its type or its section`(name: String) {
        let excuse = Excuse(covers: [name], reason: "Nobody asks for it")
        let comparison = compare([Self.total], excusing: [excuse], with: OurModules([]))
        #expect(comparison.problems == [])
        #expect(comparison.sections[0].lines[0].verdict == .excused("Nobody asks for it"))
    }

    @Test func `accepts no excuse for a name that only has the same prefix`() {
        let excuse = Excuse(covers: ["PKReq"], reason: "")
        let comparison = compare([Self.total], excusing: [excuse], with: OurModules([]))
        #expect(comparison.problems == [.missing(Self.total), .idleExcuse("PKReq")])
    }

    @Test func `finds a stale excuse`() {
        let excuse = Excuse(covers: ["PKRequest.total"], reason: "")
        let comparison = compare([Self.total], excusing: [excuse], with: OurModules(Self.ours))
        #expect(comparison.problems == [.staleExcuse(Self.total)])
    }

    @Test func `lists symbols that Apple does not have`() {
        let more = [
            OurSymbol("PKRequest.receipt", "swift.property", type: "String", summary: "Ours."),
            OurSymbol("PKRequest.secret", "swift.property", type: "Int", access: "internal"),
            OurSymbol("PKRequest.hash", "swift.property", type: "Int"),
            OurSymbol(
                "PKRequest.same",
                "swift.property",
                identifier: "same::SYNTHESIZED::PKRequest"
            ),
            OurSymbol("PKRequest.total", "swift.property", type: "Double"),
        ]
        let comparison = compare(
            [Self.request, Self.total],
            with: OurModules(Self.ours + more)
        )
        #expect(comparison.problems == [])
        #expect(comparison.additions.map(\.path) == ["PKRequest.receipt", "PKRequest.total"])
    }

    @Test(arguments: [
        ("String", "String", true), ("String", "String { get set }", true),
        ("String { get }", "String", true), ("String", "String { get }", false),
        ("String", "String?", false), ("[any Error]!", "[any Error]?", false),
        ("[AnyHashable: Any]", "[AnyHashable : Any]", true),
        ("((Bool) -> Void) -> Void", "(@escaping @MainActor @Sendable (Bool) -> Void) -> ()", true),
        ("() async -> Bool", "() -> Bool", false), ("() -> Self?", "() -> Self", false),
    ])
    func `compares types as apps use them`(apples: String, ours: String, fits: Bool) {
        #expect(DeclaredType(ours).serves(DeclaredType(apples)) == fits)
    }

    @Test func `finds symbols of another kind, type or parent, and closed classes`() {
        var child = Self.request
        child.inherits = ["PKThing"]
        let closed = OurSymbol("PKRequest", "swift.class", access: "public")
        let wrong: [(AppleSymbol, OurSymbol, Difference)] = [
            (Self.request, OurSymbol("PKRequest", "swift.struct"), .kind(ours: "swift.struct")),
            (Self.request, closed, .closed),
            (child, Self.ours[0], .doesNotInherit(from: "PKThing")),
            (
                Self.total, OurSymbol("PKRequest.total", "swift.property", type: "Int { get }"),
                .type(ours: ["Int { get }"])
            ),
        ]
        for (apples, ours, difference) in wrong {
            let comparison = compare([apples], with: OurModules([ours]))
            #expect(comparison.problems == [.different(apples, difference)])
        }
    }

    @Test func `requires NSObject's initializer in each class, or a reason`() {
        let plain = AppleSymbol("PKRequest", .class)
        let initializer = AppleSymbol("PKRequest.init()", .`init`)
        let ours = OurModules(Self.ours, parents: ["PKRequest": ["NSObject"]])
        #expect(compare([plain], with: ours).problems == [.plainInitNotStated(plain)])
        #expect(compare([plain, initializer], with: ours).problems == [.unused(initializer)])
        let excuse = Excuse(covers: ["PKRequest"], reason: "Nobody asks for it")
        let without = OurModules([])
        #expect(compare([plain], excusing: [excuse], with: without).problems == [])
        var unknown = plain
        unknown.withoutPlainInit = .unknown
        #expect(compare([unknown], with: ours).problems == [])
    }

    @Test func `requires an initializer that a metatype can call if apps call it so`() {
        var initializer = AppleSymbol("PKRequest.init(total:)", .`init`)
        initializer.isCalledThroughMetatype = true
        let path = initializer.path
        let plain = OurModules([OurSymbol(path, "swift.init")])
        #expect(
            compare([initializer], with: plain).problems
                == [.different(initializer, .notForMetatypes)]
        )
        let required = OurModules([OurSymbol(path, "swift.init", isRequired: true)])
        #expect(compare([initializer], with: required).problems == [])
    }

    @Test func `requires a default implementation of an optional requirement`() {
        var method = AppleSymbol("PKDelegate.did()", .method)
        method.isOptional = true
        let ours = OurSymbol("PKDelegate.did()", "swift.method", identifier: "default")
        let without = compare([method], with: OurModules([ours]))
        #expect(without.problems == [.different(method, .required)])
        #expect(compare([method], with: OurModules([ours], defaults: ["default"])).problems == [])
    }
}
