internal import Certificates
internal import Files
internal import PaymentSheet
internal import Payments
internal import Storage
internal import TestSandbox

/// Why a checkout could not be completed. A declined card or a refused token is a result.
enum CheckoutFailure: Error, Hashable, Sendable {
    /// A file could not be written.
    case file(FileFailure)
    /// A file could not be written after the order with this number was placed and its payment
    /// authorized. The orders are kept.
    case orderedWithoutFiles(FileFailure, order: Int64)
    /// The order database could not be opened.
    case database(DatabaseRefusal)
    /// The sandbox could not be created.
    case sandbox(SandboxFailure)
    /// A certificate could not be trusted.
    case certificate(CertificateFailure)
    /// The processor does not have what the shop needs.
    case processor(PaymentDesk.MissingCapabilities)
    /// The card network cannot be used.
    case network(NetworkProblem)
    /// No sheet was shown.
    case notPresented(PresentationRefusal)
}

extension CheckoutFailure: CustomStringConvertible {
    /// The cause in one line.
    var description: String {
        switch self {
        case .file(let failure): "\(failure)"
        case .orderedWithoutFiles(let failure, let order):
            "order \(order) is placed and its payment is authorized, but the files of the checkout "
                + "are not written: \(failure)"
        case .database(let refusal): "\(refusal)"
        case .processor(let missing): "\(missing)"
        case .sandbox(let failure): "\(failure)"
        case .network(let problem): "\(problem)"
        case .certificate(let failure): "a certificate could not be made: \(failure)"
        case .notPresented(let refusal): "no sheet was shown: \(refusal)"
        }
    }
}
