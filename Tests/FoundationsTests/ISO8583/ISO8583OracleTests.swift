import Bytes
import Foundation
import ISO8583
import TestSupport
import Testing
import World

/// Held to the Python package pyiso8583, which others wrote.
@Suite("ISO 8583 messages beside another codec")
struct ISO8583OracleTests {
    static let isInstalled = ConditionTrait.enabled(
        if: PythonOracle.isInstalled,
        "skipped: Tests/Oracles/install has not been run, so no other codec is here"
    )

    private func answers(to requests: [String]) throws -> [String] {
        let answer = try PythonOracle.run(
            "card-messages.py",
            input: requests.map { $0 + "\n" }.joined()
        )
        #expect(answer.isSuccess, "\(answer.complaint)")
        let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count == requests.count + 1)
        return lines.dropLast().map(String.init)
    }

    @Test(isInstalled, arguments: ISO8583Recipe.layouts.indices)
    func `the same fields become the same bytes, and each reads what the other wrote`(
        layout index: Int
    ) throws {
        let (name, layout) = ISO8583Recipe.layouts[index]
        let randomness = SeededRandomness(seed: UInt64(index))
        let recipes = (0..<500).map { _ in ISO8583Recipe.random(from: randomness) }
        let written = try answers(to: recipes.map { "encode\t\(name)\t\($0.columns)" })
        for (recipe, theirs) in zip(recipes, written) {
            let ours = try recipe.message.encoded(in: layout)
            #expect(Hexadecimal.encode(ours) == theirs, "\(recipe.columns)")
            let bytes = try Hexadecimal.decode(theirs)
            #expect(try ISO8583Message(bytes, in: layout) == recipe.message)
        }
        let read = try answers(to: written.map { "decode\t\(name)\t\($0)" })
        #expect(read == recipes.map(\.columns))
    }

    /// The package reads characters that a format does not admit; where it refuses, so do we.
    @Test(isInstalled, arguments: ISO8583Recipe.layouts.indices)
    func `what the other refuses is refused here`(layout index: Int) throws {
        let (name, layout) = ISO8583Recipe.layouts[index]
        let randomness = SeededRandomness(seed: UInt64(100 + index))
        let inputs = try (0..<1_500).map { _ in
            var bytes = try ISO8583Recipe.random(from: randomness).message.encoded(in: layout)
            let place = Int(randomness.number(below: UInt64(bytes.count)))
            switch randomness.number(below: 4) {
            case 0: bytes.removeLast(bytes.count - place)
            case 1: bytes.insert(randomness.bytes(1)[0], at: place)
            case 2: bytes.remove(at: place)
            default: bytes[place] = randomness.bytes(1)[0]
            }
            return bytes
        }
        let read = try answers(to: inputs.map { "decode\t\(name)\t\(Hexadecimal.encode($0))" })
        var (refusedByBoth, readAlike) = (0, 0)
        for (input, theirs) in zip(inputs, read) {
            do {
                let ours = try ISO8583Message(input, in: layout)
                let fields = ours.fields.map { number, value in
                    let isBinary = ISO8583Recipe.fields[number]?.content == "b"
                    let text = isBinary ? Hexadecimal.encode(value) : ours.text(number) ?? ""
                    return "\(number)=\(text)"
                }
                let columns = (["t=\(ours.type)"] + fields).joined(separator: "\t")
                #expect(columns.lowercased() == theirs.lowercased())
                readAlike += 1
            } catch {
                if theirs == "refused" { refusedByBoth += 1 }
            }
        }
        #expect(refusedByBoth > 300 && readAlike > 30, "\(refusedByBoth) \(readAlike)")
    }
}
