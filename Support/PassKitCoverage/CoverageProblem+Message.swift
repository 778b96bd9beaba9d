extension CoverageProblem: CustomStringConvertible {
    /// One line for whoever has to put it right.
    var description: String {
        switch self {
        case .missing(let symbol):
            "\(symbol.shown) is missing: declare it, or say why not in \(CoveragePaths.excuses)"
        case .different(let symbol, let difference):
            "\(symbol.shown) is there, but \(difference.sentence(beside: symbol))"
        case .staleExcuse(let symbol):
            "\(symbol.shown) is there and excused: take it out of \(CoveragePaths.excuses)"
        case .idleExcuse(let name):
            "'\(name)' in \(CoveragePaths.excuses) excuses nothing that is listed: take it out"
        case .plainInitNotStated(let symbol):
            "\(symbol.path) is listed without init(): list it, or say with \"withoutInit\" that it is "
                + "unavailable or that it is unknown"
        case .unused(let symbol):
            "\(symbol.shown) is used by no test: write one in Tests/FrameworksTests that says what "
                + "it does, or, where it takes part in a payment, in Tests/QuinceTestingTests"
        }
    }
}

extension AppleSymbol {
    /// The name, and the type where there is one, for it may have several.
    fileprivate var shown: String { type.map { "\(path), `\($0)`," } ?? path }
}

extension Difference {
    fileprivate func sentence(beside symbol: AppleSymbol) -> String {
        switch self {
        case .kind(let ours): "Apple's is a \(symbol.kind.rawValue) and ours a \(ours)"
        case .type(let ours):
            "ours is " + ours.map { "`\($0)`" }.joined(separator: " and ")
        case .doesNotInherit(let ancestor): "is no \(ancestor)"
        case .closed: "apps cannot make subclasses of it: it must be open"
        case .open: "it says that apps cannot make subclasses of it, and they can"
        case .notForMetatypes:
            "apps call it through a metatype: it must be a required initializer"
        case .required: "whoever conforms must have it: give it a default"
        }
    }
}
