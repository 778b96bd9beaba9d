import AppleServers
import CommandLineTool
import CommandOptions
import Files

/// What the verbs of certificates take.
enum CertificateInputs {
    static let kind = Option(
        "kind",
        "KIND",
        choices: CertificateKind.allCases.map(\.word),
        help: "processing (the default), identity or order"
    )

    static func kind(_ invocation: Invocation) throws(UsageProblem) -> CertificateKind {
        guard let word = invocation.value(kind.name) else { return .paymentProcessing }
        guard let found = CertificateKind.allCases.first(where: { $0.word == word }) else {
            throw UsageProblem(
                "--kind \(word): there is no such kind",
                hint: "choose processing, identity or order"
            )
        }
        return found
    }

    /// An option that a verb cannot do without.
    static func required(
        _ option: Option,
        _ invocation: Invocation
    ) throws(UsageProblem) -> String {
        guard let value = invocation.value(option.name) else {
            throw UsageProblem(
                "--\(option.name) is missing",
                hint: "--\(option.name) \(option.value ?? "VALUE"): "
                    + option.help.split(separator: "\n").joined(separator: " ")
            )
        }
        return value
    }

    /// Refuses to replace a file.
    static func requireAbsent(_ path: String) throws(UsageProblem) {
        guard !Files.exists(path), !Files.isFolder(path) else {
            throw UsageProblem(
                "\(path): there is something of this name already",
                hint: "name another file, or move it away"
            )
        }
    }
}

extension CertificateKind {
    /// The word for it on the command line.
    var word: String {
        switch self {
        case .paymentProcessing: "processing"
        case .merchantIdentity: "identity"
        case .orderType: "order"
        }
    }
}
