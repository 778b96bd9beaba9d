import Foundation
import JSON
import TestSupport
import Testing
import World

/// Compared with Foundation's parser, which is independent and more permissive.
@Suite("JSON compared with Foundation")
struct JSONOracleTests {
    static let seeds = [
        #"{"version":"EC_v1","data":"AA==","header":{"a":[1,2.5,-3e2],"b":null},"c":[true,false]}"#,
        #"{"é":"\u00e9\ud83d\ude00","list":[[],{},"",0,-1,1E5],"deep":[[[["x"]]]],"\/":"\\\""}"#,
        #"[{"amount":1075,"currencyCode":"840"},"text with spaces",12345678901234,{"k":{"k":{}}}]"#,
    ]

    @Test(arguments: 0..<12 as Range<UInt64>)
    func `whatever we accept it accepts with the same content`(seed: UInt64) throws {
        let randomness = SeededRandomness(seed: seed)
        var accepted = 0
        for _ in 0..<1_500 {
            let text = Self.mutated(from: randomness)
            guard let ours = try? JSONDocument(text).root, Self.isInRange(ours) else { continue }
            accepted += 1
            let theirs = try? JSONSerialization.jsonObject(
                with: Data(text),
                options: .fragmentsAllowed
            )
            let isSame = theirs.map { Self.isSame(ours, $0) } ?? false
            #expect(isSame, "\(String(decoding: text, as: UTF8.self))")
        }
        #expect(accepted > 50, "the mutations leave too little to compare")
    }

    @Test func `is read back by it as it was written`() throws {
        let output = JSONOutput.object([
            "text": .string("\u{0}\u{1f}\u{7f}\"\\/\n\r\t é😀\u{2028}"), "none": nil,
            "list": .array([.integer(.min), .integer(.max), .bool(true), .null, .array([])]),
            "object": .object([]), "\"": .object(["a": .integer(1)]),
        ])
        for text in [output.compact, output.indented] {
            let theirs = try JSONSerialization.jsonObject(with: Data(text.utf8))
            let ours = try JSONDocument(Array(text.utf8)).root
            #expect(Self.isSame(ours, theirs))
            #expect(ours.members.map(\.name) == ["text", "list", "object", "\""])
        }
        #expect(!output.compact.contains("\n"))
    }

    static func mutated(from randomness: SeededRandomness) -> [UInt8] {
        var text = Array(seeds[Int(randomness.number(below: UInt64(seeds.count)))].utf8)
        let interesting = Array("{}[]\",:\\u0019.eE+-tfn /\u{1}\u{7f}é".utf8)
        for _ in 0...randomness.number(below: 3) {
            let place = Int(randomness.number(below: UInt64(text.count)))
            let other = Int(randomness.number(below: UInt64(text.count)))
            let byte = interesting[Int(randomness.number(below: UInt64(interesting.count)))]
            switch randomness.number(below: 6) {
            case 0: text[place] = byte
            case 1: text.insert(byte, at: place)
            case 2: text.remove(at: place)
            case 3: text[place] = randomness.bytes(1)[0]
            case 4: text.swapAt(place, other)
            default: text.insert(contentsOf: text[min(place, other)...max(place, other)], at: place)
            }
            if text.isEmpty { text = [0x30] }
        }
        return text
    }

    /// Ours keeps a number's digits; Foundation refuses or rounds what a Double cannot hold.
    static func isInRange(_ value: JSONValue) -> Bool {
        if let number = value.numberText {
            return number.count < 17 && Double(number)?.isFinite == true
        }
        return (value.elements ?? value.members.map(\.value)).allSatisfy(isInRange)
    }

    static func isSame(_ ours: JSONValue, _ theirs: Any) -> Bool {
        if let elements = ours.elements {
            guard let list = theirs as? [Any], list.count == elements.count else { return false }
            return zip(elements, list).allSatisfy { isSame($0, $1) }
        }
        if ours.isObject {
            guard let object = theirs as? [String: Any] else { return false }
            // Foundation's keys are equal where Unicode calls them so; ours where the bytes are.
            let members = ours.members
            guard Set(members.map(\.name)).count == object.count else { return false }
            return members.allSatisfy { name, value in
                object[name].map { isSame(value, $0) } ?? false
            }
        }
        if let text = ours.string { return theirs as? String == text }
        if let truth = ours.bool { return theirs as? Bool == truth }
        if let number = ours.numberText {
            return (theirs as? NSNumber)?.doubleValue == Double(number)
        }
        return ours.isNull && theirs is NSNull
    }
}
