internal import JSON

/// Writes the objects of an order, their members in the order of the properties.
final class OrderWriter: Encoder {
    fileprivate var members: [JSONMember] = []

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func output<T: Encodable>(of value: T) -> JSONOutput {
        if let value = value as? any OrderValue { return value.output }
        let writer = OrderWriter()
        do { try value.encode(to: writer) } catch {
            preconditionFailure("\(T.self) is no part of an order")
        }
        return .object(writer.members)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(WrittenMembers<Key>(writer: self))
    }

    // Nothing in an order asks for these.
    func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("a list") }
    func singleValueContainer() -> any SingleValueEncodingContainer {
        preconditionFailure("a value")
    }
}

private struct WrittenMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: OrderWriter

    var codingPath: [any CodingKey] { [] }

    func encode<T: Encodable>(_ value: T, forKey key: Key) {
        let output = OrderWriter.output(of: value)
        writer.members.append(JSONMember(name: key.stringValue, value: output))
    }

    func encodeNil(forKey key: Key) {}

    // Nothing in an order asks for these.
    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { writer.container(keyedBy: keyType) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        writer.unkeyedContainer()
    }
    func superEncoder() -> any Encoder { writer }
    func superEncoder(forKey key: Key) -> any Encoder { writer }
}
