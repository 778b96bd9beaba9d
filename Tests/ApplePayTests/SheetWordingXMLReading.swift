import Foundation
import SheetView
import TestSupport

/// The content of a document as Python's XML parser finds it.
struct XMLReading: Decodable, Sendable {
    let root: String
    let attributes: [String: String]
    let title: String?

    private static let python = "/usr/bin/env"
    private static let program = """
        import json, sys, xml.etree.ElementTree as tree
        def read(page):
            root = tree.fromstring(page)
            title = next((e.text for e in root.iter() if e.tag.endswith("title")), None)
            return {"root": root.tag, "attributes": root.attrib, "title": title}
        print(json.dumps([read(page) for page in json.load(sys.stdin)]))
        """

    static let isHere = !Shell.output(of: "command -v python3", in: Repository.root).isEmpty

    static func read(_ documents: [String]) throws -> [XMLReading] {
        let answer = try Program(at: URL(filePath: python))
            .run(["python3", "-c", program], input: Array(JSONEncoder().encode(documents)))
        guard answer.isSuccess else { throw Refused(complaint: answer.complaint) }
        return try JSONDecoder().decode([XMLReading].self, from: answer.output)
    }

    struct Refused: Error {
        let complaint: String
    }
}

/// A page with all buttons, for viewing.
enum ButtonPage {
    static let path = ProcessInfo.processInfo.environment["QUINCE_BUTTON_PAGE"]

    static func html(_ drawings: [PaymentButtonDrawing]) -> String {
        let cells = drawings.map { "<span>\($0.html)</span>" }.joined(separator: "\n")
        return """
            <!doctype html><meta charset="utf-8"><title>Payment buttons</title>
            <style>body{margin:16px;background:#9bb;display:grid;gap:10px;
            grid-template-columns:repeat(12,max-content)}</style>
            \(cells)
            """
    }
}
