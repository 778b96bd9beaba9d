import ASN1
import Bytes
import TestSupport
import Testing
import World

@Suite("Data objects in BER-TLV")
struct DataObjectsTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        let name, bytes: String
        let reads, refused: String?
        var testDescription: String { name }
    }

    @Test(arguments: VectorFile<Vector>.cases(in: "ber-tlv.json"))
    func `are read in EMV's format only`(vector: Vector) throws {
        let bytes = Secret(copying: try Hexadecimal.decode(vector.bytes))
        do throws(BERTLVFailure) {
            let objects = try DataObjects(bytes)
            #expect(DataObjectText.of(objects.objects) == vector.reads)
            #expect(objects.bytes == bytes)
        } catch {
            #expect("\(error)" == vector.refused)
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `are read back as they were written`(seed: UInt64) throws {
        let randomness = SeededRandomness(seed: seed)
        for _ in 0..<50 {
            let written = DataObjectRecipe.random(from: randomness)
            var bytes: [UInt8] = []
            for object in written { bytes += object.encoded(from: randomness) }
            let read = try DataObjects(Secret(copying: bytes))
            #expect(DataObjectText.of(read.objects) == DataObjectRecipe.text(of: written))
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `are refused when cut short anywhere inside an object`(seed: UInt64) throws {
        let randomness = SeededRandomness(seed: seed)
        let written = DataObjectRecipe.random(from: randomness)
        var (bytes, whole): ([UInt8], Set<Int>) = ([], [0])
        for object in written {
            bytes += object.encoded()
            whole.insert(bytes.count)
        }
        for end in 0...bytes.count {
            let cut = Secret(copying: Array(bytes[..<end]))
            if whole.contains(end) {
                #expect(try DataObjects(cut).objects.count <= written.count)
            } else {
                let refusal = #expect(throws: BERTLVFailure.self) { try DataObjects(cut) }
                guard case .truncated = refusal else {
                    Issue.record("refused as \(String(describing: refusal)) at \(end)")
                    return
                }
            }
        }
    }

    @Test func `are found by their tag in every template`() throws {
        let bytes = try Hexadecimal.decode("9f0201017708" + "9f0201029a0103" + "00")
        let objects = try DataObjects(Secret(copying: bytes))
        let amounts = objects.everyObject(tagged: DataObjectTag(0x9f02))
        #expect(amounts.map { $0.withValue { $0[0] } } == [1, 2])
        #expect(objects.everyObject(tagged: DataObjectTag(0x9a)).map(\.count) == [1])
        #expect(objects.everyObject(tagged: DataObjectTag(0x5a)).isEmpty)
    }

    @Test func `show their tags and nothing of their values`() throws {
        let planted: [UInt8] = [0x51, 0x86, 0x00, 0x93, 0x00, 0x80, 0x08, 0x08]
        let bytes = Secret(copying: [0x77, 0x0a, 0x5a, 0x08] + planted)
        let objects = try DataObjects(bytes)
        #expect("\(objects)" == "77 (10 secret bytes)")
        let number = try #require(objects.everyObject(tagged: DataObjectTag(0x5a)).first)
        #expect("\(number)" == "5A (8 secret bytes)" && number.value == Secret(copying: planted))
        for value in [objects, objects.objects, number, number.value] as [Any] {
            for shown in Exposure.everyView(of: value) {
                #expect(Exposure.traces(of: planted, in: shown) == [])
            }
        }
    }
}

/// Data objects as text, to be compared.
enum DataObjectText {
    static func of(_ objects: [DataObject]) -> String {
        objects.map { object in
            if object.tag.isTemplate { return "\(object.tag)(\(of(object.objects)))" }
            let value = object.withValue { [UInt8](copying: $0) }
            return "\(object.tag)=\(Hexadecimal.encode(value))"
        }
        .joined(separator: " ")
    }
}
