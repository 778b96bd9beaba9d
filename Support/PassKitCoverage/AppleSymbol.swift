internal import JSON

/// A symbol of Apple's module, from our list.
struct AppleSymbol: Equatable {
    /// The kind of a symbol.
    enum Kind: String {
        case `class`, `struct`, `enum`, `protocol`, `typealias`, `case`, property, `init`, method
        case typeProperty = "type property"
        case typeMethod = "type method"
        case constant
        /// A conformance or superclass, such as `CNContact: NSCopying`.
        case conformance
    }

    /// Why a class is listed without the initializer that it would have from NSObject.
    enum WithoutPlainInit: String {
        /// Apple marks it unavailable, or declares the class without subclasses and objects of apps.
        case unavailable
        /// We know of no public source that says.
        case unknown
    }

    /// Its qualified name, such as `PKPaymentRequest.merchantIdentifier`.
    let path: String
    let kind: Kind
    /// Its type, if known.
    var type: String?
    /// The types that a type inherits from or conforms to.
    var inherits: [String] = []
    /// Whether it is an optional requirement.
    var isOptional = false
    /// Whether apps call the initializer through a metatype, as `type.init(paymentRequest:)`.
    var isCalledThroughMetatype = false
    /// Why the class is listed without NSObject's `init()`: Apple marks it unavailable, or it is not
    /// known.
    var withoutPlainInit: WithoutPlainInit?
    /// Whether ours cannot be subclassed although Apple's can.
    var isClosed = false
    /// The first version of iOS that has it, if known.
    var since: String?
    /// The version of iOS that deprecated it, or `yes` if the version is not known.
    var deprecated: String?
    /// Which part of this line is a guess.
    var guess: String?
    /// A note for apps.
    var note: String?

    init(_ path: String, _ kind: Kind) {
        self.path = path
        self.kind = kind
    }

    init(_ value: JSONValue, in file: String) throws(CoverageFailure) {
        guard let path = value.member("symbol")?.string,
            let kind = value.member("kind")?.string.flatMap(Kind.init)
        else { throw .unexpected(file: file, place: "a case without symbol or kind") }
        self.init(path, kind)
        type = value.member("type")?.string
        inherits = value.member("inherits")?.elements?.compactMap(\.string) ?? []
        isOptional = value.member("optional")?.bool ?? false
        isClosed = value.member("closed")?.bool ?? false
        isCalledThroughMetatype = value.member("metatype")?.bool ?? false
        withoutPlainInit =
            value.member("withoutInit")?.string.flatMap(WithoutPlainInit.init)
        since = value.member("since")?.string
        deprecated = value.member("deprecated")?.string
        guess = value.member("guess")?.string
        note = value.member("note")?.string
    }
}

/// Symbols under one heading of the page.
struct AppleSection {
    let title: String
    let about: String
    var symbols: [AppleSymbol]
}

/// The reason why some symbols are missing.
struct Excuse: Equatable {
    /// The symbols, with their members; or the title of a section.
    let covers: [String]
    let reason: String

    /// Whether it excuses a symbol.
    func covers(_ symbol: AppleSymbol, in section: String) -> Bool {
        covers.contains { symbol.path == $0 || symbol.path.hasPrefix($0 + ".") || section == $0 }
    }
}

/// Our whole list of Apple's symbols.
struct AppleList {
    var sections: [AppleSection]
    var excuses: [Excuse]

    /// Reads every file of a folder as a section, in the order of their names, and the excuses.
    init(folder: String, excuses file: String) throws(CoverageFailure) {
        sections = []
        for path in try CoverageFiles.list(folder) {
            let root = try CoverageFiles.json(path)
            var symbols: [AppleSymbol] = []
            for value in root.member("cases")?.elements ?? [] {
                symbols.append(try AppleSymbol(value, in: path))
            }
            guard let title = root.member("title")?.string,
                let about = root.member("about")?.string, !symbols.isEmpty
            else { throw .unexpected(file: path, place: "no title, nothing about it or no cases") }
            sections.append(AppleSection(title: title, about: about, symbols: symbols))
        }
        excuses = []
        for value in try CoverageFiles.json(file).member("cases")?.elements ?? [] {
            let covers = value.member("covers")?.elements?.compactMap(\.string) ?? []
            guard let reason = value.member("reason")?.string, !covers.isEmpty
            else { throw .unexpected(file: file, place: "a case that covers nothing") }
            excuses.append(Excuse(covers: covers, reason: reason))
        }
    }

    init(sections: [AppleSection], excuses: [Excuse]) {
        self.sections = sections
        self.excuses = excuses
    }
}
