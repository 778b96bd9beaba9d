/// Where a table has its rows from.
@preconcurrency @MainActor
public protocol UITableViewDataSource: NSObjectProtocol {
    /// How many rows a section has.
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    /// A row.
    func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell
    /// How many sections there are; may be left out, and is 1 then.
    func numberOfSections(in tableView: UITableView) -> Int
    /// The words over a section; may be left out.
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
}

extension UITableViewDataSource {
    /// One.
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }
    /// None.
    public func tableView(
        _ tableView: UITableView,
        titleForHeaderInSection section: Int
    ) -> String? { nil }
}

/// What a table asks and tells its delegate; each method may be left out.
@preconcurrency @MainActor
public protocol UITableViewDelegate: NSObjectProtocol {
    /// Told that a row was selected.
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
    /// How high a row is.
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
}

extension UITableViewDelegate {
    /// Does nothing.
    public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    /// As the table has it.
    public func tableView(
        _ tableView: UITableView,
        heightForRowAt indexPath: IndexPath
    ) -> CGFloat { tableView.rowHeight }
}

/// Rows, one under the other; here, they are made when they are asked for, and none is kept.
@preconcurrency @MainActor
open class UITableView: UIView {
    /// How a table looks.
    public enum Style: Int, Sendable {
        /// Rows from edge to edge.
        case plain = 0
        /// Sections apart from each other.
        case grouped = 1
        /// Sections apart from each other and from the edges.
        case insetGrouped = 2
    }

    /// The height of rows of which nothing else is said, in points.
    public static let automaticDimension: CGFloat = -1

    /// How it looks.
    open private(set) var style = Style.plain
    /// Where it has its rows from.
    open weak var dataSource: (any UITableViewDataSource)?
    /// What it asks and tells.
    open weak var delegate: (any UITableViewDelegate)?
    /// How high rows are.
    open var rowHeight = UITableView.automaticDimension
    /// The view over the rows.
    open var tableHeaderView: UIView?
    /// The view under the rows.
    open var tableFooterView: UIView?
    /// The row that is selected.
    open private(set) var indexPathForSelectedRow: IndexPath?

    private var cellClasses: [String: UITableViewCell.Type] = [:]

    /// A table of a look.
    public convenience init(frame: CGRect, style: Style) {
        self.init(frame: frame)
        self.style = style
    }

    /// How many sections there are.
    open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }

    /// How many rows a section has.
    open func numberOfRows(inSection section: Int) -> Int {
        dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
    }

    /// A row, made anew; nil where there is none.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        contains(indexPath) ? dataSource?.tableView(self, cellForRowAt: indexPath) : nil
    }

    /// Sets the class of the rows with an identifier; nil for none.
    open func register(
        _ cellClass: UITableViewCell.Type?,
        forCellReuseIdentifier identifier: String
    ) {
        cellClasses[identifier] = cellClass
    }

    /// A new row of the registered class; nil where there is none, and the app makes one then.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        cellClasses[identifier]?.init(registeredAs: identifier)
    }

    /// A new row of the registered class. Where there is none, UIKit raises an exception; here, the
    /// row is a plain one.
    open func dequeueReusableCell(
        withIdentifier identifier: String,
        for indexPath: IndexPath
    ) -> UITableViewCell {
        dequeueReusableCell(withIdentifier: identifier)
            ?? UITableViewCell(registeredAs: identifier)
    }

    /// Asks for all rows again, which here happens whenever one is looked at.
    open func reloadData() { indexPathForSelectedRow = nil }

    /// Selects no row any more.
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        if indexPathForSelectedRow == indexPath { indexPathForSelectedRow = nil }
    }

    /// Selects a row as a person does, and tells the delegate.
    ///
    /// - Source: ours, not Apple's.
    /// - Returns: Whether there is such a row.
    @discardableResult
    public func tapRow(at indexPath: IndexPath) -> Bool {
        guard contains(indexPath) else { return false }
        indexPathForSelectedRow = indexPath
        delegate?.tableView(self, didSelectRowAt: indexPath)
        return true
    }

    private func contains(_ indexPath: IndexPath) -> Bool {
        indexPath.count == 2 && (0..<numberOfSections).contains(indexPath.section)
            && (0..<numberOfRows(inSection: indexPath.section)).contains(indexPath.row)
    }
}

extension IndexPath {
    /// A row of a section.
    public init(row: Int, section: Int) { self = [section, row] }

    /// The section; the path has two parts.
    public var section: Int { self[0] }

    /// The row; the path has two parts.
    public var row: Int { self[1] }
}
