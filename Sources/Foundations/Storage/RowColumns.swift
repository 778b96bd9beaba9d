internal import Synchronization

/// The names of a result's columns, shared by its rows.
package final class RowColumns: Hashable, Sendable {
    private let names: [String]
    /// Columns are read in their order more often than not, so each is looked for after the last one.
    private let next = Atomic(0)

    package init(_ names: [String]) { self.names = names }

    /// The number of columns.
    package var count: Int { names.count }

    /// The name of a column.
    package subscript(place: Int) -> String { names[place] }

    /// The column of a name. A query gives its columns different names.
    func place(of name: String) -> Int? {
        let expected = next.load(ordering: .relaxed)
        let isNext = expected < names.count && names[expected] == name
        guard let place = isNext ? expected : names.firstIndex(of: name) else { return nil }
        next.store(place + 1, ordering: .relaxed)
        return place
    }

    package static func == (left: RowColumns, right: RowColumns) -> Bool {
        left.names == right.names
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(names) }
}
