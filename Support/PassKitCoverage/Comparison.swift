/// What became of one symbol of Apple's.
enum Verdict: Equatable {
    /// An app can use it as it uses Apple's.
    case present
    /// There is a reason to do without.
    case excused(String)
    /// It is not there, and nobody says why.
    case missing
    /// It is there, but an app could not use it as it uses Apple's.
    case different(Difference)
}

/// Why an app could not use a symbol as it uses Apple's.
enum Difference: Equatable {
    case kind(ours: String)
    case type(ours: [String])
    case doesNotInherit(from: String)
    case closed
    case open
    case required
    case notForMetatypes
}

/// Something that must be put right before there is a page.
enum CoverageProblem: Equatable {
    case missing(AppleSymbol)
    case different(AppleSymbol, Difference)
    case staleExcuse(AppleSymbol)
    case idleExcuse(String)
    case unused(AppleSymbol)
    /// A class of which the list does not say whether it has NSObject's initializer.
    case plainInitNotStated(AppleSymbol)
}

/// Apple's list beside our modules.
struct Comparison {
    /// A symbol with what became of it.
    struct Line: Equatable {
        let symbol: AppleSymbol
        let verdict: Verdict
    }

    /// A section of the list, line by line.
    struct Section {
        let title: String
        let about: String
        let lines: [Line]
    }

    let sections: [Section]
    let problems: [CoverageProblem]
    /// What apps can use here and Apple does not have.
    let additions: [OurSymbol]

    init(_ list: AppleList, _ ours: OurModules, _ uses: TestUses) {
        var problems: [CoverageProblem] = []
        var used: Set<String> = []
        sections = list.sections.map { section in
            let lines = section.symbols.map { symbol -> Line in
                let excuses = list.excuses.filter { $0.covers(symbol, in: section.title) }
                for excuse in excuses { used.formUnion(excuse.matches(symbol, in: section.title)) }
                let verdict = Self.verdict(on: symbol, ours)
                guard let excuse = excuses.first else {
                    let isUsed = Self.isUsed(symbol, ours, uses)
                    switch verdict {
                    case .missing: problems.append(.missing(symbol))
                    case .different(let difference): problems.append(.different(symbol, difference))
                    case .present where !isUsed: problems.append(.unused(symbol))
                    case .present, .excused: break
                    }
                    return Line(symbol: symbol, verdict: verdict)
                }
                if verdict == .present { problems.append(.staleExcuse(symbol)) }
                return Line(symbol: symbol, verdict: .excused(excuse.reason))
            }
            return Section(title: section.title, about: section.about, lines: lines)
        }
        for name in list.excuses.flatMap(\.covers) where !used.contains(name) {
            problems.append(.idleExcuse(name))
        }
        self.problems = problems + Self.withoutStatedInit(list)
        additions = Self.additions(list, ours)
    }

    private static func verdict(on symbol: AppleSymbol, _ ours: OurModules) -> Verdict {
        if symbol.kind == .conformance {
            let names = symbol.path.split(separator: " ")
            let type = String(names[0].dropLast())
            return ours.inherits(type, from: String(names[1])) ? .present : .missing
        }
        let found = ours.found(symbol.path)
        guard let first = found.first else { return .missing }
        let alike = symbol.alike(found)
        guard !alike.isEmpty else { return .different(.kind(ours: first.kind)) }
        let isOpen = symbol.kind != .class || alike.contains { $0.access == "open" }
        if isOpen == symbol.isClosed { return .different(isOpen ? .open : .closed) }
        for ancestor in symbol.inherits where !ours.inherits(symbol.path, from: ancestor) {
            return .different(.doesNotInherit(from: ancestor))
        }
        let fitting = symbol.fitting(found)
        guard !fitting.isEmpty else { return .different(.type(ours: alike.compactMap(\.type))) }
        if symbol.isCalledThroughMetatype, !fitting.contains(where: \.isRequired) {
            return .different(.notForMetatypes)
        }
        if symbol.isOptional, !fitting.contains(where: ours.isDefault) {
            return .different(.required)
        }
        return .present
    }

    /// The classes that are listed neither with NSObject's `init()`, which Objective-C's classes have
    /// unless they mark it unavailable, nor with a word on why not.
    private static func withoutStatedInit(_ list: AppleList) -> [CoverageProblem] {
        let paths = Set(list.sections.flatMap(\.symbols).map(\.path))
        return list.sections.flatMap { section in
            section.symbols
                .filter { symbol in
                    symbol.kind == .class && !symbol.isClosed && symbol.withoutPlainInit == nil
                        && !paths.contains("\(symbol.path).init()")
                        && !list.excuses.contains { $0.covers(symbol, in: section.title) }
                }
                .map { .plainInitNotStated($0) }
        }
    }

    /// Whether a test uses it. That a type is of another kind is nothing that a test could name.
    private static func isUsed(_ symbol: AppleSymbol, _ ours: OurModules, _ uses: TestUses) -> Bool
    {
        symbol.kind == .conformance
            || symbol.fitting(ours.found(symbol.path))
                .contains { uses.contain($0, at: symbol.path, ours) }
    }

    private static func additions(_ list: AppleList, _ ours: OurModules) -> [OurSymbol] {
        var apples: [String: [AppleSymbol]] = [:]
        for symbol in list.sections.flatMap(\.symbols) {
            apples[symbol.path, default: []] += [symbol]
        }
        var seen: Set<String> = []
        return ours.symbols
            .filter { symbol in
                let isNew =
                    apples[symbol.path]?
                    .contains { $0.kind.matches(symbol.kind) && $0.accepts(symbol.type) } != true
                return isNew && symbol.isForApps && !ours.isStandIn(symbol) && !symbol.isSynthesized
                    && !symbol.isAskedForElsewhere && !ours.isDefault(symbol)
                    && !ours.isOverride(symbol) && seen.insert(symbol.identifier).inserted
            }
            .sorted { ($0.path, $0.type ?? "") < ($1.path, $1.type ?? "") }
    }
}

extension Excuse {
    /// Which of its names are there for a symbol.
    fileprivate func matches(_ symbol: AppleSymbol, in section: String) -> [String] {
        covers.filter { Excuse(covers: [$0], reason: reason).covers(symbol, in: section) }
    }
}

extension AppleSymbol {
    /// Those of ours that are the same to the compiler, but for their types.
    fileprivate func alike(_ found: [OurSymbol]) -> [OurSymbol] {
        found.filter { kind.matches($0.kind) }
    }

    /// Those of ours that an app can use as it uses Apple's.
    fileprivate func fitting(_ found: [OurSymbol]) -> [OurSymbol] {
        alike(found).filter { accepts($0.type) }
    }

    /// Whether an app that was written for it can use one of ours of this type.
    fileprivate func accepts(_ ours: String?) -> Bool {
        guard let type, let ours else { return true }
        return DeclaredType(ours).serves(DeclaredType(type))
    }
}

extension AppleSymbol.Kind {
    /// Whether the compiler's word for what a symbol is means the same to an app.
    fileprivate func matches(_ word: String) -> Bool {
        switch self {
        case .class: word == "swift.class"
        case .struct: word == "swift.struct"
        case .enum: word == "swift.enum"
        case .protocol: word == "swift.protocol"
        case .typealias: word == "swift.typealias"
        case .case, .typeProperty: word == "swift.enum.case" || word == "swift.type.property"
        case .property: word == "swift.property"
        case .`init`: word == "swift.init"
        case .method: word == "swift.method"
        case .typeMethod: word == "swift.type.method"
        case .constant: word == "swift.var"
        case .conformance: false
        }
    }
}

extension OurSymbol {
    /// Whether a protocol of Foundation's or of the language asks for it, as archiving does.
    fileprivate var isAskedForElsewhere: Bool {
        let members: Set<String> = [
            "init(coder:)", "encode(with:)", "copy(with:)", "mutableCopy(with:)",
            "supportsSecureCoding", "init(rawValue:)", "rawValue", "init(_nsError:)",
            "isEqual(_:)", "hash", "init(from:)", "encode(to:)", "~=(_:_:)", "==(_:_:)",
        ]
        return path.contains("._") || members.contains { path.hasSuffix(".\($0)") }
    }
}
