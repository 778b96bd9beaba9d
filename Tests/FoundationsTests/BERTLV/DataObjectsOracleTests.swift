import ASN1
import Bytes
import Foundation
import TestSupport
import Testing
import World

/// Compared with the Python package ber-tlv, which is independent and more permissive.
@Suite("Data objects compared with another reader")
struct DataObjectsOracleTests {
    static let isInstalled = ConditionTrait.enabled(
        if: PythonOracle.isInstalled,
        "skipped: Tests/Oracles/install has not been run, so no other reader is here"
    )

    @Test(isInstalled)
    func `whatever we accept it reads alike, and what breaks off it refuses`() throws {
        let randomness = SeededRandomness(seed: 7)
        let inputs = (0..<2_500).map { _ in Self.input(from: randomness) }
        let answer = try PythonOracle.run(
            "read-data-objects.py",
            input: inputs.map { Hexadecimal.encode($0) + "\n" }.joined()
        )
        #expect(answer.isSuccess, "\(answer.complaint)")
        let theirs = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(theirs.count == inputs.count + 1)
        var (accepted, brokenOff, stricter) = (0, 0, 0)
        for (input, their) in zip(inputs, theirs) {
            do throws(BERTLVFailure) {
                let ours = DataObjectText.of(try DataObjects(Secret(copying: input)).objects)
                #expect(ours == their, "\(Hexadecimal.encode(input))")
                accepted += 1
            } catch .truncated {
                #expect(their == "refused", "\(Hexadecimal.encode(input))")
                brokenOff += 1
            } catch {
                stricter += 1
            }
        }
        #expect(accepted > 500 && brokenOff > 300 && stricter > 5)
    }

    /// Some objects in any form, half the time with a byte or two changed, put in or taken out.
    static func input(from randomness: SeededRandomness) -> [UInt8] {
        func below(_ bound: Int) -> Int { Int(randomness.number(below: UInt64(bound))) }
        var bytes: [UInt8] = []
        for object in DataObjectRecipe.random(from: randomness) {
            bytes += object.encoded(from: randomness)
        }
        guard below(2) == 0 else { return bytes }
        for _ in 0...below(2) where !bytes.isEmpty {
            switch below(3) {
            case 0: bytes[below(bytes.count)] = randomness.bytes(1)[0]
            case 1: bytes.insert(randomness.bytes(1)[0], at: below(bytes.count))
            default: bytes.remove(at: below(bytes.count))
            }
        }
        return bytes
    }
}
