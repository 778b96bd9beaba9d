internal import CLibXML2

/// An element of an XML document.
///
/// Documents are read without declarations, entities of their own, comments and processing instructions: the
/// messages of an interface have none, and attacks on readers of XML need them.
///
/// - Source: XML 1.0, by libxml2.
public struct XMLElement: Hashable, Sendable {
    /// The name as it is written.
    public let name: String
    /// The attributes by their names.
    public let attributes: [String: String]
    /// The text that is directly in it.
    public private(set) var text = ""
    /// The elements that are directly in it.
    public private(set) var children: [XMLElement] = []

    /// The longest document. Units: bytes.
    public static let sizeLimit = 1 << 20
    /// How deep elements may be in each other.
    public static let depthLimit = 32

    private static let isReady: Void = xmlInitParser()

    /// Reads a document in UTF-8.
    ///
    /// - Throws: ``XMLFailure``.
    public init(_ document: [UInt8]) throws(XMLFailure) {
        guard document.count <= Self.sizeLimit else { throw .tooLarge }
        // libxml2 would take it for UTF-32, and print bytes of it on standard error where it is not.
        guard !document.contains(0) else { throw .malformed }
        let mark = Array("<!".utf8)
        let hasMarks = document.indices.dropLast().contains {
            document[$0] == mark[0] && document[$0 + 1] == mark[1]
        }
        guard !hasMarks else { throw .notAllowed }
        _ = Self.isReady
        let root = unsafe document.withUnsafeBytes { bytes in
            unsafe Self.read(bytes)
        }
        self = try root.get()
    }

    /// The first element of a name that is directly in it.
    public subscript(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    private init(name: String, attributes: [String: String]) {
        (self.name, self.attributes) = (name, attributes)
    }

    private static func read(_ bytes: UnsafeRawBufferPointer) -> Result<XMLElement, XMLFailure> {
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
        let reader = unsafe xmlReaderForMemory(
            bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(bytes.count),
            nil,
            "UTF-8",
            Int32(options | XML_PARSE_NOWARNING.rawValue)
        )
        guard let reader = unsafe reader else { return .failure(.malformed) }
        defer { unsafe xmlFreeTextReader(reader) }
        // The last one is the element that is read; the first one holds the root.
        var open = [XMLElement(name: "", attributes: [:])]
        while true {
            let status = unsafe xmlTextReaderRead(reader)
            guard status >= 0 else { return .failure(.malformed) }
            guard status > 0 else { break }
            switch unsafe xmlTextReaderNodeType(reader) {
            case Int32(XML_READER_TYPE_ELEMENT.rawValue):
                guard open.count <= depthLimit else { return .failure(.tooDeep) }
                let isEmpty = unsafe xmlTextReaderIsEmptyElement(reader) == 1
                let name = unsafe text(xmlTextReaderConstLocalName(reader))
                unsafe open.append(XMLElement(name: name, attributes: attributes(reader)))
                if isEmpty { close(&open) }
            case Int32(XML_READER_TYPE_END_ELEMENT.rawValue): close(&open)
            case Int32(XML_READER_TYPE_TEXT.rawValue),
                Int32(XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue),
                Int32(XML_READER_TYPE_WHITESPACE.rawValue):
                unsafe open[open.count - 1].text += text(xmlTextReaderConstValue(reader))
            default: return .failure(.notAllowed)
            }
        }
        guard let root = open.first?.children.first else { return .failure(.malformed) }
        return .success(root)
    }

    private static func close(_ open: inout [XMLElement]) {
        let element = open.removeLast()
        open[open.count - 1].children.append(element)
    }

    private static func attributes(_ reader: xmlTextReaderPtr) -> [String: String] {
        var attributes: [String: String] = [:]
        while unsafe xmlTextReaderMoveToNextAttribute(reader) == 1 {
            let name = unsafe text(xmlTextReaderConstName(reader))
            attributes[name] = unsafe text(xmlTextReaderConstValue(reader))
        }
        return attributes
    }

    private static func text(_ characters: UnsafePointer<xmlChar>?) -> String {
        guard let characters = unsafe characters else { return "" }
        return unsafe String(cString: characters)
    }
}

/// Why a document is not read.
public enum XMLFailure: Error, Hashable, Sendable {
    /// It is no well-formed document in UTF-8.
    case malformed
    /// It has a declaration, an entity, a comment or a processing instruction.
    case notAllowed
    /// Its elements are deeper in each other than ``XMLElement/depthLimit``.
    case tooDeep
    /// It is longer than ``XMLElement/sizeLimit``.
    case tooLarge
}

extension XMLFailure: CustomStringConvertible {
    /// The cause.
    public var description: String {
        switch self {
        case .malformed: "the text is no XML"
        case .notAllowed: "the XML has more than elements and texts"
        case .tooDeep: "the XML has more than \(XMLElement.depthLimit) levels"
        case .tooLarge: "the XML has more than \(XMLElement.sizeLimit) bytes"
        }
    }
}
