internal import CSQLite

/// SQLite's file system, with the writes to a write-ahead log joined.
///
/// SQLite writes a page of the log with two calls to the system, and a group of transactions has many
/// pages. Here what follows each other is written at once: before SQLite flushes the log, which it does
/// before a transaction is complete, and before anything that looks at the file. Other files do not pass
/// through it.
///
/// - Source: SQLite, *The OS Backend (VFS)*;
///   Documentation/Decisions/0059-pages-of-the-log-are-written-together.md.
@safe
enum LogFileSystem {
    /// The name to open a database with; nil, for SQLite's own file system, if it cannot be registered.
    static var name: String? { isRegistered ? text.description : nil }

    private static let text: StaticString = "quince-log"

    private static let isRegistered: Bool = {
        guard let system = unsafe sqlite3_vfs_find(nil) else { return false }
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        unsafe methods.initialize(to: LogFile.methods)
        let ours = UnsafeMutablePointer<quince_log_vfs>.allocate(capacity: 1)
        unsafe ours.initialize(
            to: quince_log_vfs(base: system.pointee, system: system, methods: methods)
        )
        unsafe ours.pointee.base.pNext = nil
        unsafe ours.pointee.base.zName = UnsafeRawPointer(text.utf8Start).assumingMemoryBound(
            to: CChar.self
        )
        unsafe ours.pointee.base.szOsFile += Int32(MemoryLayout<quince_log_file>.size)
        unsafe ours.pointee.base.xOpen = { ours, name, place, flags, opened in
            guard let ours = unsafe UnsafeRawPointer(ours)?.load(as: quince_log_vfs.self),
                let log = unsafe LogFile(place)
            else { return SQLITE_MISUSE }
            let isLog = flags & SQLITE_OPEN_WAL != 0
            let file = unsafe isLog ? log.place(with: ours.methods) : place
            return unsafe ours.system.pointee.xOpen(ours.system, name, file, flags, opened)
        }
        return unsafe sqlite3_vfs_register(&ours.pointee.base, 0) == SQLITE_OK
    }()
}

/// A log, in the memory that SQLite has for it.
@safe
private struct LogFile {
    typealias File = UnsafeMutablePointer<sqlite3_file>

    /// How much is written at once: the system's file takes less than 128 KiB. Units: bytes.
    static let pieceSize = 65_536

    private let log: UnsafeMutablePointer<quince_log_file>

    init?(_ place: File?) {
        guard let place = UnsafeMutableRawPointer(place) else { return nil }
        unsafe log = place.assumingMemoryBound(to: quince_log_file.self)
    }

    /// Makes a log of it.
    ///
    /// - Returns: Where the system's file is opened. SQLite closes the log, whether that could be done or not.
    func place(with methods: UnsafePointer<sqlite3_io_methods>) -> File {
        let file = unsafe UnsafeMutableRawPointer(log + 1).assumingMemoryBound(
            to: sqlite3_file.self
        )
        unsafe file.pointee.pMethods = nil
        unsafe log.initialize(to: quince_log_file())
        unsafe log.pointee.file = file
        unsafe log.pointee.base.pMethods = methods
        return unsafe file
    }

    /// Keeps bytes that follow those which are kept, after it has written those that they do not follow.
    private func add(_ bytes: UnsafeRawPointer, _ count: Int, at place: Int64) -> Int32 {
        let kept = unsafe Int(log.pointee.count)
        let end = unsafe log.pointee.start + Int64(kept)
        if kept > 0, place != end || kept + count > Self.pieceSize {
            let code = write()
            guard code == SQLITE_OK else { return code }
        }
        guard count <= Self.pieceSize else {
            return unsafe file { unsafe $1.xWrite($0, bytes, Int32(count), place) }
        }
        if unsafe log.pointee.bytes == nil {
            unsafe log.pointee.bytes = .allocate(capacity: Self.pieceSize)
        }
        if unsafe log.pointee.count == 0 { unsafe log.pointee.start = place }
        let next = unsafe UnsafeMutableRawPointer(log.pointee.bytes + Int(log.pointee.count))
        unsafe next.copyMemory(from: bytes, byteCount: count)
        unsafe log.pointee.count += Int32(count)
        return SQLITE_OK
    }

    /// Writes what is kept. It is not kept any more, also where that fails: SQLite undoes the transaction.
    private func write() -> Int32 {
        let count = unsafe log.pointee.count
        guard count > 0 else { return SQLITE_OK }
        unsafe log.pointee.count = 0
        return unsafe file { unsafe $1.xWrite($0, log.pointee.bytes, count, log.pointee.start) }
    }

    private func close() -> Int32 {
        let written = write()
        unsafe log.pointee.bytes?.deallocate()
        // What could not be opened has no methods.
        guard unsafe log.pointee.file.pointee.pMethods != nil else { return written }
        let closed = unsafe file { unsafe $1.xClose($0) }
        return written == SQLITE_OK ? closed : written
    }

    private func file(_ call: (File, sqlite3_io_methods) -> Int32) -> Int32 {
        guard let file: File = unsafe log.pointee.file, let methods = unsafe file.pointee.pMethods
        else { return SQLITE_MISUSE }
        return unsafe call(file, methods.pointee)
    }

    private static func afterWriting(
        _ log: File?,
        _ call: (File, sqlite3_io_methods) -> Int32
    ) -> Int32 {
        guard let log = unsafe LogFile(log) else { return SQLITE_MISUSE }
        let code = log.write()
        return code == SQLITE_OK ? unsafe log.file(call) : code
    }

    /// What SQLite does with a log. It does not lock it.
    static let methods: sqlite3_io_methods = {
        var methods = sqlite3_io_methods()
        methods.iVersion = 1
        unsafe methods.xWrite = { log, bytes, count, place in
            guard let log = unsafe LogFile(log), let bytes = unsafe bytes else {
                return SQLITE_MISUSE
            }
            return unsafe log.add(bytes, Int(count), at: place)
        }
        unsafe methods.xRead = { log, bytes, count, place in
            unsafe afterWriting(log) { unsafe $1.xRead($0, bytes, count, place) }
        }
        unsafe methods.xSync = { log, flags in
            unsafe afterWriting(log) { unsafe $1.xSync($0, flags) }
        }
        unsafe methods.xTruncate = { log, size in
            unsafe afterWriting(log) { unsafe $1.xTruncate($0, size) }
        }
        unsafe methods.xFileSize = { log, size in
            unsafe afterWriting(log) { unsafe $1.xFileSize($0, size) }
        }
        unsafe methods.xFileControl = { log, operation, value in
            unsafe afterWriting(log) { unsafe $1.xFileControl($0, operation, value) }
        }
        unsafe methods.xSectorSize = { unsafe LogFile($0)?.file { unsafe $1.xSectorSize($0) } ?? 0 }
        unsafe methods.xDeviceCharacteristics = {
            unsafe LogFile($0)?.file { unsafe $1.xDeviceCharacteristics($0) } ?? 0
        }
        unsafe methods.xClose = { unsafe LogFile($0)?.close() ?? SQLITE_MISUSE }
        return methods
    }()
}
