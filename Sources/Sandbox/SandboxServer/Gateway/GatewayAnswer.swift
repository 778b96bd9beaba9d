public import ApplePaySession
public import HTTPMessages

/// The gateway's answer to a request, for a log. It contains no certificate and no body.
public struct GatewayAnswer: Hashable, Sendable {
    /// The path.
    public let path: String
    /// The status.
    public let status: HTTPStatus
    /// The merchant of the client's certificate; nil where the certificate was refused.
    public let merchant: MerchantReference?
    /// Why it was refused; nil where it was not.
    public let reason: String?
}

extension GatewayAnswer: CustomStringConvertible {
    /// One line.
    public var description: String {
        let merchant = merchant.map { " merchant \($0)" } ?? ""
        return "gateway: \(path) \(status.code)\(merchant)" + (reason.map { ": \($0)" } ?? "")
    }
}
