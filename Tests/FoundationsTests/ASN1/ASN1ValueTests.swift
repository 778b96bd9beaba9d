import ASN1
import Bytes
import TestSupport
import Testing
import World

@Suite("ASN.1 values")
struct ASN1ValueTests {
    @Test(arguments: [
        ("1.2.840.113635.100.6.29", "2a864886f763 64061d"), ("2.5.29.15", "551d0f"),
        ("1.2.840.113635.100.6.2.14", "2a864886f7636406020e"), ("2.999.3", "883703"),
        ("0.9.2342.19200300.100.1.1", "0992268993f22c640101"),
    ])
    func `identifiers are read by their numbers`(numbers: String, content: String) throws {
        let bytes = try Hexadecimal.decode(content.filter { $0 != " " })
        #expect(ASN1ObjectIdentifier(content: bytes).description == numbers)
    }

    @Test func `identifiers are written as X.690 has them`() {
        #expect(ASN1ObjectIdentifier(2, 999, 3).content == [0x88, 0x37, 0x03])
        #expect(ASN1ObjectIdentifier(2, 5, 29, 15).content == [0x55, 0x1d, 0x0f])
        #expect(ASN1ObjectIdentifier(content: []).description.isEmpty)
        #expect(
            ASN1ObjectIdentifier(content: [UInt8](repeating: 0xff, count: 40)).description.isEmpty
        )
    }

    @Test(arguments: [
        ("500101000000Z", "1950-01-01T00:00:00Z"), ("491231235959Z", "2049-12-31T23:59:59Z"),
        ("210901190306Z", "2021-09-01T19:03:06Z"), ("000229000000Z", "2000-02-29T00:00:00Z"),
    ])
    func `UTCTime is read and written`(text: String, moment: String) throws {
        let time = try #require(ASN1Time.utcTime(Array(text.utf8)[...]))
        #expect(time.iso8601 == moment)
        #expect(ASN1Time.element(time) == [0x17, 0x0d] + Array(text.utf8))
    }

    @Test(arguments: [
        ("20500101000000Z", "2050-01-01T00:00:00Z"), ("99991231235959Z", "9999-12-31T23:59:59Z"),
    ])
    func `GeneralizedTime is read and written`(text: String, moment: String) throws {
        let time = try #require(ASN1Time.generalizedTime(Array(text.utf8)[...]))
        #expect(time.iso8601 == moment)
        #expect(ASN1Time.element(time) == [0x18, 0x0f] + Array(text.utf8))
    }

    @Test(arguments: [
        "", "Z", "2109011903Z", "210901190306", "210901190306z", "210901190306+0000",
        "210229000000Z",
        "211301000000Z", "210901240000Z", "210901190360Z", "21090119030 Z", "2109011903060Z",
        "20210901190306Z", "-10901190306Z", "20210901190306.5Z", "00000101000000Z",
    ])
    func `a time in another form is refused`(text: String) {
        let content = Array(text.utf8)[...]
        #expect(ASN1Time.utcTime(content) == nil)
        let isGeneralized = text == "20210901190306Z"
        #expect((ASN1Time.generalizedTime(content) != nil) == isGeneralized)
    }

    @Test func `times outside 1950 to 9999 are not written`() throws {
        #expect(ASN1Time.element(try #require(UnixTime(iso8601: "1949-12-31"))) == nil)
        #expect(ASN1Time.element(UnixTime(seconds: .max)) == nil)
    }

    @Test func `a SET OF is written in DER's order`() {
        let parts: [[UInt8]] = [[0x02, 0x01, 0x09], [0x02, 0x01, 0x01], [0x01, 0x01, 0xff]]
        #expect(ASN1Encoding.setOf(parts) == [0x31, 0x09] + parts[2] + parts[1] + parts[0])
        #expect(ASN1Encoding.integer(128) == [0x02, 0x02, 0x00, 0x80])
    }
}
