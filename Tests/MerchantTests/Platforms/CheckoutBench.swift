/// The objects that Checkout.com answers with.
enum CheckoutBench {
    static let key = PlatformBench.key

    static func payment(
        _ status: String = "Authorized",
        code: String = "10000",
        id: String = "pay_1",
        reference: String = "\(key)-auth",
        captured: Int = 0
    ) -> String {
        """
        {"id":"\(id)","action_id":"act_1","amount":1075,"currency":"USD","status":"\(status)",
        "approved":\(status != "Declined"),"response_code":"\(code)","auth_code":"123456",
        "reference":"\(reference)","balances":{"total_captured":\(captured)}}
        """
    }

    static func action(
        _ type: String,
        _ suffix: String,
        id: String = "act_2",
        amount: Int = 1_075,
        code: String = "10000"
    ) -> String {
        """
        {"id":"\(id)","type":"\(type)","amount":\(amount),"approved":\(code == "10000"),
        "response_code":"\(code)","auth_code":"123456","reference":"\(key)-\(suffix)"}
        """
    }

    static func list(_ payments: String...) -> ScriptedPlatform.Answer {
        .status(
            200,
            #"{"total_count":\#(payments.count),"data":[\#(payments.joined(separator: ","))]}"#
        )
    }

    static func actions(_ actions: String...) -> ScriptedPlatform.Answer {
        .status(200, "[\(actions.joined(separator: ","))]")
    }

    static let accepted = ScriptedPlatform.Answer.status(202, #"{"action_id":"act_2"}"#)
    static let listed = "GET /payments?limit=100&skip=0&reference=\(key)-auth"
}
