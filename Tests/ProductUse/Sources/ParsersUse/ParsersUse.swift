import ASN1
import JSON

/// Reads a document of JSON.
public func useParsers() throws -> Bool { try JSONDocument(Array("{}".utf8)).root.isObject }
