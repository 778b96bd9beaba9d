import PassKit
import Testing

@Suite("Importing PassKit alone")
struct ReexportTests {
    @Test func `brings Foundation along, as on Apple's systems`() {
        #expect(NSDecimalNumber(string: "12.75").doubleValue > 12)
    }
}
