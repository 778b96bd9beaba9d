/// The data source of a table.
@preconcurrency @MainActor
public protocol UITableViewDataSource: NSObjectProtocol {
    /// The number of rows in a section.
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    /// Returns the cell of a row.
    func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell
    /// The number of sections; optional, 1 by default.
    func numberOfSections(in tableView: UITableView) -> Int
    /// The title of a section; optional.
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

/// The delegate of a table. All methods are optional.
@preconcurrency @MainActor
public protocol UITableViewDelegate: UIScrollViewDelegate {
    /// Told that a row was selected.
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
    /// The height of a row.
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
}

extension UITableViewDelegate {
    /// Does nothing.
    public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    /// The table's row height.
    public func tableView(
        _ tableView: UITableView,
        heightForRowAt indexPath: IndexPath
    ) -> CGFloat { tableView.rowHeight }
}

/// A list of rows. A cell is created whenever it is requested, and none is kept.
@preconcurrency @MainActor
open class UITableView: UIScrollView {
    /// The style of a table.
    public enum Style: Int, Sendable {
        /// Rows from edge to edge.
        case plain = 0
        /// Separate sections.
        case grouped = 1
        /// Separate sections with a margin.
        case insetGrouped = 2
    }

    /// The row height that stands for automatic.
    public static let automaticDimension: CGFloat = -1

    /// The style.
    open private(set) var style = Style.plain
    /// The data source.
    open weak var dataSource: (any UITableViewDataSource)?
    /// The delegate.
    open weak var delegate: (any UITableViewDelegate)? {
        didSet { scrollDelegate = delegate }
    }
    /// The height of rows.
    open var rowHeight = UITableView.automaticDimension
    /// The view above the rows.
    open var tableHeaderView: UIView?
    /// The view below the rows.
    open var tableFooterView: UIView?
    /// The selected row.
    open private(set) var indexPathForSelectedRow: IndexPath?

    private var cellClasses: [String: UITableViewCell.Type] = [:]

    /// Creates a table of a style.
    public convenience init(frame: CGRect, style: Style) {
        self.init(frame: frame)
        self.style = style
    }

    /// The number of sections.
    open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }

    /// The number of rows in a section.
    open func numberOfRows(inSection section: Int) -> Int {
        dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
    }

    /// The cell of a row, which is created anew; nil if there is no such row.
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

    /// Reloads the data; here a cell is created at each request anyway.
    open func reloadData() { indexPathForSelectedRow = nil }

    /// Deselects a row.
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        if indexPathForSelectedRow == indexPath { indexPathForSelectedRow = nil }
    }

    /// Selects a row, as a user does, and tells the delegate.
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
    /// Creates the index path of a row.
    public init(row: Int, section: Int) { self = [section, row] }

    /// The section; the path has two parts.
    public var section: Int { self[0] }

    /// The row; the path has two parts.
    public var row: Int { self[1] }
}
