/// An object of an order by its members.
struct OrderSchema: Sendable {
    /// The title of Apple's page; nil where the enclosing object's page describes it.
    let page: String?
    let members: [OrderMember]
    let names: Set<String>

    init(_ page: String?, _ members: [OrderMember]) {
        (self.page, self.members, names) = (page, members, Set(members.map(\.name)))
    }
}

/// A member of an object.
struct OrderMember: Sendable {
    let name: String
    let kind: OrderKind
    let isRequired: Bool

    static func required(_ name: String, _ kind: OrderKind) -> OrderMember {
        OrderMember(name: name, kind: kind, isRequired: true)
    }

    static func optional(_ name: String, _ kind: OrderKind) -> OrderMember {
        OrderMember(name: name, kind: kind, isRequired: false)
    }
}

/// The kinds of members' values.
indirect enum OrderKind: Sendable {
    case text
    case bool
    case form(OrderForm)
    case words([String])
    case list(OrderKind)
    case object(OrderSchema)
    /// An object whose members depend on a word in one of them.
    case variants(by: String, [(word: String, schema: OrderSchema)])

    static func words<Word: CaseIterable & RawRepresentable<String>>(
        of type: Word.Type
    ) -> OrderKind {
        .words(type.allCases.map(\.rawValue))
    }
}

/// The form of a text or a number, with the rule that it follows.
struct OrderForm: Sendable {
    let rule: OrderRule
    var isNumber = false
    /// The file that a value names; true for an image, nil for none.
    var namesImage: Bool?
    /// Whether a text, or a number's digits, follow the rule.
    let holds: @Sendable (String) -> Bool
}
