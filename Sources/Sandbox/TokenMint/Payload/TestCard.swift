internal import CardNetwork
internal import World

/// A TEST card, drawn from a world.
///
/// Every number says that it is one: the first six digits of a published test number, then four
/// zeros. The check digit is right.
struct TestCard {
    let network: MintNetwork
    let accountNumber: String
    /// `YYMMDD`, the last day of its month.
    let expirationDate: String
    let kind: String
    let cardholderName: String?

    init(of network: MintNetwork, at moment: UnixTime, from randomness: any Randomness) {
        self.network = network
        let head = network.accountPrefix + "0000"
        let drawn = (0..<(network.accountLength - head.utf8.count - 1))
            .map { _ in String(randomness.number(below: 10)) }
        let digits = Array((head + drawn.joined()).utf8)
        accountNumber = String(
            decoding: digits + [CheckDigit.checkDigit(after: digits)],
            as: UTF8.self
        )
        let year = (CalendarTime(moment)?.year ?? 2026) + 1 + Int(randomness.number(below: 5))
        let month = 1 + Int(randomness.number(below: 12))
        let day = CalendarTime.days(inMonth: month, of: year)
        expirationDate = [year % 100, month, day].map(Self.twoDigits).joined()
        kind = randomness.number(below: 2) == 0 ? "credit" : "debit"
        cardholderName = randomness.number(below: 4) == 0 ? "TEST CARDHOLDER" : nil
    }

    var lastFourDigits: String { String(accountNumber.suffix(4)) }

    static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
