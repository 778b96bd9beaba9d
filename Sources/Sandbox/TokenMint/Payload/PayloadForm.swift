/// The payload of a minted token, by the names that `quince mint --payload` has for them.
///
/// - Source: Apple, *Payment token format reference*, "Payment data keys".
public enum PayloadForm: String, Hashable, Sendable, CaseIterable {
    /// A cryptogram as 3-D Secure carries it.
    case threeDSecure = "3DSecure"
    /// Chip data.
    case emv = "EMV"
    /// A merchant token (MPAN) with what may be shown of its card.
    case merchantToken = "merchant-token"
    /// A cryptogram for each of several merchants.
    case multiMerchant = "multi-merchant"
}
