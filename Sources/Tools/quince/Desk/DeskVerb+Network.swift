import CardMessages
import Charging
import Checkout
import CommandLineTool
import CommandOptions
import Processors
import World

extension DeskVerb {
    static let network = Option(
        "network",
        "ADDRESS",
        help: "the card network to ask, such as 127.0.0.1:8583"
    )
    static let merchant = Option(
        "merchant",
        "ID",
        help: "with --network, the shop as its messages name it: field 42;\n"
            + "\(CheckoutNetwork.merchant), that of quince checkout, unless given"
    )
    static let terminal = Option(
        "terminal",
        "ID",
        help: "with --network, the terminal, field 41; \(CheckoutNetwork.terminal) unless given"
    )
    static let acquirer = Option(
        "acquirer",
        "ID",
        help: "with --network, the acquirer, field 32; \(CheckoutNetwork.acquirer) unless given"
    )
    static let processor = Option(
        "processor",
        "NAME",
        help: "with --network, the processor whose operations are asked about, as the\n"
            + "list names it; \(ProcessorName.cardNetwork) unless given"
    )
    static let time = Option(
        "at",
        "TIME",
        help: "settle what is due by then, instead of by now; for a shop that is stopped"
    )

    /// The network to ask; nil where none is named.
    static func signOn(
        _ invocation: Invocation
    ) async throws(UsageProblem) -> CardNetworkAcquirer? {
        guard let text = invocation.value(network.name) else {
            for option in [merchant, terminal, acquirer, processor]
            where invocation.has(option.name) {
                throw UsageProblem(
                    "--\(option.name) without --network",
                    hint: "--network ADDRESS names the card network to ask"
                )
            }
            return nil
        }
        let address = try NetworkInput.address(text)
        let acceptor = CardAcceptor(
            acquirer: invocation.value(acquirer.name) ?? CheckoutNetwork.acquirer,
            terminal: invocation.value(terminal.name) ?? CheckoutNetwork.terminal,
            merchant: invocation.value(merchant.name) ?? CheckoutNetwork.merchant
        )
        guard let acceptor else {
            throw UsageProblem(
                "--merchant, --terminal or --acquirer has not the form of its field",
                hint: "at most 15 characters, at most 8 characters, and at most 11 digits"
            )
        }
        let name = try processorName(processor, invocation)
        do throws(NetworkProblem) {
            return try await CheckoutNetwork.signOn(to: address, as: acceptor, named: name)
        } catch {
            throw UsageProblem("--network \(error)", hint: NetworkInput.hint(error))
        }
    }

    /// The processor that an option names: the card network unless it is given.
    static func processorName(
        _ option: Option,
        _ invocation: Invocation
    ) throws(UsageProblem) -> ProcessorName {
        let name = invocation.value(option.name) ?? ProcessorName.cardNetwork.text
        guard let name = ProcessorName(name) else {
            throw UsageProblem(
                "--\(option.name) \(name): not the name of a processor",
                hint: "quince desk list prints the names"
            )
        }
        return name
    }

    /// The clock of the settlement.
    static func world(_ invocation: Invocation) throws(UsageProblem) -> World {
        guard let moment = try TimeInput.read(invocation, time) else { return .system }
        return World.system.with(clock: SimulatedClock(startingAt: moment))
    }
}
