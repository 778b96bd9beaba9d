/// What the tests use of our modules, as the compiler wrote it down when it compiled them.
struct TestUses {
    /// The files that use a symbol, by what the compiler calls it.
    private var files: [String: Set<String>] = [:]

    /// Reads what index-uses printed: in each line a file, a tab, and a symbol that it uses.
    init(file: String) throws(CoverageFailure) {
        for line in try CoverageFiles.text(file).split(separator: "\n") {
            let parts = line.split(separator: "\t")
            guard parts.count == 2 else { throw .unexpected(file: file, place: "'\(line)'") }
            files[String(parts[1]), default: []].insert(String(parts[0]))
        }
        guard !files.isEmpty else { throw .unexpected(file: file, place: "no uses") }
    }

    /// Uses as a test makes them up: what each file uses.
    init(_ symbols: [String: [String]]) {
        for (file, identifiers) in symbols {
            for identifier in identifiers { files[identifier, default: []].insert(file) }
        }
    }

    /// Whether a file uses what an app finds under a name.
    ///
    /// A type is used where it is named, and where one of its members is. What a type has from
    /// another is the other's for the compiler: it counts where the file uses the type as well.
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
