import Bytes
import CardNetwork
import CommandLineTool
import CommandOptions
import NetworkServer

/// Which account is meant, and what is to be set.
struct AccountInput: Sendable {
    static let card = Option(
        "card",
        "CARD",
        help: "the last four digits of the card's number, or all of them"
    )
    static let status = Option(
        "status",
        "NAME",
        choices: AccountSettings.Status.allCases.map(\.rawValue),
        help: "open, lost (declines 41), stolen (43), blocked (62) or closed (46)"
    )
    static let credit = Option("credit", "N", help: "the credit line")
    static let paymentLimit = Option(
        "payment-limit",
        "N",
        help: "the largest payment, or none: declines 61"
    )
    static let dailyLimit = Option(
        "daily-limit",
        "N",
        help: "the largest sum of a day (UTC) in one currency, or none: declines 61"
    )
    static let dailyCount = Option(
        "daily-count",
        "N",
        help: "the most payments of a day (UTC) in one currency, or none: declines 65"
    )
    static let street = Option(
        "street",
        "TEXT",
        help: "the cardholder's street and house number, for the comparison of\naddresses"
    )
    static let postalCode = Option(
        "postal-code",
        "TEXT",
        help: "the cardholder's postal code, for the same"
    )
    static let noAddress = Option("no-address", help: "the issuer knows no address")
    static let pin = Option(
        "pin",
        "DIGITS",
        help: "the card's PIN, 4 to 12 digits, which also ends the count of wrong ones;\n"
            + "123456 is that of every TEST card"
    )

    private static let changing = [
        status, credit, paymentLimit, dailyLimit, dailyCount, street, postalCode, noAddress, pin,
    ]

    /// A limit that is set, or removed.
    private enum Limit {
        case unchanged
        case none
        case at(Int64)

        func apply(to value: inout Int64?) {
            switch self {
            case .unchanged: break
            case .none: value = nil
            case .at(let limit): value = limit
            }
        }
    }

    private let card: String
    /// Whether anything is to be set.
    let changes: Bool
    /// The PIN to be set.
    let newPIN: Secret?
    private let status: AccountSettings.Status?
    private let credit: Int64?
    private let (paymentLimit, dailyAmount, dailyPayments): (Limit, Limit, Limit)
    private let (street, postalCode): (String?, String?)
    private let removesAddress: Bool

    init(_ invocation: Invocation) throws(UsageProblem) {
        guard let card = invocation.value(Self.card.name) else {
            throw UsageProblem(
                "no card is named",
                hint: "--card 1111 names one; quince sandbox accounts lists them"
            )
        }
        self.card = card
        changes = Self.changing.contains { invocation.has($0.name) }
        newPIN = try Self.pin(invocation)
        status = try Self.status(invocation)
        credit = try Self.number(invocation, Self.credit, permitsNone: false)
        paymentLimit = try Self.limit(invocation, Self.paymentLimit)
        dailyAmount = try Self.limit(invocation, Self.dailyLimit)
        dailyPayments = try Self.limit(invocation, Self.dailyCount)
        street = invocation.value(Self.street.name)
        postalCode = invocation.value(Self.postalCode.name)
        removesAddress = invocation.has(Self.noAddress.name)
        guard !removesAddress || street == nil && postalCode == nil else {
            throw UsageProblem(
                "an address is set and removed",
                hint: "leave out --no-address, or --street and --postal-code"
            )
        }
    }

    /// The change of the settings.
    var change: @Sendable (inout AccountSettings) -> Void {
        { settings in
            if let status { settings.status = status }
            if let credit { settings.creditLine = credit }
            paymentLimit.apply(to: &settings.paymentLimit)
            dailyAmount.apply(to: &settings.dailyAmount)
            dailyPayments.apply(to: &settings.dailyPayments)
            if removesAddress { settings.address = nil }
            if street != nil || postalCode != nil {
                settings.address = CardholderAddress(
                    postalCode: postalCode ?? settings.address?.postalCode ?? "",
                    street: street ?? settings.address?.street ?? ""
                )
            }
        }
    }

    /// The account that is meant.
    func account(
        among accounts: [AccountReport],
        of network: DurableNetwork
    ) throws(UsageProblem) -> AccountReport {
        let number = Secret(copying: Array(card.filter { $0 != " " }.utf8))
        let identifier = network.accountIdentifier(of: number)
        let found = accounts.filter { $0.identifier == identifier || $0.cardSuffix == card }
        guard let account = found.first else {
            throw UsageProblem(
                "--card: the network has no account of such a card",
                hint: "quince sandbox accounts lists those that it has"
            )
        }
        guard found.count == 1 else {
            throw UsageProblem(
                "--card \(card): \(found.count) cards end in these digits: "
                    + found.map(AccountsReport.name).joined(separator: ", "),
                hint: "give the whole number of the card"
            )
        }
        return account
    }

    private static func status(
        _ invocation: Invocation
    ) throws(UsageProblem) -> AccountSettings.Status? {
        guard let text = invocation.value(status.name) else { return nil }
        guard let status = AccountSettings.Status(rawValue: text) else {
            throw UsageProblem(
                "--status \(text): not a status",
                hint: NearestWord.hint(for: text, among: status.choices, "--status takes")
            )
        }
        return status
    }

    private static func pin(_ invocation: Invocation) throws(UsageProblem) -> Secret? {
        guard let text = invocation.value(pin.name) else { return nil }
        let digits = Array(text.utf8)
        guard (4...12).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
        else {
            throw UsageProblem("--pin: not 4 to 12 digits", hint: "write it as --pin 4321")
        }
        return Secret(copying: digits)
    }

    private static func limit(
        _ invocation: Invocation,
        _ option: Option
    ) throws(UsageProblem) -> Limit {
        guard let text = invocation.value(option.name) else { return .unchanged }
        guard text != "none" else { return .none }
        return try number(invocation, option, permitsNone: true).map { .at($0) } ?? .unchanged
    }

    private static func number(
        _ invocation: Invocation,
        _ option: Option,
        permitsNone: Bool
    ) throws(UsageProblem) -> Int64? {
        guard let text = invocation.value(option.name) else { return nil }
        guard let number = Int64(text), (0...AccountSettings.largestAmount).contains(number) else {
            throw UsageProblem(
                "--\(option.name) \(text): not a whole number of at most twelve digits",
                hint: "write it as --\(option.name) 5000"
                    + (permitsNone ? ", or --\(option.name) none" : "")
            )
        }
        return number
    }
}
