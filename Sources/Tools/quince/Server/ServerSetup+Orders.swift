import AppleServers
import CommandLineTool
import Files
import HTTPMessages
import JSON

// The orders of Apple's Wallet: an order type of the sandbox, its certificate, and where the sandbox's devices find the
// server.
extension ServerSetup {
    /// The origin in links and in the address of the web service. Only the sandbox knows where it is.
    static let origin = "https://\(domain)"
    private static let orderType = "order-type"
    private static let relations = "developer-relations"

    /// Gives the server an order type with the name of the merchant identifier.
    func makeOrderType(
        of merchant: String,
        _ calls: MemberCenterCalls
    ) async throws(UsageProblem) {
        let type = "order" + merchant.drop { $0 != "." }
        let known = try await calls.call(.get, ["order-types"]).member("orderTypes")?.elements ?? []
        if !known.contains(where: { $0.text("identifier") == type }) {
            _ = try await calls.call(
                .post,
                ["order-types"],
                .object(["identifier": .string(type), "description": "quince server"])
            )
        }
        try await certify(.orderType, of: type, Self.orderType, calls)
        let authorities = try await calls.call(.get, ["authorities"]).member("authorities")?
            .elements
        for file in authorities ?? [] where file.text("name") == "developer-relations-rsa" {
            try writing {
                try Files.write(file.text("certificate"), to: "\(folder)/\(Self.relations).pem")
            }
        }
    }

    /// Tells the sandbox where its devices find the web service for orders.
    func announce(at address: String) async throws(UsageProblem) {
        _ = try await MemberCenterCalls.server(sandbox.api, token: sandbox.token).call(
            .put,
            ["order-services"],
            .object(["origin": .string(Self.origin), "address": .string(address)])
        )
    }

    /// `orders` of the configuration.
    var ordersConfiguration: JSONOutput {
        .object([
            "keyFile": .string(Self.orders), "origin": .string(Self.origin),
            "wallet": .object([
                "key": .string("\(Self.orderType).key"),
                "certificates": .array([
                    .string("\(Self.orderType).pem"), .string("\(Self.relations).pem"),
                ]),
                "website": .string(Self.origin), "testPush": gatewayConfiguration,
            ]),
        ])
    }

    /// The sandbox's gateway in the configuration.
    var gatewayConfiguration: JSONOutput {
        .object(["address": .string(sandbox.gateway), "authority": "gateway-ca.pem"])
    }
}
