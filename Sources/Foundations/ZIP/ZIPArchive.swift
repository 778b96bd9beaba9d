internal import CLibZip
internal import Glibc

/// A file in an archive.
public struct ZIPEntry: Hashable, Sendable {
    /// The path, with `/` between its parts.
    public let name: String
    /// The content.
    public let bytes: [UInt8]

    /// A file with its content.
    public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
}

/// The limits of an archive that is read.
public struct ZIPLimits: Hashable, Sendable {
    /// Maximum number of files and folders.
    public let entries: Int
    /// Maximum size of all files together. Units: bytes.
    public let unpackedSize: Int

    /// Limits of both kinds.
    public init(entries: Int, unpackedSize: Int) {
        (self.entries, self.unpackedSize) = (entries, unpackedSize)
    }
}

/// The files of an archive that was read, and the entries that were refused.
///
/// Stored and deflated files are read. Entries for folders are left out.
///
/// - Source: PKWARE, *APPNOTE: .ZIP File Format Specification*, by libzip.
public struct ZIPArchive: Sendable {
    /// The files, in the order of the archive.
    public private(set) var entries: [ZIPEntry] = []
    /// The entries that were not read.
    public private(set) var refused: [ZIPRefusal] = []

    /// Reads an archive. An entry is unpacked only as far as the limit of all sizes allows.
    ///
    /// - Throws: ``ZIPFailure``.
    public init(_ bytes: [UInt8], limits: ZIPLimits) throws(ZIPFailure) {
        // libzip takes nothing for an archive without files.
        guard !bytes.isEmpty else { throw .notAnArchive }
        let read = unsafe bytes.withUnsafeBytes { buffer -> Result<ZIPArchive, ZIPFailure> in
            var archive = ZIPArchive()
            do throws(ZIPFailure) {
                try unsafe archive.read(buffer, limits)
                return .success(archive)
            } catch { return .failure(error) }
        }
        self = try read.get()
    }

    private init() {}

    private mutating func read(
        _ buffer: UnsafeRawBufferPointer,
        _ limits: ZIPLimits
    ) throws(ZIPFailure) {
        let source = unsafe zip_source_buffer_create(
            buffer.baseAddress,
            zip_uint64_t(buffer.count),
            0,
            nil
        )
        guard let source = unsafe source else { throw .notAnArchive }
        var failure = unsafe zip_error_t()
        // Names and sizes in both places of an entry must agree, so that all readers see the same files.
        var archive = unsafe zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &failure)
        // Then the repeated names are found below.
        if unsafe zip_error_code_zip(&failure) == ZIP_ER_EXISTS {
            unsafe archive = zip_open_from_source(source, ZIP_RDONLY, nil)
        }
        guard let archive = unsafe archive else {
            unsafe zip_source_free(source)
            throw .notAnArchive
        }
        defer { unsafe zip_discard(archive) }
        let count = unsafe zip_get_num_entries(archive, 0)
        guard count <= limits.entries else { throw .tooManyEntries(limit: limits.entries) }
        var seen: Set<String> = []
        var left = limits.unpackedSize
        for index in 0..<zip_uint64_t(max(0, count)) {
            guard let name = unsafe Self.name(archive, index) else {
                refused.append(ZIPRefusal(name: "entry \(index)", reason: .unsafeName))
                continue
            }
            guard seen.insert(name).inserted else {
                refused.append(ZIPRefusal(name: name, reason: .duplicate))
                continue
            }
            do throws(ZIPRefusal.Reason) {
                guard Self.isSafe(name) else { throw .unsafeName }
                let content = try unsafe Self.content(archive, index, &left)
                if !name.hasSuffix("/") { entries.append(ZIPEntry(name: name, bytes: content)) }
            } catch {
                guard error != .tooLarge else { throw .tooLarge(limit: limits.unpackedSize) }
                refused.append(ZIPRefusal(name: name, reason: error))
            }
        }
    }

    private static func name(_ archive: OpaquePointer, _ index: zip_uint64_t) -> String? {
        guard let name = unsafe zip_get_name(archive, index, ZIP_FL_ENC_RAW) else { return nil }
        return unsafe String(validatingCString: name)
    }

    /// Whether a name is a path inside the archive for every reader; a folder's ends with a slash.
    private static func isSafe(_ name: String) -> Bool {
        let path = name.hasSuffix("/") ? name.dropLast() : name[...]
        return path.split(separator: "/", omittingEmptySubsequences: false)
            .allSatisfy { !["", ".", ".."].contains($0) }
            && path.utf8.allSatisfy {
                $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: ":")
            }
    }

    private static func content(
        _ archive: OpaquePointer,
        _ index: zip_uint64_t,
        _ left: inout Int
    ) throws(ZIPRefusal.Reason) -> [UInt8] {
        var status = unsafe zip_stat_t()
        guard unsafe zip_stat_index(archive, index, ZIP_FL_ENC_RAW, &status) == 0 else {
            throw .damaged
        }
        try unsafe requireFile(archive, index)
        guard unsafe status.encryption_method == ZIP_EM_NONE else { throw .encrypted }
        let methods = [ZIP_CM_STORE, ZIP_CM_DEFLATE].map(zip_uint16_t.init)
        guard unsafe methods.contains(status.comp_method) else { throw .compression }
        guard let size = unsafe Int(exactly: status.size), size <= left else { throw .tooLarge }
        left -= size
        guard let file = unsafe zip_fopen_index(archive, index, 0) else { throw .damaged }
        defer { unsafe zip_fclose(file) }
        var isWhole = false
        let content = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, filled in
            while filled <= size {
                let place = unsafe buffer.baseAddress?.advanced(by: filled)
                let count = unsafe zip_fread(file, place, zip_uint64_t(size + 1 - filled))
                // At the end, libzip has compared the checksum.
                guard count > 0 else {
                    isWhole = count == 0 && filled == size
                    break
                }
                filled += Int(count)
            }
        }
        guard isWhole else { throw .damaged }
        return content
    }

    /// Links and devices, which only Unix's attributes tell, are refused.
    private static func requireFile(
        _ archive: OpaquePointer,
        _ index: zip_uint64_t
    ) throws(ZIPRefusal.Reason) {
        var (system, attributes) = (zip_uint8_t(0), zip_uint32_t(0))
        let result = unsafe zip_file_get_external_attributes(
            archive,
            index,
            0,
            &system,
            &attributes
        )
        guard result == 0 else { throw .damaged }
        let isUnix = [ZIP_OPSYS_UNIX, ZIP_OPSYS_OS_X].contains(zip_uint32_t(system))
        let (mode, file, folder): (zip_uint32_t, zip_uint32_t, zip_uint32_t) =
            (attributes >> 16 & 0o170000, 0o100000, 0o040000)
        guard !isUnix || [0, file, folder].contains(mode) else { throw .notAFile }
    }

    /// Writes an archive; the same files give the same bytes.
    ///
    /// - Throws: ``ZIPFailure/notWritten``.
    public static func write(_ entries: [ZIPEntry]) throws(ZIPFailure) -> [UInt8] {
        guard let source = unsafe zip_source_buffer_create(nil, 0, 0, nil) else {
            throw .notWritten
        }
        defer { unsafe zip_source_free(source) }
        // Kept for reading; closing the archive frees it once.
        unsafe zip_source_keep(source)
        guard let archive = unsafe zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, nil)
        else {
            unsafe zip_source_free(source)
            throw .notWritten
        }
        let isAdded = entries.allSatisfy { unsafe add($0, to: archive) }
        guard isAdded, unsafe zip_close(archive) == 0 else {
            unsafe zip_discard(archive)
            throw .notWritten
        }
        return try unsafe bytes(of: source)
    }

    private static func add(_ entry: ZIPEntry, to archive: OpaquePointer) -> Bool {
        // libzip reads and frees the copy when the archive is closed.
        guard let copy = unsafe malloc(max(1, entry.bytes.count)) else { return false }
        unsafe entry.bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { unsafe memcpy(copy, start, bytes.count) }
        }
        let size = zip_uint64_t(entry.bytes.count)
        guard let source = unsafe zip_source_buffer(archive, copy, size, 1) else {
            unsafe free(copy)
            return false
        }
        let index = unsafe zip_file_add(archive, entry.name, source, ZIP_FL_ENC_UTF_8)
        guard index >= 0 else {
            unsafe zip_source_free(source)
            return false
        }
        let place = zip_uint64_t(index)
        // The first day that an archive can state: 1980-01-01.
        return unsafe zip_file_set_dostime(archive, place, 0, 0x21, 0) == 0
            && zip_file_set_external_attributes(
                archive,
                place,
                0,
                zip_uint8_t(ZIP_OPSYS_UNIX),
                0o100644 << 16
            ) == 0
    }

    private static func bytes(of source: OpaquePointer) throws(ZIPFailure) -> [UInt8] {
        var status = unsafe zip_stat_t()
        guard unsafe zip_source_stat(source, &status) == 0, unsafe zip_source_open(source) == 0
        else { throw .notWritten }
        defer { unsafe zip_source_close(source) }
        let size = unsafe Int(status.size)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            let count = unsafe zip_source_read(source, buffer.baseAddress, zip_uint64_t(size))
            filled = max(0, Int(count))
        }
        guard bytes.count == size else { throw .notWritten }
        return bytes
    }
}
