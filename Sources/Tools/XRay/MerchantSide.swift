internal import CardNetwork
internal import HTTPClient
internal import HTTPMessages
internal import JSON
internal import PaymentToken
internal import Platforms
internal import TokenDisplay
internal import World

/// Finds the merchant's side of tokens: through the merchant's API, with the merchant's keys.
struct MerchantSide: Sendable {
    let sandbox: XRaySandbox
    let shop: XRayShop
    let client: HTTPClient
    let privacy: StoryPrivacy

    /// The merchant's side of a token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - time: When the merchant checked it.
    /// - Returns: What is known of it; a merchant's API that does not answer has nothing.
    func charge(of token: SealedPaymentToken, at time: UnixTime) async -> StoryCharge {
        let trust = TokenTrust(PaymentTokenVerifier(trusting: sandbox.root), at: time)
        let owner = await sandbox.platforms?.keys.owner(of: token)
        let explanation = TokenExplanation(
            token.json.compactBytes,
            trust: trust,
            keys: owner.map { [$0.key] } ?? shop.keys()
        )
        let payload = explanation.opened.map {
            PaymentDisplay($0.payment, revealing: privacy.reveals).rows.map {
                (name: $0.0, value: $0.1)
            }
        }
        let identifier = token.transactionID.lowercaseHexadecimal
        let payment = await get("/payments?transactionId=\(identifier)")?
            .member("payments")?.elements?.first
        var order: JSONValue?
        if let identifier = payment?.member("order")?.member("id")?.string {
            order = await get("/orders/\(identifier)")
        }
        var platform = (owner?.platform ?? payment?.platform)
            .map { StoryPlatform(platform: $0, owner: owner) }
        if let owner {
            platform?.ownChecks = TokenExplanation(
                token.json.compactBytes,
                trust: trust,
                keys: nil,
                keyName: "key of \(owner.platform.name)’s"
            )
        }
        return StoryCharge(
            explanation: explanation,
            payload: payload ?? [],
            payment: payment.map(JSONOutput.init),
            order: order.map(shown),
            exchanges: await exchanges(of: payment),
            platform: platform
        )
    }

    /// The network's messages of a payment, from the shop's bank or from a platform.
    private func exchanges(of payment: JSONValue?) async -> [NetworkJournal.Exchange] {
        guard let payment else { return [] }
        if let reference = payment.member("retrievalReference")?.string {
            return sandbox.messages.exchanges(of: reference)
        }
        guard let platform = payment.platform, let identifier = payment.member("id")?.string else {
            return []
        }
        // The server's key of an authorization, which goes with each request to a platform.
        let key = identifier.replacing("payment-", with: "attempt-") + "-auth"
        let references = await sandbox.platforms?.retrievalReferences(
            at: platform,
            of: payment.member("processorReference")?.string,
            or: key
        )
        return (references ?? []).flatMap { sandbox.messages.exchanges(of: $0) }
    }

    /// An order, with the shopper's contact masked.
    private func shown(_ order: JSONValue) -> JSONOutput {
        guard case .object(let members) = JSONOutput(order) else { return .null }
        return .object(
            members.map { member in
                guard member.name == "contact" else { return member }
                return JSONMember(name: member.name, value: privacy.masked(member.value))
            }
        )
    }

    private func get(_ path: String) async -> JSONValue? {
        var request = HTTPClientRequest(.get, shop.api + path)
        request.fields[.authorization] = HTTPFieldValue("Bearer \(shop.key)")
        request.timeLimit = .seconds(5)
        guard let response = try? await client.send(request), response.status == .ok,
            let document = try? JSONDocument(response.body)
        else { return nil }
        return document.root
    }
}

extension JSONValue {
    /// The platform that charged a payment of the merchant's API; nil where none did.
    fileprivate var platform: Platform? {
        member("processor")?.string.flatMap(Platform.init)
    }
}
