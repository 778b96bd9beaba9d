extension LintRule {
    static let successWithoutServer = LintRule(
        name: "success-without-server",
        sentence: "An authorized payment is reported as successful before any server was asked.",
        reason: """
            The sheet tells the shopper that the payment is done, but no server has received the \
            token. Only the server can say whether the payment succeeded.
            """,
        remedy: "send payment.token to your server, and report the status that it returns",
        mission: ["10.10", "12.7"],
        documentation: delegateDocumentation,
        subject: .source { unit in
            unit.authorizations.filter { !unit.isDefaultImplementation($0) }
                .compactMap { function in
                    AuthorizationAnswers.uncheckedSuccess(in: function, unit)
                        .map {
                            LintMark(
                                $0,
                                "success is reported, and nothing before it sends the token"
                            )
                        }
                }
        }
    )
}
