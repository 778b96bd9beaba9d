import AppleServers
import CommandLineTool
import Files

/// The inputs of the verbs of certificates.
enum CertificateInputs {
    static let kind = Option(
        "kind",
        "KIND",
        choices: CertificateKind.allCases.map { ($0.word, $0) },
        help: "processing (the default), identity or order"
    )

    /// An option that a verb cannot do without.
    static func required(
        _ option: Option<String>,
        _ invocation: Invocation
    ) throws(UsageProblem) -> String {
        guard let value = invocation.value(option) else {
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
