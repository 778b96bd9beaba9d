internal import Bytes
internal import World

/// A shopper's choice of products, and the reference of the payment for it.
///
/// The cart is in the shopper's cookie, so the store keeps none. It has no prices: they are the store's, and
/// are added up for each answer.
struct Cart: Hashable, Sendable {
    /// The most of one product.
    static let largestQuantity = 9

    /// The number of each product, more than zero.
    private(set) var quantities: [String: Int]
    var code: DiscountCode?
    /// The reference of the payment, for which the cart is charged once. It cannot be guessed: who knows it
    /// may see the order.
    let reference: String

    /// An empty cart.
    init(_ randomness: any Randomness) {
        quantities = [:]
        reference = "cart-" + Hexadecimal.encode(randomness.bytes(16))
    }

    /// Whether there is nothing in it.
    var isEmpty: Bool { quantities.isEmpty }

    /// The products in it, with their numbers.
    var lines: [(product: Product, quantity: Int)] {
        Product.all.compactMap { product in
            quantities[product.identifier].map { (product, $0) }
        }
    }

    /// Changes the number of a product; 0 takes it out.
    mutating func set(_ product: Product, to quantity: Int) {
        let quantity = min(max(quantity, 0), Self.largestQuantity)
        quantities[product.identifier] = quantity == 0 ? nil : quantity
    }

    /// Whether a text is the reference of a cart.
    static func isReference(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst(5)
        return text.hasPrefix("cart-") && digits.count == 32
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

// The cookie.
extension Cart {
    /// The cart as a cookie's value, such as `toy.1-mug.2~FRIENDS~cart-0123…`.
    var cookie: String {
        let items = lines.map { "\($0.product.identifier).\($0.quantity)" }.joined(separator: "-")
        return "\(items)~\(code?.code ?? "")~\(reference)"
    }

    /// Reads a cookie's value; nil for any other text.
    init?(cookie: String) {
        let parts = cookie.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, Self.isReference(parts[2]) else { return nil }
        var quantities: [String: Int] = [:]
        for item in parts[0].split(separator: "-") {
            let pair = item.split(separator: ".", omittingEmptySubsequences: false)
            guard pair.count == 2, Product.named(pair[0]) != nil, let quantity = Int(pair[1]),
                (1...Self.largestQuantity).contains(quantity)
            else { return nil }
            quantities[String(pair[0])] = quantity
        }
        self.quantities = quantities
        code = parts[1].isEmpty ? nil : DiscountCode.typed(parts[1])
        reference = parts[2]
    }
}
