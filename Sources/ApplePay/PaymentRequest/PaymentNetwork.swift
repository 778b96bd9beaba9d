/// A card network, identified by Apple's name.
///
/// Names are case-sensitive: `Visa` is a network and `visa` is not.
///
/// - Source: Apple, PassKit, `PKPaymentNetwork`. The raw values of American Express, China
///   UnionPay, Discover, Interac, JCB, Maestro, Mastercard and Visa were read on a device; those of
///   iD, QUICPay, Suica and store cards are taken from published code; the rest are a guess from
///   the pattern.
public struct PaymentNetwork: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Creates a network from any name, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// American Express.
    public static let amex = PaymentNetwork(rawValue: "AmEx")

    /// Bancomat.
    public static let bancomat = PaymentNetwork(rawValue: "Bancomat")

    /// Bancontact.
    public static let bancontact = PaymentNetwork(rawValue: "Bancontact")

    /// BankAxept.
    public static let bankAxept = PaymentNetwork(rawValue: "BankAxept")

    /// Barcode.
    public static let barcode = PaymentNetwork(rawValue: "Barcode")

    /// The first name of Cartes Bancaires.
    public static let carteBancaire = PaymentNetwork(rawValue: "CarteBancaire")

    /// The second name of Cartes Bancaires.
    public static let carteBancaires = PaymentNetwork(rawValue: "CarteBancaires")

    /// Cartes Bancaires.
    public static let cartesBancaires = PaymentNetwork(rawValue: "CartesBancaires")

    /// China UnionPay.
    public static let chinaUnionPay = PaymentNetwork(rawValue: "ChinaUnionPay")

    /// Conecs.
    public static let conecs = PaymentNetwork(rawValue: "Conecs")

    /// Dankort.
    public static let dankort = PaymentNetwork(rawValue: "Dankort")

    /// Discover.
    public static let discover = PaymentNetwork(rawValue: "Discover")

    /// eftpos.
    public static let eftpos = PaymentNetwork(rawValue: "Eftpos")

    /// Elcard.
    public static let elcard = PaymentNetwork(rawValue: "Elcard")

    /// El Corte Inglés.
    public static let elCorteIngles = PaymentNetwork(rawValue: "ElCorteIngles")

    /// Electron.
    public static let electron = PaymentNetwork(rawValue: "Electron")

    /// Elo.
    public static let elo = PaymentNetwork(rawValue: "Elo")

    /// Girocard.
    public static let girocard = PaymentNetwork(rawValue: "Girocard")

    /// Himyan.
    public static let himyan = PaymentNetwork(rawValue: "Himyan")

    /// Humo.
    public static let humo = PaymentNetwork(rawValue: "Humo")

    /// iD.
    public static let idCredit = PaymentNetwork(rawValue: "iD")

    /// Interac.
    public static let interac = PaymentNetwork(rawValue: "Interac")

    /// Jaywan.
    public static let jaywan = PaymentNetwork(rawValue: "Jaywan")

    /// JCB.
    public static let jcb = PaymentNetwork(rawValue: "JCB")

    /// Maal.
    public static let maal = PaymentNetwork(rawValue: "Maal")

    /// mada.
    public static let mada = PaymentNetwork(rawValue: "Mada")

    /// Maestro.
    public static let maestro = PaymentNetwork(rawValue: "Maestro")

    /// Mastercard.
    public static let masterCard = PaymentNetwork(rawValue: "MasterCard")

    /// Meeza.
    public static let meeza = PaymentNetwork(rawValue: "Meeza")

    /// Mir.
    public static let mir = PaymentNetwork(rawValue: "Mir")

    /// MyDebit.
    public static let myDebit = PaymentNetwork(rawValue: "MyDebit")

    /// Nanaco.
    public static let nanaco = PaymentNetwork(rawValue: "Nanaco")

    /// NAPAS.
    public static let napas = PaymentNetwork(rawValue: "NAPAS")

    /// PagoBancomat.
    public static let pagoBancomat = PaymentNetwork(rawValue: "PagoBancomat")

    /// PayPak.
    public static let payPak = PaymentNetwork(rawValue: "PayPak")

    /// PostFinance.
    public static let postFinance = PaymentNetwork(rawValue: "PostFinance")

    /// A store's own cards.
    public static let privateLabel = PaymentNetwork(rawValue: "PrivateLabel")

    /// QUICPay.
    public static let quicPay = PaymentNetwork(rawValue: "QUICPay")

    /// RuPay.
    public static let ruPay = PaymentNetwork(rawValue: "RuPay")

    /// Suica.
    public static let suica = PaymentNetwork(rawValue: "Suica")

    /// T-money.
    public static let tmoney = PaymentNetwork(rawValue: "Tmoney")

    /// UzCard.
    public static let uzCard = PaymentNetwork(rawValue: "UzCard")

    /// Verve.
    public static let verve = PaymentNetwork(rawValue: "Verve")

    /// Visa.
    public static let visa = PaymentNetwork(rawValue: "Visa")

    /// V Pay.
    public static let vPay = PaymentNetwork(rawValue: "VPay")

    /// WAON.
    public static let waon = PaymentNetwork(rawValue: "Waon")

    /// The networks declared above, ordered by name.
    public static let known: [PaymentNetwork] = [
        .amex, .bancomat, .bancontact, .bankAxept, .barcode, .carteBancaire, .carteBancaires,
        .cartesBancaires, .chinaUnionPay, .conecs, .dankort, .discover, .eftpos, .elcard,
        .elCorteIngles, .electron, .elo, .girocard, .himyan, .humo, .idCredit, .interac, .jaywan,
        .jcb, .maal, .mada, .maestro, .masterCard, .meeza, .mir, .myDebit, .nanaco, .napas,
        .pagoBancomat, .payPak, .postFinance, .privateLabel, .quicPay, .ruPay, .suica, .tmoney,
        .uzCard, .verve, .visa, .vPay, .waon,
    ]

    /// Whether a name is one of ``known``.
    public var isKnown: Bool { Self.known.contains(self) }
}

extension PaymentNetwork: CustomStringConvertible {
    /// Apple's name.
    public var description: String { rawValue }
}
