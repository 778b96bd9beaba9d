import Files
import World

/// A folder of minted tokens while it is written. Another mint that is told to replace it waits.
final class MintFolder: Sendable {
    /// The folder's path.
    let path: String
    /// Whether it was made for these tokens.
    private let isNew: Bool
    private let lock: FolderLock
    private let isAbandoned = LockedValue(false)

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
        try isAbandoned.withLock { isAbandoned throws(FileFailure) in
            guard !isAbandoned else { return }
            try Files.write(bytes, to: path)
        }
    }

    /// Writes no more, and removes what was written.
    ///
    /// - Returns: Whether nothing is left of it.
    @discardableResult
    func abandon() -> Bool {
        isAbandoned.withLock { isAbandoned in
            isAbandoned = true
            let files = (try? Files.list(path)) ?? []
            for file in files where MintedFileNames.isWrittenHere(Self.name(of: file)) {
                _ = Files.remove(file)
            }
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
