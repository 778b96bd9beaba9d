import HTTPClient
import Payments
import PlatformProcessors

/// A processor for Braintree, and the elements that Braintree answers with.
enum BraintreeBench {
    static let key = PlatformBench.key
    static let search = "POST /merchants/shop/transactions/advanced_search_ids"
    static let read = "GET /merchants/shop/transactions/pay_1"

    static func processor(
        _ answers: ScriptedPlatform.Answer...,
        form: TokenForm = .networkToken
    ) -> PlatformBench {
        PlatformBench(
            .braintree,
            answers,
            form: form,
            settings: [
                "merchantId": "shop", "merchantAccounts": "EUR:shop_eur,USD:shop_usd",
                "tokenizationKey": "sandbox_1_shop",
            ]
        )
    }

    static func transaction(
        _ status: String = "authorized",
        id: String = "pay_1",
        amount: String = "10.75",
        suffix: String = "auth",
        code: String = "1000",
        others: String = ""
    ) -> String {
        """
        <transaction><id>\(id)</id><status>\(status)</status><amount>\(amount)</amount>
        <currency-iso-code>USD</currency-iso-code><order-id>\(key)-\(suffix)</order-id>
        <processor-authorization-code>123456</processor-authorization-code>
        <processor-response-code>\(code)</processor-response-code>\(others)</transaction>
        """
    }

    static func history(_ statuses: String...) -> String {
        let events = statuses.map {
            "<status-event><status>\($0)</status><amount>10.75</amount></status-event>"
        }
        return "<status-history type=\"array\">\(events.joined())</status-history>"
    }

    static func refunds(_ ids: String...) -> String {
        let items = ids.map { "<item>\($0)</item>" }.joined()
        return "<refund-ids type=\"array\">\(items)</refund-ids>"
    }

    static func done(_ transaction: String) -> ScriptedPlatform.Answer {
        .status(200, transaction)
    }

    static func found(_ ids: String...) -> ScriptedPlatform.Answer {
        let items = ids.map { "<item>\($0)</item>" }.joined()
        return .status(
            200,
            """
            <search-results><page-size type="integer">50</page-size>
            <ids type="array">\(items)</ids></search-results>
            """
        )
    }

    static func refused(_ code: String, transaction: String = "") -> ScriptedPlatform.Answer {
        .status(
            422,
            """
            <api-error-response><errors><errors type="array"/><transaction><errors type="array">
            <error><code>\(code)</code></error></errors></transaction></errors>
            <message>refused</message>\(transaction)</api-error-response>
            """
        )
    }

    static let lost = ScriptedPlatform.Answer.lost(.mayHaveBeenSent(.timedOut))
}
