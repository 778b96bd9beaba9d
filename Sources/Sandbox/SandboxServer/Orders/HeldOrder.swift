internal import Storage
internal import WalletOrders

/// An order of a device's Wallet.
struct HeldOrder: Sendable {
    let number: Int64
    let follower: OrderFollower
    let identifier: String
    /// The text by which the device shows that it may have the order.
    let token: String
    /// The last package that was accepted; nil until the first.
    private let package: [UInt8]?
    /// Its `Last-Modified`.
    let modified: String?
    let isRegistered: Bool
    let isRemoved: Bool
    /// Why the last look at the web service came to nothing.
    let problem: String?
    let asks: Int64
    let attempts: Int64

    /// An order of the view `device_order`.
    init(_ row: Row) throws(StorageFailure) {
        number = try row.integer("number")
        follower = try OrderFollower(
            row,
            number: "follower",
            asks: "follower_asks",
            attempts: "follower_attempts"
        )
        identifier = try row.text("identifier")
        token = try row.text("token")
        package = try row.bytesIfPresent("package")
        modified = try row.textIfPresent("modified")
        isRegistered = try row.integer("is_registered") == 1
        isRemoved = try row.integer("is_removed") == 1
        problem = try row.textIfPresent("problem")
        asks = try row.integer("asks")
        attempts = try row.integer("attempts")
    }

    /// The order in the package.
    var accepted: VerifiedOrder? { package.flatMap(VerifiedOrder.init(acceptedBefore:)) }
}

/// A device at a web service that has orders of a type.
struct OrderFollower: Sendable {
    let number: Int64
    let device: String
    /// The web service's address.
    let service: String
    let type: String
    /// The device identifier that the web service gets.
    let name: String
    let pushToken: String
    /// The `lastModified` of the web service's last list; nil before the first.
    let tag: String?
    let asks: Int64
    let attempts: Int64

    init(
        _ row: Row,
        number: String = "number",
        asks: String = "asks",
        attempts: String = "attempts"
    ) throws(StorageFailure) {
        self.number = try row.integer(number)
        device = try row.text("device")
        service = try row.text("service")
        type = try row.text("type")
        name = try row.text("name")
        pushToken = try row.text("push_token")
        tag = try row.textIfPresent("tag")
        self.asks = try row.integer(asks)
        self.attempts = try row.integer(attempts)
    }
}
