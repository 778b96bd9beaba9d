import CommandLineTool
import Files
import Processors
import Sockets
import Storage

extension CheckoutVerb {
    static let network = Option.server(
        "network",
        help: "pay over the card network that listens there, such as 127.0.0.1:8583,\n"
            + "instead of one in the process"
    )
    static let state = Option(
        "state",
        "DIR",
        help: "with --network, the folder of that network, to which the cards are added"
    )

    /// The network that is named; nil for the one in the process.
    static func chosenNetwork(
        _ invocation: Invocation
    ) throws(UsageProblem) -> CheckoutNetwork? {
        let folder = invocation.value(state)
        guard let address = try invocation.value(network) else {
            guard folder == nil else {
                throw UsageProblem(
                    "--state without --network",
                    hint: "--network ADDRESS names the network of the folder"
                )
            }
            return nil
        }
        guard let folder, !PathText.hasEscapes(folder) else {
            throw UsageProblem(
                "--network without a folder for the cards",
                hint: "--state DIR names the folder of quince sandbox network --state DIR, in UTF-8"
            )
        }
        for option in [seed.name, decline.name] where invocation.has(option) {
            throw UsageProblem(
                "--\(option) with --network",
                hint: option == seed.name
                    ? "the network's cards and keys are new each time: leave --seed out"
                    : "the network has accounts of its own: leave --decline out"
            )
        }
        return CheckoutNetwork(at: address, folder: folder)
    }
}
