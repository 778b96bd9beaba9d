import Bytes
import ISO8583
import TestSupport
import Testing
import World

/// Held to the Python package starkbank-iso8583, which others wrote for a processor's own use.
@Suite("Visa's layout beside another codec")
struct VisaOracleTests {
    static let isInstalled = ConditionTrait.enabled(
        if: PythonOracle.isInstalled,
        "skipped: Tests/Oracles/install has not been run, so no other codec is here"
    )
    /// Fields in whose data sets the package looks, and we do not.
    private static let datasets: Set = [34, 104, 110, 111, 114, 120]

    @Test(isInstalled) func `the same fields exist`() throws {
        let oracle = try VisaOracle()
        #expect(oracle.fields.count == 127)
        for (number, field) in oracle.fields {
            let ours = MessageLayout.visa.format(of: number)
            #expect((ours == nil) == (field.kind == "undefined"), "\(number)")
        }
    }

    @Test(isInstalled)
    func `the same fields become the same bytes, and each reads what the other wrote`() throws {
        let oracle = try VisaOracle()
        let randomness = SeededRandomness(seed: 10)
        let messages = (0..<500).map { _ in oracle.message(from: randomness) }
        let columns = messages.map { oracle.columns(of: $0) }
        let written = try VisaOracle.answers(to: columns.map { "encode\t\($0)" })
        for (message, theirs) in zip(messages, written) {
            #expect(Hexadecimal.encode(try message.encoded(in: .visa)) == theirs)
            let bytes = try Hexadecimal.decode(theirs)
            #expect(try ISO8583Message(bytes, in: .visa) == message)
        }
        let read = try VisaOracle.answers(to: written.map { "decode\t\($0)" })
        #expect(read == columns.map { $0 + "\tsame" })
        let numbers = Set(messages.flatMap { $0.fields.numbers })
        #expect(numbers.count == oracle.fields.values.count { $0.kind != "undefined" })
    }

    /// The package reads much that is refused here; what is read, it reads alike.
    @Test(isInstalled) func `what is read of damaged messages is what the other reads`() throws {
        let oracle = try VisaOracle()
        let randomness = SeededRandomness(seed: 11)
        let inputs = try (0..<3_000).map { _ in
            var bytes = try oracle.message(from: randomness).encoded(in: .visa)
            // After the header and the type, of which the package reads few.
            let place = 24 + Int(randomness.number(below: UInt64(bytes.count - 24)))
            switch randomness.number(below: 4) {
            case 0: bytes.removeLast(bytes.count - place)
            case 1: bytes.insert(randomness.bytes(1)[0], at: place)
            case 2: bytes.remove(at: place)
            default: bytes[place] ^= 1 << UInt8(randomness.number(below: 8))
            }
            bytes.replaceSubrange(3...4, with: [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)])
            return bytes
        }
        let read = try VisaOracle.answers(
            to: inputs.map { "decode\t\(Hexadecimal.encode($0))" }
        )
        var (refused, readAlike) = (0, 0)
        for (input, theirs) in zip(inputs, read) {
            guard let ours = try? ISO8583Message(input, in: .visa) else {
                refused += 1
                continue
            }
            guard Self.datasets.isDisjoint(with: ours.fields.numbers) else { continue }
            #expect(oracle.columns(of: ours) + "\tsame" == theirs)
            readAlike += 1
        }
        #expect(refused > 1_000 && readAlike > 100, "\(refused) \(readAlike)")
    }

    @Test(isInstalled) func `the messages that the other's tests have are read and written`() throws
    {
        let oracle = try VisaOracle()
        let published = try VisaOracle.answers(to: ["published"])[0].split(separator: "\t")
        #expect(published.count == 12)
        let read = try VisaOracle.answers(to: published.map { "decode\t\($0)" })
        var rejected = 0
        for (hexadecimal, theirs) in zip(published, read) {
            let bytes = try Hexadecimal.decode(String(hexadecimal))
            let header = try VisaHeader(bytes[...])
            if header.rejectCode != nil {
                rejected += 1
                #expect(throws: ISO8583Failure.rejected(code: 0x1234)) {
                    try ISO8583Message(bytes, in: .visa)
                }
                #expect(try header.encoded(before: bytes.count - 26) == Array(bytes.prefix(26)))
                continue
            }
            let message = try ISO8583Message(bytes, in: .visa)
            #expect(try message.encoded(in: .visa(header)) == bytes)
            let parts = Hexadecimal.encode(bytes[1..<3] + bytes[5..<22])
            #expect(oracle.columns(of: message, header: parts) + "\tsame" == theirs)
        }
        #expect(rejected == 1)
    }

    @Test(isInstalled) func `characters are those of Python's code page 500`() throws {
        let points = try VisaOracle.answers(to: ["cp500"])[0].split(separator: "\t")
        try #require(points.count == 256)
        var count = 0
        for (byte, point) in points.enumerated() {
            let character = try #require(UInt8(point, radix: 16))
            // Field 44 with one character.
            let bytes = try VisaLayoutTests.message("01000000000000100000" + "01")
            var message = bytes + [UInt8(byte)]
            message[4] += 1
            let read = try? ISO8583Message(message, in: .visa)
            guard (0x20...0x7e).contains(character) else {
                #expect(read == nil, "\(byte)")
                continue
            }
            #expect(read?.fields[44] == [character], "\(byte)")
            #expect(try read?.encoded(in: .visa) == message)
            count += 1
        }
        #expect(count == 95)
    }
}
