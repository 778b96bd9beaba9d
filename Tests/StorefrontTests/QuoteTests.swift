import Money
import PaymentRequest
import Testing
import World

@testable import Storefront

/// The sums here were added up by hand from the price list; the first is the Shinobi store's own (mission 7.20).
@Suite("What a cart costs")
struct QuoteTests {
    static func address(
        _ country: String,
        _ state: String = "",
        _ postalCode: String = ""
    ) -> PostalAddress {
        PostalAddress(state: state, postalCode: postalCode, country: "", isoCountryCode: country)
    }

    private static func cart(_ items: [String: Int], _ code: String = "") throws -> Cart {
        var cart = Cart(World.system.randomness)
        for (name, quantity) in items {
            cart.set(try #require(Product.named(name)), to: quantity)
        }
        let isKnown = cart.apply(code)
        #expect(isKnown)
        return cart
    }

    struct Sum: CustomTestStringConvertible, Sendable {
        let items: [String: Int]
        var code = ""
        let address: PostalAddress
        var method: String?
        let lines: [String]
        let total: String
        var testDescription: String { "\(items) \(code) \(address.isoCountryCode) \(total)" }
    }

    @Test(arguments: [
        Sum(
            items: ["toy": 1],
            address: address("US", "GA", "30303"),
            lines: ["Shinobi Cuddly Toy 22.99", "Postage 3.99", "Tax 2.29"],
            total: "29.27"
        ),
        Sum(
            items: ["toy": 1],
            address: address("US", "ga", "30303-1234"),
            method: "express",
            lines: ["Shinobi Cuddly Toy 22.99", "Postage 11.99", "Tax 2.97"],
            total: "37.95"
        ),
        Sum(
            items: ["toy": 1],
            address: address("US", "OR", "97201"),
            lines: ["Shinobi Cuddly Toy 22.99", "Postage 3.99"],
            total: "26.98"
        ),
        // There is no next working day to Hawaii: its own method is taken.
        Sum(
            items: ["keyring": 2],
            address: address("US", "HI", "96801"),
            method: "express",
            lines: ["Throwing Star Keyring 13.00", "Postage 8.99", "Tax 1.87"],
            total: "23.86"
        ),
        Sum(
            items: ["toy": 1],
            code: " friends ",
            address: address("US", "GA", "30303"),
            lines: [
                "Shinobi Cuddly Toy 22.99", "Friends Discount -2.00", "Postage 3.99", "Tax 2.12",
            ],
            total: "27.10"
        ),
        // 10 % of 43.99 are 4.399.
        Sum(
            items: ["toy": 1, "mug": 1, "keyring": 1],
            code: "save10",
            address: address("GB"),
            lines: [
                "Shinobi Cuddly Toy 22.99", "Shinobi Mug 14.50", "Throwing Star Keyring 6.50",
                "10 % off -4.40", "Postage 14.99",
            ],
            total: "54.58"
        ),
        Sum(
            items: ["mug": 9],
            address: address("ca", "ON", "M5V"),
            lines: ["Shinobi Mug 130.50", "Postage 9.99"],
            total: "140.49"
        ),
    ])
    func `is the sum of its lines`(_ sum: Sum) throws {
        let destination = try Destination(sum.address)
        let quote = Quote(
            try Self.cart(sum.items, sum.code),
            to: destination,
            by: destination.method(sum.method)
        )
        #expect(quote.lines.map { "\($0.label) \($0.minorUnits.priceText)" } == sum.lines)
        #expect(quote.total.decimalText == sum.total)
    }

    @Test func `has no postage and no tax before there is an address`() throws {
        let quote = Quote(try Self.cart(["toy": 2], "FRIENDS"))
        #expect(quote.total.decimalText == "43.98")
        #expect(quote.lines.filter(\.isPending).map(\.label) == ["Postage", "Tax"])
        #expect(quote.method == nil)
    }

    static let state = SheetProblem.contact("administrativeArea", "Enter a state, such as GA.")
    static let postalCode =
        SheetProblem.contact("postalCode", "Enter the five digits of the ZIP code.")

    @Test(arguments: [
        (address("FR", "", "75008"), SheetProblem.country("")),
        (address(""), .country("")), (address("US", "XX", "30303"), state),
        (address("US", "", "30303"), state),
        (address("US", "GA", ""), postalCode),
        (address("US", "GA", "3030"), postalCode),
        (address("US", "GA", "３０３０３"), postalCode),
    ])
    func `is not made for an address that is not served`(
        _ address: PostalAddress,
        _ problem: SheetProblem
    ) {
        let found = #expect(throws: SheetProblem.self) { try Destination(address) }
        #expect(found == problem)
    }

    @Test func `never goes below zero by a discount`() {
        #expect(DiscountCode.typed("FRIENDS")?.minorUnits(off: 150) == 150)
        #expect(DiscountCode.typed("SAVE10")?.minorUnits(off: 0) == 0)
        #expect(DiscountCode.typed("FRIEND") == nil && DiscountCode.typed("") == nil)
    }
}

@Suite("A cart in a cookie")
struct CartTests {
    private static let reference = "cart-0123456789abcdef0123456789abcdef"

    @Test func `is the cart that was put there`() throws {
        var cart = Cart(World.system.randomness)
        cart.set(Product.all[0], to: 3)
        cart.set(Product.all[2], to: 40)
        let isKnown = cart.apply("FRIENDS")
        #expect(isKnown)
        let read = try #require(Cart(cookie: cart.cookie))
        #expect(read == cart && read.quantities == ["toy": 3, "keyring": 9])
        // RFC 6265 § 4.1.1: no white space, quotation mark, comma, semicolon or backslash.
        #expect(
            cart.cookie.utf8.allSatisfy {
                (0x21...0x7e).contains($0) && !",;\"\\".utf8.contains($0)
            }
        )
    }

    @Test func `has no price, and a reference that is new each time`() {
        let (one, other) = (Cart(World.system.randomness), Cart(World.system.randomness))
        #expect(one.reference != other.reference && Cart.isReference(one.reference))
        #expect(one.isEmpty)
    }

    @Test(arguments: [
        "", "~~", "~~cart-", "~~\(reference)0", "~~CART-0123456789abcdef0123456789abcdef",
        "toy~~\(reference)", "toy.0~~\(reference)", "toy.10~~\(reference)", "toy.-1~~\(reference)",
        "toy.1.1~~\(reference)", "cat.1~~\(reference)", "toy.1~~\(reference)~",
        "~~cart-0123456789abcdef0123456789abcde\u{e9}",
    ])
    func `is no other text`(_ text: String) {
        #expect(Cart(cookie: text) == nil)
    }

    @Test func `loses a code that is not known any more, and keeps its products`() throws {
        let cart = try #require(Cart(cookie: "toy.1~SUMMER~\(Self.reference)"))
        #expect(cart.code == nil && cart.quantities == ["toy": 1])
        #expect(cart.reference == Self.reference)
    }

    @Test func `is the same for another payment, but for its reference`() throws {
        let cart = try #require(Cart(cookie: "toy.1-mug.2~FRIENDS~\(Self.reference)"))
        let other = cart.renewed(World.system.randomness)
        #expect(other.quantities == cart.quantities && other.code == cart.code)
        #expect(other.reference != cart.reference)
    }
}
