import Bytes
import CardAccounts
import CardNetwork
import TestSandbox
import Testing
import Wallet

@Suite("A card and its device accounts")
struct CardAccountTests {
    static let cards: [(String, CardScheme)] = [
        ("4111111111111111", .visa), ("5555555555554444", .mastercard),
        ("6200000000000005", .unionPay),
    ]

    /// The check digit by its definition: double every second digit from the right.
    static func passesCheck(_ number: String) -> Bool {
        let doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
        let sum = number.reversed().enumerated().reduce(0) { sum, digit in
            guard let value = digit.element.wholeNumberValue else { return sum + 1_000 }
            return sum + (digit.offset.isMultiple(of: 2) ? value : doubled[value])
        }
        return sum.isMultiple(of: 10)
    }

    @Test(arguments: cards)
    func `share nothing but the scheme (mission 1.4, 13.4)`(
        number: String,
        scheme: CardScheme
    ) throws {
        let bench = try SandboxBench()
        let card = try #require(
            PaymentCard(number: number, expirationDate: "351231", scheme: scheme)
        )
        var numbers: Set<String> = []
        for _ in 0..<50 {
            let account = try bench.sandbox.issueAccount(for: card, availableMinorUnits: 1)
            let device = account.accountNumber.revealedText()
            #expect(device != number)
            #expect(device.count == 16 && device.first == number.first)
            #expect(Self.passesCheck(device))
            #expect(account.expirationDate == "351231")
            numbers.insert(device)
        }
        #expect(numbers.count == 50, "no two devices share a number")
    }

    static let refused: [(String, CardScheme)] = [
        ("4111111111111112", .visa), ("5555555555554444", .visa), ("411111111111111", .visa),
        ("", .visa), ("41111111111111111", .visa), ("4111 1111 1111 1111", .visa),
        ("４111111111111111", .visa), ("4111111111111111", .mastercard),
        ("6200000000000006", .unionPay), ("4242424242424241", .visa),
    ]

    @Test(arguments: refused)
    func `need a number of their scheme that passes the check`(
        number: String,
        scheme: CardScheme
    ) {
        #expect(PaymentCard(number: number, expirationDate: "351231", scheme: scheme) == nil)
    }
}
