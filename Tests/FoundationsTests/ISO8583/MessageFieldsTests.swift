import ISO8583
import Testing
import World

@Suite("The fields of a message in one buffer")
struct MessageFieldsTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `hold after any changes what a dictionary holds`(seed: UInt64) {
        let random = SeededRandomness(seed: seed)
        var fields = MessageFields()
        var expected: [Int: [UInt8]] = [:]
        for _ in 0..<500 {
            let draw = random.bytes(3)
            let number = Int(draw[0] % 132) - 1
            let value = draw[1] < 0x80 ? nil : random.bytes(Int(draw[2] % 10))
            fields[number] = value
            expected[number] = value
            #expect(fields[number] == value && fields.count == expected.count)
        }
        #expect(fields.numbers == expected.keys.sorted())
        #expect(fields.map { Array($0.value) } == expected.keys.sorted().map { expected[$0] })
        #expect((-1...130).allSatisfy { fields[$0] == expected[$0] })
        #expect(fields == MessageFields(expected))
        #expect(fields.hashValue == MessageFields(expected).hashValue)
    }

    @Test
    func `differ where the same bytes belong to other fields`() {
        let fields: MessageFields = [2: [1, 2], 3: [3]]
        #expect(fields != [2: [1], 3: [2, 3]] && fields != [2: [1, 2], 4: [3]])
        #expect(fields == [3: [3], 2: [1, 2]])
    }
}
