import Bytes
import Testing
import XML

/// Documents that are read, and those that are refused.
@Suite("An XML document")
struct XMLElementTests {
    private func read(_ text: String) throws(XMLFailure) -> XMLElement {
        try XMLElement(Array(text.utf8))
    }

    @Test func `is read with its elements, attributes and texts`() throws {
        let root = try read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <search>
              <ids type="array"><item>a&amp;b</item><item> &#233;&#x4e2d; </item></ids>
              <none nil="true"/><order_id></order_id>
            </search>
            """
        )
        #expect(root.name == "search")
        #expect(root.children.map(\.name) == ["ids", "none", "order_id"])
        #expect(root["ids"]?.attributes == ["type": "array"])
        #expect(root["ids"]?.children.map(\.text) == ["a&b", " é中 "])
        #expect(root["none"]?.attributes == ["nil": "true"])
        #expect(root["order_id"]?.text == "")
        #expect(root["another"] == nil)
    }

    @Test(arguments: [
        ("", XMLFailure.malformed), ("text", .malformed), ("<a>", .malformed),
        ("<a></b>", .malformed), ("<a/><b/>", .malformed), ("<a b='1' b='2'/>", .malformed),
        ("<a>&unknown;</a>", .malformed), ("<a>\u{1}</a>", .malformed),
        ("<\0\0\04111\0\0\0\0", .malformed),
        ("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", .notAllowed),
        ("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>", .notAllowed),
        // libxml2 does not see it.
        ("<!DOCTYPE a [", .notAllowed),
        ("<a><!-- hidden --></a>", .notAllowed), ("<a><![CDATA[b]]></a>", .notAllowed),
        ("<a><?php b ?></a>", .notAllowed),
    ])
    func `that is more than elements and texts is refused`(text: String, failure: XMLFailure) {
        #expect(throws: failure) { try read(text) }
    }

    @Test func `is read up to its limits`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        _ = try read(nested(XMLElement.depthLimit))
        #expect(throws: XMLFailure.tooDeep) { try read(nested(XMLElement.depthLimit + 1)) }
        let filling = String(repeating: "b", count: XMLElement.sizeLimit - 7)
        #expect(try read("<a>\(filling)</a>").text == filling)
        #expect(throws: XMLFailure.tooLarge) { try read("<a>\(filling)b</a>") }
        #expect(throws: XMLFailure.malformed) { try XMLElement(Array("<a>".utf8) + [0xff]) }
    }

    @Test func `that was written is read again`() throws {
        let text = "<&>\"' \t\n\r é中 ]]>"
        var inner = XMLOutput()
        inner.add("text", text, type: "string")
        inner.add("left out", nil)
        inner.add("secret", secret: Secret(copying: Array("4<2".utf8)))
        inner.addNothing("none")
        inner.add("control", "a\u{0}b\u{1f}")
        var output = XMLOutput()
        output.add("root", type: "array", inner)
        let root = try XMLElement(output.bytes)
        #expect(root.attributes == ["type": "array"])
        #expect(root.children.map(\.name) == ["text", "secret", "none", "control"])
        #expect(root["text"]?.text == text)
        #expect(root["text"]?.attributes == ["type": "string"])
        #expect(root["secret"]?.text == "4<2")
        #expect(root["control"]?.text == "a b ")
    }
}
