import CardMessages
import Checkout
import CommandLineTool
import CommandOptions
import Payments
import Processors
import World

extension DeskVerb {
    static let network = Option.server(
        "network",
        help: "the card network to ask, such as 127.0.0.1:8583"
    )
    static let merchant = Option(
        "merchant",
        "ID",
        form: "1 to 15 printable characters",
        example: CheckoutNetwork.merchant,
        help: "with --network, the shop as its messages name it: field 42;\n"
            + "\(CheckoutNetwork.merchant), that of quince checkout, unless given",
        reading: { acceptor(merchant: $0)?.merchant }
    )
    static let terminal = Option(
        "terminal",
        "ID",
        form: "1 to 8 printable characters",
        example: CheckoutNetwork.terminal,
        help: "with --network, the terminal, field 41; \(CheckoutNetwork.terminal) unless given",
        reading: { acceptor(terminal: $0)?.terminal }
    )
    static let acquirer = Option(
        "acquirer",
        "ID",
        form: "1 to 11 digits",
        example: CheckoutNetwork.acquirer,
        help: "with --network, the acquirer, field 32; \(CheckoutNetwork.acquirer) unless given",
        reading: { acceptor(acquirer: $0)?.acquirer }
    )
    static let processor = Option.processor(
        help: "with --network, the processor whose operations are asked about, as the\n"
            + "list names it; \(ProcessorName.cardNetwork) unless given"
    )
    static let time = Option.time(
        "at",
        help: "settle what is due by then, instead of by now; for a shop that is stopped"
    )

    /// The network to ask; nil where none is named.
    static func signOn(
        _ invocation: Invocation
    ) async throws(UsageProblem) -> CardNetworkAcquirer? {
        guard let address = try invocation.value(network) else {
            let others: [any CommandOption] = [merchant, terminal, acquirer, processor]
            for option in others where invocation.has(option.name) {
                throw UsageProblem(
                    "--\(option.name) without --network",
                    hint: "--network ADDRESS names the card network to ask"
                )
            }
            return nil
        }
        let acceptor = acceptor(
            acquirer: invocation.value(acquirer),
            terminal: invocation.value(terminal),
            merchant: invocation.value(merchant)
        )
        guard let acceptor else {
            throw UsageProblem(
                "--merchant, --terminal or --acquirer has not the form of its field",
                hint: "at most 15 characters, at most 8 characters, and at most 11 digits"
            )
        }
        let name = try invocation.value(processor) ?? .cardNetwork
        do throws(NetworkProblem) {
            return try await CheckoutNetwork.signOn(to: address, as: acceptor, named: name)
        } catch {
            throw UsageProblem("--network \(error)", hint: NetworkInput.hint(error))
        }
    }

    /// An acceptor with these parts, and those of `quince checkout`; nil if a part has another form.
    static func acceptor(
        acquirer: String? = nil,
        terminal: String? = nil,
        merchant: String? = nil
    ) -> CardAcceptor? {
        CardAcceptor(
            acquirer: acquirer ?? CheckoutNetwork.acquirer,
            terminal: terminal ?? CheckoutNetwork.terminal,
            merchant: merchant ?? CheckoutNetwork.merchant
        )
    }

    /// The clock of the settlement.
    static func world(_ invocation: Invocation) throws(UsageProblem) -> World {
        guard let moment = try invocation.value(time) else { return .system }
        return World.system.with(clock: SimulatedClock(startingAt: moment))
    }
}

extension Option where Value == ProcessorName {
    /// `--processor`.
    static func processor(help: String) -> Option {
        Option(
            "processor",
            "NAME",
            form: "the name of a processor",
            example: "\(ProcessorName.cardNetwork); quince desk list prints the names",
            help: help,
            reading: { ProcessorName($0) }
        )
    }
}
