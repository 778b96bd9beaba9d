internal import JSON
internal import SandboxServer

/// The requests of a payment as commands of curl. What is secret or not known is a variable of the shell, which
/// the user sets.
struct StoryCommands: Sendable {
    /// The addresses of the sandbox.
    let sandbox: SandboxServer.Addresses
    /// The URL of the merchant's API; nil where there is none.
    let merchant: String?

    /// Asks the sandbox for the payment of a request.
    func payment(_ request: JSONOutput) -> StoryPart {
        Self.part(
            "curl -sS -H \"Authorization: Bearer $TOKEN\" http://\(sandbox.api)/wallet/payments",
            .object(["merchantIdentifier": .string("$MERCHANT"), "request": request])
        )
    }

    /// Asks the gateway for a merchant session, as the page's server does.
    func session(displayName: String) -> StoryPart {
        Self.part(
            "curl -sS --cacert \"$CA\" --cert \"$IDENTITY\" --key \"$IDENTITY_KEY\""
                + " https://\(sandbox.gateway)/paymentservices/startSession",
            .object([
                "merchantIdentifier": .string("$MERCHANT"), "displayName": .string(displayName),
                "initiative": .string("web"), "initiativeContext": .string("$DOMAIN"),
            ])
        )
    }

    /// Charges a token by the merchant's API; nil where its payment is not known.
    func charge(_ payment: JSONOutput?) -> StoryPart? {
        guard let merchant, let amount = payment?.text("amount"),
            let currency = payment?.text("currency"), let reference = payment?.text("reference")
        else { return nil }
        return Self.part(
            "curl -sS -H \"Authorization: Bearer $API_KEY\" -H \"Idempotency-Key: $ATTEMPT\""
                + " \(merchant)/payments",
            .object([
                "token": .string("$PAYMENT"), "amount": .string(amount),
                "currency": .string(currency), "reference": .string(reference),
            ])
        )
    }

    /// The command with its body. The shell takes nothing in single quotes for its own; a variable stands
    /// outside of them.
    private static func part(_ command: String, _ body: JSONOutput) -> StoryPart {
        var text = body.indented.replacing("'", with: #"'\''"#)
        for name in ["MERCHANT", "DOMAIN"] {
            text = text.replacing("\"$\(name)\"", with: "\"'\"$\(name)\"'\"")
        }
        // The payment is JSON itself, and no text in it.
        text = text.replacing("\"$PAYMENT\"", with: "'\"$PAYMENT\"'")
        return .command("As a curl command", "\(command) --json '\(text)'")
    }
}
