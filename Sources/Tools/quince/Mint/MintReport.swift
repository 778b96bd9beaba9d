import CommandLineTool
import JSON
import Money
import PaymentToken
import TokenMint
import World

/// Says what was minted, to a person or to a program, and what to do with it.
struct MintReport {
    private let request: MintRequest
    private let isJSON: Bool

    init(_ request: MintRequest, isJSON: Bool) {
        self.request = request
        self.isJSON = isJSON
    }

    /// The remarks before the results: they go to standard error.
    func begin(on output: Output) {
        if request.hasOwnRoot {
            output.remark("seed \(request.seed): --seed \(request.seed) mints under the same root")
        }
        if let oddity = request.merchant.oddity(at: request.order.signingTime) {
            output.remark("quince: \(request.merchant.path): \(oddity)")
        }
        if request.place.root == nil {
            let seed = request.hasOwnRoot ? " --seed \(request.seed)" : ""
            output.remark("hint: --root FILE\(seed) writes the TEST root, too")
        }
    }

    func end(on output: Output) {
        guard request.place.layout != .standardOutput else { return }
        guard !isJSON else {
            output.result(json.compact)
            return
        }
        output.result("Minted \(request.count == 1 ? "one token" : "\(request.count) tokens")")
        for (name, value) in rows { output.row(name, value, width: 10) }
        output.result(
            "Open \(opensAll ? "them" : request.count == 1 ? "it" : "the first") with your key"
        )
        output.line("  \(openCommand)")
    }

    private var rows: [(String, String)] {
        let order = request.order
        let fault =
            request.faults.isAll
            ? ("faults", "one in each token")
            : only.map { ("fault", "\($0.name): \($0.explanation)") }
        let verdict =
            request.place.manifest.map { ("verdicts", $0) }
            ?? only.map { ("verdict", "of a correct verifier: \($0.verdict)") }
        return [
            ("version", request.mint.version.rawValue),
            ("merchant", request.merchant.identifier ?? "the certificate says its digest only"),
            ("pays", "\(order.amount) by \(order.network.passKitName), \(order.payload.rawValue)"),
            ("signed at", "\(order.signingTime)"),
        ] + [fault, verdict].compactMap { $0 } + [
            ("tokens", tokens), ("TEST root", request.place.root ?? ""),
        ]
    }

    private var json: JSONOutput {
        .object([
            "verdict": .string("minted"),
            "count": .number(String(request.count)),
            "version": .string(request.mint.version.rawValue),
            "merchantIdentifier": request.merchant.identifier.map(JSONOutput.string),
            "amount": .string(request.order.amount.decimalText),
            "currencyCode": .string(request.order.amount.currency.code),
            "network": .string(request.order.network.rawValue),
            "payload": .string(request.order.payload.rawValue),
            "signedAt": .string(request.order.signingTime.iso8601),
            "fault": request.faults.isAll
                ? .string(FaultSelection.everything) : only.map { .string($0.name) },
            "step": only?.verdict.step.map { .string($0.rawValue) },
            "manifest": request.place.manifest.map(JSONOutput.string),
            "seed": .number(String(request.seed)),
            "tokens": .string(tokens),
            "root": request.place.root.map(JSONOutput.string),
            "openCommand": .string(openCommand),
        ])
    }

    private var only: TokenFault? { request.faults.only }

    /// The file of the one token or of the lines, or else the folder.
    private var tokens: String {
        request.place.layout == .folder && request.count == 1
            ? request.place.file(of: 1) : request.place.path
    }

    /// A file of lines is opened whole.
    private var opensAll: Bool { request.place.layout == .lines }

    private var openCommand: String {
        let merchant =
            request.merchant.isNamedByCommand
            ? ["--merchant-id", request.merchant.identifier ?? ""]
            : ["--certificate", request.merchant.path]
        // Kept to be opened later, tokens with faults need the time for which they were made.
        let time =
            request.hasTime || request.faults.isAll
            ? ["--at", request.order.signingTime.iso8601] : []
        let file =
            opensAll ? ["--batch", request.place.path] : [request.place.file(of: 1)]
        let words =
            ["quince", "token", "open"] + file + ["--key", "KEY.pem"] + merchant
            + ["--root", request.place.root ?? ""] + time
        return words.map(ShellQuoting.quoted).joined(separator: " ")
    }
}
