extension LintRule {
    static let successWithoutServer = LintRule(
        name: "success-without-server",
        sentence: "An authorized payment is reported as successful before a server has answered.",
        reason: """
            The sheet tells the shopper that the payment is done, but no server has taken the \
            token yet. Only the server can say whether the payment succeeded.
            """,
        remedy: "send payment.token to your server, and report the status that it returns",
        mission: ["10.10", "12.7"],
        documentation: delegateDocumentation,
        subject: .source { unit in
            unit.authorizations.filter { !unit.isDefaultImplementation($0) }
                .compactMap { AuthorizationAnswers.uncheckedSuccess(in: $0, unit) }
        }
    )
}
