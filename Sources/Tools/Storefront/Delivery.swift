internal import PaymentRequest

/// How a parcel is sent, and for how much.
struct DeliveryMethod: Hashable, Sendable {
    let identifier: String
    let label: String
    let detail: String
    /// The postage, in cents.
    let minorUnits: Int64

    /// The first is the Shinobi store's postage (mission 7.20).
    static let standard = DeliveryMethod(
        identifier: "standard",
        label: "Standard",
        detail: "5 to 7 working days",
        minorUnits: 399
    )
    static let express = DeliveryMethod(
        identifier: "express",
        label: "Express",
        detail: "The next working day",
        minorUnits: 1_199
    )
    static let distant = DeliveryMethod(
        identifier: "distant",
        label: "Standard, by sea or air",
        detail: "7 to 12 working days",
        minorUnits: 899
    )
    static let canada = DeliveryMethod(
        identifier: "canada",
        label: "To Canada",
        detail: "6 to 9 working days",
        minorUnits: 999
    )
    static let airmail = DeliveryMethod(
        identifier: "airmail",
        label: "Airmail",
        detail: "2 to 3 weeks",
        minorUnits: 1_499
    )
}

/// Where a parcel goes, as far as it decides on methods, prices and tax.
struct Destination: Hashable, Sendable {
    /// The methods, of which the first is chosen unless the shopper chooses another.
    let methods: [DeliveryMethod]
    /// Tax on goods and postage. Units: tenths of a percent.
    let taxPerMille: Int64

    /// The other countries that the store sends to.
    private static let airmailCountries: Set = ["GB", "IE", "DE", "CN", "HK", "JP", "AU", "NZ"]
    private static let distantStates: Set = [
        "AK", "HI", "PR", "GU", "VI", "AS", "MP", "AA", "AE", "AP",
    ]
    /// The states without a sales tax.
    private static let untaxedStates: Set = ["AK", "DE", "MT", "NH", "OR"]

    private static let states: Set = distantStates.union([
        "AL", "AZ", "AR", "CA", "CO", "CT", "DE", "DC", "FL", "GA", "ID", "IL", "IN", "IA", "KS",
        "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM",
        "NY", "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA",
        "WA", "WV", "WI", "WY",
    ])

    /// The destination of an address, or what is wrong with the address.
    ///
    /// - Parameter address: The address, of which a sheet says the street only once it is authorized.
    /// - Throws: ``SheetProblem``.
    init(_ address: PostalAddress?) throws(SheetProblem) {
        let country = address?.isoCountryCode.uppercased() ?? ""
        let state = address?.state.uppercased() ?? ""
        switch country {
        case "US":
            guard Self.states.contains(state) else {
                throw .contact("administrativeArea", "Enter a state, such as GA.")
            }
            guard address?.postalCode.isFiveDigits == true else {
                throw .contact("postalCode", "Enter the five digits of the ZIP code.")
            }
            methods = Self.distantStates.contains(state) ? [.distant] : [.standard, .express]
            // The Shinobi store's tax on a toy with its postage: 2.29 of 26.98 (mission 7.20).
            taxPerMille = Self.untaxedStates.contains(state) ? 0 : 85
        case "CA": (methods, taxPerMille) = ([.canada], 0)
        case _ where Self.airmailCountries.contains(country):
            (methods, taxPerMille) = ([.airmail], 0)
        default: throw .country(address?.country ?? country)
        }
    }

    /// Tax on an amount. Half a cent is rounded up.
    func tax(on minorUnits: Int64) -> Int64 { (minorUnits * taxPerMille + 500) / 1_000 }
}

extension String {
    /// Five digits; more may follow after a hyphen.
    fileprivate var isFiveDigits: Bool {
        let digits = utf8.prefix { $0 != UInt8(ascii: "-") }
        return digits.count == 5 && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
}
