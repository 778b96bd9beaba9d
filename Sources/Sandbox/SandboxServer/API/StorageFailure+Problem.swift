internal import HTTPMessages
public import HTTPServer
public import Storage

extension StorageFailure: HTTPProblemSource {
    /// The problem that a caller is told where the sandbox's database failed: whether anything was written.
    public var problem: HTTPProblem {
        switch effect {
        case .nothing where self == .zeroCharacter:
            .refused(.unprocessableContent, "textInvalid", "nothing was changed: \(self)")
        case .nothing:
            .refused(.serviceUnavailable, "databaseFailed", "nothing was changed: \(self)")
        default:
            .refused(
                .internalServerError,
                "databaseFailed",
                "it is not known whether anything was changed: \(self)"
            )
        }
    }
}
