public import PaymentRequest

extension PaymentNetwork {
    /// The first iOS version that supports the network; nil for a name that is not Apple's.
    ///
    /// - Source: Apple, PassKit, `PKPaymentNetwork` (mission 2.7).
    public var firstSystem: SystemVersion? { Self.firstSystems[self] }

    /// Whether a later name replaced this one, so that systems no longer list it.
    ///
    /// - Source: Apple deprecates both names; that they are not listed is a guess.
    var isSuperseded: Bool { self == .carteBancaire || self == .carteBancaires }

    private static let firstSystems: [PaymentNetwork: SystemVersion] = [
        .amex: SystemVersion(8), .visa: SystemVersion(8), .masterCard: SystemVersion(8),
        .discover: SystemVersion(9), .privateLabel: SystemVersion(9),
        .chinaUnionPay: SystemVersion(9, 2), .interac: SystemVersion(9, 2),
        .jcb: SystemVersion(10, 1), .suica: SystemVersion(10, 1),
        .carteBancaire: SystemVersion(10, 3), .idCredit: SystemVersion(10, 3),
        .quicPay: SystemVersion(10, 3), .carteBancaires: SystemVersion(11),
        .cartesBancaires: SystemVersion(11, 2), .eftpos: SystemVersion(12),
        .electron: SystemVersion(12), .maestro: SystemVersion(12), .vPay: SystemVersion(12),
        .elo: SystemVersion(12, 1, 1), .mada: SystemVersion(12, 1, 1),
        .barcode: SystemVersion(14), .girocard: SystemVersion(14), .mir: SystemVersion(14, 5),
        .waon: SystemVersion(15), .nanaco: SystemVersion(15), .dankort: SystemVersion(15, 1),
        .bancontact: SystemVersion(16), .bancomat: SystemVersion(16),
        .postFinance: SystemVersion(16, 4), .pagoBancomat: SystemVersion(17),
        .tmoney: SystemVersion(17), .meeza: SystemVersion(17, 4), .napas: SystemVersion(17, 5),
        .bankAxept: SystemVersion(17, 5), .himyan: SystemVersion(18, 4),
        .jaywan: SystemVersion(18, 4), .myDebit: SystemVersion(26),
        .conecs: SystemVersion(26, 2), .elCorteIngles: SystemVersion(26, 4),
        .verve: SystemVersion(27), .humo: SystemVersion(27), .uzCard: SystemVersion(27),
        .payPak: SystemVersion(27), .maal: SystemVersion(27), .elcard: SystemVersion(27),
        .ruPay: SystemVersion(27),
    ]
}
