import Bytes
import CardAccounts
import TestSupport
import Testing
import World

/// Compared with the Python packages pyemv and psec, and with our layouts written again in Python.
@Suite("Cryptograms compared with other programs")
struct CryptogramOracleTests {
    static let isInstalled = ConditionTrait.enabled(
        if: PythonOracle.isInstalled,
        "skipped: Tests/Oracles/install has not been run, so no other program is here"
    )

    /// The answers to questions, each a list of words.
    static func ask(_ questions: [[String]]) throws -> [String] {
        let input = questions.map { $0.joined(separator: "\t") + "\n" }.joined()
        let answer = try PythonOracle.run("card-cryptograms.py", input: input)
        try #require(answer.isSuccess, "\(answer.complaint)")
        let lines = answer.text.split(separator: "\n").map(String.init)
        try #require(lines.count == questions.count)
        return lines
    }

    @Test(isInstalled)
    func `card keys, session keys and PIN blocks are the same`() throws {
        let randomness = SeededRandomness(seed: 11)
        let cases = (0..<3_000).map { _ in RandomPayment(from: randomness) }
        let pins = cases.map { _ in
            (0..<(4 + randomness.number(below: 9))).map { _ in "\(randomness.number(below: 10))" }
                .joined()
        }
        var questions: [[String]] = []
        for (one, pin) in zip(cases, pins) {
            let pinKey = one.pinKey
            questions += [
                ["card", one.master, one.number, one.sequenceNumberText],
                ["session", one.cardKey, one.counterText],
                ["card", one.pinMaster, one.number, one.sequenceNumberText],
                ["pin", pinKey, pin, one.number],
            ]
        }
        let answers = try Self.ask(questions)
        for (index, one) in cases.enumerated() {
            let pin = Secret(copying: Array(pins[index].utf8))
            let block = try #require(
                PINBlock.encrypt(pin, accountNumber: one.secretNumber, key: one.keys.pins)
            )
            let ours = [one.cardKey, one.sessionKey, one.pinKey, block.hexadecimal]
            #expect(ours == Array(answers[(4 * index)..<(4 * index + 4)]))
            #expect(
                PINBlock.decrypt(
                    block,
                    accountNumber: one.secretNumber,
                    key: one.keys.pins
                ) == pin
            )
        }
    }

    @Test(isInstalled)
    func `application cryptograms over data of any length are the same`() throws {
        let randomness = SeededRandomness(seed: 12)
        let cases = (0..<2_000).map { index in
            (RandomPayment(from: randomness), randomness.bytes(index % 80))
        }
        let answers = try Self.ask(
            cases.map { one, data in ["mac", one.sessionKey, Hexadecimal.encode(data)] }
        )
        for ((one, data), answer) in zip(cases, answers) {
            let code = one.keys.cryptograms.sessionKey(counter: one.counter)
                .applicationCryptogram(over: data)
            #expect(code.hexadecimal == answer)
        }
    }

    @Test(isInstalled)
    func `cryptograms of 20 and 19 bytes are the same, and theirs are verified`() throws {
        let randomness = SeededRandomness(seed: 13)
        let cases = (0..<3_000).map { _ in RandomPayment(from: randomness) }
        let answers = try Self.ask(
            cases.map { one in
                [
                    "online", one.master, "\(one.index)", one.number, one.sequenceNumberText,
                    "\(one.layout.length)", "\(one.amount)", one.currency, one.counterText,
                    Hexadecimal.encode(one.unpredictableNumber), one.requestor, one.merchant,
                ]
            }
        )
        for (one, answer) in zip(cases, answers) {
            let payment = try #require(one.payment)
            let ours = PaymentCryptogram(
                of: payment,
                layout: one.layout,
                tokenRequestor: one.requestor,
                counter: one.counter,
                unpredictableNumber: one.unpredictableNumber,
                keys: one.keys
            )
            #expect(ours.bytes.hexadecimal == answer)
            let theirs = Secret(copying: try Hexadecimal.decode(answer))
            #expect(one.verdict(.cryptogram(theirs)) == .success(one.counter))
        }
    }

    @Test(isInstalled)
    func `chip data of ours is right to them, and theirs to us`() throws {
        let randomness = SeededRandomness(seed: 14)
        let cases = (0..<3_000).map { _ in RandomPayment(from: randomness) }
        var questions: [[String]] = []
        for one in cases {
            let ours = try one.chipData()
            questions += [
                ["judge", one.master, one.number, one.sequenceNumberText, ours.hexadecimal],
                [
                    "chip", one.master, "\(one.index)", one.number, one.sequenceNumberText,
                    "\(one.amount)", one.currency, "156", "251124", one.counterText,
                    Hexadecimal.encode(one.unpredictableNumber), one.merchant,
                ],
            ]
        }
        let answers = try Self.ask(questions)
        for (index, one) in cases.enumerated() {
            #expect(answers[2 * index] == "right")
            let theirs = Secret(copying: try Hexadecimal.decode(answers[2 * index + 1]))
            #expect(one.verdict(.chipData(theirs)) == .success(one.counter))
            #expect(one.verdict(.chipData(try one.chipData())) == .success(one.counter))
        }
    }
}
