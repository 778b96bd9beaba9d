public import Certificates
public import Money
public import World

/// The order of a token that is to be minted.
public struct MintOrder: Sendable {
    /// The amount.
    public var amount: Money
    /// The network of its TEST card.
    public var network = MintNetwork.visa
    /// The form of the payload.
    public var payload = PayloadForm.threeDSecure
    /// The app's own data, whose SHA-256 the token carries.
    public var applicationData: [UInt8]?
    /// When it is signed.
    public var signingTime: UnixTime
    /// Of which years its signature has the form.
    public var form = SignedDataWriter.Form.absent

    /// A payment by Visa and 3-D Secure, without application data.
    public init(amount: Money, signingTime: UnixTime) {
        self.amount = amount
        self.signingTime = signingTime
    }
}
