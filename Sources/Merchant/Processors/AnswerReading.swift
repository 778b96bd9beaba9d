internal import CardMessages
internal import Money
internal import Payments
internal import World

/// The meaning of a network's answer for a desk.
enum AnswerReading {
    static func authorization(
        _ answer: CardAnswer,
        asked amount: Money,
        of scheme: MessageScheme,
        heldUntil end: UnixTime?
    ) throws(ProcessorFailure) -> AuthorizationAnswer {
        switch answer.responseCode {
        case .approved:
            return .approved(try approval(answer, of: scheme, end), echo: echo(answer.amount))
        case .accountValid where amount.minorUnits == 0:
            return .approved(try approval(answer, of: scheme, end), echo: echo(answer.amount))
        case .partiallyApproved:
            guard let part = answer.amount else { throw .outcomeUnknown(.answerUnreadable) }
            let original = answer.additionalAmounts.first {
                $0.amountType == AdditionalAmount.originalAmount
            }
            return .partiallyApproved(
                try approval(answer, of: scheme, end),
                amount: part,
                echo: echo(original?.amount)
            )
        default:
            return .declined(
                try declineReason(answer.responseCode),
                code: ProcessorCode(answer.responseCode.text)
            )
        }
    }

    static func followUp(
        _ answer: CardAnswer,
        echo: AnswerEcho? = nil
    ) throws(ProcessorFailure) -> FollowUpAnswer {
        guard answer.responseCode == .approved else {
            return .declined(
                try declineReason(answer.responseCode),
                code: ProcessorCode(answer.responseCode.text)
            )
        }
        return .approved(
            networkReference: answer.networkTransaction?.digits,
            echo: echo ?? self.echo(answer.amount)
        )
    }

    /// The answer to the void of a part of an amount, or of all of it.
    static func void(
        _ answer: CardAnswer,
        asked amount: Money,
        of part: Money
    ) throws(ProcessorFailure) -> FollowUpAnswer {
        guard part != amount else { return try followUp(answer) }
        // The answer names the authorization's amount, not the part.
        if let echoed = answer.amount, echoed != amount {
            throw .outcomeUnknown(.answerUnreadable)
        }
        return try followUp(answer, echo: AnswerEcho.none)
    }

    static func reversal(
        _ answer: CardAnswer,
        asked amount: Money
    ) throws(ProcessorFailure) -> ReversalAnswer {
        // A reversal of another amount is not known to be this one.
        if let echoed = answer.amount, echoed != amount {
            throw .outcomeUnknown(.answerUnreadable)
        }
        switch answer.responseCode {
        case .approved: return .reversed(networkReference: answer.networkTransaction?.digits)
        case .originalNotFound: return .originalNotFound
        // Nothing is released yet, so the reversal is asked for again.
        case .issuerUnavailable, .systemError: throw .outcomeUnknown(.processorInDoubt)
        default:
            return .refused(
                try declineReason(answer.responseCode),
                code: ProcessorCode(answer.responseCode.text)
            )
        }
    }

    private static func approval(
        _ answer: CardAnswer,
        of scheme: MessageScheme,
        _ end: UnixTime?
    ) throws(ProcessorFailure) -> Approval {
        guard let code = answer.authorizationCode else {
            throw .outcomeUnknown(.answerUnreadable)
        }
        return Approval(
            authorizationCode: code,
            networkReference: answer.networkTransaction?.digits
                ?? answer.reference.retrievalReference,
            addressCheck: answer.additionalData.addressResult.map {
                addressCheck($0, of: scheme)
            },
            // Without the network's name for it a later payment cannot refer to this one.
            laterPayments: answer.networkTransaction.map { .account(firstPayment: $0.digits) },
            holdEndsAt: end
        )
    }

    /// The issuer's comparison of an address.
    ///
    /// - Source: the letters that processors publish for each scheme, named in
    ///   Documentation/ChargingByISO8583.md. Discover uses A and Y the other way round.
    static func addressCheck(_ letter: Character, of scheme: MessageScheme) -> AddressCheck {
        guard scheme != .discover else {
            return switch letter {
            case "A", "X": .matches
            case "Y": .streetOnly
            case "T", "Z": .postalCodeOnly
            case "N": .differs
            default: .notCompared
            }
        }
        return switch letter {
        case "D", "F", "M", "X", "Y": .matches
        case "A", "B": .streetOnly
        case "P", "W", "Z": .postalCodeOnly
        case "N": .differs
        default: .notCompared
        }
    }

    private static func echo(_ amount: Money?) -> AnswerEcho {
        AnswerEcho(minorUnits: amount?.minorUnits, currency: amount?.currency.numericCode)
    }

    /// Why it was declined.
    ///
    /// - Throws: ``Payments/ProcessorFailure/outcomeUnknown(_:)`` for 09, 68 and 96, which say nothing
    ///   of an earlier copy of the request, and for an approval that does not belong to the request.
    static func declineReason(
        _ code: ResponseCode
    ) throws(ProcessorFailure) -> DeclineReason {
        if let reason = reasons[code.text] { return reason }
        switch code.text {
        // A network that fails now (96) may have acted on the same request before.
        case "09", "68", "96": throw .outcomeUnknown(.processorInDoubt)
        case "00", "08", "10", "11", "16", "85": throw .outcomeUnknown(.answerUnreadable)
        default: return .doNotHonor
        }
    }

    private static let reasons: [String: DeclineReason] = [
        // 1A asks for an additional authentication, which for a card of a device is its PIN.
        "1A": .pinRequired, "04": .lostOrStolen, "07": .lostOrStolen, "12": .transactionInvalid,
        "13": .amountInvalid,
        "14": .unknownAccount, "25": .originalNotFound, "30": .formatError, "41": .lostOrStolen,
        "43": .lostOrStolen, "51": .insufficientFunds, "54": .expiredCard, "55": .pinIncorrect,
        "57": .notPermitted, "58": .notPermitted, "59": .suspectedFraud, "61": .limitExceeded,
        "62": .restrictedCard, "65": .limitExceeded, "70": .pinRequired, "75": .pinTriesExceeded,
        "82": .cryptogramInvalid, "91": .issuerUnavailable, "94": .duplicate,
    ]
}
