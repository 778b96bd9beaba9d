internal import JSON
internal import Money
internal import World

/// A value of an order that is no object: a text, a number, a list.
protocol OrderValue {
    /// A value in the place of one that is wrong. It is in no order that a caller gets.
    static var placeholder: Self { get }
    /// Reads it; nil where it is wrong, which the reader's log then says.
    static func read(_ value: JSONValue, _ reader: OrderReader) -> Self?
}

/// The form of a text or a number, with the rule that it follows.
package protocol OrderForm: Sendable {
    /// The meaning of a value of the form.
    associatedtype Value: Hashable, Sendable
    /// The meaning of a text, or of a number's digits; nil where it does not follow the rule.
    static func value(_ text: String) -> Value?
}

/// A form with its rule.
protocol CheckedForm: OrderForm {
    static var rule: OrderRule { get }
    static var isNumber: Bool { get }
    /// The file that a value names; true for an image.
    static var namesImage: Bool? { get }
    static var placeholder: Value { get }
}

extension CheckedForm {
    static var isNumber: Bool { false }
    static var namesImage: Bool? { nil }
}

extension CheckedForm where Value == String { static var placeholder: String { "" } }
extension CheckedForm where Value == DecimalAmount {
    static var placeholder: DecimalAmount { .zero }
}

/// A text or a number that follows the rule of its form.
///
/// It is read as a part of a ``WalletOrder`` only.
package struct Checked<Form: OrderForm>: Hashable, Sendable {
    /// The text, or the digits of a number.
    package let text: String
    /// Its meaning.
    package let value: Form.Value

    /// A text or the digits of a number; nil where they do not follow the rule.
    package init?(_ text: String) {
        guard let value = Form.value(text) else { return nil }
        (self.text, self.value) = (text, value)
    }

    fileprivate init(text: String, value: Form.Value) { (self.text, self.value) = (text, value) }
}

extension Checked: OrderValue where Form: CheckedForm {
    static var placeholder: Self { Self(text: "", value: Form.placeholder) }

    static func read(_ value: JSONValue, _ reader: OrderReader) -> Self? {
        guard let text = Form.isNumber ? value.numberText : value.string else {
            return reader.refuse(.wrongType, detail: Form.isNumber ? "a number" : "a text")
        }
        guard let checked = Self(text) else { return reader.refuse(Form.rule) }
        if let isImage = Form.namesImage { reader.refer(to: text, isImage: isImage) }
        return checked
    }
}

extension Checked: Decodable {
    package init(from decoder: any Decoder) throws { throw OrderReader.NotAnOrder() }
}

/// A word of a list, such as a status.
protocol OrderWord: OrderValue, Decodable, CaseIterable, Hashable, Sendable, RawRepresentable<
    String
>
{}

extension OrderWord {
    static var placeholder: Self {
        guard let first = allCases.first else { preconditionFailure("a list without words") }
        return first
    }

    static func read(_ value: JSONValue, _ reader: OrderReader) -> Self? {
        guard let text = value.string else { return reader.refuse(.wrongType, detail: "a text") }
        guard let word = Self(rawValue: text) else {
            let words = allCases.map(\.rawValue).joined(separator: ", ")
            return reader.refuse(.unknownWord, detail: words)
        }
        return word
    }
}

extension String: OrderValue {
    static var placeholder: String { "" }

    static func read(_ value: JSONValue, _ reader: OrderReader) -> String? {
        value.string ?? reader.refuse(.wrongType, detail: "a text")
    }
}

extension Bool: OrderValue {
    static var placeholder: Bool { false }

    static func read(_ value: JSONValue, _ reader: OrderReader) -> Bool? {
        value.bool ?? reader.refuse(.wrongType, detail: "true or false")
    }
}

extension Array: OrderValue where Element: Decodable {
    static var placeholder: [Element] { [] }

    static func read(_ value: JSONValue, _ reader: OrderReader) -> [Element]? {
        guard let elements = value.elements else {
            return reader.refuse(.wrongType, detail: "a list")
        }
        return elements.enumerated()
            .compactMap { index, element in
                reader.element(index, of: element).read(Element.self)
            }
    }
}
