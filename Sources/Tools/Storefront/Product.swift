internal import Money

/// A product of the store.
struct Product: Hashable, Sendable {
    /// Its name in carts.
    let identifier: String
    let title: String
    let text: String
    /// The price of one, in cents.
    let minorUnits: Int64
    /// The name of its picture.
    let picture: String

    /// The currency of every price.
    static let currency = Currency.usd
    /// The payee, as the sheet shows it.
    static let payee = "Shinobi Store"
    /// The country of the store, ISO 3166-1.
    static let country = "US"

    /// All products, in the order of the shelf. The toy and its price are those of the Shinobi store
    /// (mission 7.20).
    static let all = [
        Product(
            identifier: "toy",
            title: "Shinobi Cuddly Toy",
            text:
                "A quiet friend, 25 cm tall. It is soft, it can be washed, and it is never seen to move.",
            minorUnits: 2_299,
            picture: "toy.svg"
        ),
        Product(
            identifier: "mug",
            title: "Shinobi Mug",
            text: "Stoneware for 300 ml of tea. The eyes open when it is hot.",
            minorUnits: 1_450,
            picture: "mug.svg"
        ),
        Product(
            identifier: "keyring",
            title: "Throwing Star Keyring",
            text: "Four blunt points of brushed brass. It finds its way back.",
            minorUnits: 650,
            picture: "keyring.svg"
        ),
    ]

    static func named(_ identifier: some StringProtocol) -> Product? {
        all.first { $0.identifier == identifier }
    }
}
