private let longestFile = 400
private let longestFunction = 60

extension RepositoryRule {
    static let filesAreShort = RepositoryRule(
        "a file of code has at most \(longestFile) lines",
        caught: [
            Planting("401 lines", ["Sources/Tools/quince/A.swift": lines(401)]),
            Planting("401 lines of JavaScript", ["Sources/Web/pay.js": lines(401)]),
        ],
        allowed: [
            Planting("400 lines", ["Sources/Tools/quince/A.swift": lines(400)]),
            Planting("401 lines of prose", ["README.md": lines(401)]),
            Planting("a manifest, which is one list", ["Package.swift": lines(401)]),
            Planting("a file that is made of others", ["Web/apple-pay.js": lines(401)]),
        ]
    ) { tree in
        let kinds = ["swift", "js", "css", "html", "h", "sh"]
        return tree.files.filter { file in kinds.contains { file.path.hasSuffix(".\($0)") } }
            .filter { !["Package.swift", "Web/apple-pay.js"].contains($0.path) }
            .filter { $0.lines.count > longestFile }
            .map {
                Violation(
                    path: $0.path,
                    message: "\($0.lines.count) lines: split it into files with one purpose each"
                )
            }
    }

    static let functionsAreShort = RepositoryRule(
        "a function has at most \(longestFunction) lines",
        caught: [
            Planting("61 lines", ["Sources/A.swift": "func a(\n) {\n" + lines(58) + "}\n"]),
            Planting(
                "an initializer",
                ["Tests/A.swift": "init(a: Int) throws(E) {\n" + lines(59) + "}\n"]
            ),
            Planting("a property", ["Tests/A.swift": "var a: [Int] {\n" + lines(59) + "}\n"]),
        ],
        allowed: [
            Planting("60 lines", ["Sources/A.swift": "func a() {\n" + lines(58) + "}\n"]),
            Planting(
                "requirements before a long type",
                ["Sources/A.swift": "func a()\nfunc b()\nstruct S {\n" + lines(100) + "}\n"]
            ),
        ]
    ) { tree in
        tree.swift.flatMap { file in
            FunctionSpan.all(in: file.codeLines).filter { $0.length > longestFunction }
                .map {
                    Violation(
                        path: file.path,
                        line: $0.start,
                        message: "\($0.length) lines: move a step into a function"
                    )
                }
        }
    }

    static let namesSayWhatIsInside = RepositoryRule(
        "no file, folder or type has a name such as Utils or Manager",
        caught: [
            Planting("", in: "Sources/Merchant/Payments/ChargeUtils.swift"),
            Planting("", in: "Sources/Merchant/Payments/PaymentManager.swift"),
            Planting("", in: "Sources/Merchant/Common/Amount.swift"),
            Planting("", in: "Tests/MerchantTests/TestHelpers.swift"),
            Planting("struct ChargeHelper {}"),
            Planting("", in: "Documentation/Misc.md"),
        ],
        allowed: [
            Planting(
                "struct CommonName {}",
                in: "Sources/Foundations/Certificates/CommonName.swift"
            ),
            Planting("", in: "Sources/Merchant/Orders/NewOrder.swift"),
        ]
    ) { tree in
        tree.files.flatMap { file -> [Violation] in
            let folders = file.path.split(separator: "/")
            let names = folders.compactMap { $0.split(separator: ".").first }
            let types = file.codeLines.flatMap { declaredTypes(in: $0) }
            return (names + types).filter(saysNothing)
                .map {
                    Violation(
                        path: file.path,
                        message: "'\($0)' does not explain itself: name the purpose"
                    )
                }
        }
    }

    static let typesHaveNamesOfTheirOwn = RepositoryRule(
        "two modules do not give types one name",
        caught: [
            Planting(
                "an internal and a public type",
                [
                    "Sources/Merchant/Payments/A.swift": "struct Receipt {}\n",
                    "Sources/Sandbox/Platforms/B.swift": "public final class Receipt {}\n",
                ]
            )
        ],
        allowed: [
            Planting(
                "a nested and a private type, and one of Apple's",
                [
                    "Sources/Merchant/Payments/A.swift": "struct Receipt {}\n",
                    "Sources/Sandbox/Wallet/B.swift": "enum Sale {\n    struct Receipt {}\n}\n",
                    "Sources/Sandbox/Platforms/C.swift": "private struct Receipt {}\n",
                    "Sources/Frameworks/PassKit/D.swift": "public class Receipt {}\n",
                ]
            )
        ]
    ) { tree in
        var modules: [Substring: String] = [:]
        return tree.sources.filter { !$0.isInside(["Sources/Frameworks"]) }
            .flatMap { file -> [Violation] in
                let module = file.path.split(separator: "/").prefix(3).joined(separator: "/")
                return file.codeLines.filter { $0.first?.isLetter == true && !$0.uses("private") }
                    .flatMap { declaredTypes(in: $0) }
                    .compactMap { name in
                        let other = modules.updateValue(module, forKey: name)
                        guard let other, other != module else { return nil }
                        return Violation(
                            path: file.path,
                            message: "\(name) is a type of \(other) too: give it another name"
                        )
                    }
            }
    }

    private static func saysNothing(_ name: Substring) -> Bool {
        let whole = ["Common", "New", "Misc", "Miscellaneous", "Util", "Helper", "Shared", "Base"]
        let endings = ["Utils", "Utilities", "Helper", "Helpers", "Manager", "Managers"]
        return whole.contains { name.lowercased() == $0.lowercased() }
            || endings.contains { name.lowercased().hasSuffix($0.lowercased()) }
    }

    private static func declaredTypes(in line: Substring) -> [Substring] {
        let words = line.split { !$0.isPartOfName }
        return zip(words, words.dropFirst())
            .filter { ["struct", "class", "enum", "actor", "protocol"].contains($0.0) }
            .map(\.1)
    }

    private static func lines(_ count: Int) -> String {
        String(repeating: "    a()\n", count: count)
    }
}
