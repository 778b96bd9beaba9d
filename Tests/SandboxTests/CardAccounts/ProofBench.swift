import Bytes
import CardAccounts
import Testing
import World

/// An account, its record in the token service, and payments from it.
struct ProofBench {
    static let now = UnixTime(seconds: 1_764_000_000)
    static let merchant = "merchant.com.example"
    static let requestor = "062010030273"

    let number = Secret(copying: Array("6234009900000006".utf8))
    let keys: CardKeys
    var record: TokenRecord

    init(seed: UInt64 = 1) {
        keys = IssuerKeys(index: 5, from: SeededRandomness(seed: seed)).cardKeys(of: number)
        record = TokenRecord(
            status: .active,
            expiration: "3512",
            tokenRequestor: Self.requestor,
            keys: keys,
            counters: .unused
        )
    }

    static func payment(
        _ amount: Int64 = 1_075,
        _ currency: String = "156",
        to merchant: String = merchant
    ) throws -> ProvenPayment {
        try #require(
            ProvenPayment(
                amountMinorUnits: amount,
                currencyNumericCode: currency,
                merchant: MerchantDigest(of: merchant)
            )
        )
    }

    func cryptogram(
        of payment: ProvenPayment? = nil,
        layout: PaymentCryptogram.Layout = .twentyBytes,
        counter: UInt16 = 1
    ) throws -> Secret {
        PaymentCryptogram(
            of: try payment ?? Self.payment(),
            layout: layout,
            tokenRequestor: Self.requestor,
            counter: counter,
            unpredictableNumber: [9, 8, 7, 6],
            keys: keys
        )
        .bytes
    }

    func chipData(of payment: ProvenPayment? = nil, counter: UInt16 = 1) throws -> Secret {
        ChipPayment(
            of: try payment ?? Self.payment(),
            on: try #require(ChipTerms(countryNumericCode: "156", date: "251124")),
            by: .unionPay,
            counter: counter,
            unpredictableNumber: [9, 8, 7, 6],
            isPINEntered: false,
            keys: keys
        )
        .bytes
    }

    func message(
        _ proof: PaymentProof,
        amount: Int64 = 1_075,
        currency: String = "156",
        merchant: String = merchant,
        expiration: String = "3512",
        requestor: String? = nil
    ) -> ProofMessage {
        ProofMessage(
            expiration: expiration,
            amountMinorUnits: amount,
            currencyNumericCode: currency,
            merchant: MerchantDigest(of: merchant),
            tokenRequestor: requestor,
            proof: proof
        )
    }

    /// The highest counter or the refusal.
    func verdict(
        _ message: ProofMessage,
        at now: UnixTime = now,
        against record: TokenRecord?
    ) -> Result<UInt16, ProofRefusal> {
        Result { () throws(ProofRefusal) in
            try ProofVerifier().verify(message, against: record, at: now).highest
        }
    }

    func verdict(_ message: ProofMessage) -> Result<UInt16, ProofRefusal> {
        verdict(message, against: record)
    }
}
