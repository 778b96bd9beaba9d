/// The handlers that functions save in properties, and where this file reads these.
struct SavedHandlers {
    private struct Store {
        let value: Int
        let property: String
        /// Where the property is declared; nil for a block of Objective-C.
        let declared: Int?
    }

    private let unit: SourceUnit
    private let stores: [Store]

    /// The names of properties that nothing in this file reads, by the handler that is saved there.
    static func unread(of functions: [FunctionText], _ unit: SourceUnit) -> [Int: String] {
        let stores = functions.flatMap { Self.stores(in: $0, unit) }
        return stores.isEmpty ? [:] : SavedHandlers(unit: unit, stores: stores).unread()
    }

    private func unread() -> [Int: String] {
        let names = Set(stores.map(\.property))
        let places = Set(stores.compactMap(\.declared))
        var (read, blocks): (Set<String>, Set<String>) = ([], [])
        for index in unit.tokens.indices where unit.tokens[index].kind == .name {
            let name = Self.property(unit.tokens[index].text, unit)
            guard names.contains(name) else { continue }
            if isBlock(index) {
                blocks.insert(name)
            } else if isRead(index, of: places) {
                read.insert(name)
            }
        }
        let unread = stores.filter {
            !read.contains($0.property) && ($0.declared != nil || blocks.contains($0.property))
        }
        return Dictionary(unread.map { ($0.value, $0.property) }) { first, _ in first }
    }

    /// The assignments of a handler to a variable of this file that nothing outside may read.
    private static func stores(in function: FunctionText, _ unit: SourceUnit) -> [Store] {
        let handlers = Set(unit.closures(of: function).map(\.name))
        guard !handlers.isEmpty else { return [] }
        return unit.assignments(in: function.body)
            .compactMap { assignment in
                let isOfSelf = assignment.path.first == "self"
                guard let value = unit.onlyName(in: assignment.value), handlers.contains(value),
                    assignment.path.count == (isOfSelf ? 2 : 1), let last = assignment.path.last
                else { return nil }
                let name = property(last, unit)
                // A parameter may hide the property that `self` names.
                let place = isOfSelf || name != last ? function.header : assignment.index
                let declared = unit.declaration(of: name, at: place)
                if let declared {
                    let isOpen =
                        unit.hasModifier(
                            ["public", "open", "override"],
                            before: declared.index - 1
                        )
                    let isObserved = unit.token(declared.value.upperBound)?.isMark("{") == true
                    if isOpen || isObserved || declared.isComputed { return nil }
                } else if unit.language == .swift {
                    return nil
                }
                return Store(
                    value: assignment.value.lowerBound,
                    property: name,
                    declared: declared?.index
                )
            }
    }

    /// The property `name` of the variable `_name` in Objective-C.
    private static func property(_ name: String, _ unit: SourceUnit) -> String {
        unit.language == .objectiveC && name.hasPrefix("_") ? String(name.dropFirst()) : name
    }

    /// Whether `void (^name)(…)` outside of a function declares a block here.
    private func isBlock(_ index: Int) -> Bool {
        unit.token(index - 1)?.isMark("^") == true && unit.token(index + 1)?.isMark(")") == true
            && unit.brackets.depth(of: index) == 1
    }

    private func isRead(_ index: Int, of places: Set<Int>) -> Bool {
        guard let before = unit.token(index - 1), let next = unit.token(index + 1) else {
            return false
        }
        if next.isMark("=") || next.isMark(":") && !before.isMark("?") { return false }
        // A parameter: `handler:(Handler)name` in Objective-C.
        if before.isMark(")"), let type = unit.brackets.partner(of: index - 1),
            unit.token(type - 1)?.isMark(":") == true
        {
            return false
        }
        // `if let name` reads a property of that name.
        if before.isMark(".") || before.isName("let") || before.isName("var") { return true }
        guard let declared = unit.declaration(of: unit.tokens[index].text, at: index) else {
            return true
        }
        return declared.index != index
            && (places.contains(declared.index) || declared.value.contains(index))
    }
}
