/// The symbols of our modules that tests use, from the compiler's index.
struct TestUses {
    /// The files that use a symbol, by the compiler's identifier (USR).
    private var files: [String: Set<String>] = [:]

    /// Reads what index-uses printed: each line has a file, a tab, and a symbol that it uses.
    init(file: String) throws(CoverageFailure) {
        for line in try CoverageFiles.text(file).split(separator: "\n") {
            let parts = line.split(separator: "\t")
            guard parts.count == 2 else { throw .unexpected(file: file, place: "'\(line)'") }
            files[String(parts[1]), default: []].insert(String(parts[0]))
        }
        guard !files.isEmpty else { throw .unexpected(file: file, place: "no uses") }
    }

    /// Uses for tests: what each file uses.
    init(_ symbols: [String: [String]]) {
        for (file, identifiers) in symbols {
            for identifier in identifiers { files[identifier, default: []].insert(file) }
        }
    }

    /// Whether a file uses a symbol under the name that apps use.
    ///
    /// A type is used if it or one of its members is named. An inherited member belongs to the other
    /// type for the compiler: it counts if the file uses this type as well.
    func contain(_ symbol: OurSymbol, at path: String, _ ours: OurModules) -> Bool {
        let users = files[symbol.declaration, default: []]
        guard symbol.path != path || symbol.isSynthesized, let type = path.enclosingPath else {
            return !users.isEmpty || !self.users(ofMembersOf: path, ours).isEmpty
        }
        return !users.isDisjoint(with: self.users(ofMembersOf: type, ours))
            || ours.found(type).contains { !users.isDisjoint(with: files[$0.identifier] ?? []) }
    }

    private func users(ofMembersOf type: String, _ ours: OurModules) -> Set<String> {
        ours.identifiers(inside: type).reduce(into: []) { $0.formUnion(files[$1] ?? []) }
    }
}
