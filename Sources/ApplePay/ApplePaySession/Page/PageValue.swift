internal import JSON
internal import PaymentRequest
internal import World

/// A value of a page with the place where it stands; converts it as a browser does.
///
/// - Source: Web IDL, § 3.2. What is not there, `undefined`, is no member in JSON. A date is a text of
///   ISO 8601 or a number of milliseconds, since JSON has none.
struct PageValue {
    let json: JSONValue
    let path: String

    init(_ json: JSONValue, at path: String) {
        self.json = json
        self.path = path
    }

    /// The value as a dictionary.
    func dictionary() throws(PageTypeError) -> PageValue {
        guard json.isObject else { throw PageTypeError(path, "is not an object") }
        return self
    }

    /// A member, or nil where there is none.
    func member(_ name: String) -> PageValue? {
        let value = json.member(name)
        return value.map { PageValue($0, at: path.isEmpty ? name : "\(path).\(name)") }
    }

    /// A member that must be there.
    func required(_ name: String) throws(PageTypeError) -> PageValue {
        guard let member = member(name) else {
            throw PageTypeError(path.isEmpty ? name : "\(path).\(name)", "is missing")
        }
        return member
    }

    /// The value as a text: a number or a truth value is written out.
    func text() throws(PageTypeError) -> String {
        if let text = json.string ?? json.numberText { return text }
        if let bool = json.bool { return bool ? "true" : "false" }
        throw PageTypeError(path, "is not a text")
    }

    /// The value as one of some texts.
    func choice<Value>(_ values: KeyValuePairs<String, Value>) throws(PageTypeError) -> Value {
        let text = try text()
        guard let value = values.first(where: { $0.key == text })?.value else {
            let known = values.map { "\"\($0.key)\"" }.joined(separator: ", ")
            throw PageTypeError(path, "is \(text.debugDescription); there are \(known)")
        }
        return value
    }

    /// The elements of a list.
    func elements() throws(PageTypeError) -> [PageValue] {
        guard let elements = json.elements else { throw PageTypeError(path, "is not a list") }
        return elements.enumerated().map { PageValue($0.element, at: "\(path)[\($0.offset)]") }
    }

    /// A list, each element of which a closure converts.
    func map<Result>(
        _ body: (PageValue) throws(PageTypeError) -> Result
    ) throws(PageTypeError) -> [Result] {
        var results: [Result] = []
        for element in try elements() { results.append(try body(element)) }
        return results
    }

    /// The value as a truth value: whatever is not false, 0 or an empty text is true.
    func bool() -> Bool {
        if let bool = json.bool { return bool }
        if json.isNull || json.string?.isEmpty == true { return false }
        return json.integer != 0
    }

    /// The value as a whole number.
    func integer() throws(PageTypeError) -> Int {
        guard let integer = json.integer, let value = Int(exactly: integer) else {
            throw PageTypeError(path, "is not a whole number")
        }
        return value
    }

    /// The value as a date.
    func date() throws(PageTypeError) -> UnixTime {
        if let milliseconds = json.integer {
            let seconds = milliseconds / 1000
            return UnixTime(seconds: milliseconds % 1000 < 0 ? seconds - 1 : seconds)
        }
        guard let text = json.string, let time = UnixTime(iso8601: text) else {
            throw PageTypeError(path, "is not a date such as 2026-01-31T12:00:00Z")
        }
        return time
    }
}

extension PageValue {
    /// A text of a member, or nil where there is none.
    func text(of name: String) throws(PageTypeError) -> String? { try member(name)?.text() }

    /// A date of a member, or nil where there is none.
    func date(of name: String) throws(PageTypeError) -> UnixTime? { try member(name)?.date() }

    /// The texts of a list.
    func texts() throws(PageTypeError) -> [String] {
        try map { element throws(PageTypeError) in try element.text() }
    }
}
