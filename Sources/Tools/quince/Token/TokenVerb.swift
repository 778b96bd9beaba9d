import CommandLineTool
import Files
import PaymentToken
import TokenDisplay

/// The verbs of `quince token`.
enum TokenVerb {
    static let file = Operand(
        "FILE",
        help: "the token: PKPaymentToken or its paymentData; - reads standard input"
    )

    static let root = Option(
        "root",
        "PEM",
        help: "trust this root certificate instead of Apple Root CA - G3"
    )

    static let environment = Option(
        "environment",
        "NAME",
        choices: PaymentEnvironment.self,
        help: "production, unless given, or sandbox: whose signers are taken"
    )

    static let time = Option.time(
        "at",
        help: "check at this moment instead of now, such as 2021-09-01T19:03:06Z"
    )

    static let json = Option("json", help: "print a JSON object for each token")

    static let exitStatus = """
        Exit status: 0 accepted, 1 refused, 2 wrong usage or configuration.
        """

    /// Reads the token that was named, lets a verb judge it, and reports a refusal.
    static func judge(
        _ invocation: Invocation,
        _ output: Output,
        _ body: (SealedPaymentToken, TokenReport) throws(TokenRefusal) -> Void
    ) throws(UsageProblem) -> ExitStatus {
        try read(invocation, output) { bytes, report throws(TokenRefusal) in
            try body(try SealedPaymentToken(json: bytes), report)
            return .success
        }
    }

    /// Reads the file that was named, lets a verb say what it is, and reports a refusal.
    static func read(
        _ invocation: Invocation,
        _ output: Output,
        _ body: ([UInt8], TokenReport) throws(TokenRefusal) -> ExitStatus
    ) throws(UsageProblem) -> ExitStatus {
        let report = TokenReport(isJSON: invocation.has(json.name), output: output)
        let limit = SealedPaymentToken.sizeLimit
        guard let path = invocation.operands.first else {
            throw UsageProblem("\(file.name) is missing", hint: "quince token open --help")
        }
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path, limit: limit)
        } catch  where error.reason == .tooLong(limit: limit) {
            report.refused(ToldRefusal(.format(.tooLong(limit: limit)), in: .of(path)))
            return .refused
        } catch {
            throw UsageProblem(error, hint: "FILE is a token's JSON; - reads standard input")
        }
        do throws(TokenRefusal) {
            return try body(bytes, report)
        } catch {
            report.refused(ToldRefusal(error, in: GivenFileKind(bytes)))
            return .refused
        }
    }
}
