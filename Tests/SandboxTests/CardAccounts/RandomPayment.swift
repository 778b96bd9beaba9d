import Bytes
import Cryptography
import Testing
import World

@testable import CardAccounts

/// A random account, its keys and a payment.
struct RandomPayment {
    let index: UInt8
    let issuer: IssuerKeys
    let number: String
    let sequenceNumber: UInt8
    let layout: PaymentCryptogram.Layout
    let amount: Int64
    let currency: String
    let counter: UInt16
    let unpredictableNumber: [UInt8]
    let requestor: String
    let merchant: String
    let keys: CardKeys

    init(from randomness: any Randomness) {
        func below(_ bound: Int) -> Int { Int(randomness.number(below: UInt64(bound))) }
        index = UInt8(below(16))
        issuer = IssuerKeys(index: index, from: randomness)
        // psec takes account numbers of 13 digits and more.
        number = (0..<(13 + below(7))).map { _ in "\(below(10))" }.joined()
        sequenceNumber = UInt8(below(100))
        layout = below(2) == 0 ? .twentyBytes : .nineteenBytes
        amount = Int64(below(Int([10, 10_000, 1_000_000_000_000][below(3)])))
        currency = (0..<3).map { _ in "\(below(10))" }.joined()
        counter = UInt16(1 + below(65_535))
        unpredictableNumber = randomness.bytes(4)
        requestor = Hexadecimal.encode(randomness.bytes(6))
        merchant = "merchant.\(below(1_000_000))"
        keys = issuer.cardKeys(
            of: Secret(copying: Array(number.utf8)),
            sequenceNumber: sequenceNumber
        )
    }

    var secretNumber: Secret { Secret(copying: Array(number.utf8)) }
    var master: String { String(issuer.bytes.hexadecimal.prefix(32)) }
    var pinMaster: String { String(issuer.bytes.hexadecimal.suffix(32)) }
    var cardKey: String { keys.cryptograms.key.bytes.hexadecimal }
    var pinKey: String { keys.pins.key.bytes.hexadecimal }
    var sessionKey: String {
        keys.cryptograms.sessionKey(counter: counter).key.bytes.hexadecimal
    }
    var sequenceNumberText: String {
        sequenceNumber < 10 ? "0\(sequenceNumber)" : "\(sequenceNumber)"
    }
    var counterText: String { Hexadecimal.encode([UInt8(counter >> 8), UInt8(counter & 0xff)]) }

    var payment: ProvenPayment? {
        ProvenPayment(
            amountMinorUnits: amount,
            currencyNumericCode: currency,
            merchant: MerchantDigest(of: merchant)
        )
    }

    func chipData() throws -> Secret {
        ChipPayment(
            of: try #require(payment),
            on: try #require(ChipTerms(countryNumericCode: "156", date: "251124")),
            by: .unionPay,
            counter: counter,
            unpredictableNumber: unpredictableNumber,
            isPINEntered: amount.isMultiple(of: 2),
            keys: keys
        )
        .bytes
    }

    func verdict(_ proof: PaymentProof) -> Result<UInt16, ProofRefusal> {
        let record = TokenRecord(
            status: .active,
            expiration: "3512",
            tokenRequestor: requestor,
            keys: keys,
            counters: CounterWindow(highest: counter - 1)
        )
        let message = ProofMessage(
            expiration: "3512",
            amountMinorUnits: amount,
            currencyNumericCode: currency,
            merchant: MerchantDigest(of: merchant),
            proof: proof
        )
        return Result { () throws(ProofRefusal) in
            try ProofVerifier().verify(message, against: record, at: ProofBench.now).highest
        }
    }
}
