import CardMessages
import ISO8583
import Testing
import World

/// The expected values come from Python's hashlib:
/// `sha256(b"quince card message 1 " + key)`; the first eight bytes modulo 999999 and one, and the
/// next eight bytes in twelve digits of base 36, the lowest first.
@Suite("References of card messages")
struct CardMessageReferenceTests {
    static let trace = "974430"
    static let fields = [11: trace, 37: "9LLKDI8BEYFJ"]
    static let captureFields = [11: "393871", 37: "9LLKDI8BEYFJ"]

    @Test func `a reference comes from the key and the time alone`() {
        let reference = CardMessageSamples.reference
        #expect(reference.traceNumber == Self.trace)
        #expect(reference.retrievalReference == "9LLKDI8BEYFJ")
        #expect(reference.transmissionTime.text == "0228235959")
        #expect(
            reference
                == MessageReference(key: CardMessageSamples.key, at: CardMessageSamples.time)
        )
        let other = MessageReference(
            key: CardMessageSamples.captureKey,
            at: CardMessageSamples.time
        )
        #expect(other.traceNumber == "393871" && other.retrievalReference == "VSVLQ9OXFNEA")
    }

    @Test func `100,000 keys have as many retrieval references, and no trace number 000000`() {
        var references: Set<String> = []
        for number in 0..<100_000 {
            let reference = MessageReference(key: "key-\(number)", at: CardMessageSamples.time)
            references.insert(reference.retrievalReference)
            #expect(reference.traceNumber.utf8.count == 6 && reference.traceNumber != "000000")
        }
        #expect(references.count == 100_000)
    }

    @Test(arguments: ["0000000000", "0132000000", "0431000000", "0101240000", "0101006000"])
    func `a moment that is in no year is refused`(text: String) {
        #expect(TransmissionTime(text) == nil)
    }

    @Test func `29 February is a day of some year`() {
        #expect(TransmissionTime("0229000000")?.text == "0229000000")
    }

    @Test func `field 90 has zeros before institutions, and is read without them`() throws {
        let text = "0100974430022823595900000123456" + "00000000777"
        let original = try #require(OriginalDataElements(text))
        #expect(original.text == text)
        #expect(original.type == .authorizationRequest && original.traceNumber == "974430")
        #expect(original.acquirer == "123456" && original.forwarder == "777")
        #expect(OriginalDataElements(String(text.dropLast())) == nil)
        #expect(OriginalDataElements(text.replacing("974430", with: "000000")) == nil)
    }
}
