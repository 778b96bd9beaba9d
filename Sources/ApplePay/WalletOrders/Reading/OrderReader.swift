internal import JSON

/// An object of an order. Its stored properties are the description of its members: a property's name is
/// the member's, its type the rule, and one that is not optional is required. The compiler makes the
/// reading of them.
protocol OrderObject: Decodable, Hashable, Sendable {
    /// The title of Apple's page; nil where the enclosing object's page describes it.
    static var page: String? { get }
}

extension OrderObject {
    static var page: String? { "\(Self.self)" }
}

/// Reads an order's JSON, and goes on after a fault, so that all are found.
struct OrderReader: Decoder {
    /// Thrown where a type is not part of an order; no type of an order does that.
    struct NotAnOrder: Error {}

    /// The members that a type asked for, so that others are found, and the page of a kind of the type.
    fileprivate final class Names {
        var known: Set<String> = []
        var page: String?
    }

    /// The value; nil where a placeholder is made.
    let value: JSONValue?
    let path: String
    private(set) var page: String
    let log: OrderFaultLog
    fileprivate let names = Names()

    static let file = "order.json"

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ value: JSONValue?, at path: String = "", of page: String, log: OrderFaultLog) {
        (self.value, self.path, self.page, self.log) = (value, path, page, log)
    }

    /// Reads the value as one of a type; nil where it is wrong, which the log then says.
    func read<T: Decodable>(_ type: T.Type) -> T? {
        guard let value else { return nil }
        if let type = T.self as? any OrderValue.Type { return type.read(value, self) as? T }
        guard value.isObject else { return refuse(.wrongType, detail: "an object") }
        let page = (T.self as? any OrderObject.Type)?.page ?? page
        let inner = OrderReader(value, at: path, of: page, log: log)
        let object = try? T(from: inner)
        // A type that tells its kind by a member refuses others itself.
        guard object != nil else { return nil }
        for (name, _) in value.members where !inner.names.known.contains(name) {
            log.add(.unknownMember, Self.file, inner.path(of: name), page: inner.names.page ?? page)
        }
        return object
    }

    func refuse<T>(_ rule: OrderRule, detail: String? = nil) -> T? {
        log.add(rule, Self.file, path.isEmpty ? nil : path, detail: detail, page: page)
        return nil
    }

    func refer(to name: String, isImage: Bool) {
        log.refer(to: name, at: path, of: page, isImage: isImage)
    }

    func element(_ index: Int, of value: JSONValue) -> OrderReader {
        OrderReader(value, at: "\(path)[\(index)]", of: page, log: log)
    }

    func member(_ name: String) -> OrderReader {
        OrderReader(value?.member(name), at: path(of: name), of: page, log: log)
    }

    /// The same object, as one of a kind that has a page of its own.
    func titled(_ page: String) -> OrderReader {
        var reader = self
        reader.page = page
        names.page = page
        return reader
    }

    private func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(OrderMembers<Key>(reader: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotAnOrder() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotAnOrder() }
}

private struct OrderMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let reader: OrderReader

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { reader.value?.member(key.stringValue) != nil }

    /// A null is a value of the wrong type.
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        if let value = try decodeIfPresent(type, forKey: key) { return value }
        let member = reader.member(key.stringValue)
        if reader.value != nil, member.value == nil { _ = member.refuse(.missing) as T? }
        if let type = T.self as? any OrderValue.Type, let placeholder = type.placeholder as? T {
            return placeholder
        }
        return try T(from: OrderReader(nil, of: reader.page, log: reader.log))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        reader.names.known.insert(key.stringValue)
        return reader.member(key.stringValue).read(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw OrderReader.NotAnOrder() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw OrderReader.NotAnOrder()
    }

    func superDecoder() throws -> any Decoder { throw OrderReader.NotAnOrder() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw OrderReader.NotAnOrder() }
}
