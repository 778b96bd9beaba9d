/// The type of a pass.
public enum PKPassType: UInt, Hashable, Sendable {
    /// A pass with a code to scan.
    case barcode = 0
    /// A card in the Secure Element. Since iOS 13.4.
    case secureElement = 1
    /// Any pass.
    case any = 18_446_744_073_709_551_615

    /// The name of ``secureElement`` until iOS 13.4.
    public static let payment = PKPassType.secureElement
}
