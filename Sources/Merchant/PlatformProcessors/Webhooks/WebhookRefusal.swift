/// Why a message that says it is a platform's was not believed.
public enum WebhookRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// It has no signature, or one of another form.
    case signatureMissing
    /// No secret of the configuration gives its signature.
    case signatureWrong
    /// It was signed too long ago, or in the future.
    case notFresh
    /// It is signed, but is no event.
    case eventUnreadable
}

extension WebhookRefusal: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .signatureMissing: "the message has no signature of the platform's form"
        case .signatureWrong: "none of the configured secrets gives the message's signature"
        case .notFresh: "the message was signed more than five minutes ago, or in the future"
        case .eventUnreadable: "the message is signed, but it is no event of the platform's"
        }
    }
}
