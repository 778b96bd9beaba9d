/// The files that read a secret as text, with the reason.
private let revealingFiles: [String: String] = [
    "Sources/Foundations/Bytes/Secret.swift": "declares it",
    "Sources/Merchant/MerchantServer/Callers/APIKey.swift":
        "a key is printed once, when it is made",
    "Sources/Merchant/Payments/Credentials/StoredInstrument.swift":
        "the parts of a stored credential beside its account number are texts",
    "Sources/Merchant/PlatformProcessors/Connection/PlatformConnection.swift":
        "a platform's key goes with each request",
    "Sources/Sandbox/SandboxServer/API/APIToken.swift": "the sandbox prints the token of its API",
]

private let revealed =
    "use masked(keepingLast:) or withBytes; or add the file to the list in Rules/Payments.swift, with a reason"

extension SourceFile {
    /// The places where the bytes of a secret are made a text.
    fileprivate var decodesSecrets: [Violation] {
        codeLines.indices.filter { index in
            codeLines[index].uses("withBytes")
                && codeLines[index...].prefix(4).contains {
                    $0.contains("decoding:") || $0.contains("validating:")
                }
        }
        .map { Violation(path: path, line: $0 + 1, message: revealed) }
    }
}

extension RepositoryRule {
    static let moneyIsNeverFloatingPoint = RepositoryRule(
        "modules that handle money use no floating point",
        caught: [
            Planting("let total: Double = 0"),
            Planting("let share = Float(3)", in: "Sources/ApplePay/Money/Share.swift"),
            Planting(
                "func pay(_ amounts: [Double])",
                in: "Sources/ApplePay/PaymentRequest/Item.swift"
            ),
            Planting("let total = 0 as CGFloat", in: "Sources/Merchant/Payments/Total.swift"),
        ],
        allowed: [
            Planting("let total: Amount = .zero // not a Double"),
            Planting("let doubled = twice(amount)"),
            Planting("let speed: Double", in: "Sources/Tools/quince/Speed.swift"),
        ]
    ) { tree in
        let modules = [
            "ApplePay/Money", "ApplePay/PaymentRequest", "ApplePay/PaymentSheet",
            "Merchant/Payments",
        ]
        return tree.sources.filter { $0.isInside(modules.map { "Sources/\($0)" }) }
            .flatMap { file in
                file.uses(of: ["Double", "Float", "Float16", "Float80", "CGFloat", "TimeInterval"])
                {
                    "\($0): money is decimal (Money's types), and time is whole seconds or a Duration"
                }
            }
    }

    static let secretsAreNotReadOut = RepositoryRule(
        "a secret is not a sequence, and files that read one as text are on a list",
        caught: [
            Planting("extension Secret: Sequence {}"),
            Planting("extension Secret: @retroactive Collection {}"),
            Planting("log(key.revealedText())"),
            Planting("for byte in secret { print(byte) }"),
            Planting(
                "key.withBytes { String(decoding: $0.indices.map { bytes[$0] }, as: UTF8.self) }"
            ),
            Planting(
                "key.withBytes { bytes in\n  String(\n    validating: [UInt8](copying: bytes)\n)}"
            ),
        ],
        allowed: [
            Planting("extension Secret: Equatable {}"),
            Planting("key.withBytes { digest($0) }"),
            Planting(
                "let text = String(decoding: bytes, as: UTF8.self)\nkey.withBytes { digest($0) }"
            ),
            Planting("for secret in secrets { secret.clear() }"),
        ]
    ) { tree in
        tree.sources.flatMap { file -> [Violation] in
            let reading =
                revealingFiles[file.path] == nil
                ? file.uses(of: ["revealedText("]) { _ in revealed } + file.decodesSecrets : []
            let walking = file.codeLines.enumerated()
                .filter { _, line in
                    line.uses("in secret")
                        || (line.uses("extension Secret:")
                            && ["Sequence", "Collection"].contains { line.uses($0) })
                }
                .map { index, _ in
                    Violation(
                        path: file.path,
                        line: index + 1,
                        message: "read a secret's bytes in withBytes; do not make it a sequence"
                    )
                }
            return reading + walking
        }
    }
}
