internal import Bytes
internal import CardMessages
internal import PaymentToken

/// The cause for which card data of a request is refused.
enum CardDataRefusal: Error, Hashable, Sendable {
    /// The token of Apple Pay is not valid, or is sealed to another key.
    case token(TokenRefusal)
    /// The token of Apple Pay has no cryptogram.
    case cryptogramMissing
    /// The account number or its expiry is none.
    case numberInvalid
    /// The indicator is not one or two digits.
    case indicatorInvalid

    /// The message for the merchant.
    var message: String {
        switch self {
        case .token(let refusal): "The token of Apple Pay is refused: \(refusal)"
        case .cryptogramMissing: "The token of Apple Pay has no cryptogram."
        case .numberInvalid: "The card number is not a valid number."
        case .indicatorInvalid: "The electronic commerce indicator has to be one or two digits."
        }
    }
}

extension PlatformKeys {
    /// The card of a token of Apple Pay, which is verified and opened with the platform's key.
    func card(
        _ json: [UInt8],
        at platform: Platform,
        lastFour: String = "",
        address: AddressData? = nil
    ) async throws(CardDataRefusal) -> PresentedCard {
        let opened: (token: OpenedPaymentToken, merchantDigest: [UInt8])
        do throws(TokenRefusal) { opened = try await open(json, at: platform) } catch {
            throw .token(error)
        }
        let payment = opened.token.payment
        let proof: CardAuthorization.Proof
        var indicator: String?
        switch payment.proof {
        case .threeDSecure(let cryptogram?, let stated):
            (proof, indicator) = (.cryptogram(cryptogram), stated)
        case .threeDSecure(nil, _): throw .cryptogramMissing
        case .emv(let chip, let pin): proof = .chipData(chip.bytes, encryptedPIN: pin)
        }
        return try PresentedCard(
            payment.accountNumber,
            expiry: CardAuthorization.Expiry(String(payment.accountExpirationDate.prefix(4))),
            proof,
            indicator: indicator,
            lastFour: lastFour,
            merchantDigest: opened.merchantDigest,
            address: address
        )
    }
}

extension PresentedCard {
    /// Card data, which is checked for its form.
    ///
    /// - Parameters:
    ///   - number: The device account number, in digits.
    ///   - expiry: The expiry; nil where the one that was stated is none.
    ///   - proof: The cryptogram or chip data.
    ///   - indicator: One or two digits; nil for none.
    ///   - lastFour: The last four digits of the card, where they are known.
    ///   - merchantDigest: SHA-256 of the merchant identifier, where the platform opened the token.
    ///   - address: The cardholder's address, where the merchant states it.
    /// - Throws: ``CardDataRefusal``.
    init(
        _ number: Secret,
        expiry: CardAuthorization.Expiry?,
        _ proof: CardAuthorization.Proof,
        indicator: String?,
        lastFour: String = "",
        merchantDigest: [UInt8]? = nil,
        address: AddressData? = nil
    ) throws(CardDataRefusal) {
        let isNumber = number.withBytes { digits in
            (12...19).contains(digits.count)
                && digits.indices.allSatisfy { (0x30...0x39).contains(digits[$0]) }
        }
        guard isNumber, let expiry, let month = Int(expiry.text.suffix(2)),
            let year = Int(expiry.text.prefix(2))
        else { throw .numberInvalid }
        let known = indicator.flatMap { ElectronicCommerceIndicator($0) }
        guard indicator == nil || known != nil else { throw .indicatorInvalid }
        let account = String(number.masked(keepingLast: 4).suffix(4))
        self.init(
            accountNumber: number,
            expiry: expiry,
            proof: proof,
            indicator: known,
            merchantDigest: merchantDigest,
            address: address,
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
