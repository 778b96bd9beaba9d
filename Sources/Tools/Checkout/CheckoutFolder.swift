public import Files
internal import World

/// The folder of a checkout, while it is under way.
///
/// The files of one run are put there together at its end; until then there is only the order database.
/// A run that is given up takes back what it made.
public final class CheckoutFolder: Sendable {
    /// The files in it.
    public let files: CheckoutFiles

    private enum Phase: Hashable, Sendable {
        case underWay, finished, givenUp
    }

    private struct State: Sendable {
        var phase = Phase.underWay
        /// Whether this run made the folder.
        var isNew: Bool
        /// The folders that this run made, the outermost first.
        var made: [String] = []
        /// Held with every other run that uses the folder.
        var use: FolderLock?
    }

    private let state: LockedValue<State>

    /// A folder, which is made when the checkout starts unless it is there.
    public init(_ folder: String) {
        files = CheckoutFiles(folder: folder)
        state = LockedValue(State(isNew: false))
    }

    /// Makes a folder that was not there before: `name`, `name-2` and so on.
    ///
    /// - Throws: ``FileFailure``.
    public init(new name: String) throws(FileFailure) {
        let folder = try Files.makeNewFolder(name)
        files = CheckoutFiles(folder: folder)
        state = LockedValue(State(isNew: true, made: [folder]))
    }

    /// Makes the folders, and removes what a killed run left in them.
    func open() throws(FileFailure) {
        try state.withLock { state throws(FileFailure) in
            // Another run may give up at this moment and remove a folder that it made.
            for _ in 0..<Self.attempts where state.use == nil {
                let made = try Files.makeFolder(files.certificates)
                // More than the folder of the certificates.
                state.isNew = state.isNew || made.count > 1
                state.made += made
                state.use = try? FolderLock(sharing: files.folder)
            }
            guard state.use != nil else { throw FileFailure(files.folder, .notFound) }
            for folder in [files.folder, files.certificates] { Files.sweep(folder) }
        }
    }

    /// Puts the files of this run in the place of an earlier run's.
    func write(_ set: FileSet) throws(FileFailure) {
        try state.withLock { state throws(FileFailure) in
            guard state.phase == .underWay else { return }
            try set.write(
                replacing: files.all.map(\.path).filter { $0 != files.orders },
                lockingFolder: files.certificates
            )
            state.phase = .finished
        }
    }

    /// What a run that was given up leaves behind.
    public enum Remains: Hashable, Sendable {
        /// Nothing that this run made.
        case nothing
        /// The folder of an earlier run as it was, but for the order database, which may have got an order.
        case orders(path: String)
        /// These could not be removed, or are used by another run.
        case left([String])
        /// All of it: the run was finished.
        case everything
    }

    /// Gives the run up and removes what it made.
    public func giveUp() -> Remains {
        state.withLock { state in
            guard state.phase == .underWay else {
                return state.phase == .finished ? .everything : .nothing
            }
            state.phase = .givenUp
            guard state.isNew else {
                _ = state.made.reversed().map(Files.remove)
                return Files.exists(files.orders) ? .orders(path: files.orders) : .nothing
            }
            if let use = state.use, !use.becomeExclusive() { return .left([files.folder]) }
            let database = ["", "-wal", "-shm", "-journal"].map { files.orders + $0 }
            // The database may be opened at this moment.
            for _ in 0..<Self.attempts {
                let left = (database + state.made.reversed()).filter { !Files.remove($0) }
                if left.isEmpty { return .nothing }
            }
            return .left((database + state.made).filter(Files.exists))
        }
    }

    private static let attempts = 10
}
