// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import PaymentRequest

/// A card network, identified by Apple's name.
///
/// Names are case-sensitive; apps store and compare them as text.
///
/// - Source: the raw values are those of `PaymentNetwork`. Each one marked as a guess follows the
///   pattern of the others.
public struct PKPaymentNetwork: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Creates a network from a name. Any string is accepted.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a network from a name. Any string is accepted.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    init(_ network: PaymentNetwork) { rawValue = network.rawValue }
}

extension PKPaymentNetwork {
    /// American Express. Since iOS 8.0.
    public static let amex = PKPaymentNetwork(PaymentNetwork.amex)
    /// Visa. Since iOS 8.0.
    public static let visa = PKPaymentNetwork(PaymentNetwork.visa)
    /// Mastercard. Since iOS 8.0.
    public static let masterCard = PKPaymentNetwork(PaymentNetwork.masterCard)
    /// Discover. Since iOS 9.0.
    public static let discover = PKPaymentNetwork(PaymentNetwork.discover)
    /// A store's own cards. Since iOS 9.0.
    public static let privateLabel = PKPaymentNetwork(PaymentNetwork.privateLabel)
    /// China UnionPay. Since iOS 9.2.
    public static let chinaUnionPay = PKPaymentNetwork(PaymentNetwork.chinaUnionPay)
    /// Interac. Since iOS 9.2.
    public static let interac = PKPaymentNetwork(PaymentNetwork.interac)
    /// JCB. Since iOS 10.1.
    public static let JCB = PKPaymentNetwork(PaymentNetwork.jcb)
    /// Suica. Since iOS 10.1.
    public static let suica = PKPaymentNetwork(PaymentNetwork.suica)
    /// The first name of Cartes Bancaires, until iOS 11. Since iOS 10.3.
    public static let carteBancaire = PKPaymentNetwork(PaymentNetwork.carteBancaire)
    /// iD. Since iOS 10.3.
    public static let idCredit = PKPaymentNetwork(PaymentNetwork.idCredit)
    /// QUICPay. Since iOS 10.3.
    public static let quicPay = PKPaymentNetwork(PaymentNetwork.quicPay)
    /// The second name of Cartes Bancaires, until iOS 11.2. Since iOS 11.0. The raw value is a guess.
    public static let carteBancaires = PKPaymentNetwork(PaymentNetwork.carteBancaires)
    /// Cartes Bancaires. Since iOS 11.2. The raw value is a guess.
    public static let cartesBancaires = PKPaymentNetwork(PaymentNetwork.cartesBancaires)
    /// eftpos. Since iOS 12.0. The raw value is a guess.
    public static let eftpos = PKPaymentNetwork(PaymentNetwork.eftpos)
    /// Electron. Since iOS 12.0. The raw value is a guess.
    public static let electron = PKPaymentNetwork(PaymentNetwork.electron)
    /// Maestro. Since iOS 12.0.
    public static let maestro = PKPaymentNetwork(PaymentNetwork.maestro)
    /// V Pay. Since iOS 12.0. The raw value is a guess.
    public static let vPay = PKPaymentNetwork(PaymentNetwork.vPay)
    /// Elo. Since iOS 12.1.1. The raw value is a guess.
    public static let elo = PKPaymentNetwork(PaymentNetwork.elo)
    /// mada. Since iOS 12.1.1. The raw value is a guess.
    public static let mada = PKPaymentNetwork(PaymentNetwork.mada)
    /// Barcode. Since iOS 14.0. The raw value is a guess.
    public static let barcode = PKPaymentNetwork(PaymentNetwork.barcode)
    /// Girocard. Since iOS 14.0. The raw value is a guess.
    public static let girocard = PKPaymentNetwork(PaymentNetwork.girocard)
    /// Mir. Since iOS 14.5. The raw value is a guess.
    public static let mir = PKPaymentNetwork(PaymentNetwork.mir)
    /// Nanaco. Since iOS 15.0. The raw value is a guess.
    public static let nanaco = PKPaymentNetwork(PaymentNetwork.nanaco)
    /// WAON. Since iOS 15.0. The raw value is a guess.
    public static let waon = PKPaymentNetwork(PaymentNetwork.waon)
    /// Dankort. Since iOS 15.1. The raw value is a guess.
    public static let dankort = PKPaymentNetwork(PaymentNetwork.dankort)
    /// Bancomat. Since iOS 16.0. The raw value is a guess.
    public static let bancomat = PKPaymentNetwork(PaymentNetwork.bancomat)
    /// Bancontact. Since iOS 16.0. The raw value is a guess.
    public static let bancontact = PKPaymentNetwork(PaymentNetwork.bancontact)
    /// PostFinance. Since iOS 16.4. The raw value is a guess.
    public static let postFinance = PKPaymentNetwork(PaymentNetwork.postFinance)
    /// PagoBancomat. Since iOS 17.0. The raw value is a guess.
    public static let pagoBancomat = PKPaymentNetwork(PaymentNetwork.pagoBancomat)
    /// T-money. Since iOS 17.0. The raw value is a guess.
    public static let tmoney = PKPaymentNetwork(PaymentNetwork.tmoney)
    /// Meeza. Since iOS 17.4. The raw value is a guess.
    public static let meeza = PKPaymentNetwork(PaymentNetwork.meeza)
    /// BankAxept. Since iOS 17.5. The raw value is a guess.
    public static let bankAxept = PKPaymentNetwork(PaymentNetwork.bankAxept)
    /// NAPAS. Since iOS 17.5. The raw value is a guess.
    public static let NAPAS = PKPaymentNetwork(PaymentNetwork.napas)
    /// Himyan. Since iOS 18.4. The raw value is a guess.
    public static let himyan = PKPaymentNetwork(PaymentNetwork.himyan)
    /// Jaywan. Since iOS 18.4. The raw value is a guess.
    public static let jaywan = PKPaymentNetwork(PaymentNetwork.jaywan)
    /// MyDebit. Since iOS 26.0. The raw value is a guess.
    public static let myDebit = PKPaymentNetwork(PaymentNetwork.myDebit)
    /// Conecs. Since iOS 26.2. The raw value is a guess.
    public static let conecs = PKPaymentNetwork(PaymentNetwork.conecs)
    /// El Corte Inglés. Since iOS 26.4. The raw value is a guess.
    public static let elCorteIngles = PKPaymentNetwork(PaymentNetwork.elCorteIngles)
    /// Elcard. Since iOS 27.0. The raw value is a guess.
    public static let elcard = PKPaymentNetwork(PaymentNetwork.elcard)
    /// Humo. Since iOS 27.0. The raw value is a guess.
    public static let humo = PKPaymentNetwork(PaymentNetwork.humo)
    /// Maal. Since iOS 27.0. The raw value is a guess.
    public static let maal = PKPaymentNetwork(PaymentNetwork.maal)
    /// PayPak. Since iOS 27.0. The raw value is a guess.
    public static let payPak = PKPaymentNetwork(PaymentNetwork.payPak)
    /// RuPay. Since iOS 27.0. The raw value is a guess.
    public static let ruPay = PKPaymentNetwork(PaymentNetwork.ruPay)
    /// UzCard. Since iOS 27.0. The raw value is a guess.
    public static let uzCard = PKPaymentNetwork(PaymentNetwork.uzCard)
    /// Verve. Since iOS 27.0. The raw value is a guess.
    public static let verve = PKPaymentNetwork(PaymentNetwork.verve)
}
