internal import HTTPMessages

/// Who may use an operation.
public enum APIAccess: Hashable, Sendable {
    /// Everyone, also without credentials.
    case everyone
    /// Every caller that showed who it is.
    case callers
    /// The callers of these roles.
    case roles(Set<String>)
}

extension APIAccess {
    /// Checks that a caller may use an operation.
    ///
    /// - Throws: A problem of status 403 that names the roles.
    package func check(_ caller: HTTPCaller?) throws(HTTPProblem) {
        guard case .roles(let roles) = self, !roles.contains(caller?.role ?? "") else { return }
        throw HTTPProblem(
            .forbidden,
            HTTPProblemCode.roleInsufficient,
            "the role of these credentials is \"\(caller?.role ?? "none")\"; this operation needs"
                + " one of: \(roles.sorted().joined(separator: ", "))"
        )
    }

    /// Its sentence in the description of the API.
    var sentence: String? {
        guard case .roles(let roles) = self else { return nil }
        return "For the roles: \(roles.sorted().joined(separator: ", "))."
    }
}
