internal import XML

extension FuzzTarget {
    /// A document that is read, written and read again has the same elements and texts.
    static let xml = FuzzTarget("xml", seeds: { seeds.map { Array($0.utf8) } }) { input in
        guard let root = try? XMLElement(input) else { return }
        require(input.count <= XMLElement.sizeLimit, "a document is longer than the limit")
        require(depth(of: root) <= XMLElement.depthLimit, "elements are too deep")
        var output = XMLOutput()
        write(root, into: &output)
        let again = try? XMLElement(output.bytes)
        require(again.map(outline) == outline(root), "what was written is not read again")
    }

    private static let seeds = [
        "<?xml version=\"1.0\"?><search><order_id><is>a&amp;b</is></order_id></search>",
        "<a><b type=\"array\"><item>1</item><item nil='true'/></b>&#233;\n</a>",
        "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
    ]

    private static func depth(of element: XMLElement) -> Int {
        1 + (element.children.map(depth).max() ?? 0)
    }

    /// The names and texts, since a text between elements is written before them.
    private static func outline(_ element: XMLElement) -> String {
        let text = element.children.isEmpty ? element.text : ""
        return "(\(element.name) \(text)\(element.children.map(outline).joined()))"
    }

    private static func write(_ element: XMLElement, into output: inout XMLOutput) {
        guard !element.children.isEmpty else { return output.add(element.name, element.text) }
        var content = XMLOutput()
        for child in element.children { write(child, into: &content) }
        output.add(element.name, content)
    }
}
