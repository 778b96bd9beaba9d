internal import Bytes
internal import CardMessages
internal import CardNetwork
internal import ISO8583
internal import JSON
internal import Money
internal import PaymentToken
internal import TokenDisplay

/// A part of a step, shown when the step is opened.
enum StoryPart: Sendable {
    /// Names and values.
    case facts(String, [(name: String, value: String)])
    /// A JSON value, as it was sent.
    case json(String, JSONOutput)
    /// A command for a shell.
    case command(String, String)
    /// The checks of a token.
    case checks(String, TokenExplanation)
    /// Bytes, and what each is.
    case bytes(ByteMap)
    /// An ISO 8583 message.
    case message(MessageTrace)
    /// Entries of the network's ledger.
    case ledger([JournalEntry])

    var json: JSONOutput {
        switch self {
        case .facts(let title, let rows):
            .object([
                "kind": .string("facts"), "title": .string(title),
                "rows": .array(rows.map { .array([.string($0.name), .string($0.value)]) }),
            ])
        case .json(let title, let value):
            .object([
                "kind": .string("json"), "title": .string(title), "text": .string(value.indented),
            ])
        case .command(let title, let text):
            .object([
                "kind": .string("command"), "title": .string(title), "text": .string(text),
            ])
        case .checks(let title, let explanation): Self.json(title, explanation)
        case .bytes(let map): map.json
        case .message(let trace): Self.json(trace)
        case .ledger(let entries):
            .object([
                "kind": .string("ledger"), "title": .string("Ledger of the card network"),
                "entries": .array(entries.map(Self.json)),
            ])
        }
    }

    private static func json(_ title: String, _ explanation: TokenExplanation) -> JSONOutput {
        .object([
            "kind": .string("checks"), "title": .string(title),
            "cause": explanation.told.map { .string($0.cause) },
            "remedy": explanation.told.map { .string($0.remedy) },
            "rows": .array(
                explanation.rows.map { row in
                    .object([
                        "check": .string(row.check.rawValue), "state": .string(row.state.rawValue),
                        "meaning": .string(row.check.meaning), "found": .string(row.found),
                    ])
                }
            ),
        ])
    }

    private static func json(_ trace: MessageTrace) -> JSONOutput {
        .object([
            "kind": .string("message"), "title": .string("\(trace.type) \(trace.words)"),
            "rows": .array(
                trace.fields.map { field in
                    .array([
                        .integer(Int64(field.number)), .string(field.name), .string(field.value),
                        .string(trace.meaning(of: field)),
                    ])
                }
            ),
        ])
    }

    private static func json(_ entry: JournalEntry) -> JSONOutput {
        .object([
            "kind": .string(entry.kind.words),
            "postings": .array(
                entry.postings.map { posting in
                    let currency = Currency(numericCode: posting.currency)
                    let amount =
                        currency.map {
                            "\(Money(minorUnits: posting.amount, currency: $0))"
                        } ?? "\(posting.amount)"
                    return .array([
                        .string(posting.account.words),
                        .string(posting.amount > 0 ? "+\(amount)" : amount),
                    ])
                }
            ),
        ])
    }
}

extension ByteMap {
    var json: JSONOutput {
        .object([
            "kind": .string("bytes"), "title": .string(name), "meaning": .string(meaning),
            "encoding": .string(encoding), "hex": .string(Hexadecimal.encode(bytes)),
            "nodes": .array(
                nodes.map { node in
                    .object([
                        "depth": .integer(Int64(node.depth)), "name": .string(node.name),
                        "meaning": .string(node.meaning), "value": node.value.map { .string($0) },
                        "kind": .string(node.kind.rawValue),
                        "start": .integer(Int64(node.range.lowerBound)),
                        "end": .integer(Int64(node.range.upperBound)),
                    ])
                }
            ),
            "segments": .array(
                segments.map { segment in
                    .array([
                        .integer(Int64(segment.range.lowerBound)),
                        .integer(Int64(segment.range.upperBound)), .integer(Int64(segment.node)),
                        .string(segment.role.rawValue),
                    ])
                }
            ),
        ])
    }
}
