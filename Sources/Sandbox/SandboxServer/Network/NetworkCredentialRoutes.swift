internal import Bytes
package import CardMessages
package import CardNetwork
internal import HTTPMessages
internal import HTTPServer
package import ISO8583
package import JSON
internal import Money
internal import Storage
internal import TestSandbox
internal import World

/// Payments for programs that write an acquirer's messages themselves: `/network/credentials`.
enum NetworkCredentialRoutes {
    static func operations(
        _ network: CardNetwork,
        layout: MessageLayout,
        clock: any WallClock
    ) -> [APIOperation] {
        [
            APIOperation(
                .post,
                "/network/credentials",
                """
                Adds a TEST card to a new device, and makes the request of one payment with it, as
                `quince sandbox cryptogram` does; the message is as this network reads it.
                """,
                body: order,
                answer: credentials,
                problems: [.unprocessableContent]
            ) { request in
                let body = request.body
                let card = try TypedCard(
                    number: body.text("number") ?? SandboxCard.visa.number,
                    expiry: body.text("expiry") ?? "12/35"
                )
                .printed(at: clock.now)
                let amount = try amount(body)
                let made = try await network.credentials(
                    of: card,
                    paying: amount,
                    merchant: body.text("merchant") ?? "MERCHANT0000001"
                )
                guard let made else {
                    throw HTTPProblem.refused(
                        .unprocessableContent,
                        "messageImpossible",
                        "\"merchant\" has to be 1 to 15 printable characters of ASCII, and \"amount\" up to 12 digits"
                    )
                }
                do throws(ISO8583Failure) { return .json(try made.json(in: layout)) } catch {
                    throw HTTPProblem.refused(
                        .unprocessableContent,
                        "messageImpossible",
                        "the layout that this network reads: \(error)"
                    )
                }
            }
        ]
    }

    private static let order = APISchema.object([
        .optional("number", .text(example: SandboxCard.visa.number), "A TEST number."),
        .optional("expiry", .text(example: "12/35")),
        .optional(
            "amount",
            .text(example: "10.75"),
            "10.75 of the currency, or as much without decimals."
        ),
        .optional("currencyCode", .text(example: "USD")),
        .optional("merchant", .text(example: "MERCHANT0000001"), "Field 42."),
    ])

    private static let credentials = APISchema.object([
        .required("cryptogram", .anyText, "Hexadecimal digits."),
        .required("fields", .described("Each field of the request by its number.")),
        .required(
            "message",
            .anyText,
            "The request in hexadecimal digits, without what the framing puts before it."
        ),
    ])

    private static func amount(_ body: RequestObject) throws(HTTPProblem) -> Money {
        let code = body.text("currencyCode") ?? "USD"
        guard let currency = Currency(code: code) else {
            throw .refused(
                .unprocessableContent,
                "currencyUnknown",
                "\"currencyCode\" is \(code.debugDescription), which is no currency of ISO 4217"
            )
        }
        guard let text = body.text("amount") else {
            return Money(minorUnits: 1_075, currency: currency)
        }
        do { return try Money(DecimalAmount(text), in: currency) } catch {
            throw .refused(.unprocessableContent, "amountInvalid", "\"amount\": \(error)")
        }
    }
}

extension PaymentCredentials {
    /// The fields of the request, with what is secret in them.
    package var fields: [MessageTrace.Field] { MessageTrace(request, revealing: true).fields }

    /// The cryptogram in hexadecimal digits.
    package var cryptogramDigits: String {
        cryptogram.withBytes { Hexadecimal.encode([UInt8](copying: $0)) }
    }

    /// The request in hexadecimal digits.
    ///
    /// - Throws: ``ISO8583Failure`` where the layout has no place for a field.
    package func messageDigits(in layout: MessageLayout) throws(ISO8583Failure) -> String {
        Hexadecimal.encode(try request.encoded(in: layout))
    }

    /// The object that `quince sandbox cryptogram --json` prints.
    ///
    /// - Throws: ``ISO8583Failure`` where the layout has no place for a field.
    package func json(in layout: MessageLayout) throws(ISO8583Failure) -> JSONOutput {
        .object([
            "cryptogram": .string(cryptogramDigits),
            "fields": .object(
                fields.map { JSONMember(name: "\($0.number)", value: .string($0.value)) }
            ),
            "message": .string(try messageDigits(in: layout)),
        ])
    }
}
