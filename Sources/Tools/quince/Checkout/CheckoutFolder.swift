internal import Files
internal import World

/// The folder of a running checkout.
///
/// The files of a run are written together at its end; before that there is only the order
/// database. A run that is given up removes what it created.
final class CheckoutFolder: Sendable {
    /// The files in it.
    let files: CheckoutFiles

    private enum Phase: Hashable, Sendable {
        case underWay, finished, givenUp
    }

    private struct State: Sendable {
        var phase = Phase.underWay
        /// Whether this run created the folder.
        var isNew: Bool
        /// The folders that this run created, the outermost first.
        var made: [String] = []
        /// A lock that is shared with every other run that uses the folder.
        var use: FolderLock?
    }

    private let state: LockedValue<State>

    /// A folder, which is created when the checkout starts if it does not exist.
    init(_ files: CheckoutFiles) {
        self.files = files
        state = LockedValue(State(isNew: false))
    }

    /// Creates a folder that does not exist yet: `folder`, `folder-2` and so on.
    ///
    /// - Throws: `FileFailure`.
    init(new files: CheckoutFiles) throws(FileFailure) {
        var files = files
        files.folder = try Files.makeNewFolder(files.folder)
        self.files = files
        state = LockedValue(State(isNew: true, made: [files.folder]))
    }

    /// Creates the folders, and removes what an interrupted run left in them.
    func open() throws(FileFailure) {
        try state.withLock { state throws(FileFailure) in
            // Another run may be given up at this moment and remove a folder that it created.
            for _ in 0..<Self.attempts where state.use == nil {
                let made = try Files.makeFolder(files.certificates)
                // More than the folder of the certificates was created.
                state.isNew = state.isNew || made.count > 1
                state.made += made
                state.use = try? FolderLock(sharing: files.folder)
            }
            guard state.use != nil else { throw FileFailure(files.folder, .notFound) }
            for folder in [files.folder, files.certificates] { Files.sweep(folder) }
        }
    }

    /// Writes the configuration of the shop where there is none: a run that is killed leaves it beside the
    /// orders.
    func write(_ configuration: ShopConfiguration) throws(FileFailure) {
        let lock = try FolderLock(files.certificates)
        try state.withLock { state throws(FileFailure) in
            guard state.phase == .underWay, !Files.exists(files.serverConfiguration) else { return }
            try configuration.set(in: files).write(replacing: [], holding: lock)
        }
    }

    /// Replaces the files of an earlier run by those of this one.
    func write(_ set: FileSet) throws(FileFailure) {
        // Another run may hold it for long, and meanwhile this one can be given up.
        let lock = try FolderLock(files.certificates)
        try state.withLock { state throws(FileFailure) in
            guard state.phase == .underWay else { return }
            try set.write(
                replacing: files.all.map(\.path).filter { $0 != files.orders },
                holding: lock
            )
            state.phase = .finished
        }
    }

    /// Keeps the order database, and so the folder, when the run is given up: an order was placed.
    func keepOrders() {
        state.withLock { $0.isNew = false }
    }

    /// The remains of a run that was given up.
    enum Remains: Hashable, Sendable {
        /// Nothing of this run.
        case nothing
        /// The folder of an earlier run, unchanged except for the order database, which may have a
        /// new order.
        case orders(path: String)
        /// No files of this run. The database on a server may have a new order.
        case ordersOnServer
        /// Files that could not be removed or that another run uses.
        case left([String])
        /// Everything: the run was finished.
        case everything
    }

    /// Gives up the run and removes what it created.
    func giveUp() -> Remains {
        state.withLock { state in
            guard state.phase == .underWay else {
                return state.phase == .finished ? .everything : .nothing
            }
            state.phase = .givenUp
            guard state.isNew else {
                _ = state.made.reversed().map(Files.remove)
                guard files.haveOrders else { return .ordersOnServer }
                return Files.exists(files.orders) ? .orders(path: files.orders) : .nothing
            }
            if let use = state.use, !use.becomeExclusive() { return .left([files.folder]) }
            let database = ["", "-wal", "-shm", "-journal"].map { files.orders + $0 }
            let written = database + [files.serverConfiguration, files.databaseAddress]
            // The database may be opened at this moment.
            for _ in 0..<Self.attempts {
                let left = (written + state.made.reversed()).filter { !Files.remove($0) }
                if left.isEmpty { return files.haveOrders ? .nothing : .ordersOnServer }
            }
            return .left((written + state.made).filter(Files.exists))
        }
    }

    private static let attempts = 10
}
