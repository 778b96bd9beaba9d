/// Something that was put right when a database was opened.
public enum DatabaseRemark: Hashable, Sendable, CustomStringConvertible {
    /// Users other than the owner had access to the file, which holds names and addresses; they have
    /// none now. The permissions are those that it had.
    case accessRestricted(path: String, permissions: UInt32)

    /// One line for a log.
    public var description: String {
        switch self {
        case .accessRestricted(let path, let permissions):
            "\(path) had the permissions \(String(permissions, radix: 8)); now only its owner has access"
        }
    }
}
