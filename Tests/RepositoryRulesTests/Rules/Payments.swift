/// The files that read a secret out as text, with why they must.
private let revealingFiles: [String: String] = [
    "Sources/Foundations/Bytes/Secret.swift": "declares it",
    "Sources/Sandbox/SecureElement/PayloadWriter.swift": "writes down what is then sealed",
]

extension RepositoryRule {
    static let moneyIsNeverFloatingPoint = RepositoryRule(
        "no module that holds money knows floating point",
        caught: [
            Planting("let total: Double = 0"),
            Planting("let share = Float(3)", in: "Sources/ApplePay/Money/Share.swift"),
            Planting(
                "func pay(_ amounts: [Double])",
                in: "Sources/ApplePay/PaymentRequest/Item.swift"
            ),
            Planting("let total = 0 as CGFloat", in: "Sources/Merchant/Orders/Total.swift"),
        ],
        allowed: [
            Planting("let total: Amount = .zero // not a Double"),
            Planting("let doubled = twice(amount)"),
            Planting("let speed: Double", in: "Sources/Tools/Checkout/Speed.swift"),
        ]
    ) { tree in
        let modules = [
            "ApplePay/Money", "ApplePay/PaymentRequest", "ApplePay/PaymentSheet",
            "Merchant/Charging",
            "Merchant/Orders",
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
        "a secret is no sequence, and what reads one out as text is on one list",
        caught: [
            Planting("extension Secret: Sequence {}"),
            Planting("extension Secret: @retroactive Collection {}"),
            Planting("log(key.revealedText())"),
            Planting("for byte in secret { print(byte) }"),
        ],
        allowed: [
            Planting("extension Secret: Equatable {}"),
            Planting("key.withBytes { digest($0) }"),
            Planting("for secret in secrets { secret.clear() }"),
        ]
    ) { tree in
        tree.sources.flatMap { file -> [Violation] in
            let reading =
                revealingFiles[file.path] == nil
                ? file.uses(of: ["revealedText("]) { _ in
                    "use masked(keepingLast:) or withBytes; what must stay goes on the list in Rules/Payments.swift"
                } : []
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
                        message: "a secret's bytes are lent by withBytes, and never walked over"
                    )
                }
            return reading + walking
        }
    }
}
