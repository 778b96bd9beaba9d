import Files
import World

/// A folder of minted tokens while it is written. Another mint that is told to replace it waits.
final class MintFolder: Sendable {
    /// The folder's path.
    let path: String
    /// Whether it was made for these tokens.
    private let isNew: Bool
    private let lock: FolderLock
    /// The files that were written outside of the folder and were not there before, such as a root; nil
    /// once the folder was abandoned.
    private let outside = LockedValue<[String]?>([])

    /// Makes the folder of a destination; a default name that is taken gets a number.
    ///
    /// - Throws: ``FileFailure``; nil comes back where the folder is there and may not be replaced.
    init?(_ place: MintDestination) throws(FileFailure) {
        if place.isNamed {
            path = place.path
            isNew = try Files.makeFolder(path).last.map { $0 == Self.plain(place.path) } ?? false
            guard isNew || place.isForced else { return nil }
        } else {
            path = try Files.makeNewFolder(place.path)
            isNew = true
        }
        lock = try FolderLock(path)
        let earlier = try Files.list(path)
        guard place.isForced || earlier.isEmpty else { return nil }
        for file in earlier where MintedFileNames.isWrittenHere(Self.name(of: file)) {
            guard Files.remove(file) else { throw FileFailure(file, .notPermitted) }
        }
    }

    /// Writes a file, unless the folder was abandoned.
    func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        try outside.withLock { outside throws(FileFailure) in
            guard outside != nil else { return }
            let isNew = !path.hasPrefix("\(self.path)/") && !Files.exists(path)
            try Files.write(bytes, to: path)
            if isNew { outside?.append(path) }
        }
    }

    /// Writes no more, and removes what was written.
    ///
    /// - Returns: Whether nothing is left of it.
    @discardableResult
    func abandon() -> Bool {
        outside.withLock { outside in
            let files = (try? Files.list(path)) ?? []
            let written = files.filter { MintedFileNames.isWrittenHere(Self.name(of: $0)) }
            for file in written + (outside ?? []) { _ = Files.remove(file) }
            outside = nil
            return isNew && Files.remove(path)
        }
    }

    private static func name(of file: String) -> String {
        file.split(separator: "/").last.map(String.init) ?? file
    }

    /// A path without slashes too many.
    private static func plain(_ path: String) -> String {
        (path.hasPrefix("/") ? "/" : "") + path.split(separator: "/").joined(separator: "/")
    }
}
