internal import AppleServers
internal import HTTPMessages
internal import HTTPServer
internal import Storage
internal import TestSandbox
internal import Wallet

/// Why something was not done with a device.
enum DeviceFailure: Error, Hashable, Sendable, CarriesStorageFailure {
    case unknownDevice(String)
    case deviceTaken(String)
    case tester(TesterAccount.Refusal)
    case unknownTester
    case typing(TypedCard.Problem)
    case card(CardRefusal)
    /// The issuer declines the addition of the card.
    case issuerDeclines
    case unknownCard
    case unknownContact
    case tooManyContacts(Int)
    case unknownOrder
    /// The details of an order, or the place of its web service, are wrong for this reason.
    case order(String)
    case notWaitingForCode
    case codeWrong(attemptsLeft: Int)
    case keyNotMade
    case storage(StorageFailure)

    init(storage failure: StorageFailure) { self = .storage(failure) }
}

extension DeviceFailure: HTTPProblemSource {
    var problem: HTTPProblem {
        switch self {
        case .unknownDevice(let identifier):
            .refused(
                .notFound,
                "deviceUnknown",
                "there is no device \(identifier.debugDescription); GET /devices lists them"
            )
        case .deviceTaken(let identifier):
            .refused(.conflict, "deviceTaken", "there is a device \(identifier.debugDescription)")
        case .tester(.addressTaken):
            .refused(.conflict, "testerTaken", "\(TesterAccount.Refusal.addressTaken)")
        case .tester(let refusal):
            .refused(.unprocessableContent, "testerInvalid", "\(refusal)")
        case .unknownTester:
            .refused(
                .unprocessableContent,
                "testerUnknown",
                "no tester account has this address; POST /testers makes one"
            )
        case .typing(let problem): .refused(.unprocessableContent, "cardInvalid", "\(problem)")
        case .card(let refusal): .refused(.conflict, "cardRefused", "\(refusal)")
        case .issuerDeclines:
            .refused(
                .conflict,
                "issuerDeclined",
                "the card's issuer declines to add it to a wallet, as the call asked for"
            )
        case .unknownCard:
            .refused(.notFound, "cardUnknown", "the device has no such card")
        case .unknownContact:
            .refused(.notFound, "contactUnknown", "the device has no such contact")
        case .unknownOrder:
            .refused(.notFound, "orderUnknown", "the device has no such order")
        case .order(let reason): .refused(.unprocessableContent, "orderInvalid", reason)
        case .tooManyContacts(let limit):
            .refused(
                .conflict,
                "tooManyContacts",
                "the device has \(limit) contacts, and no more are kept; remove one"
            )
        case .notWaitingForCode:
            .refused(.conflict, "noCodeExpected", "the card waits for no code")
        case .codeWrong(let left):
            .refused(
                .unprocessableContent,
                "codeWrong",
                left == 0
                    ? "the code is wrong; the card was removed, add it again"
                    : "the code is wrong; attempts left: \(left)"
            )
        case .keyNotMade:
            .refused(.internalServerError, "keyNotMade", "libcrypto could not make a key")
        case .storage(let failure): failure.problem
        }
    }
}
