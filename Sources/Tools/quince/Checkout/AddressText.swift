import Payments

/// Puts the issuer's comparison of addresses into words.
enum AddressText {
    static func of(_ check: AddressCheck) -> String {
        switch check {
        case .matches: "street and postal code match"
        case .streetOnly: "only the street matches"
        case .postalCodeOnly: "only the postal code matches"
        case .differs: "neither street nor postal code matches"
        case .notCompared: "not compared by the issuer"
        }
    }
}
