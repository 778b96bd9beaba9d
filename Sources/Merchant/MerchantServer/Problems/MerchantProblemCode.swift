internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Storage

/// The causes for which a merchant's server refuses a request that it understands, by the names that its
/// answer has as `code`.
///
/// Each has a section of Documentation/Refusals.md, as each `HTTPProblemCode` has.
enum MerchantProblemCode: String, ProblemCode, CaseIterable {
    /// The idempotency key has another form.
    case idempotencyKeyInvalid
    /// The idempotency key was used for another body.
    case idempotencyKeyReused
    /// The same request is being worked on.
    case requestInProgress
    /// The time for the answer passed before anything was recorded.
    case deadlinePassed

    /// The amount is not a positive decimal number of the currency.
    case amountInvalid
    /// The currency is not known.
    case currencyUnknown
    /// The reference is empty or too long.
    case referenceInvalid
    /// The lines, the label or the shipping method are not an order.
    case orderInvalid
    /// A contact cannot be read, or a part of it is too long.
    case contactInvalid
    /// The application data is not Base64.
    case applicationDataInvalid
    /// The cursor, the position or an identifier in the query is not valid.
    case queryInvalid

    /// The token cannot be read.
    case tokenUnreadable
    /// The token stands inside of something else, such as a page's event.
    case tokenElsewhere
    /// The token is one of Apple's Simulator, which is empty.
    case tokenFromSimulator
    /// The token was changed, or its signature is not valid.
    case tokenChanged
    /// The token is not signed under the trusted root.
    case tokenNotTrusted
    /// The token is of a sandbox, and the server takes real payments.
    case sandboxTokenInProduction
    /// The token is a real payment, and the server takes those of a sandbox.
    case productionTokenInSandbox
    /// The token was signed too long ago, or in the future.
    case tokenStale
    /// The token is sealed to a certificate whose key the server does not have.
    case certificateUnknown
    /// The token does not decrypt, or what is in it is not a payment.
    case tokenNotDecrypted
    /// The merchant's key cannot be used at the moment.
    case keyUnavailable
    /// The token was used before, for another order.
    case tokenUsed
    /// The token is of another amount.
    case amountDiffers
    /// The token is in another currency.
    case currencyDiffers
    /// The token was made for other application data.
    case applicationDataDiffers
    /// The card in the token cannot be charged by the processor.
    case cardNotTaken
    /// The token pays several merchants.
    case severalMerchants

    /// No key for stored credentials is configured.
    case credentialsNotConfigured
    /// There is no stored credential of this identifier.
    case credentialUnknown
    /// The stored credential was ended.
    case credentialEnded

    /// The issuer declined.
    case declined
    /// The issuer wants the card's PIN.
    case pinRequired
    /// The PIN was wrong.
    case pinIncorrect
    /// The PIN was wrong too often.
    case pinLocked
    /// The issuer approved a part of the amount, which was released.
    case partiallyApproved
    /// The authorization was cancelled, because it had no usable answer.
    case authorizationCancelled
    /// The processor was not reached.
    case processorUnreachable
    /// The processor does not take the payment.
    case notTakenByProcessor
    /// The database cannot be used at the moment.
    case databaseUnavailable
    /// The order is paid, with another token.
    case alreadyPaid
    /// The merchant released the hold of this payment.
    case paymentVoided
    /// The reference was used for another amount.
    case referenceUsed
    /// The processor refuses to cancel the authorization.
    case cancellationRefused

    /// There is no payment or order of this identifier.
    case notFound
    /// The payment has no authorization that can be captured, voided or refunded.
    case notAuthorized
    /// The capture or the refund is in another currency than the payment.
    case currencyNotOfPayment
    /// More would be captured than is authorized.
    case exceedsAuthorized
    /// A final capture was made, or the rest was voided.
    case afterFinalCapture
    /// More would be refunded than was captured.
    case exceedsCaptured
    /// Nothing is held that can be released.
    case notVoidable
    /// The payment's processor does not do that, or is not in the configuration any more.
    case operationNotOffered
    /// An earlier operation on the payment has no answer yet.
    case operationOpen
    /// The processor was not reached, or does not take the capture, the void or the refund.
    case operationNotSent
    /// The processor declined the capture, the void or the refund.
    case operationDeclined
    /// The processor confirmed something else than the capture, the void or the refund.
    case operationMismatched
    /// The order has another version than the one that was to be changed.
    case orderChanged
    /// The order cannot have this status after the one that it has.
    case orderClosed
    /// A message that says it is a platform's is not signed by it, or not lately.
    case webhookRefused
    /// No key for the secrets of webhooks is configured.
    case webhooksNotConfigured
    /// The address of a webhook is none to which events can be sent.
    case webhookAddressInvalid
    /// There are too many webhooks.
    case tooManyWebhooks
    /// A webhook of the configuration is not removed by a call.
    case webhookConfigured
    /// The server contradicts itself.
    case serverFault

    /// The card network has not accepted a sign-on.
    case networkDisconnected
}

extension MerchantProblemCode {
    /// The status of the answer.
    var status: HTTPStatus {
        switch self {
        case .idempotencyKeyInvalid, .queryInvalid, .webhookRefused: .badRequest
        case .requestInProgress, .alreadyPaid, .paymentVoided, .referenceUsed,
            .cancellationRefused, .notAuthorized, .exceedsAuthorized, .afterFinalCapture,
            .exceedsCaptured, .notVoidable, .operationNotOffered, .operationOpen,
            .credentialsNotConfigured,
            .credentialEnded, .webhooksNotConfigured, .tooManyWebhooks,
            .webhookConfigured, .orderClosed:
            .conflict
        case .idempotencyKeyReused, .amountInvalid, .currencyUnknown,
            .referenceInvalid, .orderInvalid, .contactInvalid, .applicationDataInvalid,
            .tokenUnreadable, .tokenElsewhere, .tokenFromSimulator, .tokenChanged, .tokenNotTrusted,
            .sandboxTokenInProduction, .productionTokenInSandbox, .tokenStale,
            .certificateUnknown, .tokenNotDecrypted, .tokenUsed, .amountDiffers,
            .currencyDiffers, .applicationDataDiffers, .cardNotTaken, .severalMerchants,
            .currencyNotOfPayment, .credentialUnknown, .webhookAddressInvalid:
            .unprocessableContent
        case .declined, .pinRequired, .pinIncorrect, .pinLocked, .partiallyApproved,
            .authorizationCancelled, .operationDeclined:
            .paymentRequired
        case .processorUnreachable, .notTakenByProcessor, .operationNotSent,
            .operationMismatched:
            .badGateway
        case .deadlinePassed, .keyUnavailable, .databaseUnavailable, .networkDisconnected:
            .serviceUnavailable
        case .notFound: .notFound
        case .orderChanged: .preconditionFailed
        case .serverFault: .internalServerError
        }
    }

    /// The problem that a caller gets.
    ///
    /// - Parameters:
    ///   - cause: What happened, without secrets and without text of the sender's.
    ///   - members: Further members, such as `payment`.
    ///   - sheet: What to complete the payment sheet with; nil where no sheet waits.
    ///   - retryAfterSeconds: When to make the same request again; nil where that is of no use.
    /// - Returns: The problem.
    func problem(
        _ cause: String,
        members: KeyValuePairs<String, JSONOutput?> = [:],
        sheet: SheetResult? = nil,
        retryAfterSeconds: Int64? = nil
    ) -> HTTPProblem {
        var fields: HTTPFields = [.cacheControl: "no-store"]
        if let retryAfterSeconds { fields["Retry-After"] = HTTPFieldValue(Int(retryAfterSeconds)) }
        let problem = HTTPProblem(status, self, cause, members: members, fields: fields)
        return sheet.map(problem.completing) ?? problem
    }

    /// The problem where the database failed before anything was done.
    static func problem(
        _ failure: some CarriesStorageFailure,
        sheet: SheetResult? = nil
    ) -> HTTPProblem {
        databaseUnavailable.problem(
            "the database failed, and nothing was done: \(failure)",
            sheet: sheet,
            retryAfterSeconds: 1
        )
    }
}
