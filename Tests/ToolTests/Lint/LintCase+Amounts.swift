internal import AppLint

private func swift(_ rule: String, _ code: String) -> LintCase {
    LintCase(rule, .swift, code)
}
private func objectiveC(_ rule: String, _ code: String) -> LintCase {
    LintCase(rule, .objectiveC, code)
}
private let binary = "binary-amount"
private let total = "total-not-summed"

extension LintCase {
    static let amountCaught = [
        swift(
            binary,
            """
            let toy = PKPaymentSummaryItem(label: "Toy", amount: NSDecimalNumber(double: 22.99)) // HERE
            let tax = PKPaymentSummaryItem(label: "Tax", amount: NSDecimalNumber(value: 2.29)) // HERE
            let fee = PKPaymentSummaryItem(label: "Fee", amount: 4.99) // HERE
            let less = PKPaymentSummaryItem(label: "Less", amount: -0.42, type: .final) // HERE
            let more = NSDecimalNumber(decimal: Decimal(3.99)) // HERE
            let most: Decimal = 29.27 // HERE
            let wide = NSDecimalNumber(floatLiteral: 0.1) // HERE
            """
        ),
        swift(
            binary,
            """
            struct Product { let price: Double }
            func item(price: Double, share: Float) -> [PKPaymentSummaryItem] {
                let rate = 0.19
                return [
                    PKPaymentSummaryItem(label: "a", amount: NSDecimalNumber(value: price)), // HERE
                    PKPaymentSummaryItem(label: "b", amount: Decimal(rate) as NSDecimalNumber), // HERE
                    PKShippingMethod(label: "c", amount: NSDecimalNumber(value: share)), // HERE
                    PKShippingMethod(label: "d", amount: NSDecimalNumber(double: price * 2)), // HERE
                ]
            }
            """
        ),
        swift(
            binary,
            """
            struct Item { let price: Double; let cents: Int }
            func share(_ minor: Int) -> Float { 0.5 }
            final class Cart {
                var total: Double = 0
                func a(_ minor: Int) -> NSDecimalNumber { NSDecimalNumber(value: Double(minor) / 100) } // HERE
                func b(_ minor: Int) -> Decimal { Decimal((Double(minor) / 100)) } // HERE
                func c(_ price: Double) -> NSDecimalNumber { .init(value: price) }
                func d(_ price: Double) -> NSDecimalNumber { NSDecimalNumber.init(value: -price * 1.19) } // HERE
                func e() -> NSDecimalNumber { NSDecimalNumber(value: self.total) } // HERE
                func f(_ item: Item) -> Decimal { Decimal(item.price * Double(item.cents)) } // HERE
                func g(_ item: Item?) -> NSDecimalNumber { NSDecimalNumber(value: item?.price ?? 0) } // HERE
                func h(_ items: [Item]) -> [Decimal] { items.map { Decimal($0.price) } } // HERE
                func i(_ number: NSNumber) -> Decimal { Decimal(number.doubleValue) } // HERE
                func j(_ isSale: Bool, _ price: Double) -> Decimal { Decimal(isSale ? price : 5) } // HERE
                func k(_ cents: Double) -> Decimal { Decimal(round(cents) / 100) } // HERE
                func l(_ cents: Double) -> Decimal { Decimal((cents * 100).rounded() / 100) } // HERE
                func m(_ minor: Int) -> Decimal { let major = Double(minor) / 10; return Decimal(major) } // HERE
                func n() -> NSDecimalNumber { NSDecimalNumber(value: share(3)) } // HERE
                func o(_ price: Double) -> Decimal { NSNumber(value: price).decimalValue } // HERE
                func p(_ prices: [Double]) -> Decimal { Decimal(max(prices[0], 1)) } // HERE
                func q(_ price: Any) -> Decimal { Decimal(price as! Double) } // HERE
                func r(_ items: [Item]) -> Decimal {
                    var sum = 0.0
                    for item in items { sum += item.price }
                    return Decimal(sum) // HERE
                }
            }
            """
        ),
        objectiveC(
            binary,
            """
            @property (nonatomic, assign) double price;
            - (void)items:(NSInteger)cents {
                id a = [NSDecimalNumber decimalNumberWithDecimal:[@(cents / 100.0) decimalValue]]; // HERE
                id b = [NSDecimalNumber decimalNumberWithDecimal:[@((double)cents / 100) decimalValue]]; // HERE
                id c = [NSDecimalNumber decimalNumberWithDecimal:[@(self.price) decimalValue]]; // HERE
                id d = [NSDecimalNumber decimalNumberWithDecimal:[@([a doubleValue]) decimalValue]]; // HERE
            }
            """
        ),
        objectiveC(
            binary,
            """
            - (void)items {
                id a = [NSDecimalNumber numberWithDouble:22.99]; // HERE
                id b = [[NSDecimalNumber alloc] initWithDouble:self.price]; // HERE
                id c = [NSDecimalNumber decimalNumberWithDecimal:[@(3.99) decimalValue]]; // HERE
                id d = [PKPaymentSummaryItem summaryItemWithLabel:@"d" amount:@(0.42)]; // HERE
            }
            """
        ),
        swift(
            total,
            """
            func request(_ request: PKPaymentRequest) {
                let subtotalAmount = NSDecimalNumber(mantissa: 1275, exponent: -2, isNegative: false)
                let discountAmount = NSDecimalNumber(mantissa: 200, exponent: -2, isNegative: true)
                let subtotal = PKPaymentSummaryItem(label: "Subtotal", amount: subtotalAmount)
                let discount = PKPaymentSummaryItem(label: "Discount", amount: discountAmount)
                var totalAmount = NSDecimalNumber.zero
                totalAmount = totalAmount.adding(subtotalAmount)
                let total = PKPaymentSummaryItem(label: "Company", amount: totalAmount) // HERE
                request.paymentSummaryItems = [subtotal, discount, total]
            }
            """
        ),
        objectiveC(
            total,
            """
            - (void)request:(PKPaymentRequest *)request {
                NSDecimalNumber *price = [NSDecimalNumber decimalNumberWithString:@"10.00"];
                NSDecimalNumber *less = [NSDecimalNumber decimalNumberWithString:@"-1.00"];
                PKPaymentSummaryItem *a = [PKPaymentSummaryItem summaryItemWithLabel:@"a" amount:price];
                PKPaymentSummaryItem *b = [PKPaymentSummaryItem summaryItemWithLabel:@"b" amount:less];
                NSDecimalNumber *sum = [NSDecimalNumber zero];
                sum = [sum decimalNumberByAdding:price];
                PKPaymentSummaryItem *c = [PKPaymentSummaryItem summaryItemWithLabel:@"c" amount:sum]; // HERE
                NSArray *items = @[a, b, c];
                request.paymentSummaryItems = items;
            }
            """
        ),
    ]

    static let amountAllowed = [
        swift(
            binary,
            """
            let exact = PKPaymentSummaryItem(label: "Half", amount: 12.75)
            let nothing = PKPaymentSummaryItem(label: "Fare", amount: 0.0, type: .pending)
            let whole = PKPaymentSummaryItem(label: "Whole", amount: NSDecimalNumber(value: 20))
            let text = NSDecimalNumber(string: "22.99")
            let parts = NSDecimalNumber(mantissa: 2299, exponent: -2, isNegative: false)
            let alpha: CGFloat = 0.42, delay: Double = 0.3
            let note = "NSDecimalNumber(double: 22.99)" // NSDecimalNumber(value: 22.99)
            func item(cents: Int, price: Decimal) -> [NSDecimalNumber] {
                view.alpha = 0.99
                return [NSDecimalNumber(value: cents), price as NSDecimalNumber, NSDecimalNumber(decimal: price)]
            }
            """
        ),
        objectiveC(
            binary,
            """
            - (void)items {
                id a = [NSDecimalNumber decimalNumberWithString:@"22.99"];
                id b = [NSNumber numberWithDouble:0.42];
                id c = [NSDecimalNumber decimalNumberWithMantissa:2299 exponent:-2 isNegative:NO];
                id d = [NSDecimalNumber numberWithDouble:12.75];
                [UIView animateWithDuration:0.3 animations:^{ self.view.alpha = 0.1; }];
            }
            """
        ),
        swift(
            binary,
            """
            struct Item { let price: Double; let cents: Int; let tax: Decimal; let weight: Double }
            struct Parcel { let weight: Int }
            final class Cart {
                let limit = 12.75
                var price: Int = 5
                func a(_ minor: Int) -> Decimal { Decimal(minor) / 100 }
                func b(_ minor: Int) -> NSDecimalNumber { NSDecimalNumber(value: minor / 100) }
                func c(_ minor: Int) -> NSDecimalNumber { NSDecimalNumber(value: Double(minor)).dividing(by: 100) }
                func d(_ price: Double) -> Decimal { Decimal((price * 100).rounded()) / 100 }
                func e(_ price: Double) -> Decimal { Decimal(Int(price * 100)) / 100 }
                func f(_ isSale: Bool, _ price: Double) -> Decimal { Decimal(price / 2 > 9.99 ? 5 : 7) }
                func g(_ item: Item) -> Decimal { item.tax * Decimal(item.cents) }
                func h(_ order: Order) -> NSDecimalNumber { NSDecimalNumber(value: order.price) }
                func i(_ parcel: Parcel) -> Decimal { Decimal(parcel.weight) }
                func j() -> Decimal { Decimal(limit) + Decimal(self.price) }
                func k(_ text: String, _ tax: Double) -> Decimal {
                    var rounded = Decimal()
                    var value = Decimal(Double(text) ?? 0)
                    NSDecimalRound(&rounded, &value, 2, .plain)
                    return rounded
                }
            }
            """
        ),
        objectiveC(
            binary,
            """
            - (void)items:(NSInteger)cents {
                id a = [NSDecimalNumber decimalNumberWithDecimal:[@(cents) decimalValue]];
                id b = [NSDecimalNumber decimalNumberWithDecimal:[@(cents / 100) decimalValue]];
            }
            """
        ),
        swift(
            total,
            """
            func request(_ request: PKPaymentRequest, cart: Cart) {
                let one = NSDecimalNumber(string: "1.00"), two = NSDecimalNumber(string: "2.00")
                let three = NSDecimalNumber(string: "3.00")
                let a = PKPaymentSummaryItem(label: "a", amount: one)
                let b = PKPaymentSummaryItem(label: "b", amount: two)
                let fare = PKPaymentSummaryItem(label: "fare", amount: three, type: .pending)
                let both = one.adding(two)
                let sum = NSDecimalNumber.zero.adding(both)
                let total = PKPaymentSummaryItem(label: "Company", amount: sum)
                request.paymentSummaryItems = [a, b, fare, total]
                let cartTotal = cart.total()
                let other = PKPaymentSummaryItem(label: "Company", amount: cartTotal)
                request.paymentSummaryItems = [a, b, other]
            }
            """
        ),
    ]
}
