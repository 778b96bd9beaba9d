internal import ASN1
internal import Bytes
internal import CardAccounts
internal import World

extension FuzzTarget {
    /// No cryptogram verifies but the one that the account made, and of chip data only what its
    /// cryptogram does not cover may differ. The first byte of an input chooses the kind of proof.
    static let proof = FuzzTarget(
        "proof",
        seeds: {
            PaymentCryptogram.Layout.allCases.map { [0] + bytes(ProofSample.cryptogram($0)) }
                + [[1] + bytes(ProofSample.chipData)]
        }
    ) { input in
        guard let kind = input.first else { return }
        let bytes = Secret(copying: Array(input.dropFirst()))
        let isCryptogram = kind & 1 == 0
        guard ProofSample.verifies(isCryptogram ? .cryptogram(bytes) : .chipData(bytes)) else {
            return
        }
        if isCryptogram {
            let made = PaymentCryptogram.Layout.allCases.map(ProofSample.cryptogram)
            require(made.contains(bytes), "a cryptogram verifies that was not made")
        } else {
            require(ProofSample.sameProof(bytes), "chip data verifies that was not made")
        }
    }

    private static func bytes(_ secret: Secret) -> [UInt8] {
        secret.withBytes { [UInt8](copying: $0) }
    }
}

/// One payment from one account.
private enum ProofSample {
    private static let now = UnixTime(seconds: 1_764_000_000)
    private static let requestor = "062010030273"
    private static let merchant = MerchantDigest(of: "merchant.com.example")
    private static let keys = IssuerKeys(from: SeededRandomness(seed: 1))
        .cardKeys(of: Secret(copying: Array("6234009900000006".utf8)))
    private static let payment = ProvenPayment(
        amountMinorUnits: 1_075,
        currencyNumericCode: "156",
        merchant: merchant
    )

    static func cryptogram(_ layout: PaymentCryptogram.Layout) -> Secret {
        guard let payment else { return Secret(copying: []) }
        return PaymentCryptogram(
            of: payment,
            layout: layout,
            tokenRequestor: requestor,
            counter: 1,
            unpredictableNumber: [9, 8, 7, 6],
            keys: keys
        )
        .bytes
    }

    static let chipData: Secret = {
        guard let payment, let terms = ChipTerms(countryNumericCode: "156", date: "251124") else {
            return Secret(copying: [])
        }
        return ChipPayment(
            of: payment,
            on: terms,
            by: .unionPay,
            counter: 1,
            unpredictableNumber: [9, 8, 7, 6],
            isPINEntered: false,
            keys: keys
        )
        .bytes
    }()

    static func verifies(_ proof: PaymentProof) -> Bool {
        let record = TokenRecord(
            status: .active,
            expiration: "3512",
            tokenRequestor: requestor,
            keys: keys,
            counters: .unused
        )
        let message = ProofMessage(
            expiration: "3512",
            amountMinorUnits: 1_075,
            currencyNumericCode: "156",
            merchant: merchant,
            proof: proof
        )
        let counters = try? ProofVerifier().verify(message, against: record, at: now)
        return counters != nil
    }

    /// Whether other chip data has the sample's values of all objects that its cryptogram covers, and
    /// its cryptogram.
    static func sameProof(_ other: Secret) -> Bool {
        let covered: [UInt32] = [
            0x9f26, 0x9f10, 0x9f37, 0x9f36, 0x95, 0x9a, 0x9c, 0x9f02, 0x5f2a, 0x82, 0x9f1a, 0x9f03,
        ]
        return covered.allSatisfy { value($0, in: other) == value($0, in: chipData) }
    }

    private static func value(_ tag: UInt32, in data: Secret) -> Secret? {
        let objects = (try? DataObjects(data))?.objects
        return objects?.first { $0.tag == DataObjectTag(tag) }?.value
    }
}
