package import Bytes
internal import CardAccounts
internal import World

// The accounts of cardholders: their settings, and their PINs.
extension Switch {
    /// Changes the settings of an account. A change of the credit line is a change of what is available
    /// in every currency that was used.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - balances: Its balances in all currencies.
    ///   - settings: The settings from now on.
    ///   - pin: The PIN from now on, whose wrong tries are counted from zero; nil for no change.
    /// - Returns: What is to be written.
    /// - Throws: ``AccountFailure``.
    package func change(
        _ account: CardholderAccount,
        _ balances: [CardBalance],
        to settings: AccountSettings,
        pin: Secret?
    ) throws(AccountFailure) -> NetworkChanges {
        guard settings.isValid else { throw .refused(.amountOutOfRange) }
        var changes = NetworkChanges()
        var changed = account
        changed.settings = settings
        if let pin {
            guard PINBlock.isPIN(pin) else { throw .refused(.pinMalformed) }
            let isTestPIN = pin == PINBlock.testPIN
            changed.pinValue =
                isTestPIN ? nil : key.pinValue(of: pin, account: account.identifier)
            changed.wrongPINs = 0
        }
        changes.account = changed
        let difference = settings.creditLine - account.settings.creditLine
        for balance in balances where difference != 0 {
            let entry = LedgerRules.line(
                difference,
                account.identifier,
                account.issuer,
                balance.currency
            )
            var balance = balance
            balance.apply(entry)
            changes.journal.append(entry)
            changes.balances.append(balance)
        }
        return changes
    }

    /// Compares the PIN of a request with the account's. The token service decrypts it, and the issuer
    /// has only a code of the PIN.
    func pin(
        of card: SwitchRequest.Card,
        _ token: VaultToken,
        _ account: CardholderAccount
    ) -> Issuer.PINResult {
        guard let given = card.pin else { return .absent }
        let digits = PINBlock.decrypt(
            given.block,
            accountNumber: given.accountNumber,
            key: token.record.keys.pins
        )
        guard let digits else { return .wrong }
        func value(_ pin: Secret) -> Secret {
            Secret(copying: key.pinValue(of: pin, account: account.identifier))
        }
        let expected = account.pinValue.map { Secret(copying: $0) } ?? value(PINBlock.testPIN)
        return value(digits) == expected ? .right : .wrong
    }

    func work(
        on payment: NetworkPayment,
        _ account: CardholderAccount?,
        _ balance: CardBalance?
    ) -> PaymentWork {
        let authorizedAt = payment.expiresAt.advanced(bySeconds: -settings.holdSeconds)
        return PaymentWork(
            payment,
            account,
            balance,
            day: Self.day(of: authorizedAt ?? payment.expiresAt)
        )
    }

    /// The number of a day of UTC since 1970.
    static func day(of time: UnixTime) -> Int64 {
        let (days, rest) = time.seconds.quotientAndRemainder(dividingBy: 86_400)
        return rest < 0 ? days - 1 : days
    }
}
