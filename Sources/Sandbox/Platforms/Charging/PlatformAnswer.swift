package import HTTPMessages
package import JSON
internal import Money
package import Storage

/// An answer of a platform's interface.
package struct PlatformAnswer: Error, Hashable, Sendable {
    /// The status.
    package var status: HTTPStatus
    /// The body.
    package var body: [UInt8]
    /// Fields of the header beside those of every answer.
    package var fields: HTTPFields

    /// An answer with a body of bytes.
    package init(_ status: HTTPStatus, _ body: [UInt8], fields: HTTPFields = HTTPFields()) {
        (self.status, self.body, self.fields) = (status, body, fields)
    }

    /// An answer with a JSON body.
    package init(_ status: HTTPStatus, _ body: JSONOutput, fields: HTTPFields = HTTPFields()) {
        self.init(status, body.compactBytes, fields: fields)
    }

    /// The answer 200 with a JSON body.
    package init(_ body: JSONOutput) { self.init(.ok, body.compactBytes) }
}

/// The cause for which a request was not done.
package enum PlatformFailure: Error, CarriesStorageFailure {
    /// The records failed.
    case storage(StorageFailure)
    /// The request is refused with this answer, and nothing was changed.
    case refused(PlatformAnswer)

    /// A failure of the records.
    package init(storage failure: StorageFailure) { self = .storage(failure) }
}

/// The next step of a request.
package enum PlatformStep: Sendable {
    /// It is answered.
    case answer(PlatformAnswer)
    /// The card network is asked for an operation that is recorded. An authorization needs the card.
    case ask(PlatformOperation, card: PresentedCard? = nil)
}

extension AmountUnits {
    /// An amount of the records, all of which come from a platform's own units.
    func json(_ amount: Money) -> JSONOutput { units(amount).map(JSONOutput.integer) ?? .null }

    /// An amount in minor units of a currency.
    func json(_ minorUnits: Int64, _ currency: Currency) -> JSONOutput {
        json(Money(minorUnits: minorUnits, currency: currency))
    }
}
