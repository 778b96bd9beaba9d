internal import Bytes
internal import HTTPMessages
internal import JSON
internal import Storage
internal import World

/// A request to Checkout.com's interface.
struct CheckoutRequest: Sendable {
    /// The identifier in the path; empty where it has none.
    let identifier: String
    let query: [String: String]
    let body: JSONValue?
    let now: UnixTime

    func text(_ name: String) -> String? { body?.member(name)?.string }
}
