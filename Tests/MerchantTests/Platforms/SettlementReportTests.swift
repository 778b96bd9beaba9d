import Money
import PlatformProcessors
import Storage
import TestSupport
import Testing
import World

@testable import Payments

@Suite("A platform's settlement report")
struct SettlementReportTests {
    /// A part of a report that is changed, and the refusal of the result.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let old: String
        let new: String
        let line: Int
        let cause: SettlementFileFailure.Cause
        var testDescription: String { "\(old) as \(new)" }

        init(_ old: String, _ new: String, _ line: Int, _ cause: SettlementFileFailure.Cause) {
            (self.old, self.new, self.line, self.cause) = (old, new, line, cause)
        }
    }

    private let account = ["merchantAccount": "SHOP-1"]

    /// A capture of a part is two lines; a charge in euros is paid in dollars; the payout is a line too.
    static let stripe = """
        \u{feff}balance_transaction_id,created_utc,description,currency,gross,fee,net,reporting_category,\
        source_id,customer_facing_amount,customer_facing_currency,payment_intent_id,automatic_payout_id,\
        refund_metadata[idempotency_key]
        txn_1,2026-11-27 10:00:00,"Cart ""1"",
        red",usd,10.75,0.61,10.14,charge,ch_1,10.75,usd,pi_1,po_1,
        txn_2,2026-11-27 10:00:00,,usd,-0.75,0.00,-0.75,partial_capture_reversal,ch_1,0.75,usd,pi_1,po_1,
        txn_3,2026-11-27 11:00:00,,usd,-1.50,0.00,-1.50,refund,re_1,1.50,usd,pi_1,po_1,attempt-1-ref-1
        txn_4,2026-11-27 09:00:00,,usd,20.00,0.90,19.10,charge,ch_2,18.00,eur,pi_2,po_1,
        txn_5,2026-11-27 12:00:00,,usd,-5.00,15.00,-20.00,dispute,du_1,5.00,usd,pi_3,po_1,
        txn_6,2026-11-27 12:00:00,,usd,-0.10,0.00,-0.10,fee,,,,,po_1,
        txn_7,2026-11-27 13:00:00,,usd,-6.89,0.00,-6.89,payout,po_1,,,,po_1,

        """

    @Test func `of Stripe is read`() throws {
        let bytes = Array(Self.stripe.utf8)
        #expect(PaymentPlatform.ofSettlementReport(bytes) == .stripe)
        let file = try PaymentPlatform.stripe.settlementFile(bytes, of: account)
        #expect(file.name == "po_1" && file.number == nil)
        #expect(file.cutOff.iso8601 == "2026-11-27T10:00:00Z", "that of the last capture")
        #expect(file.currencies == ["840", "978"])
        #expect(file.entries.map(\.line) == [2, 5, 6, 7])
        #expect(file.entries.map(\.kind) == [.capture, .refund, .capture, .chargeback])
        #expect(file.entries.map(\.amount) == [1_000, -150, 1_800, -500])
        #expect(file.entries.map(\.currency) == ["840", "840", "978", "840"])
        #expect(file.entries.map(\.paid) == [939, -150, 1_910, -2_000])
        #expect(file.entries.map(\.fee) == [61, 0, 90, 1_500])
        #expect(file.entries.allSatisfy { $0.paidCurrency == "840" && $0.merchant == nil })
        #expect(file.entries.map(\.reference) == ["pi_1", "pi_1", "pi_2", "pi_3"])
        #expect(file.entries[1].names == ["re_1", "attempt-1-ref-1"])
        #expect(file.entries[3].names == ["du_1"])
        #expect(file.payouts.map(\.receiver) == [.named("fee"), .merchant("po_1")])
        #expect(file.payouts.map(\.amount) == [-10, 689])
    }

    static let mistakesOfStripe = [
        Mistake("payment_intent_id", "payment", 1, .column("payment_intent_id")),
        Mistake("description", "gross", 1, .column("gross")),
        Mistake("0.61,10.14", "0.61,10.15", 2, .part(.amount)),
        Mistake("0.61,10.14", "0.615,10.14", 2, .part(.fee)),
        Mistake("red\",usd", "red\",xyz", 2, .part(.currency)),
        Mistake("10.14,charge", "10.14,charged", 2, .part(.type)),
        Mistake("10.14,charge", "10.14,refund", 2, .part(.amount)),
        Mistake("\"Cart \"\"1\"\"", "\"Cart \"1\"", 2, .quotation),
        Mistake("txn_2", "txn_1", 4, .lineRepeated(line: 2)),
        Mistake("usd,-0.75,0.00,-0.75", "usd,-10.75,0.00,-10.75", 4, .part(.reference)),
        Mistake("pi_1,po_1,attempt", "pi_1,po_2,attempt", 5, .otherSettlement),
        Mistake("11:00:00", "11:00", 5, .part(.time)),
        Mistake(
            "-0.75,0.00,-0.75,partial_capture_reversal,ch_1,0.75",
            "-92233720368547758.08,0.00,-92233720368547758.08,partial_capture_reversal,ch_1,0.75",
            4,
            .part(.reference)
        ),
        Mistake(
            "1.50,usd,pi_1,po_1,",
            "1.50,usd,pi_1,po_1,,",
            5,
            .partCount(expected: 14, found: 15)
        ),
        Mistake("-0.10,0.00,-0.10", "-0.11,0.00,-0.11", 9, .payout(entries: 688, paid: 689)),
        Mistake("payout,po_1,,,,po_1,\n", "payout,po_1,,,,po_1,", 9, .lineNotEnded),
    ]

    @Test(arguments: mistakesOfStripe)
    func `of Stripe with a mistake is refused`(_ mistake: Mistake) throws {
        try expect(mistake, in: Self.stripe, of: .stripe)
    }

    static let adyen = """
        Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,\
        TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,\
        Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),\
        Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number
        Co,SHOP-1,P1,attempt-1,visa,2026-11-27 10:00:00,UTC,Settled,M1,USD,,10.75,1,USD,,10.44,,0.10,0.01,0.20,visacredit,attempt-1-cap-1,7
        Co,SHOP-1,P1,attempt-1,visa,2026-11-27 11:00:00,CET,Refunded,M2,USD,1.50,,1,USD,1.60,,0.10,,,,visacredit,,7
        Co,SHOP-1,P2,other,mc,2026-11-27 09:00:00,UTC,Settled,M3,EUR,,5.00,1.2,USD,,5.80,,0.10,0.02,0.08,mc,,7
        Co,SHOP-1,P3,attempt-3,visa,2026-11-27 12:00:00,UTC,Chargeback,D1,USD,3.00,,1,USD,10.50,,7.50,,,,visa,,7
        Co,SHOP-1,,,,2026-11-27 23:00:00,UTC,Fee,Transaction Fees November 2026,USD,,,,USD,0.14,,,,,,,,7
        Co,SHOP-1,,,,2026-11-27 23:00:00,UTC,MerchantPayout,TX batch 7,USD,,,,USD,4.00,,,,,,,,7

        """

    @Test func `of Adyen is read`() throws {
        let bytes = Array(Self.adyen.replacing("\n", with: "\r\n").utf8)
        #expect(PaymentPlatform.ofSettlementReport(bytes) == .adyen)
        let file = try PaymentPlatform.adyen.settlementFile(bytes, of: account)
        #expect(file.number == 7 && file.name == nil)
        #expect(file.cutOff.iso8601 == "2026-11-27T10:00:00Z")
        #expect(file.entries.map(\.kind) == [.capture, .refund, .capture, .chargeback])
        #expect(file.entries.map(\.amount) == [1_075, -150, 500, -300])
        #expect(file.entries.map(\.paid) == [1_044, -160, 580, -1_050])
        #expect(file.entries.map(\.fee) == [31, 10, 20, 750])
        #expect(file.entries.allSatisfy { $0.merchant == nil })
        #expect(file.entries.map(\.names) == [["attempt-1-cap-1", "M1"], ["M2"], ["M3"], ["D1"]])
        #expect(file.entries[0].reference == "P1" && file.entries[0].key == "attempt-1")
        #expect(file.payouts.map(\.receiver) == [.named("Fee"), .merchant("SHOP-1")])
        #expect(file.payouts.map(\.amount) == [-14, 400])
    }

    static let mistakesOfAdyen = [
        Mistake("Batch Number", "Batch", 1, .column("Batch Number")),
        Mistake("cap-1,7", "cap-1,0", 2, .part(.number)),
        Mistake("10.44,,0.10", "10.43,,0.10", 7, .unbalanced(by: -1)),
        Mistake("USD,,10.75", "USD,1.00,10.75", 2, .part(.amount)),
        Mistake("USD,1.50,,1", "USD,,1.50,1", 3, .part(.amount)),
        Mistake("Refunded", "Refundet", 3, .part(.type)),
        Mistake("visacredit,,7", "visacredit,,8", 3, .otherSettlement),
        Mistake("SHOP-1,P3", "SHOP-2,P3", 5, .otherAccount),
        Mistake("1.2,USD", "1.2,UST", 4, .part(.currency)),
        Mistake(
            "Co,SHOP-1,,,,2026-11-27 23:00:00,UTC,MerchantPayout,TX batch 7,USD,,,,USD,4.00,,,,,,,,7\n",
            "",
            6,
            .unbalanced(by: 400)
        ),
        Mistake("Fee,Transaction", "MerchantPayout,Transaction", 7, .payoutRepeated(line: 6)),
    ]

    @Test(arguments: mistakesOfAdyen)
    func `of Adyen with a mistake is refused`(_ mistake: Mistake) throws {
        try expect(mistake, in: Self.adyen, of: .adyen)
    }

    static let checkout = """
        Client Entity Name,Payout ID,Payment ID,Action ID,Action Type,Breakdown Type,Processed On,Reference,\
        Processing Currency,Processing Currency Amount,FX Rate Applied,Holding Currency,Holding Currency Amount
        Shop,CFJU,pay_1,act_1,Capture,Capture,2026-11-27T10:00:00:123,attempt-1-cap-1,USD,10.75,1,USD,10.75
        Shop,CFJU,pay_1,act_1,Capture,Gateway Fixed Fee,2026-11-27T10:00:00:123,,USD,-0.08,1,USD,-0.08
        Shop,CFJU,pay_1,act_1,Capture,Scheme Variable Fee,2026-11-27T10:00:00:123,,USD,-0.0451,1,USD,-0.0451
        Shop,CFJU,pay_1,act_2,Partial Refund,Refund,2026-11-27T11:00:00:123,attempt-1-ref-1,EUR,-1.50,1.2,USD,-1.80
        Shop,CFJU,pay_2,act_3,Chargeback,Chargeback (ADJM),2026-11-27T12:00:00:123,,USD,-3,1,USD,-3
        Shop,CFJU,pay_2,act_4,Chargeback,Chargeback (RPDW),2026-11-27T13:00:00:123,,USD,3.00,1,USD,3.00
        Shop,CFJU,,adj_1,Top Up,Top Up,2026-11-27T13:00:00:123,,USD,5.00,1,USD,5.00

        """

    @Test func `of Checkout.com is read`() throws {
        let bytes = Array(Self.checkout.utf8)
        #expect(PaymentPlatform.ofSettlementReport(bytes) == .checkout)
        let file = try PaymentPlatform.checkout.settlementFile(bytes, of: account)
        #expect(file.name == "CFJU" && file.cutOff.iso8601 == "2026-11-27T10:00:00Z")
        #expect(file.entries.map(\.line) == [2, 5, 6, 7])
        let kinds: [SettlementEntry.Kind] = [.capture, .refund, .chargeback, .chargebackReversal]
        #expect(file.entries.map(\.kind) == kinds)
        #expect(file.entries.map(\.amount) == [1_075, -150, -300, 300])
        #expect(file.entries.map(\.currency) == ["840", "978", "840", "840"])
        #expect(file.entries.map(\.paid) == [1_075, -180, -300, 300])
        #expect(file.entries[1].names == ["act_2", "attempt-1-ref-1"])
        #expect(file.entries[1].reference == "pay_1")
        #expect(file.payouts.map(\.receiver) == [.named("Top Up"), .named("Fees")])
        #expect(file.payouts.map(\.amount) == [500, -13])
    }

    /// All lines together are 4.0051 USD; the amounts in the middle are converted.
    @Test func `of Checkout.com has taxes, reserves, and parts of minor units`() throws {
        let lines = """
            Shop,,pay_1,act_1,Capture,Scheme Fixed Fee,2026-11-27 10:00:00,,USD,-0.02,1,USD,-0.02
            Shop,,pay_1,act_1,Capture,Scheme Fixed Fee,2026-11-27 10:00:00,,USD,-0.03,1,USD,-0.03
            Shop,,pay_1,act_1,Capture,Gateway Fixed Fee Tax,2026-11-27 10:00:00,,USD,-0.01,1,USD,-0.01
            Shop,CFJU,pay_1,act_1,Capture,Capture,2026-11-27 10:00:00,attempt-1-cap-1,EUR,10.00,1.2,USD,11.99612345
            Shop,CFJU,pay_1,act_2,Refund,Refund,2026-11-27 11:00:00,attempt-1-ref-1,EUR,-0.50,1.2,USD,-0.60502345
            Shop,CFJU,pay_1,act_3,Chargeback,Chargeback (ARBL),2026-11-27 11:00:00,,USD,-5,1,USD,-5
            Shop,CFJU,,act_4,Reserve,Rolling Reserve Deducted,2026-11-27 12:00:00,,USD,-2.326,1,USD,-2.326

            """
        let text = Self.checkout.split(separator: "\n")[0] + "\n" + lines
        let file = try PaymentPlatform.checkout.settlementFile(Array(text.utf8), of: account)
        #expect(file.name == "CFJU" && file.cutOff.iso8601 == "2026-11-27T10:00:00Z")
        #expect(file.entries.map(\.kind) == [.capture, .refund])
        #expect(file.entries.map(\.amount) == [1_000, -50])
        #expect(file.entries.map(\.paid) == [1_200, -61])
        #expect(
            file.payouts.map(\.receiver) == [.named("Rolling Reserve Deducted"), .named("Fees")]
        )
        #expect(file.payouts.map(\.amount) == [-233, -505])
        let paid = file.entries.map(\.paid) + file.payouts.map(\.amount)
        #expect(paid.reduce(0, +) == 401)
    }

    static let mistakesOfCheckout = [
        Mistake("Holding Currency Amount", "Amount", 1, .column("Holding Currency Amount")),
        Mistake("Capture,Capture", "Capture,Captured", 2, .part(.type)),
        Mistake("USD,10.75,1,USD,10.75", "USD,10.75,1,USD,10.76", 2, .part(.amount)),
        Mistake("USD,10.75,1,USD,10.75", "USD,-10.75,1,USD,10.75", 2, .part(.amount)),
        Mistake("Scheme Variable Fee", "Gateway Fixed Fee", 4, .lineRepeated(line: 3)),
        Mistake("USD,-0.0451\n", "USD,O\n", 4, .part(.fee)),
        Mistake("CFJU,pay_2", "CFJV,pay_2", 6, .otherSettlement),
        Mistake("CFJU,pay_2", ",pay_2", 6, .part(.identifier)),
        Mistake("USD,10.75,1,USD,10.75", "USD,10.75,1,USD,10.751", 2, .part(.amount)),
    ]

    @Test(arguments: mistakesOfCheckout)
    func `of Checkout.com with a mistake is refused`(_ mistake: Mistake) throws {
        try expect(mistake, in: Self.checkout, of: .checkout)
    }

    /// Of an account with flat rates; the last column is one that is not asked for.
    static let braintree = """
        Merchant Account ID,Transaction ID,Original Transaction ID,Transaction Type,Presentment Currency,\
        Original Sale Amount,Settlement Currency,Settlement Amount,Settlement Date,Disbursement Date,\
        Payment Instrument,Issuing Bank,Refunded Amount,Exchange Rate,Order ID,Total Fee Amount,Refund Type
        shop_usd,t1,,sale,USD,,USD,10.00,2026-11-27,2026-11-30,apple_pay_card,"Bank, N.A.",0.00,1.00,attempt-1-auth,0.39,
        shop_usd,r1,t1,credit,USD,10.00,USD,1.50,2026-11-28,2026-11-30,apple_pay_card,,0.00,1.00,attempt-1-ref-1,-0.03,Partial
        shop_usd,r2,t0,credit,USD,9.00,USD,-9.00,2026-11-28,2026-11-30,apple_pay_card,,0.00,1.00,,0.00,Full
        shop_usd,t2,,sale,USD,,USD,20.00,2026-11-28,2026-11-30,apple_pay_card,,0.00,1.00,attempt-2-auth,0.00,

        """

    @Test func `of Braintree is read`() throws {
        let bytes = Array(Self.braintree.utf8)
        #expect(PaymentPlatform.ofSettlementReport(bytes) == .braintree)
        let file = try PaymentPlatform.braintree.settlementFile(bytes, of: account)
        #expect(file.name == "shop_usd 2026-11-30" && file.number == nil)
        #expect(file.cutOff.iso8601 == "2026-11-28T00:00:00Z", "dates have no time")
        #expect(file.entries.map(\.kind) == [.capture, .refund, .refund, .capture])
        #expect(file.entries.map(\.amount) == [1_000, -150, -900, 2_000])
        #expect(file.entries.map(\.fee) == [39, -3, 0, 0])
        #expect(file.entries.map(\.paid) == [961, -147, -900, 2_000])
        #expect(file.entries.map(\.reference) == ["t1", "t1", "t0", "t2"])
        #expect(file.entries.map(\.key) == ["attempt-1-auth", nil, nil, "attempt-2-auth"])
        #expect(file.entries.map(\.names) == [[], ["r1", "attempt-1-ref-1"], ["r2"], []])
        #expect(file.payouts.isEmpty)
    }

    static let mistakesOfBraintree = [
        Mistake("Order ID", "Order", 1, .column("Order ID")),
        Mistake(",sale,", ",voided sale,", 2, .part(.type)),
        Mistake("USD,,USD,10.00", "EUR,,USD,10.00", 2, .part(.currency)),
        Mistake("USD,10.00", "USD,-10.00", 2, .part(.amount)),
        Mistake("USD,1.50", "USD,0.00", 3, .part(.amount)),
        Mistake("0.39", "0.385", 2, .part(.fee)),
        Mistake("2026-11-27", "11/27/2026", 2, .part(.time)),
        Mistake("r1,t1,", "r1,,", 3, .part(.reference)),
        Mistake("r2", "r1", 4, .lineRepeated(line: 3)),
        Mistake("2026-11-28,2026-11-30", "2026-11-28,2026-12-01", 3, .otherSettlement),
    ]

    @Test(arguments: mistakesOfBraintree)
    func `of Braintree with a mistake is refused`(_ mistake: Mistake) throws {
        try expect(mistake, in: Self.braintree, of: .braintree)
    }

    private func expect(
        _ mistake: Mistake,
        in text: String,
        of platform: PaymentPlatform
    ) throws {
        let range = try #require(text.firstRange(of: mistake.old))
        var changed = text
        changed.replaceSubrange(range, with: mistake.new)
        let bytes = Array(changed.utf8)
        let failure = #expect(throws: SettlementFileFailure.self) {
            try platform.settlementFile(bytes, of: account)
        }
        #expect(failure == SettlementFileFailure(line: mistake.line, mistake.cause))
    }

    @Test(arguments: [PaymentPlatform.stripe, .adyen])
    func `that was cut anywhere but before a line is refused`(_ platform: PaymentPlatform) throws {
        let bytes = Array((platform == .stripe ? Self.stripe : Self.adyen).utf8)
        for count in 1..<bytes.count {
            guard let file = try? platform.settlementFile(Array(bytes.prefix(count)), of: account)
            else {
                continue
            }
            // A report of Stripe's with no line of the payout says nothing of its end.
            #expect(platform == .stripe && bytes[count - 1] == UInt8(ascii: "\n"), "\(count)")
            #expect(file.payouts.allSatisfy { $0.receiver != .merchant("po_1") })
        }
    }
}
