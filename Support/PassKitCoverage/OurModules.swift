internal import JSON

/// The declarations of our modules, and the inheritance between types.
struct OurModules {
    private(set) var symbols: [OurSymbol] = []
    private var byPath: [String: [OurSymbol]] = [:]
    private var members: [String: [String]] = [:]
    private var parents: [String: [String]] = [:]
    private var defaults: Set<String> = []
    private var overrides: Set<String> = []
    private var standIns: Set<String> = []

    /// Reads the symbol graphs.
    init(graphs: [String]) throws(CoverageFailure) {
        for file in graphs {
            let root = try CoverageFiles.json(file)
            var names: [String: String] = [:]
            for value in root.member("symbols")?.elements ?? [] {
                guard let symbol = try OurSymbol(value, in: file) else { continue }
                names[symbol.identifier] = symbol.path
                if root.member("module")?.member("name")?.string == "SwiftUI" {
                    standIns.insert(symbol.identifier)
                }
                add(symbol)
            }
            guard !names.isEmpty else { throw .unexpected(file: file, place: "no symbols") }
            for value in root.member("relationships")?.elements ?? [] { relate(value, names) }
        }
    }

    /// Modules for tests.
    init(_ symbols: [OurSymbol], parents: [String: [String]] = [:], defaults: Set<String> = []) {
        for symbol in symbols { add(symbol) }
        self.parents = parents
        self.defaults = defaults
    }

    private mutating func add(_ symbol: OurSymbol) {
        symbols.append(symbol)
        byPath[symbol.path, default: []].append(symbol)
        var path = symbol.path
        while let outer = path.enclosingPath {
            members[outer, default: []].append(symbol.identifier)
            path = outer
        }
    }

    /// The compiler's identifiers of the members of a type, and of their members.
    func identifiers(inside path: String) -> [String] { members[path] ?? [] }

    private mutating func relate(_ value: JSONValue, _ names: [String: String]) {
        guard let source = value.member("source")?.string,
            let target = value.member("target")?.string
        else { return }
        switch value.member("kind")?.string {
        case "inheritsFrom", "conformsTo":
            let elsewhere = value.member("targetFallback")?.string?.split(separator: ".").last
            guard let child = names[source],
                let parent = names[target] ?? elsewhere.map(String.init)
            else { return }
            parents[child, default: []].append(parent)
        case "defaultImplementationOf": defaults.insert(source)
        case "overrides": overrides.insert(source)
        default: break
        }
    }

    /// Whether it is the default implementation of an optional requirement.
    func isDefault(_ symbol: OurSymbol) -> Bool { defaults.contains(symbol.identifier) }

    /// Whether it is of the module that stands in for SwiftUI, most of which is no part of PassKit.
    func isStandIn(_ symbol: OurSymbol) -> Bool { standIns.contains(symbol.identifier) }

    /// Whether it overrides an inherited member.
    func isOverride(_ symbol: OurSymbol) -> Bool { overrides.contains(symbol.identifier) }

    /// The symbols of a name, inherited ones included.
    func found(_ path: String) -> [OurSymbol] {
        let own = (byPath[path] ?? []).filter(\.isForApps)
        guard own.isEmpty, let dot = path.lastIndex(of: ".") else { return own }
        let (type, member) = (String(path[..<dot]), path[path.index(after: dot)...])
        if member.hasPrefix("init("), declaresDesignatedInitializer(type) {
            return inheritedConveniences(of: type, named: String(member))
        }
        for parent in parents[type] ?? [] {
            if member == "init()", parent == "NSObject" {
                return [OurSymbol(path, "swift.init", type: "() -> Self")]
            }
            let inherited = found("\(parent).\(member)")
            if !inherited.isEmpty { return inherited }
        }
        return []
    }

    /// Whether a type inherits from or conforms to another, directly or indirectly.
    func inherits(_ path: String, from ancestor: String) -> Bool {
        if ancestor == "Codable" {
            return inherits(path, from: "Encodable") && inherits(path, from: "Decodable")
        }
        return (parents[path] ?? []).contains { $0 == ancestor || inherits($0, from: ancestor) }
    }

    /// The initializers that a class with designated ones of its own still inherits: the others of a class all
    /// of whose designated ones it overrides.
    private func inheritedConveniences(of type: String, named member: String) -> [OurSymbol] {
        for parent in parents[type] ?? [] where declaresDesignatedInitializer(parent) {
            let isComplete = symbols.filter {
                $0.isDesignated && $0.path.hasPrefix("\(parent).init(")
            }
            .allSatisfy { byPath["\(type).\($0.path.dropFirst(parent.count + 1))"] != nil }
            let inherited = found("\(parent).\(member)").filter(\.isConvenience)
            if isComplete, !inherited.isEmpty { return inherited }
        }
        return []
    }

    /// Then there is no other initializer unless the class declares one.
    private func declaresDesignatedInitializer(_ type: String) -> Bool {
        symbols.contains { $0.isDesignated && $0.path.hasPrefix("\(type).init(") }
    }
}
