internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Payments
internal import SheetView
internal import Storage
internal import TokenIntake
internal import World

/// A line of the server's log: a JSON object.
///
/// A value is a number, a name of the program, an identifier that the server made, or a failure's text. There
/// is no way to add the body or a header field of a request, but the host of its origin and a message that
/// a device sends for the log.
struct LogLine: Sendable {
    /// A value that is no secret.
    struct Value: Sendable {
        fileprivate let json: JSONOutput

        /// A text that is written in the program.
        static func name(_ text: StaticString) -> Value { Value(json: .string(text.description)) }

        static let yes = Value(json: .bool(true))

        static func number(_ number: Int) -> Value { Value(json: .integer(Int64(number))) }

        /// Of a request: its trace, by digits that were checked.
        static func trace(_ context: TraceContext) -> Value {
            Value(json: .string(context.traceID))
        }

        static func span(_ context: TraceContext) -> Value { Value(json: .string(context.spanID)) }

        /// The path of an operation, with parameters in braces.
        static func route(_ route: String) -> Value { Value(json: .string(route)) }

        static func method(_ method: HTTPMethod) -> Value {
            Value(json: .string(known.contains(method) ? method.name : "OTHER"))
        }

        static func microseconds(_ duration: Duration) -> Value {
            let (seconds, attoseconds) = duration.components
            return .number(Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000))
        }

        /// The identifier of a key, or that a page asked; null for none.
        static func caller(_ caller: HTTPCaller?) -> Value {
            Value(json: caller.map { .string($0.identifier) } ?? .null)
        }

        /// The code of a problem; letters only.
        static func code(_ code: String) -> Value {
            let isCode =
                code.utf8.count <= 64
                && code.unicodeScalars.allSatisfy {
                    ("a"..."z").contains($0) || ("A"..."Z").contains($0)
                }
            return Value(json: .string(isCode ? code : "other"))
        }

        /// The finding on a file of keys; nothing of its content.
        static func finding(_ finding: KeyFinding) -> Value { Value(json: .string("\(finding)")) }

        /// The problem of a file of the configuration; nothing of its content.
        static func problem(_ problem: ConfigurationProblem) -> Value {
            Value(json: .string(problem.text))
        }

        /// Why the desk could not settle; nothing of a payment but its identifiers.
        static func failure(_ failure: RecordFailure) -> Value {
            Value(json: .string("\(failure)"))
        }

        /// Why a payment has no outcome or no order; nothing of it but its identifiers.
        static func refusal(_ refusal: PaymentRefusal) -> Value {
            Value(json: .string("\(refusal)"))
        }

        /// Why a database is not open; its name has no password.
        static func refusal(_ refusal: DatabaseRefusal) -> Value {
            Value(json: .string("\(refusal)"))
        }

        static func payment(_ attempt: AttemptID?) -> Value? {
            attempt.map { Value(json: .string(PaymentID($0).text)) }
        }

        /// Why a message or a package was not made or not taken; nothing of its content.
        static func reason(_ text: String) -> Value {
            Value(json: .string(String(text.unicodeScalars.prefix(200)).harmless))
        }

        /// A message of a shopper's device: its first characters, on one line.
        static func message(ofDevice text: String) -> Value {
            Value(json: .string(String(text.unicodeScalars.prefix(500)).harmless))
        }

        static func webhook(_ webhook: Webhook) -> Value {
            Value(json: .string(webhook.identifier))
        }

        private static let known: [HTTPMethod] = [
            .get, .head, .post, .options, .put, .patch, .delete,
        ]
    }

    private let members: [JSONMember]

    init(_ event: StaticString, at time: UnixTime, _ values: KeyValuePairs<StaticString, Value?>) {
        members =
            [
                JSONMember(name: "time", value: .string(time.iso8601)),
                JSONMember(name: "event", value: .string(event.description)),
            ]
            + values.compactMap { name, value in
                value.map { JSONMember(name: name.description, value: $0.json) }
            }
    }

    /// The line, without its end.
    var text: String { JSONOutput.object(members).compact }
}
