import CardMessages
import CardNetwork
import CommandLineTool
import ISO8583
import JSON
import SandboxServer
import TestSandbox
import World

extension SandboxVerb {
    private static let card = Option(
        "card",
        "NUMBER",
        isSecret: true,
        form: "a published test number, and never a real card's",
        example: SandboxCard.visa.number,
        help: "a TEST card's number; unless given, \(SandboxCard.visa.number)",
        reading: testCard
    )
    private static let acceptor = Option(
        "merchant",
        "TEXT",
        help: "field 42, 1 to 15 printable characters; unless given, MERCHANT0000001"
    )
    private static let credentialsJSON = Option("json", help: "print one JSON object")

    /// `quince sandbox cryptogram`.
    static let cryptogram = Verb(
        "sandbox",
        "cryptogram",
        summary: "Make the request of one payment, with its cryptogram.",
        options: [
            folder, card, MintVerb.amount, MintVerb.currency, acceptor, NetworkOptions.layout,
            credentialsJSON,
        ],
        notes: """
            The card is added to a new device, and pays once. A network may be running: it approves the
            request. The account and the cryptogram are TEST ones, and are shown in full.
            Exit status: 0 made, 2 wrong usage or configuration.
            """,
        example: "quince sandbox cryptogram --state /tmp/network --amount 10.75",
        run: { invocation, output throws(UsageProblem) in
            let amount = try MintRequest.amount(invocation)
            guard let card = try invocation.value(card) ?? SandboxCard.visa.printed else {
                throw UsageProblem("no card", hint: "quince sandbox cryptogram --help")
            }
            let merchant = invocation.value(acceptor) ?? "MERCHANT0000001"
            let credentials = try await withNetwork(invocation) { network in
                try await network.credentials(of: card, paying: amount, merchant: merchant)
            }
            guard let credentials else {
                throw UsageProblem(
                    "--merchant \(merchant.debugDescription) or --amount cannot be in a message",
                    hint:
                        "the merchant has 1 to 15 printable characters, the amount up to 12 digits"
                )
            }
            let layout = try invocation.value(NetworkOptions.layout)?.1 ?? .ascii
            try reporting("--layout", hint: "another layout has every field") {
                try write(credentials, in: layout, to: output, invocation)
            }
            return .success
        }
    )

    private static func testCard(_ number: String) -> PaymentCard? {
        try? TypedCard(number: number, expiry: "12/35").card(at: World.system.clock.now).printed
    }

    private static func write(
        _ credentials: PaymentCredentials,
        in layout: MessageLayout,
        to output: Output,
        _ invocation: Invocation
    ) throws(ISO8583Failure) {
        if invocation.has(credentialsJSON.name) {
            output.result(try credentials.json(in: layout).compact)
            return
        }
        let message = try credentials.messageDigits(in: layout)
        for field in credentials.fields {
            output.result("  \(field.number)  \(field.name): \(field.value)")
        }
        output.result("cryptogram: \(credentials.cryptogramDigits)")
        output.result("message: \(message)")
    }
}
