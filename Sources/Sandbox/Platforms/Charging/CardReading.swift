internal import Bytes
internal import CardMessages
internal import PaymentToken

/// The cause for which card data cannot be used. A dialect has its own words for it.
enum CardProblem: Error {
    /// The token is refused.
    case token(TokenRefusal)
    /// The token has no cryptogram.
    case cryptogramMissing
    /// The number or the expiry is malformed.
    case number
    /// The indicator is not one or two digits.
    case indicator
}

extension PlatformKeys {
    /// The card of a token of Apple Pay, which is verified and opened with the platform's key. The instrument is
    /// the name of the card, which ends in its last four digits.
    func card(
        _ json: [UInt8],
        at platform: Platform,
        instrument: String? = nil
    ) async throws(CardProblem) -> CardCredentials {
        let opened: (token: OpenedPaymentToken, merchantDigest: [UInt8])
        do throws(TokenRefusal) { opened = try await open(json, at: platform) } catch {
            throw .token(error)
        }
        let payment = opened.token.payment
        let digits = String((instrument ?? "").suffix(4))
        let proof: CardAuthorization.Proof
        var indicator: String?
        switch payment.proof {
        case .threeDSecure(let cryptogram?, let stated):
            proof = .cryptogram(cryptogram)
            indicator = stated
        case .threeDSecure(nil, _): throw .cryptogramMissing
        case .emv(let chip, let pin): proof = .chipData(chip.bytes, encryptedPIN: pin)
        }
        return try CardCredentials(
            payment.accountNumber,
            expiry: String(payment.accountExpirationDate.prefix(4)),
            proof,
            indicator: indicator,
            lastFour: digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? digits : "",
            merchantDigest: opened.merchantDigest
        )
    }
}

extension CardCredentials {
    /// Card data, checked: the expiry is `YYMM`, and the last four digits are the account's unless given.
    init(
        _ number: Secret,
        expiry: String,
        _ proof: CardAuthorization.Proof,
        indicator: String?,
        lastFour: String = "",
        merchantDigest: [UInt8]? = nil
    ) throws(CardProblem) {
        let isNumber = number.withBytes { digits in
            (12...19).contains(digits.count)
                && digits.indices.allSatisfy { (0x30...0x39).contains(digits[$0]) }
        }
        guard isNumber, let date = CardAuthorization.Expiry(expiry),
            let month = Int(expiry.suffix(2)), let year = Int(expiry.prefix(2))
        else { throw .number }
        let account = number.withBytes { digits in
            String(
                decoding: [UInt8](copying: digits.extracting((digits.count - 4)...)),
                as: UTF8.self
            )
        }
        let known = indicator.flatMap { ElectronicCommerceIndicator($0) }
        guard indicator == nil || known != nil else { throw .indicator }
        self.init(
            accountNumber: number,
            expiry: date,
            proof: proof,
            indicator: known,
            merchantDigest: merchantDigest,
            address: nil,
            face: CardSummary(
                lastFour: lastFour.utf8.count == 4 ? lastFour : account,
                accountLastFour: account,
                month: month,
                year: 2_000 + year,
                scheme: MessageScheme(ofAccountNumber: number),
                indicator: known?.text
            )
        )
    }
}
