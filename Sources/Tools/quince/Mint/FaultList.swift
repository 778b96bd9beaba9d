import CommandLineTool
import JSON
import PaymentToken
import TokenMint

/// The faults that can be minted, with the verdict that a correct verifier gives.
struct FaultList {
    let isJSON: Bool

    func show(on output: Output) {
        guard !isJSON else {
            let faults = TokenFault.all.map { fault in
                JSONOutput.object([
                    "name": .string(fault.name),
                    "group": .string(fault.group.rawValue),
                    "versions": .array(fault.versions.map { .string($0.rawValue) }),
                    "verdict": .string(fault.verdict.step == nil ? "accepted" : "refused"),
                    "step": fault.verdict.step.map { .string($0.rawValue) },
                    "explanation": .string(fault.explanation),
                    "reason": fault.reason.map { .string($0) },
                ])
            }
            output.result(JSONOutput.object(["faults": .array(faults)]).compact)
            return
        }
        output.result("What a correct verifier that trusts the root and holds the key says of each")
        for fault in TokenFault.all {
            let versions = fault.versions.map(\.rawValue).joined(separator: " and ")
            output.row(fault.name, "\(fault.verdict), \(versions), \(fault.group)", width: 35)
            output.result("      \(fault.explanation)")
            if let reason = fault.reason { output.result("      because \(reason)") }
        }
    }
}
