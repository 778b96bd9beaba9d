internal import Foundation
internal import TestSupport
import Testing

@testable import CommandLineTool
@testable import quince

@Suite("A wrong value of an option")
struct WrongValueTests {
    /// One option of one verb, with values that it does not take.
    struct Case: CustomTestStringConvertible, Sendable {
        let verb: Verb
        let option: any CommandOption
        let values: [String]

        var testDescription: String { "\(verb.words.joined(separator: " ")) --\(option.name)" }
    }

    /// The names of values that can be any text: whether it is right depends on what it names.
    static let free: Set<String> = [
        "FILE", "DIR", "PEM", "PLACE", "TEXT", "COMMAND", "URL|COMMAND", "URL", "TOKEN", "TEAM",
        "DATABASE", "CARD", "IDENTIFIER",
    ]

    /// Merchant and payment identifiers, which are looked up.
    static let lookedUp: Set<String> = ["merchant-id", "payment"]

    static let cases: [Case] = Quince.tool.verbs.flatMap { verb in
        verb.options.compactMap { option in
            guard let name = option.value, !free.contains(name), !lookedUp.contains(option.name),
                !(verb.words == ["server"] && option.name == "merchant")
            else { return nil }
            return Case(verb: verb, option: option, values: wrong(option))
        }
    }

    /// Values outside the list, outside the bounds, and of no form at all.
    private static func wrong(_ option: any CommandOption) -> [String] {
        let lists = option.choices.prefix(3).flatMap {
            [$0.uppercased() == $0 ? $0.lowercased() : $0.uppercased(), $0 + "s", " " + $0]
        }
        var values = lists + ["readonly", "neither this nor thät", "127.0.0.1:65536", "-1"]
        let numbers = option.bounds.compactMap { Decimal(string: $0) }
        if numbers.count == 2 {
            values += [numbers[0] - 1, numbers[1] + 1].map { "\($0)" } + ["1.5", "0x1", "1 "]
        } else if option.choices.isEmpty {
            // Forms take a word or a number each; none takes both.
            values = ["neither this nor thät, 127.0.0.1:65536"]
        }
        return values.filter { !option.choices.contains($0) }
    }

    @Test func `is known for every option with a list, a number, a time or an address`() {
        #expect(Self.cases.count > 40)
        #expect(Set(Self.cases.flatMap(\.option.choices)).count > 40)
        for tried in Self.cases {
            #expect(!tried.option.choices.contains { tried.values.contains($0) })
        }
    }

    @Test(arguments: cases)
    func `is refused before the verb begins, with the value and the option`(
        tried: Case
    ) async throws {
        let folder = ScratchFolder()
        let places = tried.verb.options.filter { ["DIR", "PLACE"].contains($0.value) }
            .map { "--\($0.name)=\(folder.path($0.name))" }
        for value in tried.values {
            let operands = tried.verb.operands.filter { !$0.isOptional }.map { _ in "x" }
            let run = await CommandRun(
                tried.verb.words + places + ["--\(tried.option.name)=\(value)"] + operands
            )
            #expect(run.status == .misuse, "\(value)")
            #expect(run.results == "")
            let lines = run.remarks.split(separator: "\n")
            let given = tried.option.isSecret ? ":" : " \(value): "
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("quince: --\(tried.option.name)\(given)") == true)
            #expect(lines.last?.hasPrefix("hint: ") == true)
            if !tried.option.choices.isEmpty, tried.option.choices.count < 12 {
                let list = tried.option.choices.joined(separator: ", ")
                #expect(lines.last?.hasSuffix("--\(tried.option.name) takes \(list)") == true)
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test(arguments: [
        ("server key add --role readonly", "did you mean read-only?"),
        ("server key add --role Back-Office", "did you mean back-office?"),
        ("server key add --role admin", "--role takes shop, billing, back-office, read-only"),
        ("sandbox network --ephemeral --framing foo", "--framing takes binary, binary-inclusive"),
        ("sandbox network --ephemeral --layout asci-hex", "did you mean ascii-hex?"),
    ])
    func `gets the nearest one and the list as a hint`(command: String, hint: String) async {
        let run = await CommandRun(command.split(separator: " ").map(String.init))
        #expect(run.status == .misuse)
        #expect(run.remarks.contains("hint: \(hint)"), "\(run.remarks)")
    }
}
