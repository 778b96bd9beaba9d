public import Certificates
public import Files
public import PaymentDevice
public import Storage
public import TestSandbox

/// Why a checkout could not be completed. A declined card or a refused token is a result.
public enum CheckoutFailure: Error, Hashable, Sendable {
    /// A file could not be written.
    case file(FileFailure)
    /// The order database could not be opened.
    case database(DatabaseRefusal)
    /// The sandbox could not be created.
    case sandbox(SandboxFailure)
    /// A certificate could not be trusted.
    case certificate(CertificateFailure)
    /// No sheet was shown.
    case notPresented(PresentationRefusal)
}

extension CheckoutFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .file(let failure): "\(failure)"
        case .database(let refusal): "\(refusal)"
        case .sandbox(let failure): "\(failure)"
        case .certificate(let failure): "a certificate could not be made: \(failure)"
        case .notPresented(let refusal): "no sheet was shown: \(refusal)"
        }
    }
}
