/// Why an archive was not read or written.
public enum ZIPFailure: Error, Hashable, Sendable {
    /// The bytes are no archive, are cut off, or contradict themselves.
    case notAnArchive
    /// There are more entries than ``ZIPLimits/entries``.
    case tooManyEntries(limit: Int)
    /// The files have more bytes together than ``ZIPLimits/unpackedSize``.
    case tooLarge(limit: Int)
    /// libzip could not write: there is no memory, or two files have one name.
    case notWritten
}

/// An entry that was not read.
public struct ZIPRefusal: Hashable, Sendable {
    /// The cause of a refusal.
    public enum Reason: Error, Hashable, Sendable {
        /// The name is not UTF-8, is absolute, has a part such as `..`, or a character that is no
        /// part of names everywhere.
        case unsafeName
        /// An entry of this name precedes it.
        case duplicate
        /// It is a symbolic link or a device.
        case notAFile
        /// It is encrypted.
        case encrypted
        /// It is neither stored nor deflated.
        case compression
        /// Its content does not have its size or its checksum.
        case damaged
        /// It exceeds the limit of all sizes.
        case tooLarge
    }

    /// The entry's name.
    public let name: String
    /// The cause.
    public let reason: Reason
}
