import Bytes
import CardNetwork
import CommandLineTool

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
        choices: AccountSettings.Status.self,
        help: "open, lost (declines 41), stolen (43), blocked (62) or closed (46)"
    )
    static let credit = Option(
        "credit",
        "N",
        in: 0...AccountSettings.largestAmount,
        help: "the credit line"
    )
    static let paymentLimit = limit(
        "payment-limit",
        help: "the largest payment, or none: declines 61"
    )
    static let dailyLimit = limit(
        "daily-limit",
        help: "the largest sum of a day (UTC) in one currency, or none: declines 61"
    )
    static let dailyCount = limit(
        "daily-count",
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
        isSecret: true,
        form: "4 to 12 digits",
        example: "4321",
        help: "the card's PIN, 4 to 12 digits, which also ends the count of wrong ones;\n"
            + "123456 is that of every TEST card",
        reading: pin
    )

    private static let changing: [any CommandOption] = [
        status, credit, paymentLimit, dailyLimit, dailyCount, street, postalCode, noAddress, pin,
    ]

    /// A limit that is set, or removed.
    enum Limit {
        case none
        case at(Int64)

        init?(_ text: String) {
            if text == "none" {
                self = .none
            } else if let limit = Int64(text), (0...AccountSettings.largestAmount).contains(limit) {
                self = .at(limit)
            } else {
                return nil
            }
        }

        func apply(to value: inout Int64?) {
            switch self {
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
    private let (paymentLimit, dailyAmount, dailyPayments): (Limit?, Limit?, Limit?)
    private let (street, postalCode): (String?, String?)
    private let removesAddress: Bool

    init(_ invocation: Invocation) throws(UsageProblem) {
        guard let card = invocation.value(Self.card) else {
            throw UsageProblem(
                "no card is named",
                hint: "--card 1111 names one; quince sandbox accounts lists them"
            )
        }
        self.card = card
        changes = Self.changing.contains { invocation.has($0.name) }
        newPIN = try invocation.value(Self.pin)
        status = try invocation.value(Self.status)
        credit = try invocation.value(Self.credit)
        paymentLimit = try invocation.value(Self.paymentLimit)
        dailyAmount = try invocation.value(Self.dailyLimit)
        dailyPayments = try invocation.value(Self.dailyCount)
        street = invocation.value(Self.street)
        postalCode = invocation.value(Self.postalCode)
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
            paymentLimit?.apply(to: &settings.paymentLimit)
            dailyAmount?.apply(to: &settings.dailyAmount)
            dailyPayments?.apply(to: &settings.dailyPayments)
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
        of network: CardNetwork
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

    private static func pin(_ text: String) -> Secret? {
        let digits = Array(text.utf8)
        guard (4...12).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Secret(copying: digits)
    }

    private static func limit(_ name: String, help: String) -> Option<Limit> {
        Option(
            name,
            "N",
            form: "a whole number of at most twelve digits",
            example: "5000, or --\(name) none",
            help: help,
            reading: Limit.init
        )
    }
}
