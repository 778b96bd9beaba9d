internal import HTTPAPI
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import SandboxServer
internal import World

/// What the x-ray's pages ask for.
struct XRayRoutes: Sendable {
    let sandbox: XRaySandbox
    let shop: XRayShop?
    let reveals: Bool
    let world: World

    /// The payments, the newest first.
    func list() async -> JSONOutput {
        .object(["payments": .array(sandbox.payments.payments.map { .integer(Int64($0.number)) })])
    }

    /// A payment.
    func payment(_ number: Int) async throws(HTTPProblem) -> JSONOutput {
        guard let payment = sandbox.payments.payment(number) else {
            throw HTTPProblem(.notFound)
        }
        return .object(["number": .integer(Int64(payment.number))])
    }

    /// A token that was pasted.
    func token(_ request: HTTPServerRequest) throws(HTTPProblem) -> JSONOutput {
        throw HTTPProblem(.notFound)
    }
}
