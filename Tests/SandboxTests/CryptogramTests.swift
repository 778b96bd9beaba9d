import Bytes
import SecureElement
import Testing

@Suite("A payment cryptogram")
struct CryptogramTests {
    let key = Secret(copying: Array(repeating: 5, count: 32))
    let transaction = PaymentCryptogram.Transaction(
        amountMinorUnits: 1075,
        currencyNumericCode: "840"
    )

    var cryptogram: PaymentCryptogram {
        PaymentCryptogram(
            of: transaction,
            counter: 0x1234,
            unpredictableNumber: [9, 8, 7, 6],
            cardKey: key
        )
    }

    @Test func `is checked by the key, the amount and the currency that it was made for`() {
        func isGood(
            _ amount: Int64 = 1075,
            _ currency: String = "840",
            key other: Secret? = nil
        ) -> Bool {
            PaymentCryptogram(
                checking: cryptogram.bytes,
                of: .init(amountMinorUnits: amount, currencyNumericCode: currency),
                cardKey: other ?? key
            ) != nil
        }
        #expect(isGood())
        #expect(!isGood(1074))
        #expect(!isGood(-1075))
        #expect(!isGood(1075, "156"))
        #expect(!isGood(key: Secret(copying: Array(repeating: 6, count: 32))))
    }

    @Test func `is refused with any bit changed, and at any other length`() {
        let good = cryptogram.bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        func counter(_ bytes: [UInt8]) -> UInt16? {
            PaymentCryptogram(checking: Secret(copying: bytes), of: transaction, cardKey: key)?
                .counter
        }
        #expect(counter(good) == 0x1234)
        for bit in 0..<(good.count * 8) {
            var changed = good
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(counter(changed) == nil, "bit \(bit)")
        }
        for other in [[], Array(good.dropLast()), good + [0]] { #expect(counter(other) == nil) }
    }
}
