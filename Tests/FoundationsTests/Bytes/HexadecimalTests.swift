import Bytes
import TestSupport
import Testing
import World

@Suite("Hexadecimal")
struct HexadecimalTests {
    @Test(
        arguments: zip(
            ["", "00", "00ff", "DEADbeef"],
            [[], [0], [0, 255], [222, 173, 190, 239]]
        )
    )
    func `reads digits of both cases and keeps leading zeros`(text: String, bytes: [UInt8]) throws {
        #expect(try Hexadecimal.decode(text) == bytes)
    }

    @Test(arguments: [
        ("0", Hexadecimal.Failure.oddLength), ("abc", .oddLength), ("0g", .notADigit(offset: 1)),
        ("g0", .notADigit(offset: 0)), (" 0", .notADigit(offset: 0)),
        ("00\n0", .notADigit(offset: 2)),
        ("0x00", .notADigit(offset: 1)), ("/0", .notADigit(offset: 0)),
        ("0:", .notADigit(offset: 1)),
        ("@0", .notADigit(offset: 0)), ("`0", .notADigit(offset: 0)), ("é", .notADigit(offset: 0)),
        ("００", .notADigit(offset: 0)), ("+1", .notADigit(offset: 0)),
        ("0\0", .notADigit(offset: 1)),
    ])
    func `refuses everything else with its place`(text: String, failure: Hexadecimal.Failure) {
        #expect(throws: failure) { try Hexadecimal.decode(text) }
    }

    @Test(arguments: 0..<130)
    func `reads back what it wrote, whatever the length`(length: Int) throws {
        let bytes = SeededRandomness(seed: UInt64(length)).bytes(length)
        let text = Hexadecimal.encode(bytes)
        #expect(text.utf8.count == 2 * length && text == text.lowercased())
        #expect(try Hexadecimal.decode(text) == bytes)
        #expect(try Hexadecimal.decode(text.uppercased()) == bytes)
    }

    @Test func `takes exactly twenty-two characters for digits`() {
        let accepted = (UInt8.min...UInt8.max).filter { byte in
            (try? Hexadecimal.decode([byte, 0x30].span)) != nil
        }
        #expect(accepted == Array("0123456789ABCDEFabcdef".utf8))
    }
}
