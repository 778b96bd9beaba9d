package import PaymentToken

/// A refusal as people are told it. If the form is refused, the file may be something other
/// than a token.
package struct ToldRefusal: Sendable {
    /// The refusal.
    package let refusal: TokenRefusal
    /// The cause.
    package let cause: String
    /// The remedy.
    package let remedy: String
    /// Where it is explained: a section of Refusals.md, or the page where no section is about it.
    package let documentation: String

    /// A refusal.
    ///
    /// - Parameters:
    ///   - refusal: Why the token was refused.
    ///   - kind: What the file is, where that is known; it counts only where the form is refused.
    package init(_ refusal: TokenRefusal, in kind: GivenFileKind? = nil) {
        self.refusal = refusal
        guard refusal.step == .format, !refusal.isOfPlace, let kind else {
            cause = "\(refusal)"
            documentation = refusal.documentation
            remedy = refusal.isOfLength ? GivenFileKind.giveAToken : "\(refusal.remedy)"
            return
        }
        cause = "not a token: \(kind.words)"
        documentation = TokenRefusal.page
        remedy = kind.tokenRemedy
    }
}

extension TokenRefusal {
    /// Whether a token was found in the file.
    fileprivate var isOfPlace: Bool { if case .format(.elsewhere) = self { true } else { false } }

    /// Whether the file is longer than any token.
    fileprivate var isOfLength: Bool { if case .format(.tooLong) = self { true } else { false } }
}
